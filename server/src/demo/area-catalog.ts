import type { Position } from '@curbwrench/contract/people/schemas';
import type { Weekday } from '@curbwrench/contract/service-areas/weekdays';
import { simplify, type Line } from './town-geometry.ts';
import { bankLine } from './town-shape.ts';

interface CatalogArea {
  readonly name: string;
  /** The area's vertices, counterclockwise, in the town's coordinates; null if it is a circle around the center. */
  readonly shape: Line | null;
  readonly radiusMiles: number | null;
  /** The area's ZIP codes, used only if the demo is in its default city. */
  readonly zips: readonly string[];
  readonly days: readonly Weekday[];
  readonly tripFee: string;
}

/** San Francisco, the demo's default city. */
const defaultCity: Position = { lat: 37.7749, lng: -122.4194 };

/** Returns whether the demo is in the city whose ZIP codes `areaCatalog` lists. */
export function isDefaultCity({ lat, lng }: Position): boolean {
  return lat === defaultCity.lat && lng === defaultCity.lng;
}

/** A service area that is a polygon and has a trip fee. */
export const northSideArea = {
  name: 'North side',
  shape: [[-2100, 1750], [0, 1850], ...riverside(-1, 1800, 6500), [-1500, 6600], [-2400, 4200]],
  radiusMiles: null,
  zips: ['94108', '94109', '94111', '94115', '94123', '94133'],
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  tripFee: '10.00',
} as const satisfies CatalogArea;

/** The service areas of the demo's business: districts, and a circle around all of them. */
export const areaCatalog: readonly CatalogArea[] = [
  {
    name: 'Downtown',
    shape: [[-2100, -1900], ...riverside(-1, -1850, 1800), [0, 1850], [-2100, 1750]],
    radiusMiles: null,
    zips: ['94102', '94103', '94105', '94107', '94110', '94114'],
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    tripFee: '0.00',
  },
  northSideArea,
  {
    name: 'West side',
    shape: [
      [-6700, -2600],
      [-2100, -1900],
      [-2100, 1750],
      [-2400, 4200],
      [-4600, 5600],
      [-6700, 3200],
    ],
    radiusMiles: null,
    zips: ['94116', '94118', '94121', '94122', '94132'],
    days: ['mon', 'wed', 'fri'],
    tripFee: '15.00',
  },
  {
    name: 'East bank',
    shape: [[6600, -3000], [6700, 3100], ...riverside(1, -3000, 3000).toReversed()],
    radiusMiles: null,
    zips: [],
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    tripFee: '15.00',
  },
  {
    name: 'Rest of the city',
    shape: null,
    radiusMiles: 5.5,
    zips: ['94014', '94015'],
    days: ['tue', 'thu'],
    tripFee: '25.00',
  },
];

/** Returns part of one bank of the river, which borders the areas along it. */
function riverside(side: 1 | -1, south: number, north: number): Line {
  return simplify(bankLine(side, 0, [south, north]), 40);
}
