import { expect, test } from 'vitest';
import {
  dateIn,
  dayCountText,
  earlierFilters,
  filtersOf,
  statusChoices,
  statusIn,
  tabIn,
  tabsFor,
} from './appointment-tabs.ts';

const today = '2026-11-22';

test('admins start on All; other roles lack it and start on Upcoming @appointments.tabs', () => {
  expect(tabsFor('admin').map((tab) => tab.label)).toEqual(['All', 'Upcoming', 'Past']);
  expect(tabIn({}, 'admin')).toBe('all');
  for (const role of ['customer', 'mechanic', 'service_advisor'] as const) {
    expect(tabsFor(role).map((tab) => tab.label)).toEqual(['Upcoming', 'Past']);
    expect(tabIn({}, role)).toBe('upcoming');
    expect(tabIn({ tab: 'all' }, role)).toBe('upcoming');
    expect(tabIn({ tab: 'past' }, role)).toBe('past');
  }
});

test('only admins are offered the Unassigned filter @appointments.tabs', () => {
  expect(statusChoices('admin').map((one) => one.value)).toContain('unassigned');
  expect(statusChoices('service_advisor').map((one) => one.value)).not.toContain('unassigned');
  expect(statusIn({ status: 'unassigned' }, 'admin')).toBe('unassigned');
  expect(statusIn({ status: 'unassigned' }, 'customer')).toBeUndefined();
  expect(statusIn({ status: 'nonsense' }, 'admin')).toBeUndefined();
});

test('a date that does not exist does not filter', () => {
  expect(dateIn({ date: '2026-02-28' })).toBe('2026-02-28');
  expect(dateIn({ date: '2026-02-30' })).toBeUndefined();
  expect(dateIn({})).toBeUndefined();
});

test('the count of a day lists cancelled appointments separately', () => {
  const none = {
    pending: 0,
    unassigned: 0,
    confirmed: 0,
    in_progress: 0,
    completed: 0,
    cancelled: 0,
  };
  expect(dayCountText(none)).toBe('');
  expect(dayCountText({ ...none, pending: 1 })).toBe('1 appointment');
  expect(dayCountText({ ...none, confirmed: 3, completed: 2 })).toBe('5 appointments');
  expect(dayCountText({ ...none, confirmed: 3, cancelled: 2 })).toBe(
    '3 appointments, and 2 cancelled',
  );
  expect(dayCountText({ ...none, cancelled: 1 })).toBe('0 appointments, and 1 cancelled');
});

test('upcoming and All are earliest first, past is latest first @appointments.list-order', () => {
  expect(filtersOf('upcoming', undefined, undefined, today)).toMatchObject({
    when: 'upcoming',
    from: undefined,
    sort: 'date',
  });
  expect(filtersOf('past', '2026-11-20', 'completed', today)).toMatchObject({
    when: 'past',
    sort: '-date',
    date: '2026-11-20',
    status: ['completed'],
  });
  expect(filtersOf('all', '2026-11-20', undefined, today)).toMatchObject({
    date: '2026-11-20',
    from: undefined,
    sort: 'date',
  });
});

test('All starts today and continues by day; earlier days are read from yesterday back', () => {
  expect(filtersOf('all', undefined, 'confirmed', today)).toMatchObject({
    when: undefined,
    from: today,
    status: ['confirmed'],
    sort: 'date',
  });
  expect(earlierFilters('confirmed', today)).toEqual({
    status: ['confirmed'],
    to: '2026-11-21',
    sort: '-date',
  });
});
