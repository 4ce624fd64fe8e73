import { weekdayNames, weekdays, type Weekday } from '@curbwrench/contract/service-areas/schemas';

/** Returns 'Every day', 'Monday to Friday', 'Monday, Wednesday, and Friday'. */
export function daysText(days: readonly Weekday[]): string {
  if (days.length === weekdays.length) return 'Every day';
  const indexes = weekdays.flatMap((day, index) => (days.includes(day) ? [index] : []));
  const [first = 0] = indexes;
  const last = indexes.at(-1) ?? 0;
  if (indexes.length > 2 && last - first === indexes.length - 1) {
    return `${nameOf(first)} to ${nameOf(last)}`;
  }
  return new Intl.ListFormat('en-US').format(indexes.map(nameOf));
}

function nameOf(index: number): string {
  return weekdayNames[weekdays[index] ?? 'sun'];
}

/** Splits typed or pasted ZIP codes, separated by commas, semicolons, spaces or lines. */
export function zipsIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((zip) => zip !== '');
}
