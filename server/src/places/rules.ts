import type { Position } from '@curbwrench/contract/people/schemas';
import { straightLineMeters } from '@curbwrench/contract/places/distance';
import { findZip } from '@curbwrench/contract/service-areas/find-zip';
import { stateCodes } from './state-rules.ts';

/** The center of a ZIP code, in degrees. It is 2 to 7 km from most addresses with that ZIP code. */
export interface Place {
  /** As spelled by GeoNames; empty in Puerto Rico, the Virgin Islands, Guam and the Northern Marianas. */
  readonly name: string;
  /** The two-letter code. */
  readonly state: string;
  readonly lat: number;
  readonly lng: number;
}

/** A city's name and the two letters of its state. */
export type City = Pick<Place, 'name' | 'state'>;

/** The approximate position of an address: the center of its ZIP code or of its city. */
export interface AddressLocation {
  readonly lat: number;
  readonly lng: number;
  readonly precision: 'zip' | 'town';
}

/** The places of each city's ZIP codes, by the city's key (see `toCityKey`) and then by state. */
type Cities = ReadonlyMap<string, ReadonlyMap<string, readonly Place[]>>;

/** All ZIP codes, and the cities that they belong to. */
export interface ZipTable {
  readonly byZip: ReadonlyMap<string, Place>;
  /** Computed when first used, since looking up a ZIP code does not need it. */
  readonly byCity: Cities;
}

/** The maximum number of characters of an address that are read, from its end. */
const maxAddressLength = 300;

/** How far from the business a city may be if the address has no state. */
const maxMetersWithoutState = 160_000;

/** The maximum number of words in a city's name in the table. */
const maxCityWords = 6;

/** The maximum number of words in a state's name: 'District of Columbia'. */
const maxStateWords = 3;

/** Abbreviations in city names, with the full words. */
const fullWords: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
};

/**
 * Words at the end of street names that are also names of cities, such as Street in Maryland. One of these words
 * alone counts as a city only if it is the only word between two commas.
 */
const streetWords = new Set(
  'street avenue lane boulevard circle trail loop pike plaza center'.split(' '),
);

/** Parses lines of ZIP code, place, state, latitude and longitude, separated by tabs. */
export function parseZipTable(tsv: string): ZipTable {
  const byZip = new Map<string, Place>();
  for (const line of tsv.split('\n')) {
    const [zip = '', name = '', state = '', lat, lng] = line.split('\t');
    if (zip !== '') byZip.set(zip, { name, state, lat: Number(lat), lng: Number(lng) });
  }
  let cities: Cities | null = null;
  return {
    byZip,
    get byCity() {
      cities ??= indexCities(byZip.values());
      return cities;
    },
  };
}

/**
 * Returns the approximate position of a typed US address, or null if it is unknown. Reads the address from its end: a
 * ZIP code in the table; otherwise a city with a state; otherwise, for a city without a state, the nearest city with
 * that name within 160 km of `near`. If the ZIP code and the city contradict each other, the ZIP code wins. Reads up to
 * 300 characters.
 */
export function findInZipTable(
  zipTable: ZipTable,
  address: string,
  near: Position,
): AddressLocation | null {
  const { text, zip } = readEnd(address);
  const place = zip === null ? undefined : zipTable.byZip.get(zip);
  if (place) return { lat: place.lat, lng: place.lng, precision: 'zip' };
  const places = findCity(zipTable, splitWithoutZip(text, zip), near);
  return places && { ...centerOf(places), precision: 'town' };
}

/** Returns the ZIP code at the end of a typed address, which may be missing from the table, and the city before it. */
export function readZipAndCity(
  zipTable: ZipTable,
  address: string,
  near: Position,
): { readonly zip: string | null; readonly city: City | null } {
  const { text, zip } = readEnd(address);
  const [city = null] = findCity(zipTable, splitWithoutZip(text, zip), near) ?? [];
  return { zip, city };
}

/** Returns the part of an address that is read, and the ZIP code at its end, or null. */
function readEnd(address: string): { text: string; zip: string | null } {
  const text = address.slice(-maxAddressLength).trim();
  // Removes dots because of 'U.S.A.'
  return { text, zip: findZip(text.replaceAll('.', '')) };
}

/** Splits an address into segments, without the country and the ZIP code at its end. */
function splitWithoutZip(text: string, zip: string | null): Segments {
  const segments = splitSegments(text);
  const withoutCountry = dropLastWords(segments, countCountryWords(segments));
  return dropLastWords(withoutCountry, countZipWords(withoutCountry, zip));
}

/** The words of each part of an address between commas, without empty parts. */
type Segments = readonly (readonly string[])[];

