const metresPerMile = 1609.344;

/** Currencies of countries that use miles: no other setting names the country. */
const inMiles = new Set(['USD', 'GBP']);

/** Returns a distance in the units of the business's country: '3.1 mi', 'under 0.1 mi', '850 m', '5.0 km'. */
export function displayDistance(metres: number, currency: string): string {
  if (inMiles.has(currency)) {
    const miles = metres / metresPerMile;
    return miles < 0.1 ? 'under 0.1 mi' : `${rounded(miles)} mi`;
  }
  if (metres < 950) return metres < 50 ? 'under 50 m' : `${Math.round(metres / 50) * 50} m`;
  return `${rounded(metres / 1000)} km`;
}

/** Rounds to the precision of a straight-line estimate. */
function rounded(value: number): string {
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}
