import { slotTimes } from '@curbwrench/contract/scheduling/booking-rules';
import { toMinutes } from '@curbwrench/contract/fields/calendar';
import { sql, type Kysely, type Transaction } from 'kysely';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import { isOpenCondition } from '../../scheduling/queries/open-appointments.ts';
import { isStranded, type CoverRequest } from '../../scheduling/rules/cover.ts';
import type { DayPlan } from '../../scheduling/rules/day-plan.ts';
import type { LocalTime } from '../../application/rules/business-time.ts';
import type { BusinessSettings } from '../../application/rules/business-settings.ts';
import type { Database } from '../../database/schema.ts';

/** Reads today's plan, and what of it has to be covered because a mechanic is off; the earliest job first. */
export async function loadCoverRequest(
  db: Kysely<Database> | Transaction<Database>,
  mechanicId: string,
  { date, minutes }: LocalTime,
  { jobsEndWithinHours }: Pick<BusinessSettings, 'jobsEndWithinHours'>,
): Promise<{ readonly plan: DayPlan; readonly request: CoverRequest }> {
  const { plan } = await loadDayPlan(db, date, [], jobsEndWithinHours);
  const mechanic = plan.mechanics.find(({ id }) => id === mechanicId);
  const jobs = (await listConfirmedJobs(db, mechanicId, date)).flatMap(({ id, vehicleTimes }) =>
    plan.engagements
      .filter(({ appointmentId }) => appointmentId === id)
      .filter(({ interval }) => mechanic && isStranded(mechanic, interval, minutes))
      .map((engagement) => ({
        ...engagement,
        vehicleTimes: vehicleTimes.map(({ start, end }) => ({
          from: toMinutes(start),
          to: toMinutes(end),
        })),
      })),
  );
  return { plan, request: { mechanicId, jobs, startTimes: slotTimes, minutes } };
}

/** A mechanic's confirmed job, and the other open appointments of its vehicle that day, as `HH:MM:SS`. */
interface ConfirmedJob {
  readonly id: number;
  readonly vehicleTimes: readonly { readonly start: string; readonly end: string }[];
}

async function listConfirmedJobs(
  db: Kysely<Database> | Transaction<Database>,
  mechanicId: string,
  date: string,
): Promise<readonly ConfirmedJob[]> {
  const { rows } = await sql<ConfirmedJob>`
    select job.id, (
      select coalesce(json_agg(json_build_object('start', a.start_time, 'end', a.end_time)), '[]')
      from appointments a
      where a.vehicle_id = job.vehicle_id and a.date = job.date and a.id <> job.id
        and ${isOpenCondition}
    ) as "vehicleTimes"
    from appointments job
    where job.mechanic_id = ${mechanicId} and job.date = ${date}::date and job.status = 'confirmed'
    order by job.start_time, job.id
  `.execute(db);
  return rows;
}
