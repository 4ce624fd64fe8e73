/**
 * How precisely a location is known: from `pin`, set by a person, to only the `town` (the city). The coordinates of
 * `zip` and `town` are a center, kilometers from most addresses; `unknown` has no coordinates.
 */
export const placePrecisions = ['pin', 'house', 'street', 'zip', 'town', 'unknown'] as const;
export type PlacePrecision = (typeof placePrecisions)[number];

/**
 * Returns whether coordinates of this precision are good enough to drive to. Otherwise directions use the
 * address.
 */
export function isPrecise(precision: PlacePrecision): boolean {
  return precision === 'pin' || precision === 'house' || precision === 'street';
}
