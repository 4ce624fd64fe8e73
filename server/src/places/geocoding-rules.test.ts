import type { Position } from '@curbwrench/contract/people/schemas';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import { describe, expect, test } from 'vitest';
import type { GeocodedPlace } from '../application/rules/geocoded-place.ts';
import { geocodeInZipTable } from './location-rules.ts';
import { loadZipTable } from './queries.ts';
import {
  chooseFoundPlace,
  chooseNearby,
  getBoxAround,
  normalizeQuery,
  toGeocodedPlace,
  type AddressParts,
} from './geocoding-rules.ts';

const austin = { lat: 30.27, lng: -97.74 };

const house: AddressParts = {
  lat: 30.25,
  lng: -97.76,
  country: 'us',
  houseNumber: '1912',
  street: 'South Lamar Boulevard',
  city: 'Austin',
  state: 'Texas',
  zip: '78704-1234',
};

const convert = (changes: {
  readonly [Part in keyof AddressParts]?: AddressParts[Part] | undefined;
}) => {
  const parts = { ...house, ...changes } as AddressParts;
  const place = toGeocodedPlace(parts, austin);
  return place && `${place.precision}: ${place.address}`;
};

describe('a place returned by a service', () => {
  test('is as precise as its address @booking.geocoder', () => {
    expect(convert({})).toBe('house: 1912 South Lamar Boulevard, Austin, TX 78704');
    expect(convert({ houseNumber: undefined })).toBe(
      'street: South Lamar Boulevard, Austin, TX 78704',
    );
    expect(convert({ street: undefined })).toBe('zip: Austin, TX 78704');
    expect(convert({ street: undefined, name: '78704' })).toBe('zip: Austin, TX 78704');
    expect(convert({ street: undefined, zip: undefined, name: 'Austin' })).toBe('town: Austin, TX');
    expect(convert({ houseNumber: undefined, name: 'Zilker Park' })).toBe(
      'street: Zilker Park, South Lamar Boulevard, Austin, TX 78704',
    );
    expect(convert({ name: "Curra's Grill", state: 'TX' })).toBe(
      'house: 1912 South Lamar Boulevard, Austin, TX 78704',
    );
  });

  test('is skipped if it is larger than a city, too far away, or cannot be stored as an address @booking.geocoder', () => {
    const texas = { street: undefined, houseNumber: undefined, city: undefined, zip: undefined };
    expect(convert({ ...texas, name: 'Texas' })).toBeNull();
    for (const country of ['mx', undefined, '']) expect(convert({ country })).toBeNull();
    expect(convert({ country: 'US' })).not.toBeNull();
    // Swapped coordinates, a wrong sign, not a number, and too far away.
    expect(convert({ lat: -97.76, lng: 30.25 })).toBeNull();
    expect(convert({ lat: 30.25, lng: 97.76 })).toBeNull();
    expect(convert({ lat: Number.NaN })).toBeNull();
    expect(convert({ lat: 0, lng: 0 })).toBeNull();
    expect(convert({ lat: 33.8 })).not.toBeNull();
    expect(convert({ lat: 33.9 })).toBeNull();
    expect(convert({ street: 'x'.repeat(300) })).toBeNull();
    for (const character of ['\n', '\u0000', '\u202e', '\u2028', '\ud800']) {
      expect(convert({ street: `South${character}Lamar` })).toBeNull();
    }
  });
});

const placeAt = (lat: number, precision: 'house' | 'street' | 'zip' | 'town' = 'house') => ({
  address: 'As the service writes it',
  position: { lat, lng: austin.lng },
  precision,
  parts: { houseNumber: '5', city: null, state: null, zip: null },
});

const choose = (...args: readonly [LocatedAddress, readonly GeocodedPlace[], Position]) =>
  chooseFoundPlace(loadZipTable(), ...args);

describe('the place of a typed address', () => {
  const inZip = { address: '5 Elm', position: austin, precision: 'zip' } as const;
  const unknown = { address: '5 Elm', position: null, precision: 'unknown' } as const;

  test('is the first that a service finds near its ZIP code or city @booking.geocoder', () => {
    const far = placeAt(30.73);
    expect(choose(inZip, [far, placeAt(30.3), placeAt(30.4)], austin)).toEqual({
      address: '5 Elm',
      position: { lat: 30.3, lng: austin.lng },
      precision: 'house',
    });
    expect(choose(inZip, [far], austin)).toBe(inZip);
    expect(choose(inZip, [placeAt(30.71)], austin)).toMatchObject({ precision: 'house' });
    expect(choose(inZip, [], austin)).toBe(inZip);
  });

  test('is not replaced by a less precise place @booking.geocoder', () => {
    expect(choose(inZip, [placeAt(30.3, 'town')], austin)).toBe(inZip);
    expect(choose(inZip, [placeAt(30.3, 'zip')], austin).position?.lat).toBe(30.3);
  });

  test('without a ZIP code or city is found only if it is unambiguous near the business @booking.geocoder', () => {
    expect(choose(unknown, [placeAt(30.3)], austin)).toMatchObject({ precision: 'house' });
    expect(choose(unknown, [placeAt(30.73)], austin)).toBe(unknown);
    expect(choose(unknown, [placeAt(30.3), placeAt(30.73)], austin)).toMatchObject({
      precision: 'house',
    });
    expect(choose(unknown, [placeAt(30.3), placeAt(30.4)], austin)).toBe(unknown);
    // Still unambiguous: buildings with the same house number, and a street that is less precise than the house.
    expect(choose(unknown, [placeAt(30.3), placeAt(30.301)], austin)).not.toBe(unknown);
    expect(choose(unknown, [placeAt(30.3), placeAt(30.4, 'street')], austin)).not.toBe(unknown);
  });
});

