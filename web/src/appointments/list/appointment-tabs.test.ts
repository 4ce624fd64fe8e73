import { expect, test } from 'vitest';
import {
  getDate,
  dayCountText,
  getEarlierFilters,
  getTabFilters,
  getStatusOptions,
  getStatus,
  getTab,
  getTabs,
} from './appointment-tabs.ts';

const today = '2026-11-22';

test("admins start on the All tab; other roles don't have it and start on Upcoming @appointments.tabs", () => {
  expect(getTabs('admin').map((tab) => tab.label)).toEqual(['All', 'Upcoming', 'Past']);
  expect(getTab({}, 'admin')).toBe('all');
  for (const role of ['customer', 'mechanic', 'service_advisor'] as const) {
    expect(getTabs(role).map((tab) => tab.label)).toEqual(['Upcoming', 'Past']);
    expect(getTab({}, role)).toBe('upcoming');
    expect(getTab({ tab: 'all' }, role)).toBe('upcoming');
    expect(getTab({ tab: 'past' }, role)).toBe('past');
  }
});

test('only admins are offered the Unassigned filter @appointments.tabs', () => {
  expect(getStatusOptions('admin').map((option) => option.value)).toContain('unassigned');
  expect(getStatusOptions('service_advisor').map((option) => option.value)).not.toContain(
    'unassigned',
  );
  expect(getStatus({ status: 'unassigned' }, 'admin')).toBe('unassigned');
  expect(getStatus({ status: 'unassigned' }, 'customer')).toBeUndefined();
  expect(getStatus({ status: 'nonsense' }, 'admin')).toBeUndefined();
});

test('an invalid date in the URL is ignored', () => {
  expect(getDate({ date: '2026-02-28' })).toBe('2026-02-28');
  expect(getDate({ date: '2026-02-30' })).toBeUndefined();
  expect(getDate({})).toBeUndefined();
});

test("a day's count shows canceled appointments separately", () => {
  const noCounts = {
    pending: 0,
    unassigned: 0,
    confirmed: 0,
    in_progress: 0,
    completed: 0,
    cancelled: 0,
  };
  expect(dayCountText(noCounts)).toBe('');
  expect(dayCountText({ ...noCounts, pending: 1 })).toBe('1 appointment');
  expect(dayCountText({ ...noCounts, confirmed: 3, completed: 2 })).toBe('5 appointments');
  expect(dayCountText({ ...noCounts, confirmed: 3, cancelled: 2 })).toBe(
    '3 appointments, plus 2 canceled',
  );
  expect(dayCountText({ ...noCounts, cancelled: 1 })).toBe('0 appointments, plus 1 canceled');
});

test('Upcoming and All are sorted earliest first, Past latest first @appointments.list-order', () => {
  expect(getTabFilters('upcoming', undefined, undefined, today)).toMatchObject({
    when: 'upcoming',
    from: undefined,
    sort: 'date',
  });
  expect(getTabFilters('past', '2026-11-20', 'completed', today)).toMatchObject({
    when: 'past',
    sort: '-date',
    date: '2026-11-20',
    status: ['completed'],
  });
  expect(getTabFilters('all', '2026-11-20', undefined, today)).toMatchObject({
    date: '2026-11-20',
    from: undefined,
    sort: 'date',
  });
});

test('All starts with today, and the earlier appointments end with yesterday', () => {
  expect(getTabFilters('all', undefined, 'confirmed', today)).toMatchObject({
    when: undefined,
    from: today,
    status: ['confirmed'],
    sort: 'date',
  });
  expect(getEarlierFilters('confirmed', today)).toEqual({
    status: ['confirmed'],
    to: '2026-11-21',
    sort: '-date',
  });
});
