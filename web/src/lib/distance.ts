const metresPerMile = 1609.344;

/** Countries that drive in miles, by the money they pay with: no other setting says where we are. */
const inMiles = new Set(['USD', 'GBP']);

/** A distance as the business's country reads it: '3.1 mi', 'under 0.1 mi', '850 m', '5.0 km'. */
export function displayDistance(metres: number, currency: string): string {
  if (inMiles.has(currency)) {
    const miles = metres / metresPerMile;
    return miles < 0.1 ? 'under 0.1 mi' : `${rounded(miles)} mi`;
  }
  if (metres < 950) return metres < 50 ? 'under 50 m' : `${Math.round(metres / 50) * 50} m`;
  return `${rounded(metres / 1000)} km`;
}

/** No more digits than a straight line is worth. */
function rounded(value: number): string {
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}
