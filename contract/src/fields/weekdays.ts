const names = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Returns the name of a day of the week, from 0 for Sunday to 6 for Saturday. */
export function getDayName(weekday: number): string {
  return names[weekday] ?? '';
}

/** Formats days of the week in ascending order: 'Every day', 'Monday through Friday', 'Monday and Wednesday'. */
export function formatWeekdays(days: readonly number[]): string {
  if (days.length === names.length) return 'Every day';
  const [first = 0] = days;
  const last = days.at(-1) ?? 0;
  if (days.length > 2 && last - first === days.length - 1) {
    return `${getDayName(first)} through ${getDayName(last)}`;
  }
  return new Intl.ListFormat('en-US').format(days.map(getDayName));
}
