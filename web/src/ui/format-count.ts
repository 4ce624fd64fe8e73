/** Formats a count for people: 1000 becomes '1,000'. Text is returned unchanged. */
export function formatCount(value: number | string): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : value;
}
