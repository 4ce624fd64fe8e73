import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@curbwrench/contract/people/schemas';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../application/clock.ts';
import type { Geocoder, GeocoderResponse } from '../application/geocoder-port.ts';
import { fetchJson, RequestRejectedError } from '../application/fetch-json-adapter.ts';
import type { GeocodedPlace } from '../application/rules/geocoded-place.ts';
import type { Store } from '../database/connection/store.ts';
import { storeGeocoderResponse } from './geocoder-response-changes.ts';
import { findGeocoderResponse } from './geocoder-response-queries.ts';
import { reserveRequestTime } from './geocoder-limit-changes.ts';
import { normalizeQuery } from './geocoding-rules.ts';
import type { GeocodingService } from './geocoding-service-port.ts';
import { createNominatimClient } from './nominatim-adapter.ts';
import { createPhotonClient } from './photon-adapter.ts';

/** A geocoding service that the business has chosen. */
export interface GeocoderSettings {
  readonly service: 'photon' | 'nominatim';
  /** Without a trailing slash. */
  readonly url: string;
  /** The maximum number of requests per second, from all processes together. */
  readonly perSecond: number;
}

/** The parts of the application that the adapter needs. */
interface GeocoderDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly business: { readonly name: string; readonly cityCenter: Position };
  readonly publicUrl: string;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** How long the service may take to respond; three seconds by default. */
  readonly timeoutMs?: number;
}

const maxResponseBytes = 1_000_000;

/** A request that would have to wait longer than this is not sent. */
const maxWaitMs = 2_000;

/**
 * The limits are lower while someone is typing: even their own addresses are shown only after the service has
 * responded.
 */
const maxWaitMsWhileTyping = 250;
const timeoutMsWhileTyping = 1_500;

/**
 * The version of the stored format. It is raised when `GeocodedPlace` changes, because older responses can't be read
 * then.
 */
const formatVersion = 3;

/** After a failure, the service gets no requests for this long, so that not every booking waits for it. */
const pauseMs = 60_000;

/** How long a request may wait until it is sent, and how to create the service with the right timeout. */
interface RequestLimits {
  readonly createService: () => GeocodingService;
  readonly maxWaitMs: number;
  readonly isTyping: boolean;
}

const emptyResponse: GeocoderResponse = { places: [], isDown: false };
const downResponse: GeocoderResponse = { places: [], isDown: true };

/**
 * Creates a geocoder that uses a geocoding service. Stored responses are reused; a new query waits at most two seconds
 * for the rate limit. After the service fails or times out, it gets no requests for a minute, unless it only rejected
 * one request or was only too slow for someone who is typing.
 */
export function createGeocoder(
  { service, url, perSecond }: GeocoderSettings,
  { store, clock, business, publicUrl, log, timeoutMs = 3_000 }: GeocoderDependencies,
): Geocoder {
  const db = store.kysely;
  const create = service === 'photon' ? createPhotonClient : createNominatimClient;
  // Created for each query, because the business's name and position may change.
  const createWithTimeout = (milliseconds: number) => () => {
    const headers = { 'user-agent': getUserAgent(business.name, publicUrl) };
    return create(url, business.cityCenter, (requestUrl) =>
      fetchJson(requestUrl, { timeoutMs: milliseconds, maxBytes: maxResponseBytes, headers }),
    );
  };
  const normalLimits: RequestLimits = {
    createService: createWithTimeout(timeoutMs),
    maxWaitMs,
    isTyping: false,
  };
  const typingLimits: RequestLimits = {
    createService: createWithTimeout(Math.min(timeoutMs, timeoutMsWhileTyping)),
    maxWaitMs: maxWaitMsWhileTyping,
    isTyping: true,
  };
  let pausedUntil = 0;
  const isPaused = () => clock.now().getTime() < pausedUntil;

  /** Returns the stored response to a query; without one, sends a request and stores the response. */
  async function getResponse(
    query: string,
    limits: RequestLimits,
    sendRequest: (geocoding: GeocodingService) => Promise<readonly GeocodedPlace[]>,
  ): Promise<GeocoderResponse> {
    const { lat, lng } = business.cityCenter;
    // The response depends on all of these. They are stored only as a hash, because people may type more than an
    // address.
    const context = [formatVersion, service, url, lat, lng, query];
    const key = createHash('sha256').update(context.join('\n')).digest('hex');
    const storedPlaces = await findGeocoderResponse(db, key);
    if (storedPlaces) return { places: storedPlaces, isDown: false };
    if (isPaused()) return downResponse;
    const waitMs = await reserveRequestTime(db, perSecond, limits.maxWaitMs);
    if (waitMs === null) return emptyResponse;
    await pause(waitMs);
    // The service may have failed during the wait.
    if (isPaused()) return downResponse;
    let places: readonly GeocodedPlace[];
    try {
      places = await sendRequest(limits.createService());
    } catch (error) {
      return handleFailure(error, limits);
    }
    await storeGeocoderResponse(db, key, places, clock.now());
    return { places, isDown: false };
  }

  function handleFailure(error: unknown, { isTyping }: RequestLimits): GeocoderResponse {
    // Doesn't log the error's message, which may contain the address.
    const reason = error instanceof Error ? error.name : 'unknown';
    log.warn({ reason }, 'The geocoder did not respond correctly; the table of ZIP codes is used.');
    // If the service rejects one person's search, everyone else's searches must go on.
    if (error instanceof RequestRejectedError) return emptyResponse;
    if (!isTyping || reason !== 'TimeoutError') pausedUntil = clock.now().getTime() + pauseMs;
    return downResponse;
  }

  async function searchWith(limits: RequestLimits, text: string): Promise<GeocoderResponse> {
    const query = normalizeQuery(text);
    if (query === '') return emptyResponse;
    return getResponse(`search ${query}`, limits, (geocoding) => geocoding.search(text));
  }

  return {
    suggestsWhileTyping: normalLimits.createService().suggestsWhileTyping,
    search: (text) => searchWith(normalLimits, text),
    suggest: (text) => searchWith(typingLimits, text),
    reverseGeocode({ lat, lng }) {
      // Rounded to 11 m, which is more precise than most phones.
      const point = { lat: roundDegrees(lat), lng: roundDegrees(lng) };
      return getResponse(`describe ${point.lat} ${point.lng}`, normalLimits, (geocoding) =>
        geocoding.reverseGeocode(point),
      );
    },
  };
}

/** Returns the user agent, which public services require to identify the client. Headers must be ASCII. */
function getUserAgent(businessName: string, publicUrl: string): string {
  return `${businessName.replaceAll(/[^\x20-\x7e]/g, '?')} (Curbwrench; ${publicUrl})`;
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
