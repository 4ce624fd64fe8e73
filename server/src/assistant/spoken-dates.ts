import { addDays, isCalendarDate, weekdayOf } from '@curbwrench/contract/fields/calendar';
import * as chrono from 'chrono-node';
import type { Moment } from '../application/rules/business-time.ts';

/** The days that a message names, both included, and the rest of the message. */
export interface SpokenDates {
  readonly days: DayRange | null;
  /** `HH:MM`, if a time of day is named too. */
  readonly time: string | null;
  /** The message without the words that named them. */
  readonly rest: string;
}

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/**
 * Finds the days and the time that a message names, with 'tomorrow' in the business's time zone.
 * 'Thursday' is the next one, or the last one if the message is about the past.
 */
export function spokenDates(message: string, moment: Moment): SpokenDates {
  const text = message.replaceAll(weekdays, '$1');
  const today = moment.local.date;
  for (const [pattern, range] of spans) {
    const match = pattern.exec(text);
    if (!match) continue;
    const others = spokenTime(without(text, match[0]), moment);
    return { days: range(today), ...others };
  }
  const [inYear, year] = /\bin (20\d{2})\b(?! ?[-/.:])/i.exec(text) ?? [];
  if (inYear !== undefined && /^\W*$/.test(text.slice(text.indexOf(inYear) + inYear.length))) {
    return { days: yearOf(Number(year)), time: null, rest: without(text, inYear) };
  }
  const looksBack = /\b(last|did|was|were|ago|had|paid|previous|past)\b/i.test(text);
  const reference = { instant: moment.now, timezone: zoneMinutes(moment) };
  const found = chrono
    .parse(
      text.replaceAll(/#\s*\d+/g, (id) => ' '.repeat(id.length)),
      reference,
      {
        forwardDate: !looksBack,
      },
    )
    .filter(saysWhen);
  const [dated] = found.filter(namesDay);
  const timed = found.find(({ start }) => start.isCertain('hour'));
  let rest = text;
  for (const { text: words } of found) rest = without(rest, words);
  const numbered = dated ? null : dayOfMonth.exec(rest);
  if (numbered) rest = without(rest, numbered[0]);
  return {
    days: dated ? rangeOf(dated, looksBack, today) : numberedDay(numbered, looksBack, today),
    time: timed ? timeOf(timed.start) : null,
    rest,
  };
}

/** Finds the time of day in the text without the words for the day. */
function spokenTime(text: string, moment: Moment): Pick<SpokenDates, 'time' | 'rest'> {
  const reference = { instant: moment.now, timezone: zoneMinutes(moment) };
  const timed = chrono
    .parse(text, reference)
    .find((result) => saysWhen(result) && result.start.isCertain('hour'));
  return timed
    ? { time: timeOf(timed.start), rest: without(text, timed.text) }
    : { time: null, rest: text };
}

/** 'on Sundays' means any Sunday. */
const weekdays = /\b((?:mon|tues|wednes|thurs|fri|satur|sun)day)['’]?s\b/gi;

/** Weeks begin on Sunday. */
const spans: readonly (readonly [RegExp, (today: string) => DayRange])[] = [
  [/\bthis week\b/i, (today) => week(today, 0)],
  [/\bnext week\b/i, (today) => week(today, 1)],
  [/\b(last|previous) week\b/i, (today) => week(today, -1)],
  [/\b(this |on the |at the |the )?weekends?\b/i, weekend],
  [/\bthis month\b/i, (today) => month(today, 0)],
  [/\bnext month\b/i, (today) => month(today, 1)],
  [/\b(last|previous) month\b/i, (today) => month(today, -1)],
  [/\bthis year\b/i, (today) => yearOf(Number(today.slice(0, 4)))],
  [/\bnext year\b/i, (today) => yearOf(Number(today.slice(0, 4)) + 1)],
  [/\b(last|previous) year\b/i, (today) => yearOf(Number(today.slice(0, 4)) - 1)],
  [/\b(to-?day|tonight|2day)(['’]?s)?\b/i, (today) => ({ from: today, to: today })],
  [
    /\b(tomorrow|tomorow|tommorow|tommorrow|tmrw|tmr|2moro)('?s)?\b(?! at|,? \d)/i,
    (today) => ({ from: addDays(today, 1), to: addDays(today, 1) }),
  ],
];

/** 'the 5th': of this month or the next, or the last one if the message is about the past. */
const dayOfMonth = /\b(?:on )?(?:the )?(\d{1,2})(?:st|nd|rd|th)\b/i;

function numberedDay(
  match: RegExpExecArray | null,
  looksBack: boolean,
  today: string,
): DayRange | null {
  if (!match) return null;
  for (let months = 0; months < 3; months += 1) {
    const { from } = month(today, looksBack ? -months : months);
    const date = `${from.slice(0, 8)}${two(Number(match[1]))}`;
    if (isCalendarDate(date) && (looksBack ? date <= today : date >= today)) {
      return { from: date, to: date };
    }
  }
  return null;
}

function week(today: string, weeks: number): DayRange {
  const from = addDays(today, weeks * 7 - weekdayOf(today));
  return { from, to: addDays(from, 6) };
}

function weekend(today: string): DayRange {
  const saturday = addDays(today, (6 - weekdayOf(today) + 7) % 7);
  return { from: saturday, to: addDays(saturday, 1) };
}

function month(today: string, months: number): DayRange {
  const count = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 + months;
  return monthOf(Math.floor(count / 12), (count % 12) + 1);
}

function yearOf(year: number): DayRange {
  return { from: `${year}-01-01`, to: `${year}-12-31` };
}

function monthOf(year: number, number: number): DayRange {
  const from = `${year}-${two(number)}-01`;
  const after = number === 12 ? `${year + 1}-01-01` : `${year}-${two(number + 1)}-01`;
  return { from, to: addDays(after, -1) };
}

function rangeOf(result: chrono.ParsedResult, looksBack: boolean, today: string): DayRange | null {
  const { start, end } = result;
  const isWholeMonth = start.isCertain('month') && !start.isCertain('day');
  if (isWholeMonth && !start.isCertain('weekday')) {
    const number = start.get('month') ?? 1;
    const year = Number(today.slice(0, 4));
    const spoken = start.isCertain('year') ? (start.get('year') ?? year) : year;
    const range = monthOf(spoken, number);
    if (start.isCertain('year')) return range;
    if (looksBack && range.from > today) return monthOf(year - 1, number);
    return !looksBack && range.to < today ? monthOf(year + 1, number) : range;
  }
  const from = dateOf(start);
  const to = end ? dateOf(end) : from;
  return isCalendarDate(from) && isCalendarDate(to) && from <= to ? { from, to } : null;
}

/** Returns whether a result is a date or time; 'now', 'may' or a bare number is none. */
function saysWhen({ text, start }: chrono.ParsedResult): boolean {
  if (/^(now|just now|may|march|second|sec|mon|sun|sat|wed)$/i.test(text.trim())) {
    return /^(mon|sun|sat|wed)$/i.test(text.trim());
  }
  return (
    namesDay({ start }) ||
    (start.isCertain('hour') && /\d\s*(am|pm|:|o'?clock)|noon|\bat\b/i.test(text))
  );
}

function namesDay({ start }: Pick<chrono.ParsedResult, 'start'>): boolean {
  return start.isCertain('day') || start.isCertain('weekday') || start.isCertain('month');
}

function dateOf(parts: chrono.ParsedComponents): string {
  const [year = 0, month_ = 0, day = 0] = [
    parts.get('year'),
    parts.get('month'),
    parts.get('day'),
  ].map((value) => value ?? 0);
  return `${String(year).padStart(4, '0')}-${two(month_)}-${two(day)}`;
}

function timeOf(parts: chrono.ParsedComponents): string {
  const hour = parts.get('hour') ?? 0;
  // 'at 3' is in the afternoon: there are no visits at night.
  const meant = parts.isCertain('meridiem') || hour >= 8 || hour === 0 ? hour : hour + 12;
  return `${two(meant)}:${two(parts.get('minute') ?? 0)}`;
}

/** Returns how far the business's time zone is ahead of UTC now, in minutes. */
function zoneMinutes({ now, local }: Moment): number {
  const shown = Date.parse(`${local.date}T00:00:00Z`) + local.minutes * 60_000;
  return Math.round((shown - now.getTime()) / 60_000);
}

function without(text: string, words: string): string {
  return text.replace(words, ' ');
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
