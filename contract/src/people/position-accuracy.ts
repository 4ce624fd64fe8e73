/** A position with a worse accuracy, in meters, does not say at which house someone is. */
const worstAccuracy = 100;

/** Returns whether a position is too coarse to be reported, by its accuracy in meters. */
export function isCoarse(accuracy: number): boolean {
  return accuracy > worstAccuracy;
}
