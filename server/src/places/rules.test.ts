import { expect, test } from 'vitest';
import { loadZipTable } from './queries.ts';
import { findInZipTable } from './rules.ts';

const zipTable = loadZipTable();

const austin = { lat: 30.27, lng: -97.74 };

/** Returns the precision and coordinates with which an address is found in the table, or null. */
function formatLocation(address: string) {
  const found = findInZipTable(zipTable, address, austin);
  return found && `${found.precision} ${found.lat.toFixed(1)} ${found.lng.toFixed(1)}`;
}

test.each([
  ['1100 Congress Ave, Austin, TX 78701', 'zip 30.3 -97.7'],
  ['78704', 'zip 30.2 -97.8'],
  ['78704-1234, USA', 'zip 30.2 -97.8'],
  ['1100 Congress Ave Austin Texas 78701-2412', 'zip 30.3 -97.7'],
  ['Austin,TX,78701', 'zip 30.3 -97.7'],
  ['Austin, TX 78701, U.S.A.', 'zip 30.3 -97.7'],
  // The ZIP code contradicts the city and takes precedence.
  ['12 Elm Street, Dallas, TX 94103', 'zip 37.8 -122.4'],
  ['Calle Fortaleza 63, San Juan, PR 00901', 'zip 18.5 -66.1'],
  ['Main Street, Hagåtña, GU 96910', 'zip 13.5 144.7'],
])('%s is at the center of its ZIP code', (address, location) => {
  expect(formatLocation(address)).toBe(location);
});

test.each([
  ['I-35 exit 234, Austin, TX', 'town 30.3 -97.8'],
  ['Austin, Texas', 'town 30.3 -97.8'],
  ['12 Elm Street Austin TX', 'town 30.3 -97.8'],
  ['AUSTIN TX, U.S.A.', 'town 30.3 -97.8'],
  ['Austin, TX, United States of America', 'town 30.3 -97.8'],
  // ZIP codes that do not exist.
  ['12 Elm Street, Austin, TX 00000', 'town 30.3 -97.8'],
  ['12 Elm Street, Austin, TX 00000-1234, USA', 'town 30.3 -97.8'],
  ['Gateway Arch, St. Louis, MO', 'town 38.6 -90.3'],
  ['1 Main St Saint Louis Missouri', 'town 38.6 -90.3'],
  ['Winston Salem, NC', 'town 36.1 -80.2'],
  ['Winston-Salem, North Carolina', 'town 36.1 -80.2'],
  // Without a state: the nearest city to Austin. There is also a Salado in Arkansas.
  ['12 Elm Street, Salado', 'town 30.9 -97.5'],
  ['100 Main St, McKinney, TX', 'town 33.2 -96.6'],
  ['100 Main St, Mc Kinney, TX', 'town 33.2 -96.6'],
  ["O'Fallon, MO", 'town 38.8 -90.7'],
  ['Coeur d’Alene, Idaho', 'town 47.7 -116.8'],
  ['Ft. Worth, TX', 'town 32.8 -97.3'],
  ['200 Main Street North Little Rock AR', 'town 34.8 -92.3'],
  ['Cañon City, CO', 'town 38.5 -105.3'],
  ['Pennsylvania Avenue, Washington D.C.', 'town 38.9 -77.0'],
  ['1 Pike Street, Seattle, Washington', 'town 47.6 -122.3'],
  ['Charleston, West Virginia', 'town 38.3 -81.6'],
  ['Kansas City, Kansas', 'town 39.1 -94.7'],
  ['Pennsylvania Avenue, Washington, District of Columbia', 'town 38.9 -77.0'],
  // Not Palm Beach, which is a different city.
  ['200 Main Street West Palm Beach FL', 'town 26.7 -80.1'],
  ['Little Rock Air Force Base, AR', 'town 34.9 -92.1'],
  ['Broadway, New York', 'town 40.8 -74.0'],
  ['Street, MD', 'town 39.7 -76.4'],
])('%s is at the center of its city', (address, location) => {
  expect(formatLocation(address)).toBe(location);
});

test.each([
  // Without a state, and not near Austin.
  ['742 Evergreen Terrace, Springfield'],
  ['Winston-Salem'],
  ['2271 Tannery Terrace, Eastbank'],
  ['Kansas City'],
  // Indiana is a city in Pennsylvania.
  ['Smallville, Indiana'],
  ['12 Main Street'],
  ['12 Main Street, MD'],
  ['12 Main Street, TX'],
  ['TX'],
  ['USA'],
  ['00000'],
  ['San Juan, PR'],
  ['Toronto, Canada'],
  ['10 Downing Street, London SW1A 2AA'],
  ['12 Elm Street San, Antonio, TX'],
  [''],
  [', ,,'],
])('%j is unknown or ambiguous', (address) => {
  expect(formatLocation(address)).toBeNull();
});

test('only the end of a long address is read, so even a huge address takes little time @booking.location', () => {
  expect(formatLocation(`${'Austin, '.repeat(100)}TX`)).toBe('town 30.3 -97.8');
  expect(formatLocation(`Austin, TX${' '.repeat(300)}.`)).toBeNull();
  const startedAt = performance.now();
  for (const part of ['1 ', 'new york ', 'st.', '-', ',', '12345-', ' ', 'a', '\u0301', 'usa, ']) {
    findInZipTable(zipTable, part.repeat(1_000_000), austin);
  }
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
