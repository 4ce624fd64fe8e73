import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@curbwrench/contract/people/schemas';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../application/clock.ts';
import type { Geocoder } from '../application/geocoder-port.ts';
import { fetchJson } from '../application/json-adapter.ts';
import type { FoundPlace } from '../application/rules/found-place.ts';
import type { Store } from '../database/connection/store.ts';
import { storeGeocoderAnswer } from './geocoder-answer-changes.ts';
import { findGeocoderAnswer } from './geocoder-answer-queries.ts';
import { takeTurn } from './geocoder-limit-changes.ts';
import { normalizeQuestion } from './geocoding-rules.ts';
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

/** After a failure the service is not asked for this long, so that not every booking waits for it. */
const pauseMs = 60_000;

/**
 * Asks a geocoding service. An answer from the last 90 days is used again; a new question waits for its turn,
 * for at most two seconds. A service that did not answer in time and correctly is not asked for a minute.
 */
export function createGeocoder(
  { service, url, perSecond }: GeocoderSettings,
  { store, clock, business, publicUrl, log, timeoutMs = 3_000 }: GeocoderParts,
): Geocoder {
  const db = store.kysely;
  const headers = { 'user-agent': nameClient(business.name, publicUrl) };
  const create = service === 'photon' ? photon : nominatim;
  const asked = create(url, business.cityCentre, (each) =>
    fetchJson(each, { timeoutMs, maxBytes: maxAnswerBytes, headers }),
  );
  let pausedUntil = 0;

  /** Returns the stored answer to a question, or the service's own, which is then stored. */
  async function answer(
    question: string,
    ask: () => Promise<readonly FoundPlace[]>,
  ): Promise<readonly FoundPlace[] | null> {
    // Answers depend on all of these. Only a hash: people type more than addresses.
    const context = [service, url, business.cityCentre.lat, business.cityCentre.lng, question];
    const key = createHash('sha256').update(context.join('\n')).digest('hex');
    const known = await findGeocoderAnswer(db, key);
    if (known) return known;
    if (clock.now().getTime() < pausedUntil) return null;
    const waitMs = await takeTurn(db, perSecond, maxWaitMs);
    if (waitMs === null) return null;
    await pause(waitMs);
    const places = await askOrPause(ask);
    if (places) await storeGeocoderAnswer(db, key, places, clock.now());
    return places;
  }

  async function askOrPause(
    ask: () => Promise<readonly FoundPlace[]>,
  ): Promise<readonly FoundPlace[] | null> {
    try {
      return await ask();
    } catch (error) {
      pausedUntil = clock.now().getTime() + pauseMs;
      // Not the error's own text: it may contain the address.
      const reason = error instanceof Error ? error.name : 'unknown';
      log.warn(
        { reason },
        'The geocoder did not answer correctly; the table of ZIP codes is used.',
      );
      return null;
    }
  }

  return {
    suggestsWhileTyping: asked.suggestsWhileTyping,
    async search(text) {
      const question = normalizeQuestion(text);
      return question === '' ? [] : answer(`search ${question}`, () => asked.search(text));
    },
    describe({ lat, lng }) {
      // To 11 m, which is more exact than most phones.
      const point = { lat: roundDegrees(lat), lng: roundDegrees(lng) };
      return answer(`describe ${point.lat} ${point.lng}`, () => asked.describe(point));
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
