import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { compareByStart } from '@curbwrench/contract/appointments/upcoming-appointment';
import type { Mechanic } from '@curbwrench/contract/people/schemas';

/** A mechanic on the live map. */
export interface Van {
  readonly mechanic: Mechanic;
  /** Jobs in progress, even from the day before, then today's other open jobs; each in order of start time. */
  readonly jobs: readonly Appointment[];
}

/**
 * Returns the mechanics who share their location or have open jobs today. Those who share their location come first;
 * within each group, the given order is kept.
 */
export function listVans(
  mechanics: readonly Mechanic[],
  jobs: readonly Appointment[],
  today: string,
): readonly Van[] {
  const openJobs = jobs
    .filter(({ status, date }) => status === 'in_progress' || date === today)
    .toSorted((a, b) => rank(a) - rank(b) || compareByStart(a, b));
  const vans = mechanics
    .map((mechanic) => ({
      mechanic,
      jobs: openJobs.filter(({ mechanicId }) => mechanicId === mechanic.id),
    }))
    .filter((van) => van.mechanic.location !== null || van.jobs.length > 0);
  return [
    ...vans.filter(({ mechanic }) => mechanic.location !== null),
    ...vans.filter(({ mechanic }) => mechanic.location === null),
  ];
}

function rank({ status }: Appointment): number {
  return status === 'in_progress' ? 0 : 1;
}
