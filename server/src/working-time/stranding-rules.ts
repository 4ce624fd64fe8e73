import type { DayPlan } from '../scheduling/rules/day-plan.ts';
import { Roster, type Obstacle } from '../scheduling/rules/mechanic-roster.ts';

/** What a change of working time does to the appointments of a day. */
export interface DayEffect {
  /** Assigned jobs whose mechanic worked then before the change and no longer does. */
  readonly lostJobs: readonly number[];
  /** Assigned jobs whose mechanic works then now. */
  readonly fittingJobs: readonly number[];
  /** Appointments whose hold fitted before the change and no longer does. */
  readonly lostHolds: readonly number[];
}

/** Compares a day's plan before and after a change of hours, time off, holidays or skills. */
export function compareWorkingTime(before: DayPlan, after: DayPlan): DayEffect {
  const [rosterBefore, rosterAfter] = [new Roster(before), new Roster(after)];
  const lostJobs: number[] = [];
  const fittingJobs: number[] = [];
  const lostHolds: number[] = [];
  for (const { appointmentId, mechanicId, holdMechanicId, interval, skills } of after.engagements) {
    const doesNotWork = (roster: Roster) => {
      const entry = roster.findEntry(mechanicId ?? holdMechanicId);
      return !entry || isOfWorkingTime(roster.findObstacle(entry, { interval, skills }));
    };
    if (mechanicId === null && holdMechanicId === null) continue;
    if (!doesNotWork(rosterAfter)) {
      if (mechanicId !== null) fittingJobs.push(appointmentId);
    } else if (!doesNotWork(rosterBefore)) {
      (mechanicId === null ? lostHolds : lostJobs).push(appointmentId);
    }
  }
  return { lostJobs, fittingJobs, lostHolds };
}

/** An assigned job is an obstacle to itself, so being busy says nothing here. */
function isOfWorkingTime(obstacle: Obstacle | null): boolean {
  return obstacle !== null && obstacle.kind !== 'busy';
}
