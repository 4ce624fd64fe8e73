import type { MessageChannel, MessageKind } from '@curbwrench/contract/messaging/kinds';

const minute = 60_000;
const hour = 60 * minute;

/** What the campaign expects of the messages of a kind, independently of the server's own tables. */
interface KindRules {
  readonly channels: readonly MessageChannel[];
  /** How long after its cause it is due, in ms. */
  readonly delayMs: number;
  /** How long after that it is useful, in ms. */
  readonly usefulMs: number;
  /** Whether it is useful until the appointment starts, if that is later. */
  readonly untilStart: boolean;
  /** Whether it tells a time, so that it is wrong once the appointment has moved. */
  readonly tellsTime: boolean;
  /** Whether its text names the mechanic. */
  readonly namesMechanic: boolean;
  /** Whether it may be sent only once to a person about one time of an appointment, whatever else is sent. */
  readonly isOnce: boolean;
}

const withSms = ['email', 'sms', 'push'] as const;
const withoutSms = ['email', 'push'] as const;
const news = {
  channels: withoutSms,
  delayMs: 0,
  usefulMs: hour,
  untilStart: true,
  tellsTime: true,
  namesMechanic: false,
  isOnce: false,
};
const state = { ...news, untilStart: false, tellsTime: false };
const reminder = { ...news, channels: withSms, usefulMs: 0, isOnce: true };

/** The rules for all kinds of messages that the campaign causes. */
export const kindRules = {
  booked: news,
  confirmed: { ...news, channels: withSms, namesMechanic: true },
  reassigned: { ...news, namesMechanic: true },
  moved: { ...news, channels: withSms },
  cancelled: { ...news, channels: withSms, usefulMs: 12 * hour, tellsTime: false },
  reminder_day: reminder,
  reminder_hours: reminder,
  on_the_way: { ...state, channels: withSms, usefulMs: hour / 2, namesMechanic: true },
  arrived: { ...state, channels: withSms, usefulMs: hour / 2, namesMechanic: true },
  finished: { ...state, usefulMs: 48 * hour },
  review_request: { ...state, delayMs: 2 * hour, usefulMs: 72 * hour, isOnce: true },
  job_assigned: news,
  job_changed: news,
  job_removed: { ...news, usefulMs: 12 * hour, tellsTime: false },
  tomorrows_jobs: { ...state, usefulMs: 6 * hour, isOnce: true },
  office_booking: { ...state, usefulMs: 24 * hour },
  office_attention: { ...news, usefulMs: 2 * hour, tellsTime: false },
} as const satisfies Partial<Record<MessageKind, KindRules>>;
export type CausedKind = keyof typeof kindRules;

export const causedKinds = Object.keys(kindRules) as CausedKind[];

/** Returns the rules for a kind, with the type of all of them. */
export function getRules(kind: CausedKind): KindRules {
  return kindRules[kind];
}

export const remindersAndLists: ReadonlySet<CausedKind> = new Set([
  'reminder_day',
  'reminder_hours',
  'tomorrows_jobs',
]);
