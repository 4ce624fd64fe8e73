import { addDays, isCalendarDate, getWeekday } from '@curbwrench/contract/fields/calendar';
import * as chrono from 'chrono-node';
import type { CurrentTime } from '../application/rules/business-time.ts';

/** The days and the time that a message mentions, and the rest of its text. */
export interface MessageDates {
  readonly days: DayRange | null;
  /** `HH:MM` if a time of day is mentioned, or null. */
  readonly time: string | null;
  /** The message without the words for the days and the time. */
  readonly rest: string;
}

/** A range of dates as `yyyy-MM-dd`, inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/**
 * Finds the days and the time that a message mentions, in the business's time zone. 'Thursday' is the next Thursday,
 * or the last one if the message is about the past.
 */
export function findDates(message: string, currentTime: CurrentTime): MessageDates {
  const text = message.replaceAll(pluralWeekdays, '$1');
  const today = currentTime.local.date;
  for (const [pattern, getRange] of periods) {
    const match = pattern.exec(text);
    if (!match) continue;
    const timeAndRest = findTime(removeText(text, match[0]), currentTime);
    return { days: getRange(today), ...timeAndRest };
  }
  const [yearPhrase, year] = /\bin (20\d{2})\b(?! ?[-/.:])/i.exec(text) ?? [];
  if (
    yearPhrase !== undefined &&
    /^\W*$/.test(text.slice(text.indexOf(yearPhrase) + yearPhrase.length))
  ) {
    return { days: getYearRange(Number(year)), time: null, rest: removeText(text, yearPhrase) };
  }
  const isAboutPast = /\b(last|did|was|were|ago|had|paid|previous|past)\b/i.test(text);
  const reference = { instant: currentTime.now, timezone: getUtcOffsetMinutes(currentTime) };
  const results = chrono
    .parse(
      text.replaceAll(/#\s*\d+/g, (id) => ' '.repeat(id.length)),
      reference,
      {
        forwardDate: !isAboutPast,
      },
    )
    .filter(isDateOrTime);
  const [dateResult] = results.filter(hasDay);
  const timeResult = results.find(({ start }) => start.isCertain('hour'));
  let rest = text;
  for (const { text: words } of results) rest = removeText(rest, words);
  const ordinalMatch = dateResult ? null : dayOfMonthPattern.exec(rest);
  if (ordinalMatch) rest = removeText(rest, ordinalMatch[0]);
  return {
    days: dateResult
      ? toRange(dateResult, isAboutPast, today)
      : resolveDayOfMonth(ordinalMatch, isAboutPast, today),
    time: timeResult ? toTimeText(timeResult.start) : null,
    rest,
  };
}

/** Finds the time of day in a text from which the words for the day were removed. */
function findTime(text: string, currentTime: CurrentTime): Pick<MessageDates, 'time' | 'rest'> {
  const reference = { instant: currentTime.now, timezone: getUtcOffsetMinutes(currentTime) };
  const timeResult = chrono
    .parse(text, reference)
    .find((result) => isDateOrTime(result) && result.start.isCertain('hour'));
  return timeResult
    ? { time: toTimeText(timeResult.start), rest: removeText(text, timeResult.text) }
    : { time: null, rest: text };
}

/** Matches a plural or possessive day of the week: 'on Sundays' is read as 'on Sunday'. */
const pluralWeekdays = /\b((?:mon|tues|wednes|thurs|fri|satur|sun)day)['’]?s\b/gi;

/** Patterns for named periods, with functions that return their days, given today's date. Weeks begin on Sunday. */
const periods: readonly (readonly [RegExp, (today: string) => DayRange])[] = [
  [/\bthis week\b/i, (today) => getWeek(today, 0)],
  [/\bnext week\b/i, (today) => getWeek(today, 1)],
  [/\b(last|previous) week\b/i, (today) => getWeek(today, -1)],
  [/\b(this |on the |at the |the )?weekends?\b/i, getWeekend],
  [/\bthis month\b/i, (today) => getMonth(today, 0)],
  [/\bnext month\b/i, (today) => getMonth(today, 1)],
  [/\b(last|previous) month\b/i, (today) => getMonth(today, -1)],
  [/\bthis year\b/i, (today) => getYearRange(Number(today.slice(0, 4)))],
  [/\bnext year\b/i, (today) => getYearRange(Number(today.slice(0, 4)) + 1)],
  [/\b(last|previous) year\b/i, (today) => getYearRange(Number(today.slice(0, 4)) - 1)],
  [/\b(to-?day|tonight|2day)(['’]?s)?\b/i, (today) => ({ from: today, to: today })],
  [
    /\b(tomorrow|tomorow|tommorow|tommorrow|tmrw|tmr|2moro)('?s)?\b(?! at|,? \d)/i,
    (today) => ({ from: addDays(today, 1), to: addDays(today, 1) }),
  ],
];

/** Matches a day of the month, such as 'the 5th'. */
const dayOfMonthPattern = /\b(?:on )?(?:the )?(\d{1,2})(?:st|nd|rd|th)\b/i;

/** Returns the next date with this day of the month, or the last one if the message is about the past. */
function resolveDayOfMonth(
  match: RegExpExecArray | null,
  isAboutPast: boolean,
  today: string,
): DayRange | null {
  if (!match) return null;
  // This month's date may already be past (or still ahead), and the following month may not have that day. Of any two
  // months in a row, at least one does.
  for (let months = 0; months < 3; months += 1) {
    const { from } = getMonth(today, isAboutPast ? -months : months);
    const date = `${from.slice(0, 8)}${padToTwo(Number(match[1]))}`;
    if (isCalendarDate(date) && (isAboutPast ? date <= today : date >= today)) {
      return { from: date, to: date };
    }
  }
  return null;
}

function getWeek(today: string, weekOffset: number): DayRange {
  const from = addDays(today, weekOffset * 7 - getWeekday(today));
  return { from, to: addDays(from, 6) };
}

function getWeekend(today: string): DayRange {
  const saturday = addDays(today, (6 - getWeekday(today) + 7) % 7);
  return { from: saturday, to: addDays(saturday, 1) };
}

function getMonth(today: string, monthOffset: number): DayRange {
  const monthIndex = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 + monthOffset;
  return getMonthRange(Math.floor(monthIndex / 12), (monthIndex % 12) + 1);
}

function getYearRange(year: number): DayRange {
  return { from: `${year}-01-01`, to: `${year}-12-31` };
}

function getMonthRange(year: number, month: number): DayRange {
  const from = `${year}-${padToTwo(month)}-01`;
  const nextMonth = month === 12 ? `${year + 1}-01-01` : `${year}-${padToTwo(month + 1)}-01`;
  return { from, to: addDays(nextMonth, -1) };
}

function toRange(
  result: chrono.ParsedResult,
  isAboutPast: boolean,
  today: string,
): DayRange | null {
  const { start, end } = result;
  const isWholeMonth = start.isCertain('month') && !start.isCertain('day');
  if (isWholeMonth && !start.isCertain('weekday')) {
    const month = start.get('month') ?? 1;
    const year = Number(today.slice(0, 4));
    const rangeYear = start.isCertain('year') ? (start.get('year') ?? year) : year;
    const range = getMonthRange(rangeYear, month);
    if (start.isCertain('year')) return range;
    if (isAboutPast && range.from > today) return getMonthRange(year - 1, month);
    return !isAboutPast && range.to < today ? getMonthRange(year + 1, month) : range;
  }
  const from = toDateText(start);
  const to = end ? toDateText(end) : from;
  return isCalendarDate(from) && isCalendarDate(to) && from <= to ? { from, to } : null;
}

/** Returns whether a result really is a date or time, unlike 'now', 'may' or a bare number. */
function isDateOrTime({ text, start }: chrono.ParsedResult): boolean {
  if (/^(now|just now|may|march|second|sec|mon|sun|sat|wed)$/i.test(text.trim())) {
    return /^(mon|sun|sat|wed)$/i.test(text.trim());
  }
  return (
    hasDay({ start }) ||
    (start.isCertain('hour') && /\d\s*(am|pm|:|o'?clock)|noon|\bat\b/i.test(text))
  );
}

function hasDay({ start }: Pick<chrono.ParsedResult, 'start'>): boolean {
  return start.isCertain('day') || start.isCertain('weekday') || start.isCertain('month');
}

function toDateText(parts: chrono.ParsedComponents): string {
  const [year = 0, month = 0, day = 0] = [
    parts.get('year'),
    parts.get('month'),
    parts.get('day'),
  ].map((value) => value ?? 0);
  return `${String(year).padStart(4, '0')}-${padToTwo(month)}-${padToTwo(day)}`;
}

function toTimeText(parts: chrono.ParsedComponents): string {
  const hour = parts.get('hour') ?? 0;
  // 'at 3' means 3 PM, since there are no visits at night.
  const inferredHour = parts.isCertain('meridiem') || hour >= 8 || hour === 0 ? hour : hour + 12;
  return `${padToTwo(inferredHour)}:${padToTwo(parts.get('minute') ?? 0)}`;
}

/** Returns the current UTC offset of the business's time zone in minutes, positive if it is ahead of UTC. */
function getUtcOffsetMinutes({ now, local }: CurrentTime): number {
  const localAsUtc = Date.parse(`${local.date}T00:00:00Z`) + local.minutes * 60_000;
  return Math.round((localAsUtc - now.getTime()) / 60_000);
}

function removeText(text: string, words: string): string {
  return text.replace(words, ' ');
}

function padToTwo(value: number): string {
  return String(value).padStart(2, '0');
}
