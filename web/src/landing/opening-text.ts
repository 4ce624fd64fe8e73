import { formatWeekdays } from '@curbwrench/contract/fields/weekdays';
import {
  formatDayCount,
  listStarts,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';

/** Describes the time slots: 'Ten slots a day, on weekdays, up to 30 days ahead.' */
export function describeSlots({
  openingHours,
  slotIntervalMinutes,
  windowDays,
}: BookingRules): string {
  const counts = openingHours.flatMap((hours) =>
    hours ? [listStarts(hours, slotIntervalMinutes).length] : [],
  );
  const largest = Math.max(...counts);
  // The usual ten slots are spelled out, because the number starts the sentence.
  const number = largest === 10 ? 'Ten' : String(largest);
  const slots = largest === 1 ? 'slot' : 'slots';
  const count = counts.every((each) => each === largest) ? number : `Up to ${number.toLowerCase()}`;
  const days = describeOpenDays(openingHours);
  const onDays = { Weekdays: 'on weekdays', 'Every day': 'every day' }[days] ?? days;
  return `${count} ${slots} a day, ${onDays}, up to ${formatDayCount(windowDays)} ahead.`;
}

/** Returns the days with opening hours: 'Weekdays', 'Every day', 'Monday to Saturday'. */
export function describeOpenDays(openingHours: BookingRules['openingHours']): string {
  const days = openingHours.flatMap((hours, weekday) => (hours ? [weekday] : []));
  return days.join('') === '12345' ? 'Weekdays' : formatWeekdays(days);
}
