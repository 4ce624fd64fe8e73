import { expect, test } from 'vitest';
import { countMechanics, filterByTab, searchMechanics } from './mechanic-filter.ts';

const bell = {
  firstName: 'Marcus',
  lastName: 'Bell',
  email: 'mb@example.com',
  status: 'on_job',
} as const;
const reyes = {
  firstName: 'Dana',
  lastName: 'Reyes',
  email: 'dana@example.com',
  status: 'available',
} as const;
const bellamy = {
  firstName: 'Ana',
  lastName: 'Bellamy',
  email: 'ana@example.com',
  status: 'offline',
} as const;
const all = [bell, reyes, bellamy];

test('a search matches the name and the email, with words in any order and case', () => {
  expect(searchMechanics(all, '')).toEqual(all);
  expect(searchMechanics(all, ' BELL ')).toEqual([bell, bellamy]);
  expect(searchMechanics(all, 'bell marc')).toEqual([bell]);
  expect(searchMechanics(all, 'dana@')).toEqual([reyes]);
  expect(searchMechanics(all, 'nobody')).toEqual([]);
});

test('a tab shows the mechanics with that status, and All shows everyone', () => {
  expect(filterByTab(all, 'all')).toEqual(all);
  expect(filterByTab(all, 'available')).toEqual([reyes]);
  expect(filterByTab(all, 'on_job')).toEqual([bell]);
  expect(filterByTab(all, 'offline')).toEqual([bellamy]);
  expect(countMechanics([...all, reyes])).toEqual({ all: 4, available: 2, on_job: 1, offline: 1 });
});
