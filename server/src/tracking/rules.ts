import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import {
  journeySteps,
  type JourneyStep,
  type JourneyStepName,
} from '@curbwrench/contract/tracking/schemas';
import type { Position } from '@curbwrench/contract/people/schemas';

/** The facts that determine the steps of a mechanic's journey to an appointment. */
export interface JourneyFacts {
  readonly status: AppointmentStatus;
  readonly mechanicId: string | null;
  /** When each event last happened. */
  readonly eventTimes: Readonly<Partial<Record<JourneyStepName, Date>>>;
}

/** The steps that each status implies, whether or not their time was recorded. */
const stepsByStatus: Record<AppointmentStatus, readonly JourneyStepName[]> = {
  pending: ['booked'],
  unassigned: ['booked'],
  confirmed: ['booked', 'assigned'],
  in_progress: ['booked', 'assigned', 'started'],
  completed: ['booked', 'assigned', 'started', 'completed'],
  cancelled: ['booked', 'cancelled'],
};

/**
 * Returns the steps of a journey in order, both done and upcoming. An assignment that was undone does not count as
 * done. A canceled appointment has only the steps that were done and ends with the cancellation.
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

/** A position and the time when it was reported. */
export interface ReportedPosition extends Position {
  readonly at: Date;
}

/**
 * Returns the mechanic's position if this viewer may see it, and null otherwise. The office and the mechanic may see it
 * while the job is confirmed or in progress. The customer may see it while the job is in progress, but only if it was
 * reported since the mechanic departed: any position before that is private.
 */
export function getVisiblePosition(
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
