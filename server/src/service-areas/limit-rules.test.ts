import { describe, expect, test } from 'vitest';
import { findLimitProblem, type AreaLimits } from './limit-rules.ts';

const area: AreaLimits = {
  name: 'Around Austin',
  days: ['mon', 'tue', 'fri'],
  earliestStart: '09:00',
  latestStart: '15:00',
  noticeHours: 24,
};

/** Monday, 10:00. */
const now = { date: '2026-03-02', minutes: 600 };

describe('the limits of an area', () => {
  test.each([
    ['2026-03-03', '10:00', null],
    ['2026-03-06', '09:00', null],
    ['2026-03-06', '15:00', null],
    [
      '2026-03-04',
      '10:00',
      'In our Around Austin area, we work on Mondays, Tuesdays, and Fridays.',
    ],
    ['2026-03-04', null, 'In our Around Austin area, we work on Mondays, Tuesdays, and Fridays.'],
    [
      '2026-03-06',
      '08:00',
      'In our Around Austin area, appointments start between 9:00 AM and 3:00 PM.',
    ],
    [
      '2026-03-06',
      '15:01',
      'In our Around Austin area, appointments start between 9:00 AM and 3:00 PM.',
    ],
    [null, '16:00', 'In our Around Austin area, appointments start between 9:00 AM and 3:00 PM.'],
    ['2026-03-03', '09:59', 'In our Around Austin area, please book at least 24 hours ahead.'],
    ['2026-03-06', null, null],
  ])('for %s at %s give the problem %s @areas.limits', (date, startTime, message) => {
    expect(findLimitProblem(area, { date, startTime }, now)?.message ?? null).toBe(message);
  });

  test('name the field that is wrong', () => {
    const fieldAt = (date: string, startTime: string) =>
      findLimitProblem(area, { date, startTime }, now)?.field;
    expect(fieldAt('2026-03-04', '08:00')).toBe('date');
    expect(fieldAt('2026-03-06', '08:00')).toBe('startTime');
  });

  test('name the days as a range if there are more than two in a row', () => {
    const weekStart: AreaLimits = { ...area, days: ['mon', 'tue', 'wed'] };
    const message = 'In our Around Austin area, we work Monday through Wednesday.';
    expect(findLimitProblem(weekStart, { date: '2026-03-06', startTime: null }, now)?.message).toBe(
      message,
    );
  });

  test('that are null allow any time', () => {
    const withoutLimits = { ...area, earliestStart: null, latestStart: null, noticeHours: null };
    expect(
      findLimitProblem(withoutLimits, { date: '2026-03-02', startTime: '10:00' }, now),
    ).toBeNull();
  });
});
