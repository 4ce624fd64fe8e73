import type { Position } from '@curbwrench/contract/people/schemas';
import { straightLineMeters } from '@curbwrench/contract/places/distance';
import { findZip } from '@curbwrench/contract/service-areas/schemas';
import { stateCodes } from './state-rules.ts';

/** The center of a ZIP code, in degrees. It is 2 to 7 km from most addresses with that ZIP code. */
export interface Place {
  /** As GeoNames writes it; empty in Puerto Rico, the Virgin Islands, Guam and the Northern Marianas. */
  readonly name: string;
  /** Two letters. */
  readonly state: string;
  readonly lat: number;
  readonly lng: number;
}

/** A town's name and the two letters of its state. */
export type Town = Pick<Place, 'name' | 'state'>;

/** Where an address is: around the center of its ZIP code, or around the center of its town. */
export interface AddressLocation {
  readonly lat: number;
  readonly lng: number;
  readonly precision: 'zip' | 'town';
}

/** The places of each town's ZIP codes, by the key of its name and then by state. */
type Towns = ReadonlyMap<string, ReadonlyMap<string, readonly Place[]>>;

/** All ZIP codes, and the towns that they name. */
export interface PlaceTable {
  readonly byZip: ReadonlyMap<string, Place>;
  /** Computed when first needed, since looking up a ZIP code does not. */
  readonly byTown: Towns;
}

/** The longest address that is read; of a longer one, only the end counts. */
const maxAddressLength = 300;

/** How far from the business a town without a state can be. */
const maxMetersWithoutState = 160_000;

/** No name of a place in the table has more words. */
const maxTownWords = 6;

/** 'District of Columbia'. */
const maxStateWords = 3;

/** Words that names of places abbreviate. */
const fullWords: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
};

/**
 * Words at the end of a street that are also names of places, such as Street in Maryland. One of them alone
 * is a place only if nothing precedes it between two commas.
 */
const streetWords = new Set(
  'street avenue lane boulevard circle trail loop pike plaza center'.split(' '),
);

/** Parses lines of ZIP code, place, state, latitude and longitude, separated by tabs. */
export function parsePlaces(tsv: string): PlaceTable {
  const byZip = new Map<string, Place>();
  for (const line of tsv.split('\n')) {
    const [zip = '', name = '', state = '', lat, lng] = line.split('\t');
    if (zip !== '') byZip.set(zip, { name, state, lat: Number(lat), lng: Number(lng) });
  }
  let towns: Towns | null = null;
  return {
    byZip,
    get byTown() {
      towns ??= indexTowns(byZip.values());
      return towns;
    },
  };
}

/**
 * Returns where a typed US address is, or null if that is unknown. Read from its end: a ZIP code of the table;
 * otherwise a town before a state; otherwise a town alone, the nearest with that name if it is at most 160 km from
 * `near`. A ZIP code that contradicts the town wins. Takes time proportional to the length, and reads at most 300 characters.
 */
export function findInTable(
  table: PlaceTable,
  address: string,
  near: Position,
): AddressLocation | null {
  const { text, zip } = readEnd(address);
  const place = zip === null ? undefined : table.byZip.get(zip);
  if (place) return { lat: place.lat, lng: place.lng, precision: 'zip' };
  const places = findTown(table, splitBeforeZip(text, zip), near);
  return places && { ...centerOf(places), precision: 'town' };
}

/** Returns the ZIP code at the end of a typed address, which the table may not have, and the town before it. */
export function readZipAndTown(
  table: PlaceTable,
  address: string,
  near: Position,
): { readonly zip: string | null; readonly town: Town | null } {
  const { text, zip } = readEnd(address);
  const [town = null] = findTown(table, splitBeforeZip(text, zip), near) ?? [];
  return { zip, town };
}

function readEnd(address: string): { text: string; zip: string | null } {
  const text = address.slice(-maxAddressLength).trim();
  // Without dots: 'U.S.A.'
  return { text, zip: findZip(text.replaceAll('.', '')) };
}

function splitBeforeZip(text: string, zip: string | null): Segments {
  const segments = splitSegments(text);
  const written = withoutLast(segments, countCountryWords(segments));
  return withoutLast(written, countZipWords(written, zip));
}

