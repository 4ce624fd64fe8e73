import type { MapFeature } from '@curbwrench/contract/maps/schemas';
import type { Position } from '@curbwrench/contract/people/schemas';
import { straightLineMeters } from '@curbwrench/contract/places/distance';
import { centerOf, splitWords, toCityKey, type Place } from '../places/rules.ts';

/** A line of points in degrees, each longitude first. */
export type Line = readonly (readonly [number, number])[];

/** How far the schematic map extends from the business. */
const maxMeters = 160_000;

/** The side, in degrees, of a square in which only one ZIP code is shown (about 500 m). */
const zipSquareDegrees = 0.005;

/**
 * Cities are sorted by their number of ZIP codes. Cities before the first of these indexes have rank 1, those before
 * the second have rank 2, and the rest have rank 3.
 */
const rankBoundaries = [6, 30];

/**
 * Returns the schematic map around a point: ZIP codes, cities with at least two ZIP codes, the nearest city, and county
 * lines, all within about 160 km.
 */
export function createSchematic(
  byZip: ReadonlyMap<string, Place>,
  countyLines: readonly Line[],
  center: Position,
): readonly MapFeature[] {
  const isNear = (position: Position) => straightLineMeters(center, position) <= maxMeters;
  const nearZips = [...byZip].filter(([, place]) => isNear(place));
  const counties = countyLines.flatMap((line) => clipLine(line, isNear));
  return [
    ...(counties.length > 0 ? [toCountyFeature(counties)] : []),
    ...dropCoincidingZips(nearZips).map(([zip, place]) => toPoint('zip', zip, 1, place)),
    ...createCities(
      nearZips.map(([, place]) => place),
      center,
    ),
  ];
}

/** Returns the parts of a line that are near. Each includes the adjacent points outside, to avoid visible gaps. */
function clipLine(line: Line, isNear: (position: Position) => boolean): readonly Line[] {
  const isPointNear = line.map(([lng, lat]) => isNear({ lat, lng }));
  const parts: (readonly [number, number])[][] = [];
  let part: (readonly [number, number])[] | null = null;
  for (const [index, point] of line.entries()) {
    const isKept = [index - 1, index, index + 1].some((neighbor) => isPointNear[neighbor]);
    if (!isKept) part = null;
    else if (part) part.push(point);
    else parts.push((part = [point]));
  }
  return parts.filter(({ length }) => length > 1);
}

function toCountyFeature(lines: readonly Line[]): MapFeature {
  return {
    type: 'Feature',
    properties: { layer: 'county', name: null, rank: 1 },
    geometry: {
      type: 'MultiLineString',
      coordinates: lines.map((line) => line.map(([lng, lat]) => [round(lng), round(lat)])),
    },
  };
}

/** Returns one ZIP code per square. All ZIP codes for a city's PO boxes are at the city's center and would overlap. */
function dropCoincidingZips(
  zips: readonly (readonly [string, Place])[],
): readonly (readonly [string, Place])[] {
  const usedSquares = new Set<string>();
  return zips.filter(([, { lat, lng }]) => {
    const square = `${Math.round(lat / zipSquareDegrees)} ${Math.round(lng / zipSquareDegrees)}`;
    if (usedSquares.has(square)) return false;
    usedSquares.add(square);
    return true;
  });
}

function createCities(places: readonly Place[], center: Position): readonly MapFeature[] {
  // Some ZIP codes in US territories have no city name.
  const namedPlaces = places.filter(({ name }) => name !== '');
  const home = findNearest(namedPlaces, center);
  const cities = new Map<string, Place[]>();
  for (const place of namedPlaces)
    cities.set(getCityKey(place), [...(cities.get(getCityKey(place)) ?? []), place]);
  return [...cities]
    .filter(([city, { length }]) => length > 1 || (home !== null && city === getCityKey(home)))
    .map(([, members]) => ({ members, name: members[0]?.name ?? '' }))
    .toSorted((a, b) => b.members.length - a.members.length || (a.name < b.name ? -1 : 1))
    .map(({ members, name }, index) => {
      const rank = 1 + rankBoundaries.filter((boundary) => index >= boundary).length;
      return toPoint('place', name, rank, centerOf(members));
    });
}

/** Returns a key that is the same for all ZIP codes of a city, however it is spelled. */
function getCityKey({ name, state }: Place): string {
  return `${toCityKey(splitWords(name))} ${state}`;
}

function findNearest(places: readonly Place[], center: Position): Place | null {
  let nearest: Place | null = null;
  let shortestDistance = Infinity;
  for (const place of places) {
    const distance = straightLineMeters(center, place);
    if (distance >= shortestDistance) continue;
    nearest = place;
    shortestDistance = distance;
  }
  return nearest;
}

function toPoint(
  layer: 'zip' | 'place',
  name: string,
  rank: number,
  { lat, lng }: Position,
): MapFeature {
  return {
    type: 'Feature',
    properties: { layer, name, rank },
    geometry: { type: 'Point', coordinates: [round(lng), round(lat)] },
  };
}

/** Rounds to about 10 m; more digits would only make the map larger. */
function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
