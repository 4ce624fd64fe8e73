import { z } from 'zod';
import type { GeocoderSettings } from './places/geocoder-adapter.ts';

/** The base URL of a router or a geocoder: it may have a path, but no password, query or fragment. */
const serviceUrl = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((text) => {
    const { search, hash, username, password } = new URL(text);
    return search === '' && hash === '' && username === '' && password === '';
  })
  .transform((text) => text.replace(/\/+$/, ''));

/** The schemas of the settings for services that compute driving times and find addresses. */
export const serviceSettings = {
  ROUTER_URL: serviceUrl.optional(),
  GEOCODER: z.enum(['photon', 'nominatim']).optional(),
  GEOCODER_URL: serviceUrl.optional(),
  GEOCODER_PER_SECOND: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .refine((value) => value >= 1 && value <= 100)
    .optional(),
};

/** How many requests per second are sent to each service by default; the public Nominatim server allows only one. */
const defaultPerSecond = { photon: 5, nominatim: 1 };

/** Returns the configured geocoder; null if there is none, or a message that says what is wrong. */
export function readGeocoder(values: {
  readonly GEOCODER?: 'photon' | 'nominatim' | undefined;
  readonly GEOCODER_URL?: string | undefined;
  readonly GEOCODER_PER_SECOND?: number | undefined;
}): GeocoderSettings | null | { readonly problem: string } {
  const { GEOCODER: service, GEOCODER_URL: url, GEOCODER_PER_SECOND: perSecond } = values;
  if (service && url) return { service, url, perSecond: perSecond ?? defaultPerSecond[service] };
  if (!service && !url) return null;
  const missing = service ? 'GEOCODER_URL' : 'GEOCODER';
  return { problem: `${missing} must be set too: a geocoder needs both a service and its URL.` };
}
