import type {
  Cover,
  CoverInput,
  JobToCover,
} from '@curbwrench/contract/appointments/cover-schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayTime } from '@curbwrench/contract/fields/calendar';

/** Who does a job and when; null: it is left for later. */
export type CoverChoice = { readonly mechanicId: string; readonly startTime: string } | null;

/** What was changed from the proposals, by appointment id. */
export type CoverChanges = ReadonlyMap<number, CoverChoice>;

/** Returns what is chosen for a job: the proposal, unless it was changed. */
export function getChoice(
  { appointment, proposal }: JobToCover,
  changes: CoverChanges,
): CoverChoice {
  const change = changes.get(appointment.id);
  return change === undefined ? proposal : change;
}

/** Returns a choice at another time: with the same mechanic if they are free then, otherwise the best one. */
export function chooseTime(job: JobToCover, before: CoverChoice, startTime: string): CoverChoice {
  const mechanicIds = job.times.find((time) => time.startTime === startTime)?.mechanicIds ?? [];
  const mechanicId = mechanicIds.find((id) => id === before?.mechanicId) ?? mechanicIds[0];
  return mechanicId === undefined ? null : { mechanicId, startTime };
}

/** Returns what is confirmed: the jobs for which a mechanic is chosen. */
export function toCoverInput({ jobs }: Cover, changes: CoverChanges): CoverInput['jobs'] {
  return jobs.flatMap((job) => {
    const choice = getChoice(job, changes);
    return choice ? [{ appointmentId: job.appointment.id, ...choice }] : [];
  });
}

/**
 * Returns what is in the way of each choice: another job of the list that has the same mechanic at that time. By
 * appointment id.
 */
export function findClashes({ jobs }: Cover, changes: CoverChanges): ReadonlyMap<number, string> {
  const chosen = jobs.flatMap((job) => {
    const choice = getChoice(job, changes);
    const time = job.times.find(({ startTime }) => startTime === choice?.startTime);
    return choice && time ? [{ id: job.appointment.id, ...choice, endTime: time.endTime }] : [];
  });
  return new Map(
    chosen.flatMap((step) => {
      const other = chosen.find(
        ({ id, mechanicId, startTime, endTime }) =>
          id !== step.id &&
          mechanicId === step.mechanicId &&
          startTime < step.endTime &&
          step.startTime < endTime,
      );
      if (!other) return [];
      const text = `The same mechanic is chosen for ${displayId(other.id)} at ${displayTime(other.startTime)}.`;
      return [[step.id, text] as const];
    }),
  );
}
