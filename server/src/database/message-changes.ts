// Reads tables owned by these modules: accounts, appointments, business, notifications
import { messageKinds } from '@curbwrench/contract/messaging/kinds';
import { sql, type Transaction } from 'kysely';
import { allowsMessageCondition, channelAddressSql } from './message-recipient-queries.ts';
import type { Database } from './schema.ts';
import type { MessageToRecord } from './rules/event-messages.ts';
import { messageTiming } from './rules/message-timing.ts';

/**
 * Makes sure that the customer gets the receipt for a payment. If the message about the completed job is still queued,
 * it becomes due now, since it includes the receipt once the job is paid; otherwise a message about the payment is
 * recorded. The increased attempt count ends any claim, so that a message rendered before the payment is not sent.
 */
export async function sendReceipt(
  trx: Transaction<Database>,
  job: {
    readonly appointmentId: number;
    readonly customerId: string;
    readonly mechanicId: string | null;
  },
  now: Date,
): Promise<void> {
  const { rows } = await sql`
    update outbound_messages set attempts = attempts + 1, next_attempt_at = ${now}
    where appointment_id = ${job.appointmentId} and person_id = ${job.customerId} and kind = 'finished'
      and state = 'queued' and last_possible_delivery_at is null
    returning id
  `.execute(trx);
  if (rows.length > 0) return;
  const message: MessageToRecord = {
    kind: 'payment_received',
    personId: job.customerId,
    excludedPersonId: null,
    appointmentId: job.appointmentId,
    conversationId: null,
    mechanicId: job.mechanicId,
    formerMechanicId: null,
    date: null,
  };
  await insertMessages(trx, [message], now);
}

/**
 * Records messages in the transaction that causes them: one for each channel on which the recipient can be reached
 * and has allowed messages. A message that may exist only once is not recorded again.
 */
export async function insertMessages(
  trx: Transaction<Database>,
  messages: readonly MessageToRecord[],
  now: Date,
): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map((message) => ({
    ...message,
    ...messageTiming[message.kind],
    channels: messageKinds[message.kind].channels,
    preference: messageKinds[message.kind].preference,
  }));
  await sql`
    insert into outbound_messages (
      kind, channel, person_id, appointment_id, conversation_id, message_client_id, date, start_time, mechanic_id,
      former_mechanic_id, next_attempt_at, expires_at, created_at
    )
    select m.kind, c.channel, p.id, m."appointmentId", m."conversationId", m."messageClientId", coalesce(a.date, m.date), a.start_time,
      m."mechanicId", m."formerMechanicId", due.at,
      greatest(due.at + make_interval(mins => m."lifetimeMinutes"),
        case when m."lastsUntilStart" then (a.date + a.start_time) at time zone b.time_zone end),
      ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (
      kind text, "personId" text, "excludedPersonId" text, "appointmentId" integer, "conversationId" text, "messageClientId" uuid,
      "mechanicId" text, "formerMechanicId" text, date date, channels text[], preference text,
      "delayMinutes" integer, "lifetimeMinutes" integer, "lastsUntilStart" boolean
    )
    cross join business b
    cross join lateral (select ${now}::timestamptz + make_interval(mins => m."delayMinutes") as at) as due
    left join appointments a on a.id = m."appointmentId"
    cross join lateral (
      select m."personId" as id where m."personId" is not null
      union all
      select id from accounts
      where m."personId" is null and active and role in ('service_advisor', 'admin')
        and id is distinct from m."excludedPersonId"
    ) as recipient
    join people p on p.id = recipient.id and p.deleted_at is null
    left join accounts on accounts.id = p.id
    left join notification_preferences np on np.person_id = p.id
    cross join lateral unnest(m.channels) as c (channel)
    where coalesce(accounts.active, true) and ${allowsMessageCondition(sql`m.preference`, sql`c.channel`)}
      and ${channelAddressSql(sql`c.channel`)} is not null
    on conflict do nothing
  `.execute(trx);
}
