import { addDays, getWeekday } from '@curbwrench/contract/fields/calendar';
import type { Holiday } from '@curbwrench/contract/working-time/schemas';

/**
 * Returns the eleven federal holidays of the United States in a year (5 U.S.C. 6103), sorted by date. A holiday on a
 * Saturday is observed on the Friday before, a holiday on a Sunday on the Monday after; both days are listed.
 */
export function listFederalHolidays(year: number): Holiday[] {
  return [
    ...fixedDay(year, '01-01', "New Year's Day"),
    nthWeekday(year, 1, 3, monday, 'Martin Luther King Jr. Day'),
    nthWeekday(year, 2, 3, monday, "Presidents' Day"),
    lastMonday(year, 5, 'Memorial Day'),
    ...fixedDay(year, '06-19', 'Juneteenth'),
    ...fixedDay(year, '07-04', 'Independence Day'),
    nthWeekday(year, 9, 1, monday, 'Labor Day'),
    nthWeekday(year, 10, 2, monday, 'Columbus Day'),
    ...fixedDay(year, '11-11', 'Veterans Day'),
    nthWeekday(year, 11, 4, thursday, 'Thanksgiving'),
    ...fixedDay(year, '12-25', 'Christmas Day'),
  ].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

const saturday = 6;
const sunday = 0;
const monday = 1;
const thursday = 4;

function fixedDay(year: number, day: string, name: string): Holiday[] {
  const date = `${year}-${day}`;
  const observed = { name: `${name} (observed)` };
  switch (getWeekday(date)) {
    case saturday:
      return [
        { date: addDays(date, -1), ...observed },
        { date, name },
      ];
    case sunday:
      return [
        { date, name },
        { date: addDays(date, 1), ...observed },
      ];
    default:
      return [{ date, name }];
  }
}

function nthWeekday(year: number, month: number, n: number, weekday: number, name: string) {
  const first = firstOfMonth(year, month);
  const daysUntil = (weekday - getWeekday(first) + 7) % 7;
  return { date: addDays(first, daysUntil + (n - 1) * 7), name };
}

function lastMonday(year: number, month: number, name: string): Holiday {
  const last = addDays(firstOfMonth(year, month + 1), -1);
  return { date: addDays(last, -((getWeekday(last) - monday + 7) % 7)), name };
}

function firstOfMonth(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}-01`;
}
