import type { LoggedMessageKind } from '@curbwrench/contract/messaging/kinds';

/** When a message of a kind is sent, and when it expires. */
interface MessageTiming {
  /** How many minutes after the change the message is sent. */
  readonly delayMinutes: number;
  /** How many minutes after that the message expires. */
  readonly lifetimeMinutes: number;
  /** Whether the message stays valid until the appointment starts, if that is later. */
  readonly lastsUntilStart: boolean;
}

const hour = 60;
const untilStart: MessageTiming = {
  delayMinutes: 0,
  lifetimeMinutes: hour,
  lastsUntilStart: true,
};
const shortLived: MessageTiming = {
  delayMinutes: 0,
  lifetimeMinutes: hour / 2,
  lastsUntilStart: false,
};

/** The timing of each kind of message. The reminder job decides when reminders are due; they expire at the start. */
export const messageTiming: Record<LoggedMessageKind, MessageTiming> = {
  booked: untilStart,
  confirmed: untilStart,
  reassigned: untilStart,
  moved: untilStart,
  cancelled: { ...untilStart, lifetimeMinutes: 12 * hour },
  reminder_day: { ...untilStart, lifetimeMinutes: 0 },
  reminder_hours: { ...untilStart, lifetimeMinutes: 0 },
  on_the_way: shortLived,
  arrived: shortLived,
  // The mechanic usually records the payment right after the job, so that the message can include the receipt.
  finished: { delayMinutes: 5, lifetimeMinutes: 48 * hour, lastsUntilStart: false },
  payment_received: { delayMinutes: 0, lifetimeMinutes: 48 * hour, lastsUntilStart: false },
  // The customer has had time to look at the work.
  review_request: { delayMinutes: 2 * hour, lifetimeMinutes: 72 * hour, lastsUntilStart: false },
  office_reply: { ...shortLived, lifetimeMinutes: 24 * hour },
  texted_cancel: untilStart,
  job_assigned: untilStart,
  job_changed: untilStart,
  job_removed: { ...untilStart, lifetimeMinutes: 12 * hour },
  tomorrows_jobs: { ...shortLived, lifetimeMinutes: 6 * hour },
  office_booking: { ...shortLived, lifetimeMinutes: 24 * hour },
  office_attention: { ...untilStart, lifetimeMinutes: 2 * hour },
  office_attention_list: { ...shortLived, lifetimeMinutes: 12 * hour },
  // By then, anyone in the office who has the conversation open has read the message.
  office_message: { delayMinutes: 2, lifetimeMinutes: 24 * hour, lastsUntilStart: false },
};
