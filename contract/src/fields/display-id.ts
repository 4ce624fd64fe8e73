/** Returns the number of an appointment or payment as shown: '#' and at least four digits. */
export function displayId(id: number): string {
  return `#${String(id).padStart(4, '0')}`;
}
