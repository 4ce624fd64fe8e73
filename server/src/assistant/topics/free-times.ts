import {
  bookingWindowDays,
  lastBookableDate,
  slotTimes,
  whyDateIsClosed,
} from '@curbwrench/contract/scheduling/booking-rules';
import { addDays, displayDate, twelveHour } from '@curbwrench/contract/fields/calendar';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import type { ServiceRow } from '../../services/queries.ts';
import { bookingMoment, slotsOf } from '../../scheduling/rules/availability.ts';
import type { Asking, Topic } from '../asking.ts';
import { listed } from '../phrases.ts';
import { means } from '../understanding.ts';

/** Answers with free times for a service, from the same function as the booking page. */
export const freeTimes: Topic = async (asking, understood) => {
  const { services, days, time, strange } = understood;
  const wantsToBook = means(understood, 'book') && (days !== null || services.length > 0);
  const asksHow =
    means(understood, 'how') && days === null && !means(understood, 'free', 'earliest');
  if (!(means(understood, 'free', 'earliest') || (wantsToBook && !asksHow))) return null;
  if (strange.length > 1 && services.length === 0) return null;
  const [service, second] = services;
  const booking = wantsToBook && !means(understood, 'free', 'earliest');
  const opening = booking ? "I can't book for you; please use Book Service. " : '';
  if (!service || second) {
    if (days) {
      const closed = await whyClosed(asking, days.from, days.to);
      if (closed) return closed;
    }
    const which = (second ? services : asking.names.services).map(({ name }) => name);
    if (which.length === 0) return "I don't know of any services yet, so there are no free times.";
    return `${opening}Which service is it for? Free times depend on it: ${listed(which, 'or')}.`;
  }
  if (!days || means(understood, 'earliest')) {
    return opening + (await earliest(asking, service, days?.from ?? null));
  }
  return opening + (await onDays(asking, service, days.from, days.to, time));
};

async function earliest(
  asking: Asking,
  service: ServiceRow,
  after: string | null,
): Promise<string> {
  const { date } = asking.moment.local;
  const last = lastBookableDate(date);
  for (
    let day = after !== null && after > date ? after : date;
    day <= last;
    day = addDays(day, 1)
  ) {
    if (whyDateIsClosed(day, date) !== null) continue;
    const slot = (await slotsOn(asking, service, day)).find(({ available }) => available);
    if (slot) {
      return `The earliest free time for ${service.name} is ${displayDate(day)} at ${twelveHour(slot.startTime)}.`;
    }
  }
  return `There is no free time for ${service.name} in the next ${bookingWindowDays} days.`;
}

/** Returns the free times of at most a week; of several days, only of those that can be booked. */
async function onDays(
  asking: Asking,
  service: ServiceRow,
  from: string,
  to: string,
  time: string | null,
): Promise<string> {
  const closed = await whyClosed(asking, from, to);
  if (closed) return closed;
  const found: string[] = [];
  const { today, first, last } = bookable(asking, from, to);
  for (let day = first; day <= last && found.length < 7; day = addDays(day, 1)) {
    if (whyDateIsClosed(day, today) !== null) continue;
    found.push(sentenceFor(service, day, await slotsOn(asking, service, day), time));
  }
  return found.join('\n');
}

function sentenceFor(
  service: ServiceRow,
  day: string,
  slots: readonly Slot[],
  time: string | null,
): string {
  const free = slots
    .filter(({ available }) => available)
    .map(({ startTime }) => twelveHour(startTime));
  const on = displayDate(day);
  const rest =
    free.length > 0
      ? `Free times for ${service.name} on ${on}: ${listed(free)}.`
      : `There is no free time for ${service.name} on ${on}.`;
  const asked = slots.find(({ startTime }) => startTime === time);
  if (time === null) return rest;
  if (!asked) {
    const [first = '', last = ''] = [slotTimes[0], slotTimes.at(-1)];
    return `Visits start on the hour, from ${twelveHour(first)} to ${twelveHour(last)}. ${rest}`;
  }
  return asked.available
    ? `Yes, ${twelveHour(asked.startTime)} on ${on} is free for ${service.name}.`
    : `${twelveHour(asked.startTime)} on ${on} isn't free for ${service.name}: ${asked.reason}. ${rest}`;
}

/** Returns why none of these days can be booked, or null. */
async function whyClosed(asking: Asking, from: string, to: string): Promise<string | null> {
  const { today, first, last } = bookable(asking, from, to);
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (whyDateIsClosed(day, today) !== null) continue;
    if (from !== to) return null;
    const { plan } = await loadDayPlan(asking.context.store.kysely, day, null, false);
    return plan.holiday === null ? null : `We are closed on ${displayDate(day)}: ${plan.holiday}.`;
  }
  const reason = whyDateIsClosed(from, today) ?? '';
  return from === to
    ? `${displayDate(from)} can't be booked. ${reason}`
    : `None of the days from ${displayDate(from)} to ${displayDate(to)} can be booked. ${reason}`;
}

/** Returns the part of these days in the booking window: a message may name thousands of years. */
function bookable(asking: Asking, from: string, to: string) {
  const today = asking.moment.local.date;
  const end = lastBookableDate(today);
  return { today, first: from > today ? from : today, last: to < end ? to : end };
}

async function slotsOn(
  { context, viewer, moment }: Asking,
  service: ServiceRow,
  date: string,
): Promise<Slot[]> {
  const { plan, service: planned } = await loadDayPlan(
    context.store.kysely,
    date,
    service.id,
    context.business.jobsEndWithinHours,
  );
  return planned
    ? slotsOf(plan, planned, bookingMoment(moment.local, viewer, context.business))
    : [];
}
