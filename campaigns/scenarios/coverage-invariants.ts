import type { CoverageInput } from '@curbwrench/contract/appointments/coverage-schemas';
import type { TestApp } from '@curbwrench/testing/start-app';
import { sql } from 'kysely';
import { readBusiness, type Appointment, type Business } from './business.ts';
import type { ScheduleFit } from './working-time-invariants.ts';

/** Returns the id of the latest entry in any appointment's history. */
export async function readLastEntryId({ store }: TestApp): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id), 0)::int as last from appointment_events`.execute(store.kysely);
  return rows[0]?.last ?? 0;
}

/**
 * Throws unless an accepted request to cover jobs (reassign the jobs of a mechanic who is out) did exactly what it
 * requested. Each job must have the requested
 * mechanic and time and fit the mechanic's schedule, and its history must have gained an entry for the assignment and,
 * if its time changed, one for the move. In all other appointments, only holds may have changed.
 */
export async function checkCoverage(
  app: TestApp,
  jobs: CoverageInput['jobs'],
  before: { readonly business: Business; readonly lastEntryId: number },
  fits: readonly ScheduleFit[],
): Promise<void> {
  const after = await readBusiness(app);
  const { rows: entries } = await sql<{ id: number; kinds: string[] }>`
    select appointment_id as id, array_agg(kind order by id) as kinds from appointment_events
    where id > ${before.lastEntryId} group by appointment_id`.execute(app.store.kysely);
  const problems = after.appointments.flatMap((row) => {
    const previous = before.business.appointments.find(({ id }) => id === row.id);
    const job = jobs.find(({ appointmentId }) => appointmentId === row.id);
    const kinds = entries.find(({ id }) => id === row.id)?.kinds.join() ?? '';
    if (!previous) return [`${row.id} is new`];
    if (!job) return listOtherProblems(previous, row, kinds);
    const isMoved = previous.startTime !== job.startTime;
    const fit = fits.find(({ id }) => id === row.id);
    return [
      ...(row.mechanicId === job.mechanicId && row.startTime === job.startTime
        ? []
        : [`${row.id} does not have the requested mechanic and time`]),
      ...(row.status === 'confirmed' && row.date === previous.date
        ? []
        : [`${row.id} has a different status or date`]),
      ...(kinds === (isMoved ? 'rescheduled,assigned' : 'assigned')
        ? []
        : [`${row.id} has the entries ${kinds}`]),
      ...(fit && fitsNewMechanic(fit, isMoved, after) ? [] : [`${row.id} does not fit`]),
    ];
  });
  if (problems.length > 0) {
    throw new Error(
      `the covered jobs differ from the request: ${problems.join('; ')} ${JSON.stringify({
        jobs,
        fits,
      })}`,
    );
  }
}

/** Finds changes to an appointment that the request did not name, except to its hold. */
function listOtherProblems(previous: Appointment, row: Appointment, kinds: string): string[] {
  const withoutHold = (each: Appointment) => JSON.stringify({ ...each, heldMechanicId: null });
  return kinds === '' && withoutHold(previous) === withoutHold(row)
    ? []
    : [`${row.id} was changed too`];
}

/**
 * Returns whether a job fits its new mechanic. A moved job must start (and, with `jobsMustEndWithinWorkingHours`, end)
 * within the mechanic's hours. A job that keeps its time must start within them, or have a time outside working hours
 * that the office confirmed.
 */
function fitsNewMechanic(fit: ScheduleFit, isMoved: boolean, { settings }: Business): boolean {
  const isWithin =
    settings.jobsMustEndWithinWorkingHours && isMoved ? fit.isEntirelyWithin : fit.startsWithin;
  const isAllowed = (!isMoved && fit.outsideHours) || (!fit.isHoliday && isWithin);
  return !fit.isOff && !fit.lacksSkill && isAllowed && !(isMoved && fit.outsideHours);
}
