import type { Position } from '@curbwrench/contract/people/schemas';
import { straightLineMeters } from '@curbwrench/contract/places/distance';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import { maxSuggestions } from '@curbwrench/contract/places/schemas';
import { centerOf, splitWords, toCityKey, type Place, type ZipTable } from './rules.ts';

/** The maximum distance from a ZIP code's center at which a point is described as near that ZIP code. */
const maxMetersNear = 100_000;

/** Returns whether each word of the input is the beginning of a word of the address, in any order. */
export function matchesInput(address: string, input: string): boolean {
  const words = splitWords(address);
  return splitWords(input).every((part) => words.some((word) => word.startsWith(part)));
}

/**
 * Returns the places in the ZIP table that match the input: a ZIP code, or all cities with that name, which may be
 * in several states, nearest first.
 */
export function suggestFromZipTable(
  zipTable: ZipTable,
  input: string,
  near: Position,
): readonly LocatedAddress[] {
  const place = /^\d{5}$/.test(input) ? zipTable.byZip.get(input) : undefined;
  if (place)
    return [{ address: formatZip(input, place), position: toPosition(place), precision: 'zip' }];
  const key = toCityKey(splitWords(input));
  // Places in the territories have no names.
  const states = key === '' ? undefined : zipTable.byCity.get(key);
  if (!states) return [];
  return [...states.values()]
    .map((places) => {
      const position = centerOf(places);
      const meters = straightLineMeters(near, position);
      return { address: formatCity(places[0]), position, precision: 'town' as const, meters };
    })
    .toSorted((a, b) => a.meters - b.meters)
    .slice(0, maxSuggestions)
    .map(({ address, position, precision }) => ({ address, position, precision }));
}

/**
 * Returns an address for a point: the nearest ZIP code, or the coordinates if there is none within 100 km. Checks
 * every place in the ZIP table, which takes a few milliseconds.
 */
export function reverseGeocodeInZipTable(zipTable: ZipTable, position: Position): string {
  let nearest: { readonly zip: string; readonly place: Place } | null = null;
  let shortestSquared = Infinity;
  // Compares distances on a plane, which is accurate enough to find the nearest place and much faster than on a sphere.
  const longitudeScale = Math.cos((position.lat * Math.PI) / 180);
  for (const [zip, place] of zipTable.byZip) {
    const degreesApart = Math.abs(place.lng - position.lng);
    const east = Math.min(degreesApart, 360 - degreesApart) * longitudeScale;
    const squaredDistance = (place.lat - position.lat) ** 2 + east ** 2;
    if (squaredDistance >= shortestSquared) continue;
    shortestSquared = squaredDistance;
    nearest = { zip, place };
  }
  if (!nearest || straightLineMeters(position, nearest.place) > maxMetersNear) {
    return `${position.lat.toFixed(5)}, ${position.lng.toFixed(5)}`;
  }
  return `Near ${formatZip(nearest.zip, nearest.place)}`;
}

/** Returns 'Austin, TX 78704'; in the territories, whose places have no names, 'PR 00901'. */
function formatZip(zip: string, place: Place): string {
  return `${formatCity(place)} ${zip}`;
}

function formatCity(place: Place | undefined): string {
  return [place?.name, place?.state].filter(Boolean).join(', ');
}

function toPosition({ lat, lng }: Place): Position {
  return { lat, lng };
}
