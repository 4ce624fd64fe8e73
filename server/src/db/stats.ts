import type { Stats } from '@curbwrench/contract/business';
import { sql, type Kysely } from 'kysely';
import type { Database } from './schema.ts';

/**
 * The admin's four figures: today's appointments but for cancelled ones, mechanics who are
 * available or on a job, what was paid between two instants (today in the business's zone; D7:
 * by the time of payment), and what waits for a mechanic.
 */
export async function readStats(
  db: Kysely<Database>,
  today: string,
  dayStart: Date,
  dayEnd: Date,
): Promise<Stats> {
  const { rows } = await sql<Stats>`
    select
      (select count(*) from appointments
        where date = ${today}::date and status <> 'cancelled') as "todayAppointments",
      (select count(*) from mechanics m where m.active and (m.available or exists (
        select 1 from appointments a
        where a.mechanic_id = m.user_id and a.status = 'in_progress'))) as "activeMechanics",
      (select coalesce(sum(amount), 0)::numeric(16, 2) from payments
        where status = 'completed' and paid_at >= ${dayStart} and paid_at < ${dayEnd}
      ) as "todayRevenue",
      (select coalesce(sum(count), 0)::int from appointment_tallies
        where reader = '*' and status in ('pending', 'unassigned')) as "pendingAppointments"
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A query without a table answered no row.');
  return row;
}
