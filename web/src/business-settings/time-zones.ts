const commonZones: Readonly<Record<string, string>> = {
  'America/New_York': 'Eastern Time',
  'America/Chicago': 'Central Time',
  'America/Denver': 'Mountain Time',
  'America/Phoenix': 'Arizona Time',
  'America/Los_Angeles': 'Pacific Time',
  'America/Anchorage': 'Alaska Time',
  'Pacific/Honolulu': 'Hawaii Time',
};

interface TimeZoneChoice {
  readonly zone: string;
  readonly label: string;
}

/**
 * Returns the common choices: the current time zone, and the time zones of the United States with their usual names.
 */
export function listCommonZones(current: string): readonly TimeZoneChoice[] {
  const zones = Object.keys(commonZones);
  return (zones.includes(current) ? zones : [current, ...zones]).map((zone) => ({
    zone,
    label: commonZones[zone] ?? toLabel(zone),
  }));
}

/** Returns all other time zones that this browser knows. */
export function listOtherZones(current: string): readonly TimeZoneChoice[] {
  return Intl.supportedValuesOf('timeZone')
    .filter((zone) => zone !== current && !Object.hasOwn(commonZones, zone))
    .map((zone) => ({ zone, label: toLabel(zone) }));
}

function toLabel(zone: string): string {
  return zone.replaceAll('_', ' ');
}
