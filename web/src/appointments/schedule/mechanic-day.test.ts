import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import { describe, expect, test } from 'vitest';
import { countDay, countToday, groupDay } from './mechanic-day.ts';

function job(id: number, status: AppointmentStatus, startTime: string, date = '2026-11-23') {
  return { id, status, startTime, date };
}

function getIds(jobs: readonly { id: number }[]) {
  return jobs.map((listedJob) => listedJob.id);
}

describe("a mechanic's day", () => {
  test('is grouped into jobs in progress, upcoming and completed, earliest first', () => {
    const day = groupDay([
      job(1, 'confirmed', '15:00'),
      job(2, 'completed', '08:00'),
      job(3, 'confirmed', '13:00'),
      job(4, 'in_progress', '10:00'),
      job(5, 'completed', '07:00'),
    ]);
    expect(getIds(day.in_progress)).toEqual([4]);
    expect(getIds(day.upcoming)).toEqual([3, 1]);
    expect(getIds(day.completed)).toEqual([5, 2]);
  });

  test('leaves out canceled jobs', () => {
    const day = groupDay([job(1, 'cancelled', '09:00')]);
    expect([...day.in_progress, ...day.upcoming, ...day.completed]).toEqual([]);
  });

  test('includes a job still in progress from the day before, without listing it twice', () => {
    const fromYesterday = job(9, 'in_progress', '16:00', '2026-11-22');
    expect(getIds(groupDay([job(1, 'confirmed', '09:00')], fromYesterday).in_progress)).toEqual([
      9,
    ]);
    const startedToday = job(4, 'in_progress', '10:00');
    expect(getIds(groupDay([startedToday], startedToday).in_progress)).toEqual([4]);
  });
});

const counts = {
  pending: 1,
  unassigned: 0,
  confirmed: 3,
  in_progress: 1,
  completed: 2,
  cancelled: 4,
};

test("the counts add up to the day's jobs, without canceled ones @mechanics.day", () => {
  expect(countDay(counts)).toEqual({ all: 7, upcoming: 4, in_progress: 1, completed: 2 });
});

test("today's counts include a job still in progress from the day before, without counting it twice", () => {
  const today = '2026-11-23';
  const dayCounts = { all: 7, upcoming: 4, in_progress: 1, completed: 2 };
  expect(countToday(counts, today, { date: today })).toEqual(dayCounts);
  const fromYesterday = { date: '2026-11-22' };
  expect(countToday({ ...counts, in_progress: 0 }, today, fromYesterday)).toEqual(dayCounts);
});
