/**
 * The largest accepted error radius of a position, in meters. A less accurate position does not show at which house
 * someone is.
 */
const maxErrorMeters = 100;

/** Returns whether a position is too imprecise to be reported; `accuracy` is its error radius in meters. */
export function isCoarse(accuracy: number): boolean {
  return accuracy > maxErrorMeters;
}
