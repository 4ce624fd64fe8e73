import type { Position } from '@curbwrench/contract/people/schemas';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { fetchJson, RefusedRequest } from '../application/json-adapter.ts';
import type { TravelTime, TravelTimes } from '../application/travel-times-port.ts';
import { estimateTravelTime } from './estimate-adapter.ts';

/** How many points OSRM accepts in one request by default, without the origin. */
const maxDestinations = 99;
const maxReplyBytes = 200_000;
const maxSeconds = 24 * 3600;

/** After a failure the router is not asked for this long, so that not every screen waits for it. */
const pauseMs = 60_000;

/** A row of seconds from the origin to each point, the origin included; null where there is no road. */
const tableReply = z.object({
  code: z.literal('Ok'),
  durations: z.tuple([z.array(z.number().min(0).max(maxSeconds).nullable())]),
});

/**
 * Asks an OSRM server (its table service) for driving times, one request for all destinations. If it does not
 * answer in time or correctly, then for the next minute, for a request that it refuses, and for destinations beyond
 * the 99th, the times are estimates.
 */
export function osrmTravelTimes(
  url: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
  timeoutMs = 3_000,
): TravelTimes {
  let pausedUntil = 0;

  async function readMinutesOrNone(
    origin: Position,
    destinations: readonly Position[],
  ): Promise<readonly (number | null)[]> {
    if (destinations.length === 0 || Date.now() < pausedUntil) return [];
    try {
      return await readMinutes(url, origin, destinations, timeoutMs);
    } catch (error) {
      // A refusal, for example of a point far from all roads, says nothing about other requests.
      if (!(error instanceof RefusedRequest)) pausedUntil = Date.now() + pauseMs;
      // Not the error's own text: it may contain the coordinates.
      const reason = error instanceof Error ? error.name : 'unknown';
      log.warn({ reason }, 'The router did not answer correctly; driving times are estimated.');
      return [];
    }
  }

  return {
    async from(origin, destinations) {
      const minutes = await readMinutesOrNone(origin, destinations);
      return destinations.map((destination, index): TravelTime | null => {
        const known = minutes[index];
        if (known === undefined) return estimateTravelTime(origin, destination);
        return known === null ? null : { minutes: known, source: 'router' };
      });
    },
  };
}

/** Returns the minutes to each of the first 99 destinations, or throws. */
async function readMinutes(
  url: string,
  origin: Position,
  destinations: readonly Position[],
  timeoutMs: number,
): Promise<readonly (number | null)[]> {
  const points = [origin, ...destinations.slice(0, maxDestinations)];
  // OSRM has the longitude first.
  const path = points.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';');
  const reply = await fetchJson(
    `${url}/table/v1/driving/${path}?sources=0&annotations=duration,distance`,
    { timeoutMs, maxBytes: maxReplyBytes },
  );
  const { durations } = tableReply.parse(reply);
  const [seconds] = durations;
  if (seconds.length !== points.length) throw new RangeError('Another number of durations.');
  return seconds.slice(1).map((each) => (each === null ? null : each / 60));
}
