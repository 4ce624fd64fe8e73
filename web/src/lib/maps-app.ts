/** A point, or an address if no point is known. */
export type MapPlace = { readonly lat: number; readonly lng: number } | string;

const isAppleDevice = () =>
  'navigator' in globalThis && /iPhone|iPad|Macintosh/.test(navigator.userAgent);

/** Returns a URL that opens the device's maps app at a place. */
export function placeUrl(place: MapPlace, isApple = isAppleDevice()): string {
  const query = encodeURIComponent(formatPlace(place));
  return isApple
    ? `https://maps.apple.com/?q=${query}`
    : `https://www.google.com/maps/search/?api=1&query=${query}`;
}

/** Returns a URL that opens the device's maps app with directions from the current position. */
export function directionsUrl(place: MapPlace, isApple = isAppleDevice()): string {
  const query = encodeURIComponent(formatPlace(place));
  return isApple
    ? `https://maps.apple.com/?daddr=${query}`
    : `https://www.google.com/maps/dir/?api=1&destination=${query}`;
}

function formatPlace(place: MapPlace): string {
  return typeof place === 'string' ? place : `${place.lat},${place.lng}`;
}
