/** How a figure changed, in whole per cent: '+8%', '-2%', '0%'; '-' for null, nothing to compare (D6). */
export function changeText(percent: number | null): string {
  if (percent === null) return '-';
  return `${percent > 0 ? '+' : ''}${percent}%`;
}
