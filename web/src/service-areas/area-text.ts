import { weekdayNames, weekdays, type Weekday } from '@curbwrench/contract/service-areas/schemas';

/** Formats weekdays: 'Every day', 'Monday to Friday', 'Monday, Wednesday, and Friday'. */
export function formatDays(days: readonly Weekday[]): string {
  if (days.length === weekdays.length) return 'Every day';
  const indexes = weekdays.flatMap((day, index) => (days.includes(day) ? [index] : []));
  const [first = 0] = indexes;
  const last = indexes.at(-1) ?? 0;
  if (indexes.length > 2 && last - first === indexes.length - 1) {
    return `${getDayName(first)} to ${getDayName(last)}`;
  }
  return new Intl.ListFormat('en-US').format(indexes.map(getDayName));
}

function getDayName(index: number): string {
  return weekdayNames[weekdays[index] ?? 'sun'];
}

/** Splits typed or pasted ZIP codes, separated by commas, semicolons, spaces or lines. */
export function splitZips(text: string): string[] {
  return text.split(/[\s,;]+/).filter((zip) => zip !== '');
}
