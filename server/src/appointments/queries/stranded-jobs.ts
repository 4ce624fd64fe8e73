import { listStartTimes } from '@curbwrench/contract/scheduling/booking-rules';
import { toMinutes } from '@curbwrench/contract/fields/calendar';
import { sql, type Kysely, type Transaction } from 'kysely';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import { isOpenCondition } from '../../scheduling/queries/open-appointments.ts';
import { needsCoverage, type CoverageRequest } from '../../scheduling/rules/coverage.ts';
import { isStranded } from './overdue.ts';
import type { DayPlan } from '../../scheduling/rules/day-plan.ts';
import type { CurrentTime } from '../../application/rules/business-time.ts';
import { createSkippedTimeFinder } from '../../application/rules/skipped-time.ts';
import type { Database } from '../../database/schema.ts';

/** Reads today's plan and the jobs that others must cover because this mechanic is off, earliest first. */
export async function loadCoverageRequest(
  db: Kysely<Database> | Transaction<Database>,
  mechanicId: string,
  { local: { date, minutes }, timeZone }: CurrentTime,
): Promise<{ readonly plan: DayPlan; readonly request: CoverageRequest }> {
  const { plan } = await loadDayPlan(db, date, []);
  const mechanic = plan.mechanics.find(({ id }) => id === mechanicId);
  const jobs = (await listJobsWithVehicle(db, mechanicId, date)).flatMap(
    ({ id, isMechanicUnavailable, vehicleTimes }) =>
      plan.commitments
        .filter(({ appointmentId }) => appointmentId === id)
        .filter(
          ({ interval }) =>
            isMechanicUnavailable || (mechanic && needsCoverage(mechanic, interval, minutes)),
        )
        .map((commitment) => ({
          ...commitment,
          vehicleTimes: vehicleTimes.map(({ id: appointmentId, start, end }) => ({
            appointmentId,
            from: toMinutes(start),
            to: toMinutes(end),
          })),
        })),
  );
  const findTimeProblem = createSkippedTimeFinder(date, timeZone);
  const startTimes = listStartTimes(plan.rules, date).filter(
    (time) => findTimeProblem(time) === null,
  );
  return { plan, request: { mechanicId, jobs, startTimes, minutes } };
}

/** Returns whether an appointment is stranded: its mechanic can no longer do it, as `isStranded` describes. */
export async function isJobStranded(trx: Transaction<Database>, id: number): Promise<boolean> {
  const { rows } = await sql<{ isStranded: boolean }>`
    select ${isStranded} as "isStranded" from appointments a where a.id = ${id}
  `.execute(trx);
  return rows[0]?.isStranded ?? false;
}

/** A mechanic's confirmed job and the times of its vehicle's other open appointments that day, as `HH:MM:SS`. */
interface ConfirmedJob {
  readonly id: number;
  /** Whether its mechanic no longer works at that time. */
  readonly isMechanicUnavailable: boolean;
  readonly vehicleTimes: readonly {
    readonly id: number;
    readonly start: string;
    readonly end: string;
  }[];
}

async function listJobsWithVehicle(
  db: Kysely<Database> | Transaction<Database>,
  mechanicId: string,
  date: string,
): Promise<readonly ConfirmedJob[]> {
  const { rows } = await sql<ConfirmedJob>`
    select job.id, (select ${isStranded} from appointments a where a.id = job.id) as "isMechanicUnavailable", (
      select coalesce(json_agg(json_build_object('id', a.id, 'start', a.start_time, 'end', a.end_time)), '[]')
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
