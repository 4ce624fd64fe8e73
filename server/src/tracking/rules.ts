import type { AppointmentStatus } from '@curbwrench/contract/lifecycle';
import {
  journeySteps,
  type JourneyStep,
  type JourneyStepName,
} from '@curbwrench/contract/tracking';
import type { Position } from '@curbwrench/contract/people';

/** What is known of a journey: when each of its events last happened. */
export interface JourneyFacts {
  readonly status: AppointmentStatus;
  readonly mechanicId: string | null;
  readonly happened: Readonly<Partial<Record<JourneyStepName, Date>>>;
}

/** The status from which on a step has been taken, whether or not somebody wrote down when. */
const reached: Record<AppointmentStatus, readonly JourneyStepName[]> = {
  pending: ['booked'],
  unassigned: ['booked'],
  confirmed: ['booked', 'assigned'],
  in_progress: ['booked', 'assigned', 'started'],
  completed: ['booked', 'assigned', 'started', 'completed'],
  cancelled: ['booked', 'cancelled'],
};

/**
 * The steps of a journey in their order. What an earlier plan came to doesn't count: a
 * mechanic who was unassigned again is no step. Only a cancelled appointment ends with that step,
 * and has none ahead.
 */
export function stepsOf({ status, mechanicId, happened }: JourneyFacts): JourneyStep[] {
  const taken = new Set<JourneyStepName>(reached[status]);
  if (happened.arrived && (status === 'in_progress' || status === 'completed')) {
    taken.add('arrived');
  }
  if (status === 'cancelled' && mechanicId !== null) taken.add('assigned');
  if (status === 'cancelled' && happened.started) taken.add('started');
  return journeySteps
    .filter((name) => (status === 'cancelled' ? taken.has(name) : name !== 'cancelled'))
    .map((name) => ({
      name,
      done: taken.has(name),
      at: taken.has(name) ? (happened[name]?.toISOString() ?? null) : null,
    }));
}

/** A position and when it was told. */
export interface ToldPosition extends Position {
  readonly at: Date;
}

/**
 * Where the mechanic is, for whoever may follow them on this journey: dispatch and the
 * mechanic while it is ahead or under way; the customer from the departure until the job is done,
 * and only what was told since: where somebody was before they set out is no business of theirs.
 */
export function visiblePosition(
  { status, happened }: JourneyFacts,
  position: ToldPosition | null,
  isCustomer: boolean,
): ToldPosition | null {
  if (position === null) return null;
  if (status === 'confirmed') return isCustomer ? null : position;
  if (status !== 'in_progress') return null;
  if (!isCustomer) return position;
  return happened.started && position.at >= happened.started ? position : null;
}
