import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@curbwrench/contract/people/schemas';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../application/clock.ts';
import type { Geocoder, GeocoderAnswer } from '../application/geocoder-port.ts';
import { fetchJson, RefusedRequest } from '../application/json-adapter.ts';
import type { FoundPlace } from '../application/rules/found-place.ts';
import type { Store } from '../database/connection/store.ts';
import { storeGeocoderAnswer } from './geocoder-answer-changes.ts';
import { findGeocoderAnswer } from './geocoder-answer-queries.ts';
import { takeTurn } from './geocoder-limit-changes.ts';
import { normalizeQuestion } from './geocoding-rules.ts';
import type { GeocodingService } from './geocoding-service-port.ts';
import { nominatim } from './nominatim-adapter.ts';
import { photon } from './photon-adapter.ts';

/** A geocoding service that the business has chosen. */
export interface GeocoderSettings {
  readonly service: 'photon' | 'nominatim';
  /** Without a slash at its end. */
  readonly url: string;
  /** How often it may be asked by all processes together. */
  readonly perSecond: number;
}

/** What the adapter needs of the application. */
interface GeocoderParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly business: { readonly name: string; readonly cityCentre: Position };
  readonly publicUrl: string;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** How long an answer may take, if not the usual. */
  readonly timeoutMs?: number;
}

const maxAnswerBytes = 1_000_000;

/** Whoever would wait longer for their turn is answered without the service. */
const maxWaitMs = 2_000;

/** The same for who is typing: the customer's own addresses are shown together with the service's. */
const maxWaitMsWhileTyping = 250;
const timeoutMsWhileTyping = 1_500;

/** What is stored must be of this form; another number makes older answers unknown. */
const formOfAnswers = 2;

/** After a failure the service is not asked for this long, so that not every booking waits for it. */
const pauseMs = 60_000;

/** How long a question may wait for its turn, and the service with its timeout. */
interface Pace {
  readonly asked: () => GeocodingService;
  readonly maxWaitMs: number;
  readonly isTyping: boolean;
}

const noAnswer: GeocoderAnswer = { places: [], isDown: false };
const down: GeocoderAnswer = { places: [], isDown: true };

/**
 * Asks a geocoding service. An answer from the last 90 days is used again; a new question waits for its turn,
 * for at most two seconds. A service that did not answer in time and correctly is not asked for a minute, unless it
 * refused only one request or was too slow only for someone who types.
 */
export function createGeocoder(
  { service, url, perSecond }: GeocoderSettings,
  { store, clock, business, publicUrl, log, timeoutMs = 3_000 }: GeocoderParts,
): Geocoder {
  const db = store.kysely;
  const create = service === 'photon' ? photon : nominatim;
  // The business's name and place may change.
  const createWith = (milliseconds: number) => () => {
    const headers = { 'user-agent': nameClient(business.name, publicUrl) };
    return create(url, business.cityCentre, (each) =>
      fetchJson(each, { timeoutMs: milliseconds, maxBytes: maxAnswerBytes, headers }),
    );
  };
  const patient: Pace = { asked: createWith(timeoutMs), maxWaitMs, isTyping: false };
  const typing: Pace = {
    asked: createWith(Math.min(timeoutMs, timeoutMsWhileTyping)),
    maxWaitMs: maxWaitMsWhileTyping,
    isTyping: true,
  };
  let pausedUntil = 0;
  const isPaused = () => clock.now().getTime() < pausedUntil;

  /** Returns the stored answer to a question, or the service's own, which is then stored. */
  async function answer(
    question: string,
    pace: Pace,
    ask: (asked: GeocodingService) => Promise<readonly FoundPlace[]>,
  ): Promise<GeocoderAnswer> {
    const { lat, lng } = business.cityCentre;
    // Answers depend on all of these. Only a hash: people type more than addresses.
    const context = [formOfAnswers, service, url, lat, lng, question];
    const key = createHash('sha256').update(context.join('\n')).digest('hex');
    const known = await findGeocoderAnswer(db, key);
    if (known) return { places: known, isDown: false };
    if (isPaused()) return down;
    const waitMs = await takeTurn(db, perSecond, pace.maxWaitMs);
    if (waitMs === null) return noAnswer;
    await pause(waitMs);
    // It may have failed meanwhile.
    if (isPaused()) return down;
    let places: readonly FoundPlace[];
    try {
      places = await ask(pace.asked());
    } catch (error) {
      return handleFailure(error, pace);
    }
    await storeGeocoderAnswer(db, key, places, clock.now());
    return { places, isDown: false };
  }

  function handleFailure(error: unknown, { isTyping }: Pace): GeocoderAnswer {
    // Not the error's own text: it may contain the address.
    const reason = error instanceof Error ? error.name : 'unknown';
    log.warn({ reason }, 'The geocoder did not answer correctly; the table of ZIP codes is used.');
    // One odd text must not keep the service from everyone else.
    if (error instanceof RefusedRequest) return noAnswer;
    if (!isTyping || reason !== 'TimeoutError') pausedUntil = clock.now().getTime() + pauseMs;
    return down;
  }

  async function searchWith(pace: Pace, text: string): Promise<GeocoderAnswer> {
    const question = normalizeQuestion(text);
    if (question === '') return noAnswer;
    return answer(`search ${question}`, pace, (asked) => asked.search(text));
  }

  return {
    suggestsWhileTyping: patient.asked().suggestsWhileTyping,
    search: (text) => searchWith(patient, text),
    suggest: (text) => searchWith(typing, text),
    describe({ lat, lng }) {
      // To 11 m, which is more exact than most phones.
      const point = { lat: roundDegrees(lat), lng: roundDegrees(lng) };
      return answer(`describe ${point.lat} ${point.lng}`, patient, (asked) =>
        asked.describe(point),
      );
    },
  };
}

/** Returns who asks, as public services want to know it; a header has only ASCII characters. */
function nameClient(businessName: string, publicUrl: string): string {
  return `${businessName.replaceAll(/[^\x20-\x7e]/g, '?')} (Curbwrench; ${publicUrl})`;
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
