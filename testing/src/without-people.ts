import { sql } from 'kysely';
import type { Store } from '@curbwrench/server/database/connection/store';

/**
 * Deletes all people of a business and everything of theirs, while its server runs. The tables
 * are locked in the order of the server's own jobs, events before the people they notify, to avoid a
 * deadlock.
 */
export async function removeEveryone(store: Store): Promise<void> {
  await sql`
    truncate outbox, appointment_counts, payment_totals, notifications, users, services cascade
  `.execute(store.kysely);
}
