import {
  bookingDateProblem,
  lastBookableDate,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';
import { addDays } from '@curbwrench/contract/fields/calendar';
import type { NextSlot } from '@curbwrench/contract/scheduling/schemas';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { loadDayPlans } from '../scheduling/queries/day-plans.ts';
import { iterateSlots, type BookingContext } from '../scheduling/rules/availability.ts';
import type { DayPlan } from '../scheduling/rules/day-plan.ts';
import type { NeededWork } from '../scheduling/rules/skills.ts';
import { findLimitProblem, type AreaLimits } from '../service-areas/limit-rules.ts';

/** How many slots are offered, each on a different day. */
const maxSlots = 3;
/** How many days are searched; customers and the office can book up to a year ahead. */
const maxDays = 60;
const daysPerQuery = 7;

interface SlotSearch {
  readonly work: NeededWork;
  /** The rules for customers. The office is offered slots on the same days. */
  readonly rules: BookingRules;
  /** The service area whose limits apply to the job; null if there is none, or if no limits apply. */
  readonly area: AreaLimits | null;
  readonly now: BookingContext;
}

/**
 * Returns the first free time slot of each of the next three days that have one, within 60 days. Applies the same rules
 * as a booking, including the limits of the service area.
 */
export async function findNextSlots(db: Kysely<Database>, search: SlotSearch): Promise<NextSlot[]> {
  const dates = listDates(search);
  const found: NextSlot[] = [];
  for (let from = 0; from < dates.length; from += daysPerQuery) {
    // oxlint-disable-next-line no-await-in-loop -- later days are only read if the previous ones have too few slots
    const plans = await loadDayPlans(db, dates.slice(from, from + daysPerQuery));
    for (const plan of plans) {
      const slot = findFirstSlot(plan, search);
      if (slot) found.push(slot);
      if (found.length === maxSlots) return found;
    }
  }
  return found;
}

/** Returns the days to search: those on which both the business and the area accept bookings. */
function listDates({ rules, area, now }: SlotSearch): string[] {
  const dates: string[] = [];
  const end = addDays(now.date, maxDays);
  const last = lastBookableDate(now.date, rules);
  for (let date = now.date; date <= last && date <= end; date = addDays(date, 1)) {
    const isClosed =
      bookingDateProblem(date, now.date, rules) !== null ||
      (area !== null && findLimitProblem(area, { date, startTime: null }, now) !== null);
    if (!isClosed) dates.push(date);
  }
  return dates;
}

function findFirstSlot(plan: DayPlan, { work, area, now }: SlotSearch): NextSlot | null {
  const { date } = plan;
  for (const { startTime, endTime, available } of iterateSlots(plan, work, now)) {
    const isOutsideLimits =
      area !== null && findLimitProblem(area, { date, startTime }, now) !== null;
    if (available && !isOutsideLimits) return { date, startTime, endTime };
  }
  return null;
}
