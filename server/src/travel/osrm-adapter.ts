import type { Position } from '@curbwrench/contract/people/schemas';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { fetchJson, RequestRejectedError } from '../application/fetch-json-adapter.ts';
import type { TravelTime, TravelTimes } from '../application/travel-times-port.ts';
import { estimateTravelTime } from './estimate-adapter.ts';

/** The number of points that OSRM accepts in one request by default, not counting the origin. */
const maxDestinations = 99;
const maxReplyBytes = 200_000;
/** A reply with a longer driving time is treated as invalid. */
const maxSeconds = 24 * 3600;

/** How long no requests are sent to the router after a failure, so that other screens do not wait for it. */
const pauseMs = 60_000;

/** A row of seconds from the origin to each point, including the origin itself; null if there is no road. */
const tableReply = z.object({
  code: z.literal('Ok'),
  durations: z.tuple([z.array(z.number().min(0).max(maxSeconds).nullable())]),
});

/**
 * Creates a source of driving times that queries an OSRM server's table service, with one request for all destinations.
 * The times are estimates for destinations beyond the 99th and for a request that the server rejects. If the server
 * does not respond correctly and in time, all times are estimates for the next minute.
 */
export function createOsrmTravelTimes(
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
      // A rejected request, for example with a point far from all roads, says nothing about other requests.
      if (!(error instanceof RequestRejectedError)) pausedUntil = Date.now() + pauseMs;
      // Doesn't log the error's message, which may contain the coordinates.
      const reason = error instanceof Error ? error.name : 'unknown';
      log.warn({ reason }, 'The router did not respond correctly; driving times are estimated.');
      return [];
    }
  }

  return {
    async from(origin, destinations) {
      const minutes = await readMinutesOrNone(origin, destinations);
      return destinations.map((destination, index): TravelTime | null => {
        const knownMinutes = minutes[index];
        if (knownMinutes === undefined) return estimateTravelTime(origin, destination);
        return knownMinutes === null ? null : { minutes: knownMinutes, source: 'router' };
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
  // OSRM expects the longitude first.
  const path = points.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';');
  const reply = await fetchJson(
    `${url}/table/v1/driving/${path}?sources=0&annotations=duration,distance`,
    { timeoutMs, maxBytes: maxReplyBytes },
  );
  const { durations } = tableReply.parse(reply);
  const [seconds] = durations;
  if (seconds.length !== points.length) throw new RangeError('The number of durations is wrong.');
  return seconds.slice(1).map((duration) => (duration === null ? null : duration / 60));
}
