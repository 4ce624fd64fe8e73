import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/** Locks a text message and returns its state; null if none has this id, or if its Twilio SID is a different one. */
export async function lockReportedText(
  trx: Trx,
  id: number,
  providerId: string,
): Promise<string | null> {
  const { rows } = await sql<{ state: string; provider_id: string | null }>`
    select state, provider_id from outbound_messages where id = ${id} and channel = 'sms' for update
  `.execute(trx);
  const row = rows[0];
  if (!row || (row.provider_id !== null && row.provider_id !== providerId)) return null;
  return row.state;
}

/** Stores what Twilio reported about a text message, which must be locked. */
export async function storeReportedState(
  trx: Trx,
  id: number,
  {
    state,
    providerId,
    reason,
  }: {
    readonly state: 'sent' | 'delivered' | 'failed';
    readonly providerId: string;
    /** Why it failed. */
    readonly reason: string | null;
  },
  now: Date,
): Promise<void> {
  await sql`
    update outbound_messages
    set state = ${state}, provider_id = ${providerId}, reason = ${reason}, sent_at = coalesce(sent_at, ${now}),
      last_possible_delivery_at = case when ${state} = 'failed' then null else last_possible_delivery_at end
    where id = ${id}
  `.execute(trx);
}
