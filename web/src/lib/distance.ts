const metersPerMile = 1609.344;

/** The currencies of countries that use miles. No other setting says which country the business is in. */
const mileCurrencies = new Set(['USD', 'GBP']);

/** Returns a distance in the units of the business's country: '3.1 mi', 'under 0.1 mi', '850 m', '5.0 km'. */
export function displayDistance(meters: number, currency: string): string {
  if (mileCurrencies.has(currency)) {
    const miles = meters / metersPerMile;
    return miles < 0.1 ? 'under 0.1 mi' : `${formatRounded(miles)} mi`;
  }
  if (meters < 950) return meters < 50 ? 'under 50 m' : `${Math.round(meters / 50) * 50} m`;
  return `${formatRounded(meters / 1000)} km`;
}

/** Distances are straight-line estimates, so more digits would be misleading. */
function formatRounded(value: number): string {
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}
