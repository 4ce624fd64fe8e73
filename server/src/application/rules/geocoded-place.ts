import type { Position } from '@curbwrench/contract/people/schemas';
import type { PlacePrecision } from '@curbwrench/contract/places/precision';

/** The parts of an address; null for a part that the geocoding service doesn't know. */
export interface GeocodedParts {
  readonly houseNumber: string | null;
  readonly city: string | null;
  /** The two-letter code, or the service's own spelling. */
  readonly state: string | null;
  /** Five digits. */
  readonly zip: string | null;
}

/** An address as a geocoding service knows it. */
export interface GeocodedPlace {
  readonly address: string;
  readonly position: Position;
  readonly precision: Exclude<PlacePrecision, 'pin' | 'unknown'>;
  /** The parts of the address, for comparing them with what was typed. */
  readonly parts: GeocodedParts;
}
