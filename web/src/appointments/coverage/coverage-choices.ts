import type {
  CoverageProposals,
  CoverageInput,
  JobToCover,
} from '@curbwrench/contract/appointments/coverage-schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayTime } from '@curbwrench/contract/fields/calendar';

/** The mechanic and start time chosen for a job; null if the job is left for later. */
export type CoverageChoice = { readonly mechanicId: string; readonly startTime: string } | null;

/** The choices that differ from the proposals, by appointment id. */
export type CoverageChanges = ReadonlyMap<number, CoverageChoice>;

/** Returns the choice for a job: the proposal, unless it was changed. */
export function getChoice(
  { appointment, proposal }: JobToCover,
  changes: CoverageChanges,
): CoverageChoice {
  const change = changes.get(appointment.id);
  return change === undefined ? proposal : change;
}

/**
 * Returns the choice for a different start time: with the same mechanic if they are free then, otherwise with the
 * best match.
 */
export function chooseTime(
  job: JobToCover,
  current: CoverageChoice,
  startTime: string,
): CoverageChoice {
  const mechanicIds = job.times.find((time) => time.startTime === startTime)?.mechanicIds ?? [];
  const mechanicId = mechanicIds.find((id) => id === current?.mechanicId) ?? mechanicIds[0];
  return mechanicId === undefined ? null : { mechanicId, startTime };
}

/** Returns the jobs to confirm: those for which a mechanic is chosen. */
export function toCoverageInput(
  { jobs }: CoverageProposals,
  changes: CoverageChanges,
): CoverageInput['jobs'] {
  return jobs.flatMap((job) => {
    const choice = getChoice(job, changes);
    return choice ? [{ appointmentId: job.appointment.id, ...choice }] : [];
  });
}

/**
 * Returns the conflicts, by appointment id. A job has a conflict if it overlaps another job that is assigned to the same
 * mechanic; the conflict is described in one sentence that names the other job.
 */
export function findConflicts(
  { jobs }: CoverageProposals,
  changes: CoverageChanges,
): ReadonlyMap<number, string> {
  const chosenJobs = jobs.flatMap((job) => {
    const choice = getChoice(job, changes);
    const time = job.times.find(({ startTime }) => startTime === choice?.startTime);
    return choice && time ? [{ id: job.appointment.id, ...choice, endTime: time.endTime }] : [];
  });
  return new Map(
    chosenJobs.flatMap((job) => {
      const other = chosenJobs.find(
        ({ id, mechanicId, startTime, endTime }) =>
          id !== job.id &&
          mechanicId === job.mechanicId &&
          startTime < job.endTime &&
          job.startTime < endTime,
      );
      if (!other) return [];
      const text = `This mechanic is also assigned to ${displayId(other.id)} at ${displayTime(other.startTime)}.`;
      return [[job.id, text] as const];
    }),
  );
}
