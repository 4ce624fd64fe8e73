import type { Position } from '../people/schemas.ts';

/** Mean radius of the earth in meters. */
const earthRadius = 6_371_000;

/** The length in meters of a degree of latitude, and of a degree of longitude at the equator. */
export const metersPerDegree = 111_195;

export const metersPerMile = 1609.344;

/**
 * How far from the center of its ZIP code an address can be; coordinates farther away are ignored. The
 * largest ZIP codes are in Alaska and Nevada.
 */
export const maxMetersFromZip = 50_000;

/** Rounds degrees to about a meter. */
export function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

/** Returns the meters from one point to the other in a straight line, rounded. */
export function straightLineMeters(from: Position, to: Position): number {
  const [fromLat, toLat] = [toRadians(from.lat), toRadians(to.lat)];
  const halfLat = Math.sin((toLat - fromLat) / 2);
  const halfLng = Math.sin(toRadians(to.lng - from.lng) / 2);
  const chord = halfLat ** 2 + Math.cos(fromLat) * Math.cos(toLat) * halfLng ** 2;
  return Math.round(2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord))));
}

/** The length of the road divided by that of the straight line. Short trips have more detours. */
const detourFactor = 1.3;
const shortDetourFactor = 1.4;
const shortTripMeters = 3_000;

/**
 * Estimates the driving distance from the straight-line distance, both in meters. The estimate never decreases as the
 * straight line gets longer.
 */
export function estimateRoadMeters(straightMeters: number): number {
  return Math.max(
    Math.min(straightMeters, shortTripMeters) * shortDetourFactor,
    straightMeters * detourFactor,
  );
}

/** The minutes of a trip that do not depend on its length, such as parking. */
const minutesPerTrip = 2;

/** The average speeds on each part of a trip: the first 5 km, the next 15 km, and the rest. */
const speedBands = [
  { upToMeters: 5_000, kilometersPerHour: 35 },
  { upToMeters: 20_000, kilometersPerHour: 56 },
  { upToMeters: Infinity, kilometersPerHour: 88 },
];

/**
 * Returns the estimated minutes to drive this many meters of road, not rounded. The speeds were chosen to fit
 * average trips in the United States. Roads and traffic are not known, so messages must say 'about'.
 */
export function estimateDriveMinutes(roadMeters: number): number {
  let minutes = minutesPerTrip;
  let bandStart = 0;
  for (const { upToMeters, kilometersPerHour } of speedBands) {
    const metersInBand = Math.max(0, Math.min(roadMeters, upToMeters) - bandStart);
    minutes += (metersInBand * 60) / (kilometersPerHour * 1000);
    bandStart = upToMeters;
  }
  return minutes;
}

/** Rounds driving time: to whole minutes up to 10, then to multiples of 5. Returns at least 1. */
export function roundDriveMinutes(minutes: number): number {
  return Math.round(minutes) <= 10
    ? Math.max(1, Math.round(minutes))
    : Math.max(10, Math.round(minutes / 5) * 5);
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
