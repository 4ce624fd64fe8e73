import type { Position } from '@curbwrench/contract/people/schemas';
import { straightLineMeters } from '@curbwrench/contract/places/distance';
import type { ServiceArea, ServiceAreaReply } from '@curbwrench/contract/service-areas/schemas';

/** An area, as far as it matters for one ZIP code. */
export interface AreaForZip {
  /** Whether the area lists the ZIP code. */
  readonly listsZip: boolean;
  readonly circle: ServiceArea['circle'];
}

/** Whether the business serves a ZIP code, and the area that decides the weekdays and the call-out fee. */
export interface AreaAnswer<Area> {
  readonly answer: ServiceAreaReply['answer'];
  /** Null unless the answer is yes. */
  readonly area: Area | null;
}

const metersPerMile = 1609.344;

/** How far an address may be from the center of its ZIP code, in meters; true of nine in ten ZIP codes. */
const zipMarginMeters = 7_000;

/**
 * Returns whether the business serves a ZIP code: yes in the area that lists it, or else in the smallest
 * circle that contains its center by more than 7 km; no if all circles are farther away than 7 km, or there are
 * none; otherwise it is unsure. `center` is null if it is unknown. Of equal circles the first decides.
 */
export function decideServiceArea<Area extends AreaForZip>(
  areas: readonly Area[],
  center: Position | null,
): AreaAnswer<Area> {
  if (areas.length === 0) return { answer: 'unsure', area: null };
  const circles = areas
    .flatMap((area) => (area.circle ? [{ area, ...area.circle }] : []))
    .toSorted((a, b) => a.radiusMiles - b.radiusMiles)
    .map(({ area, radiusMiles, ...point }) => ({
      area,
      metersOutside: center
        ? straightLineMeters(center, point) - radiusMiles * metersPerMile
        : null,
    }));
  const area =
    areas.find(({ listsZip }) => listsZip) ??
    circles.find(({ metersOutside }) => metersOutside !== null && metersOutside < -zipMarginMeters)
      ?.area;
  if (area) return { answer: 'yes', area };
  const isOutside = circles.every(
    ({ metersOutside }) => metersOutside !== null && metersOutside > zipMarginMeters,
  );
  return { answer: isOutside ? 'no' : 'unsure', area: null };
}
