import type { MessageChannel, MessageKind } from '@curbwrench/contract/messaging/kinds';

const minute = 60_000;
const hour = 60 * minute;

/** The rules for messages of one kind, stated here independently of the server's own tables. */
interface KindRules {
  readonly channels: readonly MessageChannel[];
  /** The time from the cause of the message until it is due, in ms. */
  readonly delayMs: number;
  /** The time from when the message is due until it expires, in ms. */
  readonly lifetimeMs: number;
  /** Whether the message stays valid until the appointment starts, if that is later than its expiry. */
  readonly lastsUntilStart: boolean;
  /** Whether the message includes the appointment's time; if so, it is outdated after a reschedule. */
  readonly includesTime: boolean;
  /** Whether the message names the mechanic. */
  readonly namesMechanic: boolean;
  /** Whether a person may get only one such message about one time of an appointment. */
  readonly isSentOnce: boolean;
}

const withSms = ['email', 'sms', 'push'] as const;
const withoutSms = ['email', 'push'] as const;
const untilStartRules = {
  channels: withoutSms,
  delayMs: 0,
  lifetimeMs: hour,
  lastsUntilStart: true,
  includesTime: true,
  namesMechanic: false,
  isSentOnce: false,
};
const shortLivedRules = { ...untilStartRules, lastsUntilStart: false, includesTime: false };
const reminder = { ...untilStartRules, channels: withSms, lifetimeMs: 0, isSentOnce: true };

/** The rules for all kinds of messages that the campaign tests. */
export const kindRules = {
  booked: untilStartRules,
  confirmed: { ...untilStartRules, channels: withSms, namesMechanic: true },
  reassigned: { ...untilStartRules, namesMechanic: true },
  moved: { ...untilStartRules, channels: withSms, namesMechanic: true },
  cancelled: { ...untilStartRules, channels: withSms, lifetimeMs: 12 * hour, includesTime: false },
  reminder_day: reminder,
  reminder_hours: reminder,
  on_the_way: { ...shortLivedRules, channels: withSms, lifetimeMs: hour / 2, namesMechanic: true },
  arrived: { ...shortLivedRules, channels: withSms, lifetimeMs: hour / 2, namesMechanic: true },
  finished: { ...shortLivedRules, delayMs: 5 * minute, lifetimeMs: 48 * hour },
  review_request: {
    ...shortLivedRules,
    delayMs: 2 * hour,
    lifetimeMs: 72 * hour,
    isSentOnce: true,
  },
  job_assigned: untilStartRules,
  job_changed: untilStartRules,
  job_removed: { ...untilStartRules, lifetimeMs: 12 * hour, includesTime: false },
  tomorrows_jobs: { ...shortLivedRules, lifetimeMs: 6 * hour, isSentOnce: true },
  office_booking: { ...shortLivedRules, lifetimeMs: 24 * hour },
  office_attention: { ...untilStartRules, lifetimeMs: 2 * hour, includesTime: false },
} as const satisfies Partial<Record<MessageKind, KindRules>>;

/** A kind of message that the requests of this campaign cause; the campaign expects no messages of other kinds. */
export type TestedKind = keyof typeof kindRules;

/** All kinds of messages that the requests of this campaign cause. */
export const testedKinds = Object.keys(kindRules) as TestedKind[];

/** Returns the rules for a kind, widened to `KindRules`. */
export function getRules(kind: TestedKind): KindRules {
  return kindRules[kind];
}

/**
 * The kinds that are sent at a time of day or before a start instead of after a change. As text messages, they
 * wait until morning.
 */
export const remindersAndLists: ReadonlySet<TestedKind> = new Set([
  'reminder_day',
  'reminder_hours',
  'tomorrows_jobs',
]);
