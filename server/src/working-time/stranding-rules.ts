import type { DayPlan, Commitment } from '../scheduling/rules/day-plan.ts';
import {
  fitsWithin,
  overlaps,
  Roster,
  startsWithin,
  type RosterEntry,
} from '../scheduling/rules/mechanic-roster.ts';
import { listMissingSkills } from '../scheduling/rules/skills.ts';

/** How a change to working time affects a day's appointments. */
export interface DayEffect {
  /** The ids of assigned jobs whose mechanic worked at that time before the change, but no longer does. */
  readonly lostJobs: readonly number[];
  /** The ids of assigned jobs whose mechanic works at that time after the change. */
  readonly fittingJobs: readonly number[];
  /** The ids of appointments whose hold fit before the change, but no longer fits. */
  readonly lostHolds: readonly number[];
}

/**
 * Compares a day's plan before and after a change to hours, time off, holidays or skills. Ignores sick days and the
 * availability switch. A job that already had an obstacle is lost if the change adds another one. A job that already
 * ended after hours is not lost, but does not count as fitting either. A job that the office confirmed outside working
 * hours is lost only if the day becomes a holiday or the mechanic no longer works that day at all.
 */
export function compareWorkingTime(before: DayPlan, after: DayPlan): DayEffect {
  const [rosterBefore, rosterAfter] = [new Roster(before), new Roster(after)];
  const lostJobs: number[] = [];
  const fittingJobs: number[] = [];
  const lostHolds: number[] = [];
  for (const commitment of after.commitments) {
    const { appointmentId, mechanicId, heldMechanicId } = commitment;
    if (mechanicId === null && heldMechanicId === null) continue;
    const obstaclesBefore = listObstacles(rosterBefore, commitment);
    const obstacles = listObstacles(rosterAfter, commitment);
    if (obstacles.length === 0) {
      if (mechanicId !== null) fittingJobs.push(appointmentId);
    } else if (obstacles.some((kind) => !obstaclesBefore.includes(kind))) {
      (mechanicId === null ? lostHolds : lostJobs).push(appointmentId);
    }
  }
  return { lostJobs, fittingJobs, lostHolds };
}

type ObstacleKind = 'inactive' | 'closed' | 'skill' | 'hours' | 'ends_late' | 'off';

/** Returns the obstacles in the scheduled working time that keep an appointment's mechanic from doing it. */
function listObstacles(roster: Roster, commitment: Commitment): ObstacleKind[] {
  const { plan } = roster;
  const { mechanicId, heldMechanicId, interval, skills } = commitment;
  const entry = roster.findEntry(mechanicId ?? heldMechanicId);
  if (!entry) return ['inactive'];
  const { mechanic } = entry;
  // A hold outside working hours is kept, because no other mechanic's time would fit better.
  const isExempt = commitment.outsideHours === true && mechanicId === null;
  const checks: readonly (readonly [ObstacleKind, boolean])[] = [
    ['closed', plan.holiday !== null && !isExempt],
    ['skill', listMissingSkills(mechanic.skills, skills).length > 0],
    ['hours', isOutsideHours(entry, commitment, isExempt)],
    ['ends_late', endsLate(plan, entry, commitment)],
    ['off', mechanic.off.some((off) => !off.isUnplanned && overlaps(off, interval))],
  ];
  return checks.filter(([, isInTheWay]) => isInTheWay).map(([kind]) => kind);
}

function isOutsideHours(
  { hours }: RosterEntry,
  { interval, outsideHours }: Commitment,
  isExempt: boolean,
): boolean {
  if (outsideHours) return !isExempt && hours.length === 0;
  return !hours.some((each) => startsWithin(each, interval));
}

function endsLate(
  { mustEndWithinWorkingHours }: DayPlan,
  { hours }: RosterEntry,
  { interval, outsideHours }: Commitment,
): boolean {
  return (
    mustEndWithinWorkingHours && !outsideHours && !hours.some((each) => fitsWithin(each, interval))
  );
}
