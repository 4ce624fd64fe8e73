import { bookingWindowDays } from '@curbwrench/contract/booking-rules';
import { displayDate } from '@curbwrench/contract/calendar';
import type { PaymentStatus } from '@curbwrench/contract/payment-status';
import type { Readable } from './readable.ts';
import { holdsPhrase, withoutValues, wordRow } from './wording.ts';

interface Place {
  /** The words after the number. */
  readonly following: string;
  readonly line: string;
  /** How many dashed lines follow. */
  readonly listed: number;
  /** The one day that the answer is about, as it is written. */
  readonly day: string | undefined;
}

/** A payment's status by the words for it. */
const paymentStatuses = new Map<string, PaymentStatus>([
  ['paid', 'completed'],
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['pending', 'pending'],
  ['open', 'pending'],
  ['refunded', 'refunded'],
]);

/** A number before what it counts, and whether that many there are. */
type Rule = readonly [RegExp, (count: number, readable: Readable, place: Place) => boolean];

const rules: readonly Rule[] = [
  [
    /^minutes/,
    (count, { services }, { line }) => {
      const named = services.filter(({ name }) => holdsPhrase(line, name));
      return (named.length > 0 ? named : services).some(({ duration }) => duration === count);
    },
  ],
  [
    /^hours/,
    (count, { appointments }) => appointments.some((each) => each.cancelUntilHours === count),
  ],
  [/^days ahead/, (count) => count === bookingWindowDays],
  [
    /^jobs? today/,
    (count, { mechanics }, { line }) =>
      mechanics.some(
        (each) =>
          each.jobsToday === count && holdsPhrase(line, `${each.firstName} ${each.lastName}`),
      ),
  ],
  [/^active mechanics?/, (count, { stats }) => stats?.activeMechanics === count],
  [/^pending appointments?/, (count, { stats }) => stats?.pendingAppointments === count],
  [
    /^mechanics? available/,
    (count, { mechanics }) =>
      mechanics.filter(({ status }) => status === 'available').length === count,
  ],
  [
    /^(?:(?:paid|completed|failed|pending|open|refunded)(?: payments?)?|payments?)\b/,
    (count, readable, { line, listed, day, following }) => {
      if (!/payment/i.test(line)) return countsStatus(readable, day, following, count);
      const [word = ''] = /paid|completed|failed|pending|open|refunded/.exec(following) ?? [];
      const status = paymentStatuses.get(word);
      if (listed > 0) return listed === count;
      const { summary, payments } = readable;
      if (status === undefined) return payments.length === count;
      const all = payments.filter((payment) => payment.status === status).length;
      return (summary?.[status] ?? all) === count;
    },
  ],
  [
    /^(?:unassigned|confirmed|in progress|cancelled)\b/,
    (count, readable, { day, following }) => countsStatus(readable, day, following, count),
  ],
  [
    /^(?:upcoming |past )?(?:appointments?|jobs?)/,
    (count, readable, { listed, day }) =>
      listed > 0
        ? listed === count
        : onDay(readable, day).filter(({ status }) => status !== 'cancelled').length === count,
  ],
  [/^mechanics?/, (count, { mechanics }) => mechanics.length === count],
  [/^vehicles?/, (count, { vehicles }) => vehicles.length === count],
  [
    /^(?:customers?|members?|subscribers?)/,
    (count, { plans }, { line }) => {
      const named = plans.filter(({ name }) => holdsPhrase(line, name));
      const members = (named.length > 0 ? named : plans).map((plan) => plan.members ?? Number.NaN);
      return members.reduce((sum, each) => sum + each, 0) === count;
    },
  ],
  [
    /^(?:of|left|uses?)\b/,
    (count, { subscriptions, plans }) =>
      subscriptions.some(({ services }) => services.some(({ left }) => left === count)) ||
      [...subscriptions, ...plans].some(({ services }) =>
        services.some(({ uses }) => uses === count),
      ),
  ],
];

/** Numbers of things of which there aren't that many, and numbers that stand nowhere. */
export function inventedCounts(
  text: string,
  readable: Readable,
  expected: string,
  asked: string,
): string[] {
  const lines = text.split('\n');
  const days = new Set(text.match(/[A-Z][a-z]{2} \d{2}, \d{4}/g));
  const known = wordRow(readable.text);
  return lines.flatMap((line, at) => {
    const after = lines.slice(at + 1);
    const end = after.findIndex((next) => !next.startsWith('- '));
    const place = {
      line,
      listed: end < 0 ? after.length : end,
      day: days.size === 1 ? [...days][0] : undefined,
    };
    return [...withoutValues(line).matchAll(/(\S+ )?\b(\d+)\b(?= ?((?:\p{L}+ ?){0,3}))/gu)]
      .filter(([, before = '', number = '', following = '']) => {
        const [word = ''] = following.split(' ');
        if (word && holdsPhrase(expected, `${number} ${word}`)) return false;
        if (holdsPhrase(asked, number)) return false;
        const rule = rules.find(([pattern]) => pattern.test(following));
        if (rule) return !rule[1](Number(number), readable, { ...place, following });
        // Any other number stands where it stands: '12 Elm Street', 'the gate code is 4711'.
        return (
          !isYear(readable, number, following) &&
          !(word && known.includes(wordRow(`${number} ${word}`))) &&
          !(/\p{L}/u.test(before) && known.includes(wordRow(`${before}${number}`)))
        );
      })
      .map(([whole, , , following = '']) => `${whole.trim()} ${following}`.trim());
  });
}

/** The year of a vehicle, before its make and model. */
function isYear({ vehicles, appointments }: Readable, number: string, following: string): boolean {
  return [...vehicles, ...appointments.map(({ vehicle }) => vehicle)].some(
    ({ year, make, model }) => String(year) === number && following.startsWith(`${make} ${model}`),
  );
}

function countsStatus(
  readable: Readable,
  day: string | undefined,
  following: string,
  count: number,
): boolean {
  const [status = ''] =
    /^(?:pending|unassigned|confirmed|in progress|completed|cancelled)/.exec(following) ?? [];
  const found = onDay(readable, day).filter((each) => each.status === status.replace(' ', '_'));
  return found.length === count;
}

function onDay({ appointments }: Readable, day: string | undefined) {
  return appointments.filter(({ date }) => day === undefined || displayDate(date) === day);
}
