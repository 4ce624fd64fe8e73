import { createAgent } from '../faults/http-exchange.ts';
import type { RaceResponse, Race } from './race.ts';
import { sendRequest, type Servers } from './servers.ts';

/**
 * Sends all requests of a race at the same time over open connections. Returns the responses in order, null for a
 * missing one.
 */
export async function runRace(
  race: Race,
  servers: Pick<Servers, 'port'>,
): Promise<(RaceResponse | null)[]> {
  const requests = race.requests.map((request, index) => ({
    agent: createAgent(),
    port: servers.port(index),
    headers: { cookie: request.cookie, accept: 'application/json' },
    ...request,
  }));
  // Opens the connections.
  await Promise.all(
    requests.map(({ agent, port, headers }) =>
      sendRequest(agent, { port, headers, method: 'GET', path: '/api/business' }),
    ),
  );
  const responses = await Promise.all(
    requests.map(({ agent, ...request }) => sendRequest(agent, request)),
  );
  for (const { agent } of requests) agent.destroy();
  return responses;
}
