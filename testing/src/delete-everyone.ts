import { sql } from 'kysely';
import type { Store } from '@curbwrench/server/database/connection/store';
import { inTransaction } from '@curbwrench/server/database/connection/transaction';

/**
 * Deletes all of a business's people and services, and everything that refers to them, while its server is running.
 * Locks the tables in the same order as the server's background jobs; if a read of several tables still causes a
 * deadlock, it is retried as the server's own transactions are.
 */
export async function deleteEveryone(store: Store): Promise<void> {
  await inTransaction(store, (trx) =>
    sql`
      truncate attention_alerts, outbox, appointment_counts, payment_totals, notifications, people, services cascade
    `.execute(trx),
  );
}
