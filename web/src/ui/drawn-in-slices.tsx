import { useDeferredValue, type ReactNode } from 'react';

/**
 * Draws what takes long to draw in slices of a few milliseconds, so that taps and keys are heard in
 * between. Until it is drawn, `meanwhile` stands in its place.
 */
export function DrawnInSlices({
  meanwhile,
  children,
}: {
  readonly meanwhile: ReactNode;
  readonly children: () => ReactNode;
}) {
  // What arrives from a query is drawn in one go; only what React may put off is sliced.
  const isItsTurn = useDeferredValue(true, false);
  return isItsTurn ? children() : meanwhile;
}
