import type { TeamMember, TimeOff } from '@curbwrench/contract/working-time/schemas';
import { expect, test } from 'vitest';
import { displayTimeOff, getMemberDay } from './day-text.ts';

const timeOff = (
  [startDate, startTime]: [string, string],
  [endDate, endTime]: [string, string],
): TimeOff => ({ id: 1, startDate, startTime, endDate, endTime, reason: null, byMechanic: false });

test('time off says which part of a day it takes', () => {
  const trip = timeOff(['2026-03-03', '15:00'], ['2026-03-05', '10:30']);
  expect(displayTimeOff(trip, '2026-03-03')).toBe('Off from 3 PM');
  expect(displayTimeOff(trip, '2026-03-04')).toBe('Off');
  expect(displayTimeOff(trip, '2026-03-05')).toBe('Off until 10:30 AM');
  const hour = timeOff(['2026-03-03', '10:00'], ['2026-03-03', '11:00']);
  expect(displayTimeOff(hour, '2026-03-03')).toBe('Off 10 AM–11 AM');
});

test('a day has its own hours before the weekly ones, and time off until midnight ends the day before', () => {
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
