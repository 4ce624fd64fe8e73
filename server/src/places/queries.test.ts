import { expect, test } from 'vitest';
import { findPlaceByZip, loadPlaces } from './queries.ts';
import { findInTable } from './rules.ts';

test('the table has the ZIP codes of all states and of the territories, each in the United States', () => {
  const { byZip } = loadPlaces();
  expect(byZip.size).toBeGreaterThan(41_000);
  expect(findPlaceByZip('94103')).toEqual({
    name: 'San Francisco',
    state: 'CA',
    lat: 37.7725,
    lng: -122.4147,
  });
  expect(findPlaceByZip('00901')).toMatchObject({ name: '', state: 'PR' });
  // Military mail.
  expect(findPlaceByZip('09001')).toBeNull();
  const states = new Set([...byZip.values()].map(({ state }) => state));
  expect(states.size).toBe(50 + ['DC', 'GU', 'MH', 'MP', 'PR', 'VI'].length);
  const wrong = [...byZip].filter(
    ([zip, { lat, lng }]) =>
      !/^\d{5}$/.test(zip) || !(lat > 7 && lat < 72 && (lng < -64 || lng > 144)),
  );
  expect(wrong).toEqual([]);
});

test('every town of the table is found by its name and its state', () => {
  const unknown = [...loadPlaces().byZip.values()].filter(
    ({ name, state }) =>
      name !== '' && findInTable(loadPlaces(), `${name}, ${state}`, { lat: 0, lng: 0 }) === null,
  );
  expect(unknown).toEqual([]);
});
