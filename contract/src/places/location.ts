import type { PlacePrecision } from './precision.ts';

/** Returns the `address` in a JSON-encoded location, or null if it is missing or invalid. */
export function readAddress(location: string | null | undefined): string | null {
  const value = parseJsonOrNull(location ?? '');
  if (typeof value !== 'object' || value === null || !('address' in value)) return null;
  return typeof value.address === 'string' && value.address ? value.address : null;
}

/** Returns the coordinates in a JSON-encoded location, or null if they are missing or invalid. */
export function readCoordinates(
  location: string | null | undefined,
): { readonly lat: number; readonly lng: number } | null {
  const value = parseJsonOrNull(location ?? '');
  if (typeof value !== 'object' || value === null) return null;
  const { lat, lng }: { lat?: unknown; lng?: unknown } = value;
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null;
}

/** Returns the parsed JSON, or null if the string is not JSON. */
export function parseJsonOrNull(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return null;
  }
}

/** An address, and where it is; without a position its precision is `unknown`. */
export interface LocatedAddress {
  readonly address: string;
  readonly position: { readonly lat: number; readonly lng: number } | null;
  readonly precision: PlacePrecision;
}
