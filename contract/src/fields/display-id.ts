/** Returns an appointment's or payment's number as screens show it: '#' and at least four digits. */
export function displayId(id: number): string {
  return `#${String(id).padStart(4, '0')}`;
}

/** Returns the number that a person typed, such as '#0042' or '42'; null if the text is anything else. */
export function parseDisplayId(text: string): number | null {
  const digits = /^#?0*([1-9]\d{0,8})$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
