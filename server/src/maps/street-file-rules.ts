import type { Position } from '@curbwrench/contract/people/schemas';

/** What of a PMTiles header is checked; names as the library has them. */
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

/** What maps say of a street file that names no one: its data then come from there, as nearly all do. */
const usualAttribution = '© OpenStreetMap contributors';

/** No directory, metadata or tile is larger when unpacked; a damaged file could unpack to any size. */
export const maxUnpackedBytes = 100_000_000;

const maxAttributionLength = 200;

/** Returns why a map cannot be drawn from such a file, or null. */
export function findHeaderProblem(
  { minZoom, maxZoom, minLon, minLat, maxLon, maxLat }: StreetFileHeader,
  center: Position,
): string | null {
  if (minZoom > maxZoom || maxZoom > 24) return 'its zoom levels are impossible';
  if (minLon < -180 || maxLon > 180 || minLat < -90 || maxLat > 90) {
    return 'its bounds are not on the earth';
  }
  if (minLon >= maxLon || minLat >= maxLat) return 'its bounds are swapped or empty';
  const hasCenter =
    minLat <= center.lat && center.lat <= maxLat && minLon <= center.lng && center.lng <= maxLon;
  return hasCenter ? null : 'it does not contain CITY_CENTRE';
}

/** Returns whether a file of this size lacks the end of one of its parts. */
export function isCutShort(sections: readonly FileSection[], size: number): boolean {
  return sections.some(({ offset, length }) => offset + length > size);
}

/**
 * Returns a street file's attribution as plain text, without the tags and entities that it usually has. No
 * character that begins a tag is left.
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
  return plain === '' ? usualAttribution : plain;
}
