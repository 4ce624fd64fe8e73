import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server that stands in for Photon or Nominatim and sends the responses that a test sets. */
export interface FakeGeocoder {
  readonly url: string;
  /** The requests received, each with its client's user agent. */
  readonly requests: readonly { readonly path: string; readonly userAgent: string }[];
  /** Sets the response to later requests. */
  respondWith(respond: (response: ServerResponse) => void): void;
  respondWithJson(body: unknown): void;
  stop(): void;
}

/** Starts a geocoder that responds with 500 until the test sets another response. */
export async function startFakeGeocoder(): Promise<FakeGeocoder> {
  const requests: { path: string; userAgent: string }[] = [];
  let respond = (response: ServerResponse): void => void response.writeHead(500).end();
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', userAgent: request.headers['user-agent'] ?? '' });
    respond(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respondWith: (next) => {
      respond = next;
    },
    respondWithJson: (body) => {
      respond = (response) => void response.end(JSON.stringify(body));
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns a Photon feature for a house in the United States. */
export function makePhotonHouse(
  lat: number,
  lng: number,
  properties: Readonly<Record<string, unknown>> = {},
) {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: {
      osm_type: 'N',
      osm_key: 'place',
      osm_value: 'house',
      type: 'house',
      countrycode: 'US',
      country: 'United States',
      housenumber: '5',
      street: 'Elm Street',
      city: 'San Francisco',
      state: 'California',
      postcode: '94103',
      ...properties,
    },
  };
}
