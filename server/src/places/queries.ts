import { readFileSync } from 'node:fs';
import { parseZipTable, type Place, type ZipTable } from './rules.ts';

/** The build copies this file next to the compiled module. */
const tableFile = new URL('./places.tsv', import.meta.url);

let zipTable: ZipTable | null = null;

/** Returns the table of all ZIP codes, which is read from disk on the first call. */
export function loadZipTable(): ZipTable {
  zipTable ??= parseZipTable(readFileSync(tableFile, 'utf8'));
  return zipTable;
}

/** Returns the center of a ZIP code, or null if there is no such ZIP code in the table. */
export function findPlaceByZip(zip: string): Place | null {
  return loadZipTable().byZip.get(zip) ?? null;
}
