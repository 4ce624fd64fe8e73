/** The center of a ZIP code, in degrees. It is 2 to 7 km from most addresses with that ZIP code. */
export interface Place {
  /** As GeoNames writes it; empty in Puerto Rico, the Virgin Islands, Guam and the Northern Marianas. */
  readonly name: string;
  /** Two letters. */
  readonly state: string;
  readonly lat: number;
  readonly lng: number;
}

/** Parses lines of ZIP code, place, state, latitude and longitude, separated by tabs. Returns places by ZIP code. */
export function parsePlaces(tsv: string): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const line of tsv.split('\n')) {
    const [zip = '', name = '', state = '', lat, lng] = line.split('\t');
    if (zip !== '') places.set(zip, { name, state, lat: Number(lat), lng: Number(lng) });
  }
  return places;
}
