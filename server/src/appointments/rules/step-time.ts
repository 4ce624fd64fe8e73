import type { AppointmentEventKind } from '@curbwrench/contract/appointments/schemas';
import { accepted, refused, type Result } from '../../application/rules/result.ts';

/** How far behind a phone's clock may be. */
const slowClockToleranceMs = 2 * 60_000;
/** How far ahead a phone's clock may be. A step within this limit counts as pressed now. */
const fastClockToleranceMs = 10 * 60_000;
/**
 * The maximum time between pressing a step's button and sending the step. Idempotency keys are stored for the same
 * time.
 */
const maxDelayMs = 24 * 3_600_000;
/** A step that arrives at least this long after its button was pressed counts as sent later. */
const sentLaterMs = 60_000;

/** An event of an appointment's history that must come before a step. */
export interface PrecedingEvent {
  readonly kind: AppointmentEventKind;
  readonly at: Date;
}

/** When a step happened, and what the history stores about it: when it was sent, if that was later. */
export interface StepTime {
  readonly at: Date;
  readonly isSentLater: boolean;
  readonly detail: Readonly<Record<string, string>>;
}

/**
 * Returns whether a step whose button was pressed at `at` counts as sent later; one that is retried right away doesn't.
 */
export function wasSentLater(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() >= sentLaterMs;
}

/**
 * Returns the time of a mechanic's step whose button was pressed at `pressedAt`; null means now. A step is refused if
 * that was more than a day ago, in the future, or before the job's previous step. It is also refused if the office
 * assigned or rescheduled the job after that, because the mechanic did not know about that. If the phone's clock is
 * slightly off, the time is corrected: it is neither before the previous event nor in the future.
 */
export function decideStepTime(
  pressedAt: Date | null,
  now: Date,
  history: readonly PrecedingEvent[],
): Result<StepTime> {
  if (pressedAt === null) return accepted({ at: now, isSentLater: false, detail: {} });
  const pressedMs = pressedAt.getTime();
  if (pressedMs > now.getTime() + fastClockToleranceMs) {
    return refused('too_early', "This device's clock is ahead. Please correct it and try again.");
  }
  if (now.getTime() - pressedMs > maxDelayMs) {
    return refused(
      'too_late',
      'You tapped the button more than 24 hours ago. Please call the office.',
    );
  }
  const wasPressedBefore = ({ at }: PrecedingEvent) =>
    pressedMs < at.getTime() - slowClockToleranceMs;
  const unseenChange = history.find(
    (event) => officeChanges.has(event.kind) && wasPressedBefore(event),
  );
  if (unseenChange) {
    return refused(
      'changed_meanwhile',
      unseenChange.kind === 'rescheduled'
        ? 'This appointment was rescheduled after you tapped the button.'
        : 'This job was assigned to you after you tapped the button.',
    );
  }
  if (history.some((event) => steps.has(event.kind) && wasPressedBefore(event))) {
    return refused('changed_meanwhile', "You tapped the button before the job's previous step.");
  }
  const earliestMs = Math.max(pressedMs, ...history.map(({ at }) => at.getTime()));
  const at = new Date(Math.min(earliestMs, now.getTime()));
  const isSentLater = wasSentLater(at, now);
  return accepted({ at, isSentLater, detail: isSentLater ? { sentAt: now.toISOString() } : {} });
}

const officeChanges = new Set<AppointmentEventKind>(['assigned', 'rescheduled']);
const steps = new Set<AppointmentEventKind>(['started', 'start_undone', 'arrived']);