describe('a found place', () => {
  const near = { lat: 37.78, lng: -122.2 };
  const inOakland = { houseNumber: '5', city: 'Oakland', state: 'CA', zip: '94601' };
  const inSanFrancisco = { ...inOakland, city: 'San Francisco', zip: '94110' };
  /** Returns how precisely an address is located if a service finds only this place, a few kilometers away. */
  const locate = (
    address: string,
    parts: Partial<GeocodedPlace['parts']> = {},
    precision: GeocodedPlace['precision'] = 'house',
  ) => {
    const tablePlace = geocodeInZipTable(loadZipTable(), address, near);
    const found = {
      address: 'x',
      position: near,
      precision,
      parts: { ...inOakland, ...parts },
    };
    return choose(tablePlace, [found], near).precision;
  };

  test('in a different city from the typed one is not used @booking.geocoder', () => {
    expect(locate('5 Elm St, Oakland 94601')).toBe('house');
    expect(locate('5 Elm St, Oakland 94601', inSanFrancisco)).toBe('zip');
    expect(locate('5 Elm St, Oakland 94601', inSanFrancisco, 'street')).toBe('zip');
    expect(locate('5 Elm St, Oakland, CA', inSanFrancisco)).toBe('town');
    expect(locate('5 Elm St, Oakland', inSanFrancisco)).toBe('town');
    expect(locate('5 Elm St, Oakland', { ...inSanFrancisco, zip: null })).toBe('town');
    // A city that is not in the table.
    expect(locate('5 Elm St, Oakland', { city: 'Piedmont Pines', zip: null })).toBe('town');
    // A city with the same name in another state.
    expect(locate('5 Elm St, Oakland, CA', { state: 'OR', zip: null })).toBe('town');
  });

  test('may have a different ZIP code in the same city, or lack a city or ZIP code @booking.geocoder', () => {
    expect(locate('5 Elm St, Oakland 94601', { zip: '94602' })).toBe('house');
    expect(locate('5 Elm St 94601', { zip: '94602' })).toBe('house');
    expect(locate('5 Elm St, San Leandro 94577', { city: 'SAN LEANDRO', zip: '94578' })).toBe(
      'house',
    );
    expect(locate('5 Elm St, Oakland', { city: null, zip: null })).toBe('house');
    expect(locate('5 Elm St, Oakland 94601', { city: null, zip: null })).toBe('house');
    expect(locate('5 Elm St, Oakland 94601', { city: 'Fruitvale' })).toBe('house');
    // Its ZIP code is in Oakland.
    expect(locate('5 Elm St, Oakland', { city: 'Piedmont' })).toBe('house');
    expect(locate('5 Elm St', inSanFrancisco)).toBe('house');
  });

  test.each([
    ['5 Elm St, Oakland', '5', 'house'],
    ['5 Elm St, Oakland', '7', 'town'],
    ['Elm St, Oakland', '5', 'town'],
    ['5 Elm St Apt 12, Oakland', '12', 'town'],
    ['Apt 12, 5 Elm St, Oakland', '5', 'house'],
    ['Apt 12, 5 Elm St, Oakland', '12', 'town'],
    ['100 5th St, Oakland', '5', 'town'],
    ['12A Elm St, Oakland', '12 a', 'house'],
    ['12 A Elm St, Oakland', '12A', 'house'],
    ['12-34 Elm St, Oakland', '12-34', 'house'],
    ['12-34 Elm St, Oakland', '34', 'town'],
    ['14 Elm St, Oakland', '12;14', 'house'],
    ['Calle Elm 5, Oakland', '5', 'house'],
    ['Elm St, Oakland 94601', '94601', 'zip'],
    ['5 Elm St, Oakland', null, 'town'],
  ])(
    'for %s with the house number %j has the precision %s @booking.geocoder',
    (address, houseNumber, precision) => {
      expect(locate(address, { houseNumber })).toBe(precision);
    },
  );
});

test('a point is described by a house or street within 1 km @booking.reverse-geocoding', () => {
  const point = { lat: 30.3, lng: austin.lng };
  expect(
    chooseNearby([placeAt(30.31), placeAt(30.305, 'zip'), placeAt(30.306, 'street')], point),
  ).toEqual(placeAt(30.306, 'street'));
  expect(chooseNearby([placeAt(30.31)], point)).toBeNull();
});

test('queries that differ in case, punctuation or accents are the same query @booking.geocoder-limit', () => {
  expect(normalizeQuery(' 5  Élm St., AUSTIN ')).toBe('5 elm st austin');
  expect(normalizeQuery('12-34 Winston-Salem 1/2 -5/')).toBe('12-34 winston salem 1/2 5');
});

test('the search box extends 400 km to each side of the business, but not beyond the poles', () => {
  expect(getBoxAround(austin)).toEqual({
    west: -101.905,
    south: 26.673,
    east: -93.575,
    north: 33.867,
  });
  expect(getBoxAround({ lat: 89, lng: 179 })).toMatchObject({ north: 90, east: 180 });
});
