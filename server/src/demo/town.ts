import type { MapFeature, MapLayer } from '@curbwrench/contract/maps/schemas';
import type { Position } from '@curbwrench/contract/people/schemas';
import { metersPerDegree } from '@curbwrench/contract/places/distance';
import { simplify, type Line, type Point } from './town-geometry.ts';
import { nameStreets } from './town-names.ts';
import { joinStreets, type Network } from './town-network.ts';
import { planTown, type StreetKind, type TownPlan } from './town-plan.ts';

/** The fictional town of the demo, in meters around its center. */
export interface Town {
  readonly plan: TownPlan;
  /** Indexed by the street's number. */
  readonly streetNames: readonly string[];
  readonly network: Network;
}

let town: Town | null = null;

/** Returns the town, which is generated on the first call and is always the same. */
export function getTown(): Town {
  town ??= makeTown();
  return town;
}

function makeTown(): Town {
  const plan = planTown();
  const network = joinStreets(
    plan.streets.flatMap(({ kind, pieces }, street) =>
      pieces.map(({ line, from }) => ({ street, kind, line: simplify(line, 1.5), from })),
    ),
  );
  return { plan, streetNames: nameStreets(plan.streets), network };
}

/** The districts and their centers, as points of the town. */
export const districts: readonly { readonly name: string; readonly center: Point }[] = [
  { name: 'Downtown', center: [-250, 350] },
  { name: 'North Landing', center: [600, 3100] },
  { name: 'Harbor Row', center: [600, -4100] },
  { name: 'Millbrook', center: [-4300, -200] },
  { name: 'The Flats', center: [-2300, -3400] },
  { name: 'Eastbank', center: [3900, 300] },
  { name: 'Summit Park', center: [-3300, 3300] },
];

/** Returns a point's position if the town's center is at `center`, rounded to about a meter. */
export function toPosition([east, north]: Point, center: Position): Position {
  const lat = center.lat + north / metersPerDegree;
  const lng = center.lng + east / (metersPerDegree * getLongitudeScale(center));
  return {
    lat: roundDegrees(Math.max(-90, Math.min(90, lat))),
    lng: roundDegrees(wrapLongitude(lng)),
  };
}

/** Returns the point at a position if the town's center is at `center`. */
export function toPoint({ lat, lng }: Position, center: Position): Point {
  const degreesEast = wrapLongitude(lng - center.lng);
  return [
    degreesEast * metersPerDegree * getLongitudeScale(center),
    (lat - center.lat) * metersPerDegree,
  ];
}

/** Returns the equivalent longitude between -180 and 180 degrees. */
function wrapLongitude(lng: number): number {
  return ((lng + 540) % 360) - 180;
}

/** Returns the length of a degree of longitude relative to a degree of latitude; never 0, even at a pole. */
function getLongitudeScale({ lat }: Position): number {
  return Math.max(Math.cos((lat * Math.PI) / 180), 0.01);
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

const layers: Readonly<Record<StreetKind, MapLayer>> = {
  highway: 'highway',
  avenue: 'avenue',
  drive: 'street',
  street: 'street',
  loop: 'street',
  court: 'street',
};

const ranks: Readonly<Record<StreetKind, number>> = {
  highway: 1,
  avenue: 2,
  drive: 3,
  street: 3,
  loop: 3,
  court: 4,
};

/** Returns the town around a city's center as map features, in the order in which they are drawn. */
export function createTownFeatures(cityCenter: Position): readonly MapFeature[] {
  const { plan, streetNames, network } = getTown();
  const toDegrees = (point: Point): [number, number] => {
    const { lat, lng } = toPosition(point, cityCenter);
    return [lng, lat];
  };
  const toFeature = (
    layer: MapLayer,
    name: string,
    rank: number,
    geometry: MapFeature['geometry'],
  ): MapFeature => ({ type: 'Feature', properties: { layer, name, rank }, geometry });
  const toArea = (layer: MapLayer, { name, shape }: TownPlan['water'][number]): MapFeature =>
    toFeature(layer, name, 2, {
      type: 'Polygon',
      coordinates: [[...shape, ...shape.slice(0, 1)].map(toDegrees)],
    });
  const lines = joinBlocks(network);
  return [
    ...plan.parks.map((park) => toArea('park', park)),
    ...plan.water.map((water) => toArea('water', water)),
    ...plan.streets.flatMap(({ kind }, street) => {
      const pieces = lines.get(street);
      if (!pieces) return [];
      const coordinates = pieces.map((line) => simplify(line, 1).map(toDegrees));
      return toFeature(layers[kind], streetNames[street] ?? '', ranks[kind], {
        type: 'MultiLineString',
        coordinates,
      });
    }),
    ...districts.map(({ name, center }) =>
      toFeature('place', name, 1, { type: 'Point', coordinates: toDegrees(center) }),
    ),
  ];
}

/** Returns each street's lines by street number; consecutive blocks are joined into one line. */
function joinBlocks({ blocks }: Network): Map<number, Line[]> {
  const lines = new Map<number, Line[]>();
  let previousBlock: (typeof blocks)[number] | null = null;
  for (const block of blocks) {
    const pieces = lines.get(block.street) ?? [];
    lines.set(block.street, pieces);
    const lastPiece = pieces.at(-1);
    if (
      lastPiece &&
      previousBlock?.street === block.street &&
      previousBlock.ends[1] === block.ends[0]
    ) {
      pieces[pieces.length - 1] = [...lastPiece, ...block.line.slice(1)];
    } else pieces.push(block.line);
    previousBlock = block;
  }
  return lines;
}
