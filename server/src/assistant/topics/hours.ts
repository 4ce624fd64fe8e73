import { bookingDateProblem, getOpeningHours } from '@curbwrench/contract/scheduling/booking-rules';
import { addDays, displayDate } from '@curbwrench/contract/fields/calendar';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import { describeWeeklyStartTimes } from '../start-times.ts';
import type { Topic } from '../topic.ts';
import { hasConcept } from '../understanding.ts';

/** Answers when visits can be booked, in general or on a certain day. */
export const hours: Topic = async ({ context }, understood) => {
  if (!hasConcept(understood, 'open') || understood.unknownStems.length > 0) return null;
  if (hasConcept(understood, 'appointment', 'vehicle', 'price', 'duration')) return null;
  const { business } = context;
  const usualHours = describeWeeklyStartTimes(business);
  const { days } = understood;
  if (!days) return usualHours;
  const closed = bookingDateProblem(days.from, days.from, business);
  if (days.from !== days.to) {
    // A range of more than a week contains every weekday, so it is not all closed.
    const areAllClosed =
      days.to <= addDays(days.from, 6) &&
      listDays(days).every((day) => !getOpeningHours(business, day));
    return areAllClosed ? `${closed} ${usualHours}` : usualHours;
  }
  const on = displayDate(days.from);
  if (closed !== null) return `We are closed on ${on}: ${closed} ${usualHours}`;
  const { plan } = await loadDayPlan(context.store.kysely, days.from, []);
  if (plan.holiday !== null) return `We are closed on ${on}: ${plan.holiday}.`;
  const isStaffed = !plan.hasMechanics || plan.mechanics.some((each) => each.hours.length > 0);
  return isStaffed ? `Yes, we are open on ${on}. ${usualHours}` : `No mechanic works on ${on}.`;
};

function listDays({ from, to }: { readonly from: string; readonly to: string }): string[] {
  return from > to ? [] : [from, ...listDays({ from: addDays(from, 1), to })];
}
