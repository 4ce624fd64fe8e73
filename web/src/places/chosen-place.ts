import type { Position } from '@curbwrench/contract/people/schemas';
import { roundDegrees } from '@curbwrench/contract/places/distance';
import { placePrecisions, type PlacePrecision } from '@curbwrench/contract/places/precision';
import type { PlaceSuggestion } from '@curbwrench/contract/places/schemas';

/** The position of a chosen address and its precision. An address that was only typed has no place. */
export interface ChosenPlace {
  readonly lat: number;
  readonly lng: number;
  readonly precision: Exclude<PlacePrecision, 'unknown'>;
}

/** Returns a suggestion's place, or null if it is unknown. */
export function getSuggestedPlace({ lat, lng, precision }: PlaceSuggestion): ChosenPlace | null {
  if (lat === null || lng === null || precision === 'unknown') return null;
  return { lat, lng, precision };
}

/** Returns a pin at a point, rounded to about a meter. */
export function toPin({ lat, lng }: Position): ChosenPlace {
  return { lat: roundDegrees(lat), lng: roundDegrees(lng), precision: 'pin' };
}

/**
 * Returns the place to send with a typed address; null if it is unknown, or only the center of the ZIP code, which
 * is no more precise than the address.
 */
export function getLocatedPlace({
  lat,
  lng,
  precision,
}: Pick<PlaceSuggestion, 'lat' | 'lng' | 'precision'>): ChosenPlace | null {
  if (lat === null || lng === null || precision === 'unknown' || precision === 'zip') return null;
  return { lat, lng, precision };
}

/**
 * Returns the place to keep when its address is edited. Only a pin is kept, because the person sees it below the field
 * and can remove it; any other place might no longer match the address.
 */
export function getPlaceAfterEdit(place: ChosenPlace | null): ChosenPlace | null {
  return place?.precision === 'pin' ? place : null;
}

/** Returns a short description of how precise a suggestion's place is; null if the place is unknown. */
export function describePrecision({ source, precision, address }: PlaceSuggestion): string | null {
  if (source === 'earlier') return 'Previous address';
  const zip = /\b\d{5}$/.exec(address)?.[0];
  const texts: Record<PlacePrecision, string | null> = {
    pin: 'Exact location',
    house: 'House',
    street: 'Street',
    zip: zip === undefined ? 'Around the ZIP code' : `Around ZIP ${zip}`,
    town: 'Around the city',
    unknown: null,
  };
  return texts[precision];
}

/** Returns whether a stored value is a valid place or null. */
export function isPlaceOrNull(value: unknown): value is ChosenPlace | null {
  if (value === null) return true;
  if (typeof value !== 'object') return false;
  const { lat, lng, precision }: { lat?: unknown; lng?: unknown; precision?: unknown } = value;
  return (
    typeof lat === 'number' &&
    typeof lng === 'number' &&
    precision !== 'unknown' &&
    placePrecisions.some((known) => known === precision)
  );
}
