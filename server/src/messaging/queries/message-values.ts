// Reads tables owned by these modules: accounts, appointments, conversations, payments, vehicles, working-time
import { messageKinds, type MessageKind } from '@curbwrench/contract/messaging/kinds';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { BusinessSettings } from '../../application/rules/business-settings.ts';
import type { Database } from '../../database/schema.ts';
import { totalOfAppointment } from '../../payments/line-queries.ts';
import type { MessageValues } from '../rules/message-templates.ts';
import { toMessageValues, type MessageFacts } from '../rules/message-values.ts';

/** Which message to read the values for, and its recipient. */
export interface RenderRequest {
  readonly kind: MessageKind;
  /** The recipient. */
  readonly personId: string;
  readonly appointmentId: number | null;
  /** The person whose conversation with the office the message is about. */
  readonly conversationId?: string | null;
  /** The client-generated id of the message in the recipient's conversation that is forwarded. */
  readonly messageClientId?: string | null;
  /** When the appointments in a list were found to need attention. */
  readonly createdAt?: Date;
  /** The day of a list of jobs, `yyyy-MM-dd`. */
  readonly date?: string | null;
  readonly now: Date;
  readonly business: Pick<BusinessSettings, 'name' | 'phone' | 'currency' | 'timeZone'>;
  /** The URL of the page that the message is about. */
  readonly link: string;
}

/**
 * Returns the current values of those placeholders only that messages of this kind may contain. Returns null if the
 * recipient or the appointment doesn't exist, or if the recipient may not get messages about the appointment: a
 * customer only about their own, a mechanic only about jobs assigned to them or taken from them, and the office about
 * any.
 */
export async function readMessageValues(
  db: Kysely<Database> | Transaction<Database>,
  request: RenderRequest,
): Promise<MessageValues | null> {
  const { kind, personId, appointmentId, date, now, business, link } = request;
  const { conversationId = null, messageClientId = null } = request;
  const alertedAt = kind === 'office_attention_list' ? (request.createdAt ?? null) : null;
  const listDate = kind === 'tomorrows_jobs' ? (date ?? null) : null;
  const { rows } = await sql<MessageFacts>`
    select p.first_name as "firstName",
      (select ${appointmentFacts(business.timeZone)}
        from appointments a
        join people customer on customer.id = a.customer_id
        join vehicles v on v.id = a.vehicle_id
        left join people mechanic on mechanic.id = a.mechanic_id
        where a.id = ${appointmentId}::integer and ${belongsToRecipientCondition(kind)}) as appointment,
      coalesce((select json_agg(${jobFacts} order by a.start_time, a.id)
        from appointments a join vehicles v on v.id = a.vehicle_id
        where a.mechanic_id = p.id and a.date = ${listDate}::date
          and a.status in ('confirmed', 'in_progress')), '[]') as jobs,
      (select nullif(trim(other.first_name || ' ' || other.last_name), '')
        from people other where other.id = ${conversationId}::text) as "conversationName",
      (select json_build_object('text', m.text, 'sender', author.first_name)
        from messages m join people author on author.id = m.author_id
        where m.person_id = p.id and m.client_id = ${messageClientId}::uuid and m.author_id <> p.id
          and m.text is not null limit 1) as message,
      coalesce((select json_agg(json_build_object(${jobFields}, ${alertFields}, 'id', a.id, 'date', a.date)
          order by a.date, a.start_time, a.id)
        from attention_alerts alert join appointments a on a.id = alert.appointment_id
        join vehicles v on v.id = a.vehicle_id
        left join people mechanic on mechanic.id = a.mechanic_id
        where alert.alerted_at = ${alertedAt}::timestamptz), '[]') as alerts
    from people p where p.id = ${personId} and p.deleted_at is null
  `.execute(db);
  const [facts] = rows;
  if (!facts || (appointmentId !== null && facts.appointment === null)) return null;
  if (kind === 'office_reply' && facts.message === null) return null;
  if (kind === 'office_attention_list' && facts.alerts.length === 0) return null;
  return toMessageValues(facts, { kind, now, date: listDate, business, link });
}

/** SQL condition: the appointment `a` is one about which `p` may get messages of this kind. */
function belongsToRecipientCondition(kind: MessageKind): RawBuilder<unknown> {
  switch (messageKinds[kind].audience) {
    case 'customer':
      return sql`a.customer_id = p.id`;
    case 'mechanic':
      // A message about a lost job contains neither the customer nor the address.
      return kind === 'job_removed' ? sql`true` : sql`a.mechanic_id = p.id`;
    case 'office':
      return sql`exists (select from accounts
        where accounts.id = p.id and active and role in ('service_advisor', 'admin'))`;
  }
}

const jobFields = sql`
  'startTime', to_char(a.start_time, 'HH24:MI'), 'endTime', to_char(a.end_time, 'HH24:MI'),
  'address', a.address, 'vehicle', concat_ws(' ', v.year, v.make, v.model),
  'services', (select json_agg(l.description order by l.position)
    from appointment_lines l where l.appointment_id = a.id and l.kind = 'service')`;

const alertFields = sql`
  'reason', alert.reason, 'status', a.status, 'mechanicFirstName', nullif(mechanic.first_name, ''),
  'isSick', exists (select from time_off o where o.mechanic_id = a.mechanic_id and o.sick
    and o.during && tsrange(a.date + a.start_time, a.date + a.end_time))`;

const jobFacts = sql`json_build_object(${jobFields})`;

/** SQL for the facts about the appointment `a`. */
function appointmentFacts(timeZone: string): RawBuilder<unknown> {
  return sql`json_build_object(${jobFields},
    'id', a.id, 'date', a.date, 'cancellationCutoffHours', a.cancellation_cutoff_hours,
    'customerName', trim(customer.first_name || ' ' || customer.last_name),
    'mechanicFirstName', nullif(mechanic.first_name, ''),
    'amount', coalesce(
      (select pay.amount from payments pay where pay.appointment_id = a.id), ${totalOfAppointment})::text,
    'isPaid', exists (
      select from payments pay where pay.appointment_id = a.id and pay.paid_at is not null),
    'expectedArrival', (
      select to_char((e.detail ->> 'promisedArrival')::timestamptz at time zone ${timeZone}::text, 'HH24:MI')
      from appointment_events e where e.appointment_id = a.id and e.kind = 'started'
      order by e.id desc limit 1),
    'cancellationReason', (
      select e.detail ->> 'reason' from appointment_events e
      where e.appointment_id = a.id and e.kind = 'cancelled' order by e.id desc limit 1),
    'lastUnassignment', (
      select json_build_object('kind', e.kind, 'reason', e.detail ->> 'reason')
      from appointment_events e
      where e.appointment_id = a.id and e.kind in ('declined', 'unassigned', 'rescheduled')
      order by e.id desc limit 1),
    'alert', (select json_build_object(${alertFields})
      from attention_alerts alert where alert.appointment_id = a.id))`;
}
