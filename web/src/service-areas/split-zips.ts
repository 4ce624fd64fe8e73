/** Splits typed or pasted ZIP codes, separated by commas, semicolons, spaces or lines. */
export function splitZips(text: string): string[] {
  return text.split(/[\s,;]+/).filter((zip) => zip !== '');
}