/** The words between the commas of an address; no segment is empty. */
type Segments = readonly (readonly string[])[];

/** Returns the places of the town at the end of these words, or null if it is unknown or ambiguous. */
function findTown(
  { byTown }: PlaceTable,
  segments: Segments,
  near: Position,
): readonly Place[] | null {
  const last = segments.at(-1);
  if (!last) return null;
  const state = findState(last);
  if (!state) return findTownNearby(byTown, last, near);
  const towns = withoutLast(segments, state.words).at(-1) ?? [];
  for (let count = Math.min(towns.length, maxTownWords); count > 0; count -= 1) {
    const name = towns.slice(-count);
    const places = byTown.get(toTownKey(name))?.get(state.code);
    if (places && !isStreetWord(name, towns)) return places;
  }
  // 'Broadway, New York': the name of the state is also that of a town in it.
  return byTown.get(toTownKey(last.slice(-state.words)))?.get(state.code) ?? null;
}

/**
 * Returns the places of the nearest town with this name, or null if it is farther than 160 km: without a state,
 * an address is in the area of the business, and the name may be that of a neighborhood.
 */
function findTownNearby(
  byTown: Towns,
  name: readonly string[],
  near: Position,
): readonly Place[] | null {
  const states = byTown.get(toTownKey(name.slice(0, maxTownWords + 1)));
  const [nearest] = [...(states?.values() ?? [])]
    .map((places) => ({ places, meters: straightLineMeters(near, centerOf(places)) }))
    .toSorted((a, b) => a.meters - b.meters);
  return nearest && nearest.meters <= maxMetersWithoutState ? nearest.places : null;
}

function isStreetWord(name: readonly string[], segment: readonly string[]): boolean {
  return name.length === 1 && segment.length > 1 && streetWords.has(name[0] ?? '');
}

/** Returns the state at the end of these words, as a code or as the longest name that fits. */
function findState(words: readonly string[]): { code: string; words: number } | null {
  for (let count = Math.min(words.length, maxStateWords); count > 0; count -= 1) {
    const code = stateCodes.get(words.slice(-count).join(' '));
    if (code !== undefined) return { code, words: count };
  }
  return null;
}

function countCountryWords(segments: Segments): number {
  const text = segments.at(-1)?.slice(-4).join(' ') ?? '';
  const match = /(?:^| )(usa?|united states(?: of america)?)$/.exec(text);
  return match?.[1]?.split(' ').length ?? 0;
}

/** Of a ZIP+4, the hyphen makes two words. */
function countZipWords(segments: Segments, zip: string | null): number {
  if (zip === null) return 0;
  return segments.at(-1)?.at(-1) === zip ? 1 : 2;
}

/** Returns the segments without this number of words of the last one, which is dropped once it is empty. */
function withoutLast(segments: Segments, count: number): Segments {
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

/** Returns the same, but '12-34' and '1/2' are one word each. */
export function splitNumbersAndWords(text: string): string[] {
  return fold(text).match(/[a-z0-9]+(?:(?<=\d)[-/](?=\d)[a-z0-9]+)*/g) ?? [];
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\p{M}.]/gu, '');
}

/** Returns the same text for all usual spellings: 'St. Louis' and 'saint louis', 'Mc Kinney' and 'McKinney'. */
export function toTownKey(words: readonly string[]): string {
  return words.map((word) => fullWords[word] ?? word).join('');
}

function indexTowns(places: Iterable<Place>): Towns {
  const keys = new Map<string, string>();
  const towns = new Map<string, Map<string, Place[]>>();
  for (const place of places) {
    const { name, state } = place;
    const key = keys.get(name) ?? toTownKey(splitWords(name));
    keys.set(name, key);
    const states = towns.get(key) ?? new Map<string, Place[]>();
    towns.set(key, states);
    const known = states.get(state);
    if (known) known.push(place);
    else states.set(state, [place]);
  }
  return towns;
}

/** Returns the average of these places. */
export function centerOf(places: readonly Place[]): { lat: number; lng: number } {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    lat: sum(places.map(({ lat }) => lat)) / places.length,
    lng: sum(places.map(({ lng }) => lng)) / places.length,
  };
}
