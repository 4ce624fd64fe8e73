/** The address in `location`, or null when it is missing or cannot be read. */
export function addressIn(location: string | null | undefined): string | null {
  const value = jsonOrNull(location ?? '');
  if (typeof value !== 'object' || value === null || !('address' in value)) return null;
  return typeof value.address === 'string' && value.address ? value.address : null;
}

/** The point in `location`, or null when there is none or it cannot be read. */
export function pointIn(
  location: string | null | undefined,
): { readonly lat: number; readonly lng: number } | null {
  const value = jsonOrNull(location ?? '');
  if (typeof value !== 'object' || value === null) return null;
  const { lat, lng }: { lat?: unknown; lng?: unknown } = value;
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null;
}

/** What JSON text holds, or null when it is none. */
export function jsonOrNull(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return null;
  }
}
