import { displayId } from '@curbwrench/contract/fields/display-id';
import type { Position } from '@curbwrench/contract/people/schemas';
import { roundDriveMinutes } from '@curbwrench/contract/places/distance';
import { isPrecise, type PlacePrecision } from '@curbwrench/contract/places/precision';

/** A job with a known position, on one day. */
export interface LocatedJob {
  readonly id: number;
  readonly mechanicId: string | null;
  readonly position: Position;
  readonly precision: PlacePrecision;
  /** The start time. `from` and `to` are minutes since midnight. */
  readonly from: number;
  readonly to: number;
}

/** A mechanic's jobs right before and right after a job. */
export interface Neighbors {
  readonly before: LocatedJob | null;
  readonly after: LocatedJob | null;
}

/** Returns the mechanic's last job before this job, and their first one after it. */
export function findNeighbors(
  jobs: readonly LocatedJob[],
  job: LocatedJob,
  mechanicId: string,
): Neighbors {
  const others = jobs
    .filter((other) => other.mechanicId === mechanicId && other.id !== job.id)
    .toSorted((a, b) => a.from - b.from);
  return {
    before: others.findLast(({ to }) => to <= job.from) ?? null,
    after: others.find(({ from }) => from >= job.to) ?? null,
  };
}

/** Notes for the office about how an assignment fits into the mechanic's route that day. */
export interface TravelNotes {
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Returns the drive from the previous job as one of the reasons shown for a candidate, and a warning for each
 * neighboring job if the drive takes longer than the time between the jobs. `minutesBetween` returns how many minutes
 * the drive to or from that job takes, or null if unknown.
 */
export function describeTravel(
  job: LocatedJob,
  { before, after }: Neighbors,
  minutesBetween: (other: LocatedJob) => number | null,
): TravelNotes {
  const minutesBefore = before && minutesBetween(before);
  const warn = (other: LocatedJob, gap: number, names: string): string[] => {
    const minutes = minutesBetween(other);
    if (minutes === null || roundDriveMinutes(minutes) <= gap) return [];
    const time = gap === 0 ? 'No time' : `Only ${gap} min`;
    return [
      `${time} between ${names}, but the drive takes about ${describeDrive(minutes, job, other)}`,
    ];
  };
  return {
    reasons:
      before && minutesBefore !== null
        ? [
            `About ${describeDrive(minutesBefore, job, before)} from the previous job (${displayId(before.id)})`,
          ]
        : [],
    warnings: [
      ...(before ? warn(before, job.from - before.to, `${displayId(before.id)} and this job`) : []),
      ...(after ? warn(after, after.from - job.to, `this job and ${displayId(after.id)}`) : []),
    ],
  };
}

/** Returns text such as '8 min', with a note if one of the locations is only the center of a ZIP code or city. */
function describeDrive(minutes: number, job: LocatedJob, other: LocatedJob): string {
  const text = `${roundDriveMinutes(minutes)} min`;
  const precisions = [job.precision, other.precision];
  if (precisions.includes('town')) return `${text} (city only)`;
  return precisions.every(isPrecise) ? text : `${text} (ZIP code only)`;
}
