import type { Position } from '@curbwrench/contract/people/schemas';
import { straightLineMeters } from '@curbwrench/contract/places/distance';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import { maxSuggestions } from '@curbwrench/contract/places/schemas';
import { centerOf, splitWords, toTownKey, type Place, type ZipTable } from './rules.ts';

/** How far a point may be from a ZIP code's center to be near it. */
const maxMetersNear = 100_000;

/** Returns whether each typed word is the beginning of a word of the address, in any order. */
export function matchesTyped(address: string, typed: string): boolean {
  const words = splitWords(address);
  return splitWords(typed).every((part) => words.some((word) => word.startsWith(part)));
}

/**
 * Returns the places in the ZIP table that match the typed text: a ZIP code, or all towns with that name, which may be
 * in several states, nearest first.
 */
export function suggestFromZipTable(
  zipTable: ZipTable,
  typed: string,
  near: Position,
): readonly LocatedAddress[] {
  const place = /^\d{5}$/.test(typed) ? zipTable.byZip.get(typed) : undefined;
  if (place)
    return [{ address: nameZip(typed, place), position: toPosition(place), precision: 'zip' }];
  const key = toTownKey(splitWords(typed));
  // Places in the territories have no names.
  const states = key === '' ? undefined : zipTable.byTown.get(key);
  if (!states) return [];
  return [...states.values()]
    .map((places) => {
      const position = centerOf(places);
      const meters = straightLineMeters(near, position);
      return { address: nameTown(places[0]), position, precision: 'town' as const, meters };
    })
    .toSorted((a, b) => a.meters - b.meters)
    .slice(0, maxSuggestions)
    .map(({ address, position, precision }) => ({ address, position, precision }));
}

/**
 * Returns an address for a point: the nearest ZIP code, or the coordinates if there is none within 100 km. Checks
 * every place in the ZIP table, which takes some milliseconds.
 */
export function reverseGeocodeInZipTable(zipTable: ZipTable, position: Position): string {
  let nearest: { readonly zip: string; readonly place: Place } | null = null;
  let shortest = Infinity;
  // Compares on a plane, which is enough to find the nearest and much faster than distances on a sphere.
  const width = Math.cos((position.lat * Math.PI) / 180);
  for (const [zip, place] of zipTable.byZip) {
    const away = Math.abs(place.lng - position.lng);
    const east = Math.min(away, 360 - away) * width;
    const square = (place.lat - position.lat) ** 2 + east ** 2;
    if (square >= shortest) continue;
    shortest = square;
    nearest = { zip, place };
  }
  if (!nearest || straightLineMeters(position, nearest.place) > maxMetersNear) {
    return `${position.lat.toFixed(5)}, ${position.lng.toFixed(5)}`;
  }
  return `Near ${nameZip(nearest.zip, nearest.place)}`;
}

/** Returns 'Austin, TX 78704'; in the territories, whose places have no names, 'PR 00901'. */
function nameZip(zip: string, place: Place): string {
  return `${nameTown(place)} ${zip}`;
}

function nameTown(place: Place | undefined): string {
  return [place?.name, place?.state].filter(Boolean).join(', ');
}

function toPosition({ lat, lng }: Place): Position {
  return { lat, lng };
}
