/**
 * Returns the change of a figure in whole percent; null if there is nothing to compare with: the earlier
 * figure is unknown or zero.
 */
export function percentChange(now: number, before: number | null): number | null {
  if (before === null || before === 0) return null;
  return Math.round(((now - before) / before) * 100);
}
