import type { Position } from '@curbwrench/contract/people/schemas';
import { maxMetersFromZip, straightLineMeters } from '@curbwrench/contract/places/distance';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import type { PlacePrecision } from '@curbwrench/contract/places/precision';
import { findZip } from '@curbwrench/contract/service-areas/schemas';
import { findInTable, type PlaceTable } from './rules.ts';

/** A location as a client sends it: coordinates, if any, that the person or their browser provided. */
export interface SentLocation {
  readonly address: string;
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
  readonly precision?: Exclude<PlacePrecision, 'unknown'> | undefined;
}

/** The middle of San Francisco, which clients send for "I don't know": the example in the specification. */
const placeholder: Position = { lat: 37.7749, lng: -122.4194 };

/** Returns whether coordinates are the placeholder, and thus say nothing. */
export function isPlaceholder({ lat, lng }: Position): boolean {
  return lat === placeholder.lat && lng === placeholder.lng;
}

/**
 * Returns the place that a client sent, or null if there is none to believe: no coordinates, the placeholder,
 * or a point more than 50 km from the center of the ZIP code at the end of the address.
 */
export function readSentPlace(table: PlaceTable, location: SentLocation): LocatedAddress | null {
  const { address, lat, lng, precision = 'pin' } = location;
  if (lat === undefined || lng === undefined) return null;
  const position = { lat, lng };
  if (isPlaceholder(position)) return null;
  return isFarFromZip(table, address, position) ? null : { address, position, precision };
}

/** Returns whether a point is more than 50 km from the center of the ZIP code at the end of the address. */
export function isFarFromZip(table: PlaceTable, address: string, position: Position): boolean {
  const zip = findZip(address);
  const center = zip === null ? undefined : table.byZip.get(zip);
  return center !== undefined && straightLineMeters(position, center) > maxMetersFromZip;
}

/**
 * Returns an address with the center of its ZIP code or town, or without a position if neither is known. A town
 * without a state is looked for around `near`.
 */
export function locateInTable(table: PlaceTable, address: string, near: Position): LocatedAddress {
  const found = findInTable(table, address, near);
  if (!found) return { address, position: null, precision: 'unknown' };
  const { lat, lng, precision } = found;
  return { address, position: { lat, lng }, precision };
}
