import { sql } from 'kysely';
import type { Store } from '@curbwrench/server/database/connection/store';

/**
 * Empties a business of everyone and of all that is theirs, beside its running server. The tables
 * are locked as the server's own jobs lock them: the events before those whom they notify, or the
 * two would wait for each other.
 */
export async function removeEveryone(store: Store): Promise<void> {
  await sql`
    truncate outbox, appointment_counts, payment_totals, notifications, users, services cascade
  `.execute(store.kysely);
}
