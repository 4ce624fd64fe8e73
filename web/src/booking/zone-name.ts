/**
 * What to call the business's zone ('Pacific Time') for a reader whose own clocks are elsewhere;
 * null where both read the same.
 */
export function zoneNameFor(timeZone: string, ownZone: string): string | null {
  const name = nameOf(timeZone);
  return name === nameOf(ownZone) ? null : name;
}

function nameOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    timeZoneName: 'longGeneric',
  }).formatToParts(0);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** The zone of the reader's own clock. */
export function readersZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
