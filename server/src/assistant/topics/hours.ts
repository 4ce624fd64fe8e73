import { bookingWindowDays, slotTimes } from '@curbwrench/contract/scheduling/booking-rules';
import { displayDate, isWeekend, displayTime } from '@curbwrench/contract/fields/calendar';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import type { Topic } from '../topic.ts';
import { hasConcept } from '../understanding.ts';

/** Answers when visits can be booked, in general and on a day. */
export const hours: Topic = async ({ context }, understood) => {
  if (!hasConcept(understood, 'open') || understood.unknownStems.length > 0) return null;
  if (hasConcept(understood, 'appointment', 'vehicle', 'price', 'duration')) return null;
  const [first = '', last = ''] = [slotTimes[0], slotTimes.at(-1)];
  const usual =
    `We come Monday to Friday; visits start on the hour, from ${displayTime(first)} to ` +
    `${displayTime(last)}, and can be booked up to ${bookingWindowDays} days ahead.`;
  const { days } = understood;
  if (!days) return usual;
  if (days.from !== days.to) {
    const isOnWeekend = isWeekend(days.from) && isWeekend(days.to);
    return isOnWeekend ? `Weekends are not available. ${usual}` : usual;
  }
  const on = displayDate(days.from);
  if (isWeekend(days.from)) return `We are closed on ${on}: Weekends are not available. ${usual}`;
  const { plan } = await loadDayPlan(context.store.kysely, days.from, [], false);
  if (plan.holiday !== null) return `We are closed on ${on}: ${plan.holiday}.`;
  const works = !plan.hasMechanics || plan.mechanics.some((each) => each.hours.length > 0);
  return works ? `Yes, we are open on ${on}. ${usual}` : `No mechanic works on ${on}.`;
};
