import type { PlacePrecision } from '@curbwrench/contract/places/precision';

/** Returns how inexactly a place is known, as one sentence: 'Near 78704, ...'; null if it is exact or unknown. */
export function describePlace(precision: PlacePrecision, address: string): string | null {
  switch (precision) {
    case 'zip': {
      const zip = /\b(\d{5})(?:-\d{4})?\b(?!.*\d)/.exec(address)?.[1];
      return `${zip === undefined ? 'Near the middle of its ZIP code' : `Near ${zip}`}; the exact place is not known.`;
    }
    case 'town':
      return 'Near the middle of the town; the exact place is not known.';
    case 'pin':
    case 'house':
    case 'street':
    case 'unknown':
      return null;
  }
}
