import type { Position } from '@curbwrench/contract/people/schemas';
import {
  estimateDriveMinutes,
  estimateRoadMeters,
  straightLineMeters,
} from '@curbwrench/contract/places/distance';
import type { TravelTime, TravelTimes } from '../application/travel-times-port.ts';

/** Estimates driving times from straight-line distances, without any service. */
export const estimatedTravelTimes: TravelTimes = {
  from: (origin, destinations) =>
    Promise.resolve(destinations.map((destination) => estimateTravelTime(origin, destination))),
};

/** Returns the estimated driving time between two points. */
export function estimateTravelTime(from: Position, to: Position): TravelTime {
  const minutes = estimateDriveMinutes(estimateRoadMeters(straightLineMeters(from, to)));
  return { minutes, source: 'estimate' };
}
