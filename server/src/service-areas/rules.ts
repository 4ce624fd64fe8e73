import type { Position } from '@curbwrench/contract/people/schemas';
import { straightLineMeters } from '@curbwrench/contract/places/distance';
import type { PlacePrecision } from '@curbwrench/contract/places/precision';
import type { ServiceArea, ServiceAreaReply } from '@curbwrench/contract/service-areas/schemas';
import { getMetersOutsideRing, getRingSize } from './ring-rules.ts';

/** The properties of an area that determine whether it serves one particular place. */
export interface AreaForPlace {
  /** Whether the area lists the place's ZIP code; null if the ZIP code is unknown and the area lists at least one. */
  readonly listsZip: boolean | null;
  readonly circle: ServiceArea['circle'];
  readonly ring: ServiceArea['ring'];
}

/** The position of a place, if known, and its precision. */
export interface PlaceLocation {
  /** Null if unknown. */
  readonly position: Position | null;
  readonly precision: PlacePrecision;
}

/** Whether the business serves a place, and the area whose days and trip fee apply there. */
export interface AreaAnswer<Area> {
  readonly answer: ServiceAreaReply['answer'];
  /** Null unless the answer is yes. */
  readonly area: Area | null;
}

const metersPerMile = 1609.344;

/** How far a place may be from its coordinates, in meters. The value for `zip` covers nine out of ten ZIP codes. */
const margins: Record<PlacePrecision, number> = {
  pin: 0,
  house: 0,
  street: 200,
  zip: 7_000,
  town: 15_000,
  unknown: Infinity,
};

/**
 * Returns whether the business serves a place. The answer is "yes" if an area lists its ZIP code, or if the place is
 * inside a drawn area or a circle, at least the margin for its precision away from the edge. If several shapes contain
 * the place, the smallest drawn area decides or, if there is none, the smallest circle; of shapes with the same size,
 * the first. The answer is "no" if all drawn areas and circles are farther away than the margin and no area could be
 * listing the ZIP code. Otherwise it is "unsure".
 */
export function decideServiceArea<Area extends AreaForPlace>(
  areas: readonly Area[],
  { position, precision }: PlaceLocation,
): AreaAnswer<Area> {
  if (areas.length === 0) return { answer: 'unsure', area: null };
  const listingArea = areas.find(({ listsZip }) => listsZip);
  if (listingArea) return { answer: 'yes', area: listingArea };
  const rings = areas
    .flatMap((area) => (area.ring ? [{ area, ring: area.ring, size: getRingSize(area.ring) }] : []))
    .toSorted((a, b) => a.size - b.size)
    .map(({ area, ring }) => ({
      area,
      metersOutside: position && getMetersOutsideRing(ring, position),
    }));
  const circles = areas
    .flatMap((area) => (area.circle ? [{ area, ...area.circle }] : []))
    .toSorted((a, b) => a.radiusMiles - b.radiusMiles)
    .map(({ area, radiusMiles, ...point }) => ({
      area,
      metersOutside: position && straightLineMeters(position, point) - radiusMiles * metersPerMile,
    }));
  const shapes = [...rings, ...circles];
  const margin = margins[precision];
  const containingShape = shapes.find(
    ({ metersOutside }) => metersOutside !== null && metersOutside <= -margin,
  );
  if (containingShape) return { answer: 'yes', area: containingShape.area };
  const isOutside =
    areas.every(({ listsZip }) => listsZip === false) &&
    shapes.every(({ metersOutside }) => metersOutside !== null && metersOutside > margin);
  return { answer: isOutside ? 'no' : 'unsure', area: null };
}

/**
 * Returns an area's trip fee for a place. Without distance bands, the fee is the same everywhere. Otherwise it is the
 * fee of the first band that includes the straight-line distance from the business to the place. Beyond the last band,
 * or if the distance is unknown, it is the fee of the last band.
 */
export function getTripFee(
  { tripFee, feeBands }: Pick<ServiceArea, 'tripFee' | 'feeBands'>,
  position: Position | null,
  business: Position,
): string {
  if (feeBands === null) return tripFee;
  const miles = position ? straightLineMeters(business, position) / metersPerMile : Infinity;
  const band = feeBands.find(({ upToMiles }) => miles <= upToMiles) ?? feeBands.at(-1);
  return band?.fee ?? tripFee;
}
