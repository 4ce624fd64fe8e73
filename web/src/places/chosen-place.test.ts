import type { PlaceSuggestion } from '@curbwrench/contract/places/schemas';
import { expect, test } from 'vitest';
import {
  describePrecision,
  getLocatedPlace,
  getSuggestedPlace,
  isPlaceOrNull,
  getPlaceAfterEdit,
} from './chosen-place.ts';

const house: PlaceSuggestion = {
  address: '5 Elm Street, San Francisco, CA 94103',
  lat: 37.77,
  lng: -122.41,
  precision: 'house',
  source: 'table',
};

test('a suggestion without coordinates has no place', () => {
  expect(getSuggestedPlace(house)).toEqual({ lat: 37.77, lng: -122.41, precision: 'house' });
  expect(getSuggestedPlace({ ...house, lat: null })).toBeNull();
  expect(getSuggestedPlace({ ...house, precision: 'unknown' })).toBeNull();
});

test('the center of a ZIP code is not sent with a typed address, because the address is just as precise @booking.locate', () => {
  expect(getLocatedPlace(house)).toEqual({ lat: 37.77, lng: -122.41, precision: 'house' });
  expect(getLocatedPlace({ ...house, precision: 'town' })).toMatchObject({ precision: 'town' });
  expect(getLocatedPlace({ ...house, precision: 'zip' })).toBeNull();
  expect(getLocatedPlace({ lat: null, lng: null, precision: 'unknown' })).toBeNull();
});

test('editing an address drops its place unless it is a pin @booking.location-edited', () => {
  const place = { lat: 37.77, lng: -122.41 };
  expect(getPlaceAfterEdit({ ...place, precision: 'house' })).toBeNull();
  expect(getPlaceAfterEdit({ ...place, precision: 'pin' })).toEqual({ ...place, precision: 'pin' });
  expect(getPlaceAfterEdit(null)).toBeNull();
});

test.each([
  [{ source: 'earlier' }, 'Previous address'],
  [{}, 'House'],
  [{ precision: 'street' }, 'Street'],
  [{ precision: 'zip' }, 'Around ZIP 94103'],
  [{ precision: 'zip', address: 'Elm Street' }, 'Around the ZIP code'],
  [{ precision: 'unknown' }, null],
] as const)('a suggestion with %j is described as %s', (changes, text) => {
  expect(describePrecision({ ...house, ...changes })).toBe(text);
});

test.each([
  [null, true],
  [{ lat: 1, lng: 2, precision: 'zip' }, true],
  [{ lat: 1, lng: 2, precision: 'unknown' }, false],
  [{ lat: '1', lng: 2, precision: 'zip' }, false],
  [{ lat: 1, precision: 'zip' }, false],
  ['pin', false],
  [undefined, false],
])('a stored value of %j is accepted as a place or null: %s', (value, isAccepted) => {
  expect(isPlaceOrNull(value)).toBe(isAccepted);
});
