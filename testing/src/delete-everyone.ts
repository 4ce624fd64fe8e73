import { sql } from 'kysely';
import type { Store } from '@curbwrench/server/database/connection/store';

/**
 * Deletes all of a business's people and services, and everything that refers to them, while its server is running.
 * Locks the tables in the same order as the server's background jobs, to avoid a deadlock.
 */
export async function deleteEveryone(store: Store): Promise<void> {
  await sql`
    truncate attention_alerts, outbox, appointment_counts, payment_totals, notifications, people, services cascade
  `.execute(store.kysely);
}
