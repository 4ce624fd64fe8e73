import type { Position } from '@curbwrench/contract/people/schemas';
import { maxMetersFromZip, straightLineMeters } from '@curbwrench/contract/places/distance';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import type { PlacePrecision } from '@curbwrench/contract/places/precision';
import { findZip } from '@curbwrench/contract/service-areas/find-zip';
import { findInZipTable, type ZipTable } from './rules.ts';

/** A location sent by a client. Its coordinates, if any, come from the person or their browser. */
export interface SentLocation {
  readonly address: string;
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
  readonly precision?: Exclude<PlacePrecision, 'unknown'> | undefined;
}

/** The center of San Francisco, which clients send as a placeholder if they don't know the position. */
const placeholder: Position = { lat: 37.7749, lng: -122.4194 };

/** Returns whether coordinates are the placeholder, which means that the position is unknown. */
export function isPlaceholder({ lat, lng }: Position): boolean {
  return lat === placeholder.lat && lng === placeholder.lng;
}

/**
 * Returns the place that a client sent. Returns null if the place has no coordinates, is the placeholder, or is more
 * than 50 km from the center of the ZIP code at the end of the address.
 */
export function readSentPlace(zipTable: ZipTable, location: SentLocation): LocatedAddress | null {
  const { address, lat, lng, precision = 'pin' } = location;
  if (lat === undefined || lng === undefined) return null;
  const position = { lat, lng };
  if (isPlaceholder(position)) return null;
  return isFarFromZip(zipTable, address, position) ? null : { address, position, precision };
}

/** Returns whether a point is more than 50 km from the center of the ZIP code at the end of the address. */
export function isFarFromZip(zipTable: ZipTable, address: string, position: Position): boolean {
  const zip = findZip(address);
  const center = zip === null ? undefined : zipTable.byZip.get(zip);
  return center !== undefined && straightLineMeters(position, center) > maxMetersFromZip;
}

/**
 * Returns an address with the center of its ZIP code or city, or without a position if neither is known. A city
 * without a state is searched for around `near`.
 */
export function geocodeInZipTable(
  zipTable: ZipTable,
  address: string,
  near: Position,
): LocatedAddress {
  const found = findInZipTable(zipTable, address, near);
  if (!found) return { address, position: null, precision: 'unknown' };
  const { lat, lng, precision } = found;
  return { address, position: { lat, lng }, precision };
}
