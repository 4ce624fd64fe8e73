import { sql, type Transaction } from 'kysely';
import { waiting } from '../scheduling/queries/open-appointments.ts';
import type { Database } from '../database/schema.ts';
import { demoAccountIds } from './demo-accounts.ts';

/**
 * Writes the demo accounts' notifications of the last week, as the commands would have
 * (database/rules/event-notice.ts): a customer's and a mechanic's own, and for the office what
 * still needs a mechanic. Those older than a day are read. Existing ones are not repeated, and
 * events of this very moment, created with the demo, are left out: they would all be new at once.
 */
export async function ringBells(trx: Transaction<Database>, now: Date): Promise<void> {
  const people = Object.values(demoAccountIds);
  await sql`
    insert into notifications (
      recipient_id, kind, subject, subject_id, at, read_at, mechanic_id, former_mechanic_id
    )
    select told.id, happened.kind, 'appointment', happened.appointment_id::text, happened.at,
      case when happened.at < ${now}::timestamptz - interval '1 day'
        then happened.at + interval '1 hour' end,
      happened.detail ->> 'mechanicId', happened.detail ->> 'formerMechanicId'
    from (
      select e.appointment_id, e.at, e.actor_id, e.detail, a.customer_id, a.mechanic_id, a.status,
        case e.kind when 'declined' then 'unassigned' else e.kind end as kind
      from appointment_events e join appointments a on a.id = e.appointment_id
      where e.at >= ${now}::timestamptz - interval '7 days' and e.at < ${now} and e.kind in
        ('booked', 'assigned', 'unassigned', 'declined', 'rescheduled', 'started', 'completed', 'cancelled')
    ) as happened
    join users told on told.id = any(${people}::text[]) and told.id is distinct from actor_id and (
      told.id = customer_id
      or told.id = mechanic_id and kind <> 'booked'
      or told.role in ('service_advisor', 'admin') and kind in ('booked', 'unassigned')
        and status in ${waiting}
    )
    where not exists (
      select from notifications n
      where n.recipient_id = told.id and n.kind = happened.kind and n.subject = 'appointment'
        and n.subject_id = happened.appointment_id::text
    )
    order by happened.at, happened.appointment_id, told.id
  `.execute(trx);
}