/** Returns the places of the city at the end of these words, or null if it is unknown or ambiguous. */
function findCity(
  { byCity }: ZipTable,
  segments: Segments,
  near: Position,
): readonly Place[] | null {
  const last = segments.at(-1);
  if (!last) return null;
  const state = findState(last);
  if (!state) return findCityNearby(byCity, last, near);
  const cityWords = dropLastWords(segments, state.wordCount).at(-1) ?? [];
  for (let count = Math.min(cityWords.length, maxCityWords); count > 0; count -= 1) {
    const name = cityWords.slice(-count);
    const places = byCity.get(toCityKey(name))?.get(state.code);
    if (places && !isStreetWord(name, cityWords)) return places;
  }
  // 'Broadway, New York': the state's name is also the name of a city in it.
  return byCity.get(toCityKey(last.slice(-state.wordCount)))?.get(state.code) ?? null;
}

/**
 * Returns the places of the nearest city with this name, or null if it is farther than 160 km. An address without a
 * state is probably near the business, and its last part may be a neighborhood that shares a distant city's name.
 */
function findCityNearby(
  byCity: Cities,
  name: readonly string[],
  near: Position,
): readonly Place[] | null {
  // Includes one word more than any city's name has, so that a longer text matches no city.
  const states = byCity.get(toCityKey(name.slice(0, maxCityWords + 1)));
  const [nearest] = [...(states?.values() ?? [])]
    .map((places) => ({ places, meters: straightLineMeters(near, centerOf(places)) }))
    .toSorted((a, b) => a.meters - b.meters);
  return nearest && nearest.meters <= maxMetersWithoutState ? nearest.places : null;
}

function isStreetWord(name: readonly string[], segment: readonly string[]): boolean {
  return name.length === 1 && segment.length > 1 && streetWords.has(name[0] ?? '');
}

/** Returns the state at the end of these words, as a code or as the longest name that fits. */
function findState(words: readonly string[]): { code: string; wordCount: number } | null {
  for (let count = Math.min(words.length, maxStateWords); count > 0; count -= 1) {
    const code = stateCodes.get(words.slice(-count).join(' '));
    if (code !== undefined) return { code, wordCount: count };
  }
  return null;
}

function countCountryWords(segments: Segments): number {
  const text = segments.at(-1)?.slice(-4).join(' ') ?? '';
  const match = /(?:^| )(usa?|united states(?: of america)?)$/.exec(text);
  return match?.[1]?.split(' ').length ?? 0;
}

/** Returns how many words the ZIP code takes: a ZIP+4 takes two, because of its hyphen. */
function countZipWords(segments: Segments, zip: string | null): number {
  if (zip === null) return 0;
  return segments.at(-1)?.at(-1) === zip ? 1 : 2;
}

/** Removes this many words from the end of the last segment, and drops the segment if it becomes empty. */
function dropLastWords(segments: Segments, count: number): Segments {
  const last = segments.at(-1);
  if (!last || count === 0) return segments;
  const rest = last.slice(0, -count);
  return [...segments.slice(0, -1), ...(rest.length > 0 ? [rest] : [])];
}

function splitSegments(text: string): Segments {
  return text
    .split(',')
    .map(splitWords)
    .filter((words) => words.length > 0);
}

/** Returns the words in lower case, without accents and dots; hyphens and apostrophes separate words. */
export function splitWords(text: string): string[] {
  return fold(text).match(/[a-z0-9]+/g) ?? [];
}

/** Like `splitWords`, but '12-34' and '1/2' are one word each. */
export function splitNumbersAndWords(text: string): string[] {
  return fold(text).match(/[a-z0-9]+(?:(?<=\d)[-/](?=\d)[a-z0-9]+)*/g) ?? [];
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\p{M}.]/gu, '');
}

/**
 * Returns a key that is the same for all usual spellings: 'St. Louis' and 'saint louis', 'Mc Kinney' and 'McKinney'.
 */
export function toCityKey(words: readonly string[]): string {
  return words.map((word) => fullWords[word] ?? word).join('');
}

function indexCities(places: Iterable<Place>): Cities {
  const keys = new Map<string, string>();
  const cities = new Map<string, Map<string, Place[]>>();
  for (const place of places) {
    const { name, state } = place;
    const key = keys.get(name) ?? toCityKey(splitWords(name));
    keys.set(name, key);
    const states = cities.get(key) ?? new Map<string, Place[]>();
    cities.set(key, states);
    const known = states.get(state);
    if (known) known.push(place);
    else states.set(state, [place]);
  }
  return cities;
}

/** Returns the average position of these places. */
export function centerOf(places: readonly Place[]): { lat: number; lng: number } {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    lat: sum(places.map(({ lat }) => lat)) / places.length,
    lng: sum(places.map(({ lng }) => lng)) / places.length,
  };
}
