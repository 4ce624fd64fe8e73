import { displayId } from '@curbwrench/contract/fields/display-id';
import type { Position } from '@curbwrench/contract/people/schemas';
import { roundDriveMinutes } from '@curbwrench/contract/places/distance';
import { isDrivable, type PlacePrecision } from '@curbwrench/contract/places/precision';

/** A job whose position is known, on one day. */
export interface PlacedJob {
  readonly id: number;
  readonly mechanicId: string | null;
  readonly position: Position;
  readonly precision: PlacePrecision;
  /** Minutes of the day. */
  readonly from: number;
  readonly to: number;
}

/** The jobs that a mechanic would come from and go on to. */
export interface Neighbors {
  readonly before: PlacedJob | null;
  readonly after: PlacedJob | null;
}

/** Returns the mechanic's job that ends last before this job, and the one that starts first after it. */
export function findNeighbors(
  jobs: readonly PlacedJob[],
  job: PlacedJob,
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

/** How an assignment fits the mechanic's way that day, for dispatch to read. */
export interface TravelNotes {
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Returns how far the job is from the one before it, and a warning for each neighboring job that is closer
 * in time than the drive takes. `minutesBetween` returns the minutes of a drive to or from the job, null if unknown.
 */
export function describeTravel(
  job: PlacedJob,
  { before, after }: Neighbors,
  minutesBetween: (other: PlacedJob) => number | null,
): TravelNotes {
  const minutesBefore = before && minutesBetween(before);
  const warn = (other: PlacedJob, gap: number, names: string): string[] => {
    const minutes = minutesBetween(other);
    if (minutes === null || roundDriveMinutes(minutes) <= gap) return [];
    const time = gap === 0 ? 'No time' : `Only ${gap} min`;
    return [
      `${time} between ${names}, the drive takes about ${describeDrive(minutes, job, other)}`,
    ];
  };
  return {
    reasons:
      before && minutesBefore !== null
        ? [
            `About ${describeDrive(minutesBefore, job, before)} from the job before (${displayId(before.id)})`,
          ]
        : [],
    warnings: [
      ...(before ? warn(before, job.from - before.to, `${displayId(before.id)} and this job`) : []),
      ...(after ? warn(after, after.from - job.to, `this job and ${displayId(after.id)}`) : []),
    ],
  };
}

/** Returns '8 min', and says if one of the places is only the center of a ZIP code or town. */
function describeDrive(minutes: number, job: PlacedJob, other: PlacedJob): string {
  const text = `${roundDriveMinutes(minutes)} min`;
  const precisions = [job.precision, other.precision];
  if (precisions.includes('town')) return `${text} (town only)`;
  return precisions.every(isDrivable) ? text : `${text} (ZIP code only)`;
}
