import { newConnection } from '../faults/http-exchange.ts';
import type { ContestResponse, Contest } from './contest.ts';
import { sendRequest, type Servers } from './servers.ts';

/** Sends all requests at the same moment over open connections. Returns the responses in order, null if one is missing. */
export async function runContest(
  contest: Contest,
  servers: Pick<Servers, 'port'>,
): Promise<(ContestResponse | null)[]> {
  const requests = contest.requests.map((request, turn) => ({
    connection: newConnection(),
    port: servers.port(turn),
    headers: { cookie: request.cookie, accept: 'application/json' },
    ...request,
  }));
  await Promise.all(
    requests.map(({ connection, port, headers }) =>
      sendRequest(connection, { port, headers, method: 'GET', path: '/api/business' }),
    ),
  );
  const responses = await Promise.all(
    requests.map(({ connection, ...request }) => sendRequest(connection, request)),
  );
  for (const { connection } of requests) connection.destroy();
  return responses;
}
