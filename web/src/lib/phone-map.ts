/** A point, or an address where no point is known. */
export type Spot = { readonly lat: number; readonly lng: number } | string;

const isApple = () =>
  'navigator' in globalThis && /iPhone|iPad|Macintosh/.test(navigator.userAgent);

/** Opens the map that a phone or a desktop has, at a place. */
export function placeUrl(spot: Spot, apple = isApple()): string {
  const where = encodeURIComponent(textOf(spot));
  return apple
    ? `https://maps.apple.com/?q=${where}`
    : `https://www.google.com/maps/search/?api=1&query=${where}`;
}

/** Opens the same map with the way there from where its reader is. */
export function directionsUrl(spot: Spot, apple = isApple()): string {
  const where = encodeURIComponent(textOf(spot));
  return apple
    ? `https://maps.apple.com/?daddr=${where}`
    : `https://www.google.com/maps/dir/?api=1&destination=${where}`;
}

function textOf(spot: Spot): string {
  return typeof spot === 'string' ? spot : `${spot.lat},${spot.lng}`;
}
