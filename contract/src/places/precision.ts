/**
 * How exactly a place is known, from a pin that a person set to only its town. The coordinates of `zip` and
 * `town` are a center, kilometers from most addresses; `unknown` has none.
 */
export const placePrecisions = ['pin', 'house', 'street', 'zip', 'town', 'unknown'] as const;
export type PlacePrecision = (typeof placePrecisions)[number];

/**
 * Returns whether a place is known well enough to drive to its coordinates. For others, directions use the
 * address.
 */
export function isDrivable(precision: PlacePrecision): boolean {
  return precision === 'pin' || precision === 'house' || precision === 'street';
}
