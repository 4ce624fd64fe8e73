import type { Position } from '@curbwrench/contract/people/schemas';
import { randomFrom, type Random } from './random.ts';

/** An address where a mechanic visits a car, with its coordinates in degrees. */
export interface Place {
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
}

const streets = [
  'Juniper',
  'Foundry',
  'Larkspur',
  'Old Mill',
  'Tannery',
  'Magnolia',
  'Ropewalk',
  'Signal',
  'Orchard',
  'Quarry',
  'Bellwether',
  'Saltmarsh',
  'Copper',
  'Heron',
  'Thistle',
  'Lantern',
  'Wharfside',
  'Millrace',
  'Sycamore',
  'Fennel',
  'Harrow',
  'Cobbler',
  'Gantry',
  'Birchwood',
  'Turnstone',
  'Aldergate',
  'Kestrel',
  'Brickfield',
];
const streetTypes = ['Street', 'Avenue', 'Terrace', 'Lane', 'Court', 'Way', 'Place', 'Crescent'];
const districts = [
  'North Landing',
  'Harbor Row',
  'Millbrook',
  'The Flats',
  'Eastbank',
  'Summit Park',
];

/** Kilometers around the center within which the demo's customers live. */
const radiusKm = 7;

/** Returns a person's home, always the same, within a few kilometers of the center. */
export function getHome(personId: string, cityCentre: Position): Place {
  return placeNear(cityCentre, randomFrom('home', personId));
}

/** Returns a made-up address with coordinates within seven kilometers of the center. */
export function placeNear(cityCentre: Position, random: Random): Place {
  const number = random.between(3, 2899);
  const unit = random.chance(0.25) ? `, Unit ${random.between(1, 48)}` : '';
  const address = `${number} ${random.pick(streets)} ${random.pick(streetTypes)}${unit}, ${random.pick(districts)}`;
  const { lat, lng } = positionNear(cityCentre, radiusKm, random);
  return { address, latitude: lat, longitude: lng };
}

/** Returns a random point at most `kilometres` from the center, rounded to about a meter; points near it are more likely. */
export function positionNear(centre: Position, kilometres: number, random: Random): Position {
  const distance = kilometres * random.next();
  const bearing = 2 * Math.PI * random.next();
  const lat = centre.lat + (distance * Math.cos(bearing)) / 111.2;
  // Meridians meet at the poles; for a city close to one this avoids a division by zero.
  const width = 111.2 * Math.max(Math.cos((centre.lat * Math.PI) / 180), 0.01);
  const lng = centre.lng + (distance * Math.sin(bearing)) / width;
  return {
    lat: roundDegrees(Math.max(-90, Math.min(90, lat))),
    lng: roundDegrees(((lng + 540) % 360) - 180),
  };
}

/** Rounds to five decimals, about a meter. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
