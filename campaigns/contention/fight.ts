import { newConnection } from '../faults/http-exchange.ts';
import type { Answer, Contest } from './contest.ts';
import { ask, type Servers } from './servers.ts';

/** Sends all requests at the same moment, each over a connection that is already open. */
export async function fight(
  contest: Contest,
  servers: Pick<Servers, 'port'>,
): Promise<(Answer | null)[]> {
  const shots = contest.shots.map((shot, turn) => ({
    connection: newConnection(),
    port: servers.port(turn),
    headers: { cookie: shot.cookie, accept: 'application/json' },
    ...shot,
  }));
  await Promise.all(
    shots.map(({ connection, port, headers }) =>
      ask(connection, { port, headers, method: 'GET', path: '/api/business' }),
    ),
  );
  const answers = await Promise.all(shots.map(({ connection, ...shot }) => ask(connection, shot)));
  for (const { connection } of shots) connection.destroy();
  return answers;
}
