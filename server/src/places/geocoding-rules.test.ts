import { describe, expect, test } from 'vitest';
import {
  chooseFoundPlace,
  chooseNearby,
  getBoxAround,
  normalizeQuestion,
  toFoundPlace,
  type AddressParts,
} from './geocoding-rules.ts';

const austin = { lat: 30.27, lng: -97.74 };

const house: AddressParts = {
  lat: 30.25,
  lng: -97.76,
  country: 'us',
  houseNumber: '1912',
  street: 'South Lamar Boulevard',
  town: 'Austin',
  state: 'Texas',
  zip: '78704-1234',
};

const find = (changes: {
  readonly [Part in keyof AddressParts]?: AddressParts[Part] | undefined;
}) => {
  const parts = { ...house, ...changes } as AddressParts;
  const found = toFoundPlace(parts, austin);
  return found && `${found.precision}: ${found.address}`;
};

describe('a place of a service', () => {
  test('is as exact as its address @booking.geocoder', () => {
    expect(find({})).toBe('house: 1912 South Lamar Boulevard, Austin, TX 78704');
    expect(find({ houseNumber: undefined })).toBe(
      'street: South Lamar Boulevard, Austin, TX 78704',
    );
    expect(find({ street: undefined })).toBe('zip: Austin, TX 78704');
    expect(find({ street: undefined, name: '78704' })).toBe('zip: Austin, TX 78704');
    expect(find({ street: undefined, zip: undefined, name: 'Austin' })).toBe('town: Austin, TX');
    expect(find({ houseNumber: undefined, name: 'Zilker Park' })).toBe(
      'street: Zilker Park, South Lamar Boulevard, Austin, TX 78704',
    );
    expect(find({ name: "Curra's Grill", state: 'TX' })).toBe(
      'house: 1912 South Lamar Boulevard, Austin, TX 78704',
    );
  });

  test('is left out if it is larger than a town, elsewhere, or cannot be saved as an address @booking.geocoder', () => {
    const texas = { street: undefined, houseNumber: undefined, town: undefined, zip: undefined };
    expect(find({ ...texas, name: 'Texas' })).toBeNull();
    for (const country of ['mx', undefined, '']) expect(find({ country })).toBeNull();
    expect(find({ country: 'US' })).not.toBeNull();
    // Swapped, not on the earth, too far away.
    expect(find({ lat: -97.76, lng: 30.25 })).toBeNull();
    expect(find({ lat: 30.25, lng: 97.76 })).toBeNull();
    expect(find({ lat: Number.NaN })).toBeNull();
    expect(find({ lat: 0, lng: 0 })).toBeNull();
    expect(find({ lat: 33.8 })).not.toBeNull();
    expect(find({ lat: 33.9 })).toBeNull();
    expect(find({ street: 'x'.repeat(300) })).toBeNull();
    for (const character of ['\n', '\u0000', '\u202e', '\u2028', '\ud800']) {
      expect(find({ street: `South${character}Lamar` })).toBeNull();
    }
  });
});

const at = (lat: number, precision: 'house' | 'street' | 'zip' | 'town' = 'house') => ({
  address: 'As the service writes it',
  position: { lat, lng: austin.lng },
  precision,
});

describe('the place of a typed address', () => {
  const inZip = { address: '5 Elm', position: austin, precision: 'zip' } as const;
  const unknown = { address: '5 Elm', position: null, precision: 'unknown' } as const;

  test('is the likeliest that a service found near its ZIP code or town @booking.geocoder', () => {
    const far = at(30.73);
    expect(chooseFoundPlace(inZip, [far, at(30.3), at(30.4)], austin)).toEqual({
      address: '5 Elm',
      position: { lat: 30.3, lng: austin.lng },
      precision: 'house',
    });
    expect(chooseFoundPlace(inZip, [far], austin)).toBe(inZip);
    expect(chooseFoundPlace(inZip, [at(30.71)], austin)).toMatchObject({ precision: 'house' });
    expect(chooseFoundPlace(inZip, [], austin)).toBe(inZip);
  });

  test('is not replaced by a less exact one @booking.geocoder', () => {
    expect(chooseFoundPlace(inZip, [at(30.3, 'town')], austin)).toBe(inZip);
    expect(chooseFoundPlace(inZip, [at(30.3, 'zip')], austin).position?.lat).toBe(30.3);
  });

  test('without a ZIP code or town is found only if it is the only one around the business @booking.geocoder', () => {
    expect(chooseFoundPlace(unknown, [at(30.3)], austin)).toMatchObject({ precision: 'house' });
    expect(chooseFoundPlace(unknown, [at(30.73)], austin)).toBe(unknown);
    expect(chooseFoundPlace(unknown, [at(30.3), at(30.73)], austin)).toMatchObject({
      precision: 'house',
    });
    expect(chooseFoundPlace(unknown, [at(30.3), at(30.4)], austin)).toBe(unknown);
    // Buildings of the same house number; a street that is less exact than the house.
    expect(chooseFoundPlace(unknown, [at(30.3), at(30.301)], austin)).not.toBe(unknown);
    expect(chooseFoundPlace(unknown, [at(30.3), at(30.4, 'street')], austin)).not.toBe(unknown);
  });
});

test('a point is described by a house or street at most 1 km away @booking.own-position', () => {
  const point = { lat: 30.3, lng: austin.lng };
  expect(chooseNearby([at(30.31), at(30.305, 'zip'), at(30.306, 'street')], point)).toEqual(
    at(30.306, 'street'),
  );
  expect(chooseNearby([at(30.31)], point)).toBeNull();
});

test('questions that differ in case, punctuation or accents are the same question @booking.geocoder-limit', () => {
  expect(normalizeQuestion(' 5  Élm St., AUSTIN ')).toBe('5 elm st austin');
});

test('addresses are looked for 400 km to each side, at most to the poles', () => {
  expect(getBoxAround(austin)).toEqual({
    west: -101.905,
    south: 26.673,
    east: -93.575,
    north: 33.867,
  });
  expect(getBoxAround({ lat: 89, lng: 179 })).toMatchObject({ north: 90, east: 180 });
});
