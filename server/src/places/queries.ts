import { readFileSync } from 'node:fs';
import { parsePlaces, type Place } from './rules.ts';

/** The build copies it next to the compiled file. */
const tableFile = new URL('./places.tsv', import.meta.url);

let places: ReadonlyMap<string, Place> | null = null;

/** Returns all places by their ZIP codes; the first call reads them from the disk. */
export function loadPlaces(): ReadonlyMap<string, Place> {
  places ??= parsePlaces(readFileSync(tableFile, 'utf8'));
  return places;
}

/** Returns the place of a ZIP code, or null if there is no such ZIP code in the table. */
export function findPlaceByZip(zip: string): Place | null {
  return loadPlaces().get(zip) ?? null;
}
