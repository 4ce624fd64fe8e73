import type { Position } from '@curbwrench/contract/people/schemas';
import { createRandom, type Random } from './random.ts';
import { isInside, getPointAlong, type Line, type Point } from './town-geometry.ts';
import type { Block } from './town-network.ts';
import { districts, getTown, toPoint, toPosition } from './town.ts';

/** An address where a mechanic visits a car, with its coordinates in degrees. */
export interface Place {
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Meters of street per pair of house numbers: an odd number on the left side and an even number on the right. */
const metersPerPair = 10;

/** Meters from the center line of a street to its houses. */
const houseDistance = 14;

/** Meters without houses at each end of a block. */
const cornerMeters = 22;

/** Within this many meters of the center, twice as many addresses are picked per pair of houses as elsewhere. */
const denseMeters = 3000;

/** Returns a person's home, on one of the town's streets; it is always the same. */
export function getHome(personId: string, cityCenter: Position): Place {
  return pickPlaceNear(cityCenter, createRandom('home', personId));
}

/** Returns a random address in the town around this center. */
export function pickPlaceNear(cityCenter: Position, random: Random): Place {
  const { block, pair } = pickSpot(random);
  const unit = random.chance(0.25) ? `, Unit ${random.between(1, 48)}` : '';
  const isRandomEven = random.chance(0.5);
  // There are no houses in parks; the address is across the street instead.
  const isEven = isInPark(getHouse(block, pair, isRandomEven)) ? !isRandomEven : isRandomEven;
  const house = getHouse(block, pair, isEven);
  const number = 2 * pair + (isEven ? 2 : 1);
  const street = getTown().streetNames[block.street] ?? '';
  const { lat, lng } = toPosition(house, cityCenter);
  return {
    address: `${number} ${street}${unit}, ${findDistrict(house)}`,
    latitude: lat,
    longitude: lng,
  };
}

/** Returns a random address in a polygon, which must not be much smaller than a district. Throws if it finds none. */
export function pickPlaceInside(shape: Line, cityCenter: Position, random: Random): Place {
  for (let tries = 0; tries < 1000; tries += 1) {
    const place = pickPlaceNear(cityCenter, random);
    const position = { lat: place.latitude, lng: place.longitude };
    if (isInside(toPoint(position, cityCenter), shape)) return place;
  }
  throw new Error('There is no address inside this shape.');
}

/** Returns a random point on the center line of a street. */
export function pickPointOnStreet(random: Random): Point {
  const { block, pair } = pickSpot(random);
  return getPointAlong(block.line, getMetersToPair(block, pair)).point;
}

/** Returns the district of an address. */
export function getDistrict({ address }: Place): string {
  return address.slice(address.lastIndexOf(', ') + 2);
}

/** Returns the district that contains a point of the town: the district whose center is nearest. */
function findDistrict([east, north]: Point): string {
  const distances = districts.map(({ center }) => Math.hypot(center[0] - east, center[1] - north));
  return districts[distances.indexOf(Math.min(...distances))]?.name ?? '';
}

/** A block with houses. `weightUpTo` is the sum of the weights of this block and all blocks before it. */
interface Frontage {
  readonly block: Block;
  readonly firstPair: number;
  readonly lastPair: number;
  readonly weightUpTo: number;
}

let frontages: readonly Frontage[] | null = null;

/** Returns the blocks with houses: all but the highway, bridges and very short blocks. */
function listFrontages(): readonly Frontage[] {
  let weightUpTo = 0;
  return getTown().network.blocks.flatMap((block) => {
    const firstPair = Math.ceil((block.from + cornerMeters) / metersPerPair);
    const lastPair = Math.floor((block.from + block.length - cornerMeters) / metersPerPair) - 1;
    if (block.kind === 'highway' || firstPair > lastPair || isAtWater(block)) return [];
    const isDense = Math.hypot(...getPointAlong(block.line, block.length / 2).point) < denseMeters;
    weightUpTo += (lastPair - firstPair + 1) * (isDense ? 2 : 1);
    return { block, firstPair, lastPair, weightUpTo };
  });
}

/** Returns a random block, and one of its pairs of houses. */
function pickSpot(random: Random): { block: Block; pair: number } {
  frontages ??= listFrontages();
  const at = random.next() * (frontages.at(-1)?.weightUpTo ?? 0);
  let [low, high] = [0, frontages.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((frontages[middle]?.weightUpTo ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  const frontage = frontages[low];
  if (!frontage) throw new Error('The town has no houses.');
  return { block: frontage.block, pair: random.between(frontage.firstPair, frontage.lastPair) };
}

/** Returns the distance in meters from the start of a block to a pair of houses. */
function getMetersToPair(block: Block, pair: number): number {
  return (pair + 0.5) * metersPerPair - block.from;
}

function getHouse(block: Block, pair: number, isEven: boolean): Point {
  const { point, direction } = getPointAlong(block.line, getMetersToPair(block, pair));
  const side = isEven ? houseDistance : -houseDistance;
  return [point[0] + direction[1] * side, point[1] - direction[0] * side];
}

function isInPark(point: Point): boolean {
  return getTown().plan.parks.some(({ shape }) => isInside(point, shape));
}

/** Returns whether a block crosses water or ends at it. */
function isAtWater({ line, length }: Block): boolean {
  // Tests a point at least every 40 m.
  const steps = Math.ceil(length / 40);
  return Array.from(
    { length: steps + 1 },
    (_, step) => getPointAlong(line, (length * step) / steps).point,
  ).some((point) => getTown().plan.water.some(({ shape }) => isInside(point, shape)));
}
