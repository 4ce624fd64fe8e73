import { expect, test } from 'vitest';
import { findPlaceByZip, loadZipTable } from './queries.ts';
import { findInZipTable } from './rules.ts';

test('the ZIP table has the ZIP codes of all states and territories, with plausible coordinates', () => {
  const { byZip } = loadZipTable();
  expect(byZip.size).toBeGreaterThan(41_000);
  expect(findPlaceByZip('94103')).toEqual({
    name: 'San Francisco',
    state: 'CA',
    lat: 37.7725,
    lng: -122.4147,
  });
  expect(findPlaceByZip('00901')).toMatchObject({ name: '', state: 'PR' });
  // A military ZIP code.
  expect(findPlaceByZip('09001')).toBeNull();
  const states = new Set([...byZip.values()].map(({ state }) => state));
  expect(states.size).toBe(50 + ['DC', 'GU', 'MH', 'MP', 'PR', 'VI'].length);
  const implausible = [...byZip].filter(
    ([zip, { lat, lng }]) =>
      !/^\d{5}$/.test(zip) || !(lat > 7 && lat < 72 && (lng < -64 || lng > 144)),
  );
  expect(implausible).toEqual([]);
});

test('every city in the ZIP table is found by its name and state', () => {
  const notFound = [...loadZipTable().byZip.values()].filter(
    ({ name, state }) =>
      name !== '' &&
      findInZipTable(loadZipTable(), `${name}, ${state}`, { lat: 0, lng: 0 }) === null,
  );
  expect(notFound).toEqual([]);
});
