import { expect, test } from 'vitest';
import { countByTab } from './status-tabs.ts';

test('pending includes unassigned; canceled appointments are not counted @dispatch.counts', () => {
  const counts = {
    pending: 3,
    unassigned: 2,
    confirmed: 7,
    in_progress: 1,
    completed: 40,
    cancelled: 5,
  };
  expect(countByTab(counts)).toEqual({ pending: 5, confirmed: 7, in_progress: 1, completed: 40 });
});
