import { expect, test } from 'vitest';
import { summarizeDay } from './day-summary.ts';

const noCounts = {
  pending: 0,
  unassigned: 0,
  confirmed: 0,
  in_progress: 0,
  completed: 0,
  cancelled: 0,
};

test("the day's summary leaves out canceled appointments @dispatch.today", () => {
  expect(
    summarizeDay({
      ...noCounts,
      pending: 1,
      unassigned: 1,
      in_progress: 1,
      completed: 2,
      cancelled: 3,
    }),
  ).toEqual({ total: '5 appointments today', parts: '2 pending, 1 in progress, 2 completed' });
  expect(summarizeDay({ ...noCounts, confirmed: 1 })).toEqual({
    total: '1 appointment today',
    parts: '1 confirmed',
  });
  expect(summarizeDay({ ...noCounts, cancelled: 2 })).toEqual({ total: null, parts: '' });
});
