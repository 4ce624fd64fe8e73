// Reads tables owned by these modules: accounts, appointments, conversations, notifications, reviews
import { messageKinds } from '@curbwrench/contract/messaging/kinds';
import { sql, type Kysely, type Transaction } from 'kysely';
import {
  allowsMessageCondition,
  channelAddressSql,
} from '../../database/message-recipient-queries.ts';
import type { Database } from '../../database/schema.ts';
import type { ClaimedMessage } from '../rules/claimed-message.ts';
import type { CurrentState } from '../rules/outdated.ts';

/** What is checked before a message is sent: the current state of its recipient and of its subject. */
export interface SendPreconditions extends CurrentState {
  /** Whether the person still exists, is not deactivated, and allows this kind of message through this channel. */
  readonly isAllowed: boolean;
  /** Where to send it: an email address or a phone number; the person's id for push; null if they can't be reached. */
  readonly address: string | null;
}

/** Kinds that don't count as the last message sent, since they only repeat what a previous message said. */
const reminderKinds = ['reminder_day', 'reminder_hours'];

/** Reads the preconditions of a message that is about to be sent. Null if the person was deleted. */
export async function readSendPreconditions(
  db: Kysely<Database> | Transaction<Database>,
  message: ClaimedMessage,
): Promise<SendPreconditions | null> {
  const { personId, appointmentId, conversationId, channel, kind, id } = message;
  const { preference } = messageKinds[kind];
  const { rows } = await sql<SendPreconditions>`
    select
      p.deleted_at is null and coalesce(accounts.active, true)
        and ${allowsMessageCondition(sql`${preference}::text`, sql`${channel}::text`)} as "isAllowed",
      ${channelAddressSql(sql`${channel}::text`)} as address,
      (select json_build_object(
          'startsAt', (a.date + a.start_time)::text, 'status', a.status, 'mechanicId', a.mechanic_id,
          'hasArrived', exists (
            select from appointment_events e where e.appointment_id = a.id and e.kind = 'arrived'),
          'needsAttention', exists (
            select from attention_alerts alert where alert.appointment_id = a.id),
          'isReviewed', exists (select from reviews r where r.appointment_id = a.id))
        from appointments a where a.id = ${appointmentId}::integer) as appointment,
      coalesce((select last_person_number > office_last_read_number from conversations
        where person_id = ${conversationId}::text), false) as "isUnreadByOffice",
      (select json_build_object('kind', o.kind, 'startsAt', (o.date + o.start_time)::text, 'mechanicId', o.mechanic_id,
          'countsAsSent', o.state in ('sent', 'delivered', 'stored', 'unknown'))
        from outbound_messages o
        where o.appointment_id = ${appointmentId}::integer and o.person_id = ${personId}
          and o.channel = ${channel} and o.id <> ${id} and o.kind <> all (${reminderKinds})
          and o.last_possible_delivery_at is not null
        order by o.last_possible_delivery_at desc, o.id desc limit 1) as "lastSent"
    from people p
    left join accounts on accounts.id = p.id
    left join notification_preferences np on np.person_id = p.id
    where p.id = ${personId}
  `.execute(db);
  return rows[0] ?? null;
}
