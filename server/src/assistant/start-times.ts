import { displayTime } from '@curbwrench/contract/fields/calendar';
import { formatWeekdays } from '@curbwrench/contract/fields/weekdays';
import {
  formatDayCount,
  listStartTimesWithin,
  listStartTimes,
  type BookingRules,
  type BusinessHours,
} from '@curbwrench/contract/scheduling/booking-rules';

/** Describes when visits can start on each day of the week and how far ahead they can be booked. */
export function describeWeeklyStartTimes(rules: BookingRules): string {
  const groups = groupDays(rules);
  const bookingLimit = `can be booked up to ${formatDayCount(rules.windowDays)} ahead.`;
  const [firstGroup, ...otherGroups] = groups;
  if (firstGroup && otherGroups.length === 0) {
    return `We work ${lowerCaseEveryDay(firstGroup.days)}; visits start ${describeFrequency(rules)}, ${firstGroup.starts}, and ${bookingLimit}`;
  }
  const days = groups
    .map(({ days: names, starts }) => `${lowerCaseEveryDay(names)} ${starts}`)
    .join('; ');
  return `Visits start ${describeFrequency(rules)}: ${days}. They ${bookingLimit}`;
}

/** Describes when visits can start on a date: 'Visits start on the hour, from 8:00 AM to 5:00 PM.' */
export function describeStartTimesOn(rules: BookingRules, date: string): string {
  return `Visits start ${describeFrequency(rules)}, ${toRange(listStartTimes(rules, date))}.`;
}

/** Groups the open days of the week by their hours. */
function groupDays({ businessHours, slotIntervalMinutes }: BookingRules) {
  const byHours = new Map<string, { hours: BusinessHours; days: number[] }>();
  for (const [weekday, hours] of businessHours.entries()) {
    if (!hours) continue;
    const key = `${hours.opens} ${hours.closes}`;
    const group = byHours.get(key) ?? { hours, days: [] };
    byHours.set(key, { hours, days: [...group.days, weekday] });
  }
  return [...byHours.values()].map(({ hours, days }) => ({
    days: formatWeekdays(days),
    starts: toRange(listStartTimesWithin(hours, slotIntervalMinutes)),
  }));
}

function describeFrequency({ slotIntervalMinutes, businessHours }: BookingRules): string {
  if (slotIntervalMinutes !== 60) return `every ${slotIntervalMinutes} minutes`;
  return businessHours.every((hours) => !hours || hours.opens.endsWith(':00'))
    ? 'on the hour'
    : 'every hour';
}

function toRange(starts: readonly string[]): string {
  return `from ${displayTime(starts[0] ?? '')} to ${displayTime(starts.at(-1) ?? '')}`;
}

/** Makes 'Every day' lower case, for use within a sentence. Names of days stay capitalized. */
function lowerCaseEveryDay(days: string): string {
  return days === 'Every day' ? 'every day' : days;
}
