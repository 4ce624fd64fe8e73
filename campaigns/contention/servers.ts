import { freePort, type DatabaseLocation } from '../../bench/processes.ts';
import { exchange, type HttpRequest } from '../faults/http-exchange.ts';
import { inspect } from '../faults/inspection.ts';
import { startServer, type ServerProcess } from '../faults/server-process.ts';
import { localTimeAt } from '../time/wall-clock.ts';
import type { Agent } from 'node:http';
import type { RaceResponse } from './race.ts';

/** Server processes on one database. */
export interface Servers {
  /** Returns the port for the request with this index; requests are distributed round-robin among the processes. */
  port(index: number): number;
  /** Stops all processes, and returns the errors that they logged. */
  stop(): Promise<string>;
}

/** Starts servers from a build on one database. */
export async function startServers(
  count: number,
  options: { main: string; location: DatabaseLocation; authSecret: string; zone: string },
): Promise<Servers> {
  const servers: ServerProcess[] = [];
  const { zone, ...rest } = options;
  while (servers.length < count) {
    const env = { BUSINESS_TIME_ZONE: zone };
    servers.push(await startServer({ ...rest, port: await freePort(), env }));
  }
  return {
    port: (index) => servers[index % servers.length]?.port ?? 0,
    async stop() {
      for (const server of servers) await server.terminate();
      return servers.map((server) => server.errors()).join('');
    },
  };
}

/** Returns a time zone in which it is between 4 and 5 a.m. now, so that no campaign runs past midnight. */
export function findMorningTimeZone(): string {
  const zones = Array.from({ length: 25 }, (_, index) => index - 12).map(
    (hours) => `Etc/GMT${hours > 0 ? '+' : ''}${hours}`,
  );
  const found = zones.find((zone) => Math.floor(localTimeAt(Date.now(), zone).minutes / 60) === 4);
  return found ?? 'UTC';
}

/** Sends a request; returns null if no complete response came within a minute. */
export async function sendRequest(
  agent: Agent,
  request: HttpRequest,
): Promise<RaceResponse | null> {
  const response = await exchange(agent, request, 60_000);
  if (response.kind !== 'complete') return null;
  const { status, body, startedAt, endedAt } = response;
  return { status, body, ms: endedAt - startedAt };
}

/**
 * Returns how many deadlocks the database has broken so far. The embedded database has none, since it runs one
 * statement at a time.
 */
export async function countDeadlocks(location: DatabaseLocation): Promise<number> {
  if (location.kind === 'embedded') return 0;
  return inspect(location, async (query) => {
    const [row] = await query<{ count: number }>(
      'select deadlocks::int as count from pg_stat_database where datname = current_database()',
    );
    return row?.count ?? 0;
  });
}
