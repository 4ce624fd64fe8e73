/** A point, or an address if no point is known. */
export type Spot = { readonly lat: number; readonly lng: number } | string;

const isApple = () =>
  'navigator' in globalThis && /iPhone|iPad|Macintosh/.test(navigator.userAgent);

/** Returns a URL that opens the device's own map at a place. */
export function placeUrl(spot: Spot, apple = isApple()): string {
  const where = encodeURIComponent(textOf(spot));
  return apple
    ? `https://maps.apple.com/?q=${where}`
    : `https://www.google.com/maps/search/?api=1&query=${where}`;
}

/** Returns a URL that opens the same map with directions from the current position. */
export function directionsUrl(spot: Spot, apple = isApple()): string {
  const where = encodeURIComponent(textOf(spot));
  return apple
    ? `https://maps.apple.com/?daddr=${where}`
    : `https://www.google.com/maps/dir/?api=1&destination=${where}`;
}

function textOf(spot: Spot): string {
  return typeof spot === 'string' ? spot : `${spot.lat},${spot.lng}`;
}
