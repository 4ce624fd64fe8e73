import { readFileSync } from 'node:fs';
import { parsePlaces, type Place, type PlaceTable } from './rules.ts';

/** The build copies it next to the compiled file. */
const tableFile = new URL('./places.tsv', import.meta.url);

let table: PlaceTable | null = null;

/** Returns the table of all ZIP codes, which the first call reads from the disk. */
export function loadPlaces(): PlaceTable {
  table ??= parsePlaces(readFileSync(tableFile, 'utf8'));
  return table;
}

/** Returns the center of a ZIP code, or null if there is no such ZIP code in the table. */
export function findPlaceByZip(zip: string): Place | null {
  return loadPlaces().byZip.get(zip) ?? null;
}
