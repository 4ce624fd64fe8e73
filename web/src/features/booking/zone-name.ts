/**
 * What to call the business's zone ('Pacific Time') for a reader whose own clocks are elsewhere;
 * null where both read the same.
 */
export function zoneNameFor(timeZone: string, readersZone: string): string | null {
  const name = nameOf(timeZone);
  return name === nameOf(readersZone) ? null : name;
}

function nameOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    timeZoneName: 'longGeneric',
  }).formatToParts(0);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
