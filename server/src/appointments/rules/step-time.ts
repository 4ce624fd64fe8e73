import type { AppointmentEventKind } from '@curbwrench/contract/appointments/schemas';
import { accepted, refused, type Result } from '../../application/rules/result.ts';

/** How far behind a phone's clock may be. */
const slowClockToleranceMs = 2 * 60_000;
/** How far ahead a phone's clock may be. A step within this limit counts as submitted now. */
const fastClockToleranceMs = 10 * 60_000;
/** How long after being submitted a step can still be sent; idempotency keys are stored equally long. */
const longestDelayMs = 24 * 3_600_000;
/** A step that arrives at least this long after it was submitted counts as sent later. */
const sentLaterMs = 60_000;

/** An event of an appointment's history that must be earlier than a step. */
export interface EarlierEvent {
  readonly kind: AppointmentEventKind;
  readonly at: Date;
}

/** When a step happened, and the detail for the history: when it was sent, if that was later. */
export interface StepTime {
  readonly at: Date;
  readonly isSentLater: boolean;
  readonly detail: Readonly<Record<string, string>>;
}

/** Returns whether a step that was submitted at `at` counts as sent later; one that is retried right away does not. */
export function wasSentLater(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() >= sentLaterMs;
}

/**
 * Returns the time of a mechanic's step that was submitted at `pressedAt`, or now if that is null. A step that was
 * submitted more than a day ago or in the future is refused, and so is a step before the job's previous one, or before
 * the office assigned or rescheduled the job: the mechanic did not know about that. A clock that is slightly off is
 * corrected: the step is recorded neither before the event that it follows nor in the future.
 */
export function decideStepTime(
  pressedAt: Date | null,
  now: Date,
  history: readonly EarlierEvent[],
): Result<StepTime> {
  if (pressedAt === null) return accepted({ at: now, isSentLater: false, detail: {} });
  const submittedMs = pressedAt.getTime();
  if (submittedMs > now.getTime() + fastClockToleranceMs) {
    return refused('too_early', "This device's clock is ahead. Please correct it and try again.");
  }
  if (now.getTime() - submittedMs > longestDelayMs) {
    return refused('too_late', 'You pressed this more than 24 hours ago. Please call the office.');
  }
  const isTooEarlyFor = ({ at }: EarlierEvent) => submittedMs < at.getTime() - slowClockToleranceMs;
  const unseenChange = history.find(
    (event) => officeChanges.has(event.kind) && isTooEarlyFor(event),
  );
  if (unseenChange) {
    return refused(
      'changed_meanwhile',
      unseenChange.kind === 'rescheduled'
        ? 'This appointment was rescheduled after you pressed this.'
        : 'This job was assigned after you pressed this.',
    );
  }
  if (history.some((event) => steps.has(event.kind) && isTooEarlyFor(event))) {
    return refused('changed_meanwhile', "You pressed this before the job's previous step.");
  }
  const notBeforeHistoryMs = Math.max(submittedMs, ...history.map(({ at }) => at.getTime()));
  const at = new Date(Math.min(notBeforeHistoryMs, now.getTime()));
  const isSentLater = wasSentLater(at, now);
  return accepted({ at, isSentLater, detail: isSentLater ? { sentAt: now.toISOString() } : {} });
}

const officeChanges = new Set<AppointmentEventKind>(['assigned', 'rescheduled']);
const steps = new Set<AppointmentEventKind>(['started', 'start_undone', 'arrived']);
