import type { Position } from '@curbwrench/contract/people/schemas';
import type { PlacePrecision } from '@curbwrench/contract/places/precision';

/** Parts of an address. */
export interface FoundParts {
  readonly houseNumber: string | null;
  readonly town: string | null;
  /** Two letters, or as the service writes it. */
  readonly state: string | null;
  /** Five digits. */
  readonly zip: string | null;
}

/** An address as a geocoding service knows it. */
export interface FoundPlace {
  readonly address: string;
  readonly position: Position;
  readonly precision: Exclude<PlacePrecision, 'pin' | 'unknown'>;
  /** To compare it with what was typed; what the service does not know is null. */
  readonly parts: FoundParts;
}
