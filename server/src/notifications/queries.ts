// Reads tables owned by these modules: accounts, appointments, conversations, payments, working-time
import type {
  NotificationKind,
  NotificationPreferences,
} from '@curbwrench/contract/notifications/schemas';
import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { limitTo, type Page } from '../database/paging.ts';
import type { Database } from '../database/schema.ts';
import type { ReadScope } from '../database/read-scope.ts';

type DatabaseHandle = Kysely<Database>;

/** A notification as stored for its recipient. */
export interface NotificationRow {
  id: number;
  kind: NotificationKind;
  subject: string;
  subject_id: string;
  at: Date;
  read: boolean;
  /** This and the other appointment and payment fields are null unless the viewer may see them. */
  appointment_id: number | null;
  service_name: string | null;
  more_services: number;
  date: string | null;
  start_time: string | null;
  payment_id: number | null;
  payment_status: PaymentStatus | null;
  payment_amount: string | null;
  refunded_amount: string | null;
  /** Whether the appointment previously had a different mechanic. */
  mechanic_changed: boolean;
  /** The mechanic, if they still have the appointment, and the mechanic they replaced. */
  mechanic_name: string | null;
  former_mechanic_name: string | null;
  /** For the kind `sick`: who is out sick, and how many of that day's jobs need coverage (null once they're back). */
  sick_name: string | null;
  jobs_to_cover: number | null;
}

/**
 * SQL condition for rows of `notifications n` that were read: directly, or because the recipient's side has read
 * the conversation to its end. A message's notification is inserted when its event gets its number; if the message was
 * read before that, only the conversation's read marker shows it.
 */
const isRead = sql`(n.read_at is not null or n.subject = 'conversation' and exists (
  select from conversations c where c.person_id = n.subject_id
    and case when c.person_id = n.recipient_id then c.last_office_number <= c.person_last_read_number
      else c.last_person_number <= c.office_last_read_number end))`;

const pageSize = 20;

/**
 * Returns a page of a person's notifications, newest first; if `before` is given, only those with a smaller id. Their
 * subjects are read within the viewer's scope, so a mechanic sees only the appointment number of a job that is no
 * longer theirs. `jobs_to_cover` counts the jobs on the notification's day in the business's time zone.
 */
export async function listNotifications(
  db: DatabaseHandle,
  recipientId: string,
  scope: ReadScope,
  { before, timeZone }: { readonly before: number | undefined; readonly timeZone: string },
): Promise<Page<NotificationRow>> {
  const beforeCondition = before === undefined ? sql`` : sql`and id < ${before}`;
  const { rows } = await sql<NotificationRow>`
    select n.id, n.kind, n.subject, n.subject_id, n.at, ${isRead} as read,
      a.id as appointment_id, first.description as service_name,
      (select count(*)::int from appointment_lines more where more.appointment_id = a.id
        and more.position > 1 and more.kind = 'service') as more_services, a.date, a.start_time,
      p.id as payment_id, p.status as payment_status, p.amount::text as payment_amount,
      p.refunded_amount::text as refunded_amount,
      n.former_mechanic_id is not null as mechanic_changed,
      nullif(trim(m.first_name || ' ' || m.last_name), '') as mechanic_name,
      nullif(trim(f.first_name || ' ' || f.last_name), '') as former_mechanic_name,
      nullif(trim(s.first_name || ' ' || s.last_name), '') as sick_name, coverage.jobs_to_cover
    from (
      select *, case when subject in ('appointment', 'payment') then subject_id::int end as number
      from notifications where recipient_id = ${recipientId} ${beforeCondition}
      order by id desc ${limitTo(pageSize + 1)}
    ) n
    left join payments p on n.subject = 'payment' and p.id = n.number
      and ${paymentScopeCondition(scope)}
    left join appointments a
      on a.id = case when n.subject = 'appointment' then n.number else p.appointment_id end
      and ${appointmentScopeCondition(scope)}
    left join appointment_lines first on first.appointment_id = a.id and first.position = 1
    left join people m on m.id = n.mechanic_id and m.id = a.mechanic_id
    left join people f on f.id = n.former_mechanic_id and m.id is not null
    left join people s on n.kind = 'sick' and s.id = n.subject_id and ${scope.kind === 'all'}
    left join lateral (
      select (select count(*)::int from appointments job where job.mechanic_id = s.id
        and job.date = day.date and job.status = 'confirmed') as jobs_to_cover
      from (select (n.at at time zone ${timeZone})::date as date) day
      where exists (select from time_off o where o.mechanic_id = s.id and o.sick
        and o.during && tsrange(day.date, day.date + 1))
    ) coverage on true
    order by n.id desc
  `.execute(db);
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  return { rows: page, next: last ? String(last.id) : null };
}

/** Returns the number of a person's unread notifications. */
export async function countUnread(db: DatabaseHandle, recipientId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from notifications n
    where n.recipient_id = ${recipientId} and n.read_at is null and not ${isRead}
  `.execute(db);
  return rows[0]?.unread ?? 0;
}

/** Returns the saved preferences; null if there are none. */
export async function findPreferences(
  db: DatabaseHandle,
  userId: string,
): Promise<NotificationPreferences | null> {
  const { rows } = await sql<NotificationPreferences>`
    select appointment_reminders as "appointmentReminders", mechanic_updates as "mechanicUpdates",
      payment_receipts as "paymentReceipts", push, sms,
      promotional_emails as "promotionalEmails", newsletter, booking_emails as "bookingEmails",
      attention_emails as "attentionEmails", message_emails as "messageEmails"
    from notification_preferences where person_id = ${userId}
  `.execute(db);
  return rows[0] ?? null;
}

function appointmentScopeCondition(scope: ReadScope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'all':
      return sql`true`;
    case 'customer':
      return sql`a.customer_id = ${scope.id}`;
    case 'mechanic':
      return sql`a.mechanic_id = ${scope.id}`;
  }
}

function paymentScopeCondition(scope: ReadScope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'all':
      return sql`true`;
    case 'customer':
      return sql`p.customer_id = ${scope.id}`;
    case 'mechanic':
      return sql`exists (select 1 from appointments own
        where own.id = p.appointment_id and own.mechanic_id = ${scope.id})`;
  }
}
