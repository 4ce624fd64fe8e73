import type { BoardWeekDay } from '@curbwrench/contract/appointments/board-schemas';
import { expect, test } from 'vitest';
import { describeMechanicLoads, displayMinutes, getWeekRange, summarizeLoad } from './week-load.ts';

const makeDay = (overrides: Partial<BoardWeekDay>): BoardWeekDay => ({
  date: '2026-03-03',
  hours: [],
  workingMinutes: 0,
  bookedMinutes: 0,
  jobs: [],
  ...overrides,
});

test('durations are shown in hours and minutes @board.week', () => {
  expect([0, 45, 60, 150].map(displayMinutes)).toEqual(['0h', '45m', '1h', '2h 30m']);
});

test('the load of several days is added up, and only the booked time is shown if no one is working @board.week', () => {
  const job = { id: 1, startTime: '08:00', endTime: '09:30', status: 'confirmed' } as const;
  const busy = makeDay({ workingMinutes: 600, bookedMinutes: 90, jobs: [job] });
  expect(summarizeLoad([busy, makeDay({ workingMinutes: 480 })])).toEqual([
    '1 job',
    '1h 30m of 18h',
  ]);
  expect(summarizeLoad([makeDay({ bookedMinutes: 90, jobs: [job] })])).toEqual(['1 job', '1h 30m']);
  expect(summarizeLoad([makeDay({})])).toEqual(['No jobs']);
});

test('all days of a week show the same hours @board.week', () => {
  const early = { id: 1, startTime: '06:30', endTime: '07:30', status: 'pending' } as const;
  const week = {
    dates: [],
    holidays: [],
    unassigned: [makeDay({ jobs: [early] })],
    mechanics: [
      {
        id: 'ana',
        firstName: 'Ana',
        lastName: 'Ortiz',
        days: [makeDay({ hours: [{ startTime: '08:00', endTime: '18:00' }] })],
      },
    ],
  };
  expect(getWeekRange(week)).toEqual({ from: 5 * 60, to: 19 * 60 });
});

test("a mechanic's load contains the number of jobs in the week and on each day that has any @hours.team", () => {
  const job = { id: 1, startTime: '08:00', endTime: '09:30', status: 'confirmed' } as const;
  const days = [
    makeDay({ workingMinutes: 600, bookedMinutes: 180, jobs: [job, { ...job, id: 2 }] }),
    makeDay({ date: '2026-03-04', workingMinutes: 600 }),
  ];
  const loads = describeMechanicLoads({
    mechanics: [{ id: 'ana', firstName: 'Ana', lastName: 'Ortiz', days }],
  });
  expect(loads.get('ana')).toEqual({
    week: '2 jobs, 3h of 20h',
    byDate: new Map([['2026-03-03', '2 jobs']]),
  });
});
