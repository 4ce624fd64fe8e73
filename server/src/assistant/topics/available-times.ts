import {
  bookingDateProblem,
  formatDayCount,
  lastBookableDate,
} from '@curbwrench/contract/scheduling/booking-rules';
import { addDays, displayDateWithWeekday, displayTime } from '@curbwrench/contract/fields/calendar';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import type { ServiceRow } from '../../services/queries.ts';
import { getBookingContext, listSlots } from '../../scheduling/rules/availability.ts';
import { combineServices } from '../../scheduling/rules/skills.ts';
import { describeStartTimesOn } from '../start-times.ts';
import type { AskerContext, Topic } from '../topic.ts';
import { formatDateTime, formatDay, formatDays, joinItems } from '../answer-format.ts';
import { hasConcept } from '../parsed-question.ts';

/** Answers with the available times for a service, computed by the same function as on the booking page. */
export const availableTimes: Topic = async (asker, question) => {
  const { services, days, time, unknownStems } = question;
  const asksToBook = hasConcept(question, 'book') && (days !== null || services.length > 0);
  const asksHow =
    hasConcept(question, 'how') && days === null && !hasConcept(question, 'free', 'earliest');
  if (!(hasConcept(question, 'free', 'earliest') || (asksToBook && !asksHow))) return null;
  if (unknownStems.length > 1 && services.length === 0) return null;
  const [service, secondService] = services;
  const isBookingRequest = asksToBook && !hasConcept(question, 'free', 'earliest');
  const firstSentences = isBookingRequest ? "I can't book for you. Use Book Service instead. " : '';
  if (!service || secondService) {
    if (days) {
      const closedReason = await findClosedReason(asker, days.from, days.to);
      if (closedReason) return closedReason;
    }
    const serviceNames = (secondService ? services : asker.knownRecords.services).map(
      ({ name }) => name,
    );
    if (serviceNames.length === 0)
      return "I don't know of any services yet, so there are no available times.";
    return `${firstSentences}Which service is it for? Available times depend on the service: ${joinItems(serviceNames, 'or')}.`;
  }
  if (!days || hasConcept(question, 'earliest')) {
    return firstSentences + (await answerEarliest(asker, service, days?.from ?? null));
  }
  return firstSentences + (await answerDays(asker, service, days.from, days.to, time));
};

async function answerEarliest(
  asker: AskerContext,
  service: ServiceRow,
  from: string | null,
): Promise<string> {
  const { date } = asker.currentTime.local;
  const rules = asker.context.business;
  const last = lastBookableDate(date, rules);
  for (let day = from !== null && from > date ? from : date; day <= last; day = addDays(day, 1)) {
    if (bookingDateProblem(day, date, rules) !== null) continue;
    const slot = (await readSlots(asker, service, day)).find(({ available }) => available);
    if (slot) {
      return `The earliest available time for ${service.name} is ${formatDateTime(day, slot.startTime, date)}.`;
    }
  }
  return `There are no available times for ${service.name} in the next ${formatDayCount(rules.windowDays)}.`;
}

/** Returns the available times on the first seven of these days, skipping days that cannot be booked. */
async function answerDays(
  asker: AskerContext,
  service: ServiceRow,
  from: string,
  to: string,
  time: string | null,
): Promise<string> {
  const closedReason = await findClosedReason(asker, from, to);
  if (closedReason) return closedReason;
  const descriptions: string[] = [];
  const { today, first, last } = limitToBookingWindow(asker, from, to);
  for (let day = first; day <= last && descriptions.length < 7; day = addDays(day, 1)) {
    if (bookingDateProblem(day, today, asker.context.business) !== null) continue;
    descriptions.push(describeDay(asker, service, day, await readSlots(asker, service, day), time));
  }
  return descriptions.join('\n');
}

function describeDay(
  { context, currentTime }: AskerContext,
  service: ServiceRow,
  day: string,
  slots: readonly Slot[],
  time: string | null,
): string {
  const freeTexts = slots
    .filter(({ available }) => available)
    .map(({ startTime }) => displayTime(startTime));
  const when = formatDay(day, currentTime.local.date);
  const allAvailableTimes =
    freeTexts.length > 0
      ? `Available times for ${service.name} ${when}: ${joinItems(freeTexts)}.`
      : `There are no available times for ${service.name} ${when}.`;
  const requestedSlot = slots.find(({ startTime }) => startTime === time);
  if (time === null) return allAvailableTimes;
  if (!requestedSlot) {
    return `${describeStartTimesOn(context.business, day)} ${allAvailableTimes}`;
  }
  return requestedSlot.available
    ? `Yes, ${displayTime(requestedSlot.startTime)} ${when} is free for ${service.name}.`
    : `${displayTime(requestedSlot.startTime)} ${when} isn't free for ${service.name}: ${requestedSlot.reason}. ${allAvailableTimes}`;
}

/** Returns a sentence that says why none of these days can be booked, or null if one can. */
async function findClosedReason(
  asker: AskerContext,
  from: string,
  to: string,
): Promise<string | null> {
  const { today, first, last } = limitToBookingWindow(asker, from, to);
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (bookingDateProblem(day, today, asker.context.business) !== null) continue;
    if (from !== to) return null;
    const { plan } = await loadDayPlan(asker.context.store.kysely, day, []);
    return plan.holiday === null
      ? null
      : `We are closed ${formatDay(day, today)}: ${plan.holiday}.`;
  }
  const reason = bookingDateProblem(from, today, asker.context.business) ?? '';
  return from === to
    ? `${displayDateWithWeekday(from)} can't be booked. ${reason}`
    : `None of the days ${formatDays({ from, to }, today)} can be booked. ${reason}`;
}

/** Limits these days to the booking window, since a message may mention a range of thousands of years. */
function limitToBookingWindow(asker: AskerContext, from: string, to: string) {
  const today = asker.currentTime.local.date;
  const end = lastBookableDate(today, asker.context.business);
  return { today, first: from > today ? from : today, last: to < end ? to : end };
}

async function readSlots(
  { context, viewer, currentTime }: AskerContext,
  service: ServiceRow,
  date: string,
): Promise<Slot[]> {
  const { plan, services } = await loadDayPlan(context.store.kysely, date, [service.id]);
  if (services.length === 0) return [];
  return listSlots(plan, combineServices(services), getBookingContext(currentTime, viewer));
}
