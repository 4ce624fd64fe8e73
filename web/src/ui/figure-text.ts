/** A count as a person reads it: 1000 is '1,000'. Text that is written already stays as it is. */
export function figureText(value: number | string): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : value;
}
