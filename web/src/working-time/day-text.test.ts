import type { TeamMember, TimeOff } from '@curbwrench/contract/working-time/schemas';
import { expect, test } from 'vitest';
import { displayTimeOff, describeTimeOff, getMemberDay } from './day-text.ts';

const timeOff = (
  [startDate, startTime]: [string, string],
  [endDate, endTime]: [string, string],
): TimeOff => ({
  id: 1,
  startDate,
  startTime,
  endDate,
  endTime,
  reason: null,
  byMechanic: false,
  sick: false,
});

/** Keeps a time together in a narrow column. */
const nbsp = '\u00A0';

test('time off on a day is described by the part of the day that it covers', () => {
  const trip = timeOff(['2026-03-03', '15:00'], ['2026-03-05', '10:30']);
  expect(displayTimeOff(trip, '2026-03-03')).toBe(`Off from 3${nbsp}PM`);
  expect(displayTimeOff(trip, '2026-03-04')).toBe('Off');
  expect(displayTimeOff(trip, '2026-03-05')).toBe(`Off until 10:30${nbsp}AM`);
  const hourOff = timeOff(['2026-03-03', '10:00'], ['2026-03-03', '11:00']);
  expect(displayTimeOff(hourOff, '2026-03-03')).toBe(`Off 10${nbsp}AM–11${nbsp}AM`);
});

test('the full description of time off includes its days, times and reason', () => {
  const describe = (...ends: Parameters<typeof timeOff>) => describeTimeOff(timeOff(...ends));
  expect(describe(['2026-03-03', '00:00'], ['2026-03-04', '00:00'])).toBe('Tue, Mar 03, 2026');
  expect(describe(['2026-03-03', '00:00'], ['2026-03-06', '00:00'])).toBe(
    'Tue, Mar 03, 2026 to Thu, Mar 05, 2026',
  );
  expect(describe(['2026-03-03', '10:00'], ['2026-03-03', '11:00'])).toBe(
    `Tue, Mar 03, 2026, 10${nbsp}AM to 11${nbsp}AM`,
  );
  const trip = timeOff(['2026-03-03', '15:00'], ['2026-03-05', '10:30']);
  expect(describeTimeOff({ ...trip, reason: 'Trip' })).toBe(
    `Tue, Mar 03, 2026, 3${nbsp}PM to Thu, Mar 05, 2026, 10:30${nbsp}AM, Trip`,
  );
});

test("a date's own hours replace the weekly hours, and time off until midnight does not include the next day", () => {
  const usual = [{ startTime: '08:00', endTime: '18:00' }];
  const member: TeamMember = {
    id: 'a',
    firstName: 'A',
    lastName: 'B',
    profileImageUrl: null,
    skills: [],
    weeklyHours: [[], usual, usual, usual, usual, usual, []],
    exceptions: [{ date: '2026-03-04', hours: [] }],
    timeOff: [timeOff(['2026-03-03', '00:00'], ['2026-03-04', '00:00'])],
  };
  expect(getMemberDay(member, '2026-03-03')).toMatchObject({ hours: usual, isException: false });
  expect(getMemberDay(member, '2026-03-03').timeOff).toHaveLength(1);
  expect(getMemberDay(member, '2026-03-04')).toEqual({ hours: [], isException: true, timeOff: [] });
});
