import { displayTime } from '@curbwrench/contract/fields/calendar';
import { formatWeekdays } from '@curbwrench/contract/fields/weekdays';
import {
  formatDayCount,
  listStartTimesWithin,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';

/** Describes the time slots: 'Choose from ten start times every weekday, up to 30 days out.' */
export function describeSlots({
  businessHours,
  slotIntervalMinutes,
  windowDays,
}: BookingRules): string {
  const counts = businessHours.flatMap((hours) =>
    hours ? [listStartTimesWithin(hours, slotIntervalMinutes).length] : [],
  );
  const maxCount = Math.max(...counts);
  // Ten, the default, is spelled out.
  const maxText = maxCount === 10 ? 'ten' : String(maxCount);
  const noun = maxCount === 1 ? 'start time' : 'start times';
  const isSameEveryDay = counts.every((count) => count === maxCount);
  const countText = isSameEveryDay ? maxText : `up to ${maxText}`;
  const days = describeOpenDays(businessHours);
  const onDays = { Weekdays: 'every weekday', 'Every day': 'every day' }[days] ?? days;
  return `Choose from ${countText} ${noun} ${onDays}, up to ${formatDayCount(windowDays)} out.`;
}

/** Returns the days with business hours: 'Weekdays', 'Every day', 'Monday through Saturday'. */
export function describeOpenDays(businessHours: BookingRules['businessHours']): string {
  const days = businessHours.flatMap((hours, weekday) => (hours ? [weekday] : []));
  return days.join('') === '12345' ? 'Weekdays' : formatWeekdays(days);
}

/** Days of the week with the same hours. */
export interface HoursLine {
  readonly days: string;
  /** 'Closed' for days without business hours. */
  readonly hours: string;
}

/** Lists the business hours, days with the same hours together: 'Monday through Friday', '8:00 AM to 6:00 PM'. */
export function listBusinessHours(businessHours: BookingRules['businessHours']): HoursLine[] {
  const daysByHours = new Map<string, number[]>();
  for (const [weekday, hours] of businessHours.entries()) {
    const text = hours ? `${displayTime(hours.opens)} to ${displayTime(hours.closes)}` : 'Closed';
    daysByHours.set(text, [...(daysByHours.get(text) ?? []), weekday]);
  }
  return [...daysByHours]
    .map(([hours, days]) => ({
      days: days.join('') === '06' ? 'Saturday and Sunday' : formatWeekdays(days),
      hours,
    }))
    .toSorted((a, b) => Number(a.hours === 'Closed') - Number(b.hours === 'Closed'));
}
