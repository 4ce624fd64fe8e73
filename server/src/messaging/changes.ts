// Reads tables owned by these modules: accounts
import type { MessageChannel } from '@curbwrench/contract/messaging/kinds';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { ClaimedMessage } from './rules/claimed-message.ts';

type DatabaseHandle = Kysely<Database> | Transaction<Database>;

/**
 * Claims the channel's message that has waited longest. After `until`, another process may claim it. Returns null if no
 * message is due.
 */
export async function claimMessage(
  db: DatabaseHandle,
  channel: MessageChannel,
  now: Date,
  until: Date,
): Promise<ClaimedMessage | null> {
  const { rows } = await sql<ClaimedMessage>`
    update outbound_messages set attempts = attempts + 1, next_attempt_at = ${until}
    where id = (
      select id from outbound_messages
      where channel = ${channel} and state = 'queued' and next_attempt_at <= ${now}
      order by next_attempt_at, id limit 1 for update skip locked)
    returning id, kind, channel, person_id as "personId", appointment_id as "appointmentId",
      conversation_id as "conversationId", message_client_id as "messageClientId", (date + start_time)::text as "startsAt",
      mechanic_id as "mechanicId", former_mechanic_id as "formerMechanicId", date::text as date, attempts,
      text is not null as "wasAttempted", last_possible_delivery_at as "lastPossibleDeliveryAt",
      expires_at as "expiresAt", created_at as "createdAt"
  `.execute(db);
  return rows[0] ?? null;
}

/** What was sent, as the message log shows it. */
interface SentContent {
  readonly recipient: string | null;
  readonly subject: string;
  readonly text: string;
}

/**
 * Stores what is about to be sent. Returns false if the claim has expired and another process has claimed the message.
 * Otherwise the message may have arrived, even if this process dies now, and a text message is never sent again.
 */
export async function beginSending(
  db: DatabaseHandle,
  { id, channel, attempts }: ClaimedMessage,
  { recipient, subject, text }: SentContent,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update outbound_messages set recipient = ${recipient}, subject = ${subject}, text = ${text},
      last_possible_delivery_at = ${now},
      state = case when ${channel} = 'sms' then 'unknown' else state end,
      reason = case when ${channel} = 'sms' then ${interruptedReason} else reason end
    where id = ${id} and state = 'queued' and attempts = ${attempts}
    returning id
  `.execute(db);
  return rows.length > 0;
}

const interruptedReason = 'Sending was interrupted.';

/** The state that a message has after its last attempt. */
interface FinalState {
  readonly state: 'sent' | 'stored' | 'failed' | 'unknown' | 'outdated' | 'skipped';
  /** Why the message has this state, as one sentence without personal data; null if it was sent. */
  readonly reason: string | null;
  readonly providerId?: string | null;
  /** When the last attempt that may have reached the recipient began; null if none may have. Unchanged if omitted. */
  readonly lastPossibleDeliveryAt?: Date | null;
}

/** Stores the final state of a claimed message, unless a delivery report has already done so. */
export async function endMessage(
  db: DatabaseHandle,
  { id, attempts }: Pick<ClaimedMessage, 'id' | 'attempts'>,
  { state, reason, providerId = null, lastPossibleDeliveryAt }: FinalState,
  now: Date,
): Promise<void> {
  await sql`
    update outbound_messages set state = ${state}, reason = ${reason},
      provider_id = coalesce(${providerId}, provider_id),
      last_possible_delivery_at = ${
        lastPossibleDeliveryAt === undefined
          ? sql.ref('last_possible_delivery_at')
          : sql`${lastPossibleDeliveryAt}::timestamptz`
      },
      sent_at = case when ${state} = 'sent' then ${now}::timestamptz else sent_at end
    where id = ${id} and attempts = ${attempts} and state in ('queued', 'unknown')
  `.execute(db);
}

/**
 * Schedules the next attempt to send a claimed message. `lastPossibleDeliveryAt`: when the last attempt that may have
 * reached the recipient began; null if none may have.
 */
export async function postponeMessage(
  db: DatabaseHandle,
  { id, attempts }: Pick<ClaimedMessage, 'id' | 'attempts'>,
  until: Date,
  {
    reason,
    lastPossibleDeliveryAt,
  }: { readonly reason: string | null; readonly lastPossibleDeliveryAt: Date | null },
): Promise<void> {
  await sql`
    update outbound_messages set state = 'queued', next_attempt_at = ${until}, reason = ${reason},
      last_possible_delivery_at = ${lastPossibleDeliveryAt}
    where id = ${id} and attempts = ${attempts} and state in ('queued', 'unknown')
  `.execute(db);
}

/**
 * Deletes the contents of messages created before `contentsBefore`, and entire messages created before
 * `messagesBefore`.
 */
export async function deleteOldMessages(
  db: DatabaseHandle,
  contentsBefore: Date,
  messagesBefore: Date,
): Promise<void> {
  await sql`
    update outbound_messages set subject = null, text = null, recipient = null
    where created_at < ${contentsBefore} and state <> 'queued' and text is not null
  `.execute(db);
  await sql`delete from outbound_messages where created_at < ${messagesBefore}`.execute(db);
}

/**
 * Locks a person's row, so that changes to their preferences can't overlap. Returns false if the person was deleted.
 */
export async function lockExistingPerson(
  trx: Transaction<Database>,
  personId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from people where id = ${personId} and deleted_at is null for no key update
  `.execute(trx);
  return rows.length > 0;
}
