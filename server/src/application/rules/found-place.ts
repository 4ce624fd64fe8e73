import type { Position } from '@curbwrench/contract/people/schemas';
import type { PlacePrecision } from '@curbwrench/contract/places/precision';

/** An address as a geocoding service knows it. */
export interface FoundPlace {
  readonly address: string;
  readonly position: Position;
  readonly precision: Exclude<PlacePrecision, 'pin' | 'unknown'>;
}
