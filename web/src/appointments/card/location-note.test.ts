import { expect, test } from 'vitest';
import { getLocationNote } from './location-note.ts';

test.each([
  ['zip', '5 Elm Street, Austin, TX 78704', 'Near 78704. The exact location is unknown.'],
  ['zip', '12345 Elm Street, TX 78704-1234, USA', 'Near 78704. The exact location is unknown.'],
  ['zip', 'Elm Street', 'Near the center of the ZIP code. The exact location is unknown.'],
  ['town', 'Elm Street, Austin', 'Near the center of the city. The exact location is unknown.'],
  ['street', 'Elm Street, Austin', null],
  ['house', '5 Elm Street, Austin', null],
  ['pin', '5 Elm Street, Austin', null],
] as const)(
  'the note for the precision %s and the address %s is %j @appointments.place-map',
  (placePrecision, address, note) => {
    const location = JSON.stringify({ address, lat: 30.25, lng: -97.76 });
    expect(getLocationNote({ location, placePrecision })).toBe(note);
  },
);

test('without coordinates, the note says that the location is not on the map @dispatch.live-lists', () => {
  const location = JSON.stringify({ address: 'Elm Street' });
  expect(getLocationNote({ location, placePrecision: 'unknown' })).toBe(
    "Not on the map. We couldn't find this address.",
  );
});
