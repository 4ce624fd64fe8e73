import type { BoardDay, BoardMechanic } from '@curbwrench/contract/appointments/board-schemas';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { expect, test } from 'vitest';
import type { Lane } from './lanes.ts';
import { findPhoneLane, listDayParts, listPhoneLanes, listStarts } from './phone-day.ts';

const mechanic: BoardMechanic = {
  id: 'ana',
  firstName: 'Ana',
  lastName: 'Ortiz',
  email: null,
  profileImageUrl: null,
  status: 'available',
  sick: false,
  hours: [{ startTime: '08:00', endTime: '16:00' }],
  timeOff: [{ startTime: '12:00', endTime: '13:00', reason: 'Dentist' }],
};

const makeJob = (
  id: number,
  startTime: string,
  endTime: string,
  overrides: Partial<Appointment> = {},
) =>
  ({
    id,
    date: '2026-03-03',
    startTime,
    endTime,
    mechanicId: 'ana',
    attention: null,
    ...overrides,
  }) as Appointment;

const makeLane = (jobs: readonly Appointment[], overrides: Partial<BoardMechanic> = {}): Lane => ({
  mechanicId: 'ana',
  name: 'Ana Ortiz',
  mechanic: { ...mechanic, ...overrides },
  blocks: jobs.map((job) => ({ job, row: 0 })),
  rows: 1,
});

test("a mechanic's day lists jobs, time off, and the free time of 15 minutes or more between them @board.phone", () => {
  const jobs = [makeJob(1, '08:10', '10:00'), makeJob(2, '10:00', '11:00')];
  const parts = listDayParts(makeLane(jobs));
  expect(parts.map(({ kind, span }) => [kind, span.from / 60, span.to / 60])).toEqual([
    // The ten minutes before 8:10 are too short to be listed.
    ['job', 8 + 10 / 60, 10],
    ['job', 10, 11],
    ['free', 11, 12],
    ['off', 12, 13],
    ['free', 13, 16],
  ]);
});

test('a mechanic who is out sick has no free time @board.phone', () => {
  const kinds = listDayParts(makeLane([], { sick: true })).map(({ kind }) => kind);
  expect(kinds).toEqual(['off']);
});

test('there is a lane for the jobs that need attention, one for unassigned jobs, and one for each mechanic @board.phone', () => {
  const day: BoardDay = {
    date: '2026-03-03',
    holiday: null,
    mechanics: [mechanic],
    appointments: [
      makeJob(1, '08:00', '09:00', { attention: 'overdue' }),
      makeJob(2, '10:00', '11:00', { mechanicId: null }),
    ],
  };
  const lanes = listPhoneLanes(day, new Map());
  expect(lanes.map(({ id, jobs }) => [id, jobs.map((job) => job.id)])).toEqual([
    ['attention', [1]],
    ['unassigned', [2]],
    ['ana', [1]],
  ]);
  expect(findPhoneLane(lanes, 'ana')?.id).toBe('ana');
  expect(findPhoneLane(lanes, 'unknown')?.id, 'when there are jobs to assign').toBe('unassigned');
  const lanesWhenAssigned = listPhoneLanes(day, new Map([[2, { mechanicId: 'ana', start: 600 }]]));
  expect(findPhoneLane(lanesWhenAssigned, undefined)?.id, 'when there are no jobs to assign').toBe(
    'ana',
  );
});

test("the Move dialog offers start times every 15 minutes, plus the job's current start time @board.place", () => {
  const starts = listStarts({ from: 480, to: 600 }, makeJob(1, '08:20', '09:20'), 60);
  expect(starts).toEqual([480, 495, 500, 510, 525, 540]);
});
