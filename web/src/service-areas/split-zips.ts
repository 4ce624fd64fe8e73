/** Splits entered or pasted ZIP codes at commas, semicolons, spaces and line breaks. */
export function splitZips(text: string): string[] {
  return text.split(/[\s,;]+/).filter((zip) => zip !== '');
}
