import { createAgent } from '../faults/http-exchange.ts';
import type { ContestResponse, Contest } from './contest.ts';
import { sendRequest, type Servers } from './servers.ts';

/**
 * Sends all requests at the same moment over open connections. Returns the responses in order; a missing one is null.
 */
export async function runContest(
  contest: Contest,
  servers: Pick<Servers, 'port'>,
): Promise<(ContestResponse | null)[]> {
  const requests = contest.requests.map((request, index) => ({
    agent: createAgent(),
    port: servers.port(index),
    headers: { cookie: request.cookie, accept: 'application/json' },
    ...request,
  }));
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
