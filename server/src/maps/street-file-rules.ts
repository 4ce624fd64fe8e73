import type { Position } from '@curbwrench/contract/people/schemas';

/** The fields of a PMTiles header that are checked, with the names that the library uses. */
export interface StreetFileHeader {
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly minLon: number;
  readonly minLat: number;
  readonly maxLon: number;
  readonly maxLat: number;
}

/** A part of the file, in bytes. */
export interface FileSection {
  readonly offset: number;
  readonly length: number;
}

/** The attribution for a street file that contains none: nearly all street data comes from OpenStreetMap. */
const defaultAttribution = '© OpenStreetMap contributors';

/** No directory, metadata or tile is larger when decompressed; a damaged file could decompress to any size. */
export const maxUnpackedBytes = 100_000_000;

const maxAttributionLength = 200;

/** Returns why no map can be drawn from a file with this header; null if one can. */
export function findHeaderProblem(
  { minZoom, maxZoom, minLon, minLat, maxLon, maxLat }: StreetFileHeader,
  center: Position,
): string | null {
  if (minZoom > maxZoom || maxZoom > 24) return 'its zoom levels are invalid';
  if (minLon < -180 || maxLon > 180 || minLat < -90 || maxLat > 90) {
    return 'its bounds are not on the earth';
  }
  if (minLon >= maxLon || minLat >= maxLat) return 'its bounds are swapped or empty';
  const containsCenter =
    minLat <= center.lat && center.lat <= maxLat && minLon <= center.lng && center.lng <= maxLon;
  return containsCenter ? null : 'it does not contain CITY_CENTER';
}

/** Returns whether a file of this size ends before one of its sections does. */
export function isTruncated(sections: readonly FileSection[], size: number): boolean {
  return sections.some(({ offset, length }) => offset + length > size);
}

/**
 * Returns a street file's attribution as plain text, without the HTML tags and entities that it usually contains. The
 * result contains no `<` or `>`.
 */
export function toPlainAttribution(text: unknown): string {
  const plain = (typeof text === 'string' ? text : '')
    .slice(0, 2_000)
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&copy;|&#169;|&#xa9;/gi, '©')
    .replaceAll(/&nbsp;|&#160;/gi, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/[<>]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxAttributionLength);
  return plain === '' ? defaultAttribution : plain;
}
