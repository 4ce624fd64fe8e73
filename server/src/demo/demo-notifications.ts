import { sql, type Transaction } from 'kysely';
import { waitingStatusList } from '../scheduling/queries/open-appointments.ts';
import type { Database } from '../database/schema.ts';
import { demoAccountIds } from './demo-accounts.ts';

/**
 * Inserts the demo accounts' notifications from the last week, following the same rules as commands
 * (`database/rules/event-notification.ts`): customers and mechanics are notified of changes to their own
 * appointments, advisors and admins of appointments that still need a mechanic. Notifications older than
 * a day are marked as read. Existing notifications are not repeated. Events dated `now` come from creating the demo and
 * cause no notifications, since all of these would appear unread at the same time.
 */
export async function writeNotifications(trx: Transaction<Database>, now: Date): Promise<void> {
  const demoAccounts = Object.values(demoAccountIds);
  await sql`
    insert into notifications (
      recipient_id, kind, subject, subject_id, at, read_at, mechanic_id, former_mechanic_id
    )
    select recipient.id, event.kind, 'appointment', event.appointment_id::text, event.at,
      case when event.at < ${now}::timestamptz - interval '1 day'
        then event.at + interval '1 hour' end,
      event.detail ->> 'mechanicId', event.detail ->> 'formerMechanicId'
    from (
      select e.appointment_id, e.at, e.actor_id, e.detail, a.customer_id, a.mechanic_id, a.status,
        case e.kind when 'declined' then 'unassigned' else e.kind end as kind
      from appointment_events e join appointments a on a.id = e.appointment_id
      where e.at >= ${now}::timestamptz - interval '7 days' and e.at < ${now} and e.kind in
        ('booked', 'assigned', 'unassigned', 'declined', 'rescheduled', 'started', 'completed', 'cancelled')
    ) as event
    join accounts recipient on recipient.id = any(${demoAccounts}::text[]) and recipient.id is distinct from actor_id and (
      recipient.id = customer_id
      or recipient.id = mechanic_id and kind <> 'booked'
      or recipient.role in ('service_advisor', 'admin') and kind in ('booked', 'unassigned')
        and status in ${waitingStatusList}
    )
    where not exists (
      select from notifications n
      where n.recipient_id = recipient.id and n.kind = event.kind and n.subject = 'appointment'
        and n.subject_id = event.appointment_id::text
    )
    order by event.at, event.appointment_id, recipient.id
  `.execute(trx);
}
