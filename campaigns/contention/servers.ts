import { freePort, type DatabaseLocation } from '../../bench/processes.ts';
import { exchange, type HttpRequest } from '../faults/http-exchange.ts';
import { inspect } from '../faults/inspection.ts';
import { startServer, type ServerProcess } from '../faults/server-process.ts';
import { localTimeAt } from '../time/wall-clock.ts';
import type { Agent } from 'node:http';
import type { ContestResponse } from './contest.ts';

/** Server processes on one database. */
export interface Servers {
  /** Returns the port of a process; consecutive turns alternate between the processes. */
  port(turn: number): number;
  /** Stops all processes, and returns the errors that they logged. */
  stop(): Promise<string>;
}

/** Starts servers of a build on one database. */
export async function startServers(
  count: number,
  options: { main: string; place: DatabaseLocation; authSecret: string; zone: string },
): Promise<Servers> {
  const servers: ServerProcess[] = [];
  const { zone, ...rest } = options;
  while (servers.length < count) {
    const env = { BUSINESS_TIME_ZONE: zone };
    servers.push(await startServer({ ...rest, port: await freePort(), env }));
  }
  return {
    port: (turn) => servers[turn % servers.length]?.port ?? 0,
    async stop() {
      for (const server of servers) await server.terminate();
      return servers.map((server) => server.errors()).join('');
    },
  };
}

/** Returns a time zone in which it is early morning now, so that no day ends while a campaign runs. */
export function findMorningTimeZone(): string {
  const zones = Array.from({ length: 25 }, (_, index) => index - 12).map(
    (hours) => `Etc/GMT${hours > 0 ? '+' : ''}${hours}`,
  );
  const found = zones.find((zone) => Math.floor(localTimeAt(Date.now(), zone).minutes / 60) === 4);
  return found ?? 'UTC';
}

/** Sends a request; returns null if no complete response came within a minute. */
export async function sendRequest(
  connection: Agent,
  request: HttpRequest,
): Promise<ContestResponse | null> {
  const response = await exchange(connection, request, 60_000);
  if (response.kind !== 'complete') return null;
  const { status, body, startedAt, endedAt } = response;
  return { status, body, ms: endedAt - startedAt };
}

/** Returns how many deadlocks the database ever broke. The embedded one has none, since it runs one statement at a time. */
export async function countDeadlocks(place: DatabaseLocation): Promise<number> {
  if (place.kind === 'embedded') return 0;
  return inspect(place, async (query) => {
    const [row] = await query<{ count: number }>(
      'select deadlocks::int as count from pg_stat_database where datname = current_database()',
    );
    return row?.count ?? 0;
  });
}
