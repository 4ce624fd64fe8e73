import { expect, test } from 'vitest';
import { getPlaceNote } from './place-note.ts';

test.each([
  ['zip', '5 Elm Street, Austin, TX 78704', 'Near 78704; the exact place is not known.'],
  ['zip', '12345 Elm Street, TX 78704-1234, USA', 'Near 78704; the exact place is not known.'],
  ['zip', 'Elm Street', 'Near the middle of its ZIP code; the exact place is not known.'],
  ['town', 'Elm Street, Austin', 'Near the middle of the town; the exact place is not known.'],
  ['street', 'Elm Street, Austin', null],
  ['house', '5 Elm Street, Austin', null],
  ['pin', '5 Elm Street, Austin', null],
] as const)(
  'a place known by its %s at %s is described as %j @appointments.place-map',
  (placePrecision, address, text) => {
    const location = JSON.stringify({ address, lat: 30.25, lng: -97.76 });
    expect(getPlaceNote({ location, placePrecision })).toBe(text);
  },
);

test('a place without coordinates is not on the map @dispatch.live-lists', () => {
  const location = JSON.stringify({ address: 'Elm Street' });
  expect(getPlaceNote({ location, placePrecision: 'unknown' })).toBe(
    'Not on the map; the place is not known.',
  );
});
