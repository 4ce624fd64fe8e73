/**
 * How a figure changed, in whole per cent; null where there is nothing to compare with: it is
 * not known, or was nothing.
 */
export function changeOf(now: number, before: number | null): number | null {
  if (before === null || before === 0) return null;
  return Math.round(((now - before) / before) * 100);
}
