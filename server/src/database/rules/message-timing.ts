import type { MessageKind } from '@curbwrench/contract/messaging/kinds';

/** When a message of a kind is sent, and when it becomes useless. */
interface MessageTiming {
  /** How many minutes after the change it is sent. */
  readonly delayMinutes: number;
  /** For how many minutes after that it is useful. */
  readonly lifetimeMinutes: number;
  /** Whether it is useful until the appointment starts, if that is later. */
  readonly isUsefulUntilStart: boolean;
}

const hour = 60;
const untilStart: MessageTiming = {
  delayMinutes: 0,
  lifetimeMinutes: hour,
  isUsefulUntilStart: true,
};
const news: MessageTiming = {
  delayMinutes: 0,
  lifetimeMinutes: hour / 2,
  isUsefulUntilStart: false,
};

/** The timing of each kind. A reminder's own job decides when it is due; from then on it is useful until the start. */
export const messageTiming: Record<MessageKind, MessageTiming> = {
  booked: untilStart,
  confirmed: untilStart,
  reassigned: untilStart,
  moved: untilStart,
  cancelled: { ...untilStart, lifetimeMinutes: 12 * hour },
  reminder_day: { ...untilStart, lifetimeMinutes: 0 },
  reminder_hours: { ...untilStart, lifetimeMinutes: 0 },
  on_the_way: news,
  arrived: news,
  finished: { ...news, lifetimeMinutes: 48 * hour },
  // The customer has had time to look at the work.
  review_request: { delayMinutes: 2 * hour, lifetimeMinutes: 72 * hour, isUsefulUntilStart: false },
  office_reply: { ...news, lifetimeMinutes: 24 * hour },
  texted_cancel: untilStart,
  job_assigned: untilStart,
  job_changed: untilStart,
  job_removed: { ...untilStart, lifetimeMinutes: 12 * hour },
  tomorrows_jobs: { ...news, lifetimeMinutes: 6 * hour },
  office_booking: { ...news, lifetimeMinutes: 24 * hour },
  office_attention: { ...untilStart, lifetimeMinutes: 2 * hour },
  office_attention_list: { ...news, lifetimeMinutes: 12 * hour },
  // Someone in the office who has the conversation open has read it by then.
  office_message: { delayMinutes: 2, lifetimeMinutes: 24 * hour, isUsefulUntilStart: false },
};
