import {
  bookingDateProblem,
  getBusinessHours,
} from '@curbwrench/contract/scheduling/booking-rules';
import { addDays } from '@curbwrench/contract/fields/calendar';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import { describeWeeklyStartTimes } from '../start-times.ts';
import { formatDay } from '../answer-format.ts';
import type { Topic } from '../topic.ts';
import { hasConcept } from '../parsed-question.ts';

/** Says when visits can be booked, in general or on a certain day. */
export const hours: Topic = async ({ context, currentTime }, question) => {
  if (!hasConcept(question, 'open') || question.unknownStems.length > 0) return null;
  if (hasConcept(question, 'appointment', 'vehicle', 'price', 'duration')) return null;
  const { business } = context;
  const usualHours = describeWeeklyStartTimes(business);
  const { days } = question;
  if (!days) return usualHours;
  const closedReason = bookingDateProblem(days.from, days.from, business);
  if (days.from !== days.to) {
    // A range of more than a week contains every day of the week, so the business is open on some of its days.
    const areAllClosed =
      days.to <= addDays(days.from, 6) &&
      listDays(days).every((day) => !getBusinessHours(business, day));
    return areAllClosed ? `${closedReason} ${usualHours}` : usualHours;
  }
  const when = formatDay(days.from, currentTime.local.date);
  if (closedReason !== null) return `We are closed ${when}: ${closedReason} ${usualHours}`;
  const { plan } = await loadDayPlan(context.store.kysely, days.from, []);
  if (plan.holiday !== null) return `We are closed ${when}: ${plan.holiday}.`;
  const isStaffed = !plan.hasMechanics || plan.mechanics.some((each) => each.hours.length > 0);
  return isStaffed ? `Yes, we are open ${when}. ${usualHours}` : `No mechanic is working ${when}.`;
};

function listDays({ from, to }: { readonly from: string; readonly to: string }): string[] {
  return from > to ? [] : [from, ...listDays({ from: addDays(from, 1), to })];
}
