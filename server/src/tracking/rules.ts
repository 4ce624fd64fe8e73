import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import {
  journeySteps,
  type JourneyStep,
  type JourneyStepName,
} from '@curbwrench/contract/tracking/schemas';
import type { Position } from '@curbwrench/contract/people/schemas';

/** The recorded facts of a journey: when each of its events last happened. */
export interface JourneyFacts {
  readonly status: AppointmentStatus;
  readonly mechanicId: string | null;
  readonly eventTimes: Readonly<Partial<Record<JourneyStepName, Date>>>;
}

/** The steps taken by each status, whether or not their time was recorded. */
const stepsByStatus: Record<AppointmentStatus, readonly JourneyStepName[]> = {
  pending: ['booked'],
  unassigned: ['booked'],
  confirmed: ['booked', 'assigned'],
  in_progress: ['booked', 'assigned', 'started'],
  completed: ['booked', 'assigned', 'started', 'completed'],
  cancelled: ['booked', 'cancelled'],
};

/**
 * Returns the steps of a journey in order. Earlier plans don't count: a mechanic who was unassigned
 * again is no step. Only a cancelled appointment ends with that step, and has none ahead.
 */
export function listSteps({ status, mechanicId, eventTimes }: JourneyFacts): JourneyStep[] {
  const done = new Set<JourneyStepName>(stepsByStatus[status]);
  if (eventTimes.arrived && (status === 'in_progress' || status === 'completed')) {
    done.add('arrived');
  }
  if (status === 'cancelled' && mechanicId !== null) done.add('assigned');
  if (status === 'cancelled' && eventTimes.started) done.add('started');
  return journeySteps
    .filter((name) => (status === 'cancelled' ? done.has(name) : name !== 'cancelled'))
    .map((name) => ({
      name,
      done: done.has(name),
      at: done.has(name) ? (eventTimes[name]?.toISOString() ?? null) : null,
    }));
}

/** A position and when it was reported. */
export interface ReportedPosition extends Position {
  readonly at: Date;
}

/**
 * Returns the mechanic's position for a viewer who may follow this journey: dispatch and the
 * mechanic while it is ahead or in progress; the customer from the departure until the job is done,
 * and only a position reported since: where the mechanic was before is private.
 */
export function visiblePosition(
  { status, eventTimes }: JourneyFacts,
  position: ReportedPosition | null,
  isCustomer: boolean,
): ReportedPosition | null {
  if (position === null) return null;
  if (status === 'confirmed') return isCustomer ? null : position;
  if (status !== 'in_progress') return null;
  if (!isCustomer) return position;
  return eventTimes.started && position.at >= eventTimes.started ? position : null;
}
