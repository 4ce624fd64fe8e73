import { freePort, type Place } from '../../bench/processes.ts';
import { exchange, type HttpRequest } from '../faults/http-exchange.ts';
import { inspect } from '../faults/inspection.ts';
import { startServer, type ServerProcess } from '../faults/server-process.ts';
import { shownAt } from '../time/wall-clock.ts';
import type { Agent } from 'node:http';
import type { Answer } from './contest.ts';

/** Server processes on one database. */
export interface Servers {
  /** The port of a process; they take turns. */
  port(turn: number): number;
  /** Stops all, and returns what they logged: errors only. */
  stop(): Promise<string>;
}

/** Starts this many servers of a build on a place. */
export async function startServers(
  count: number,
  options: { main: string; place: Place; authSecret: string; zone: string },
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

/** A time zone in which it is early morning now: no day ends while a campaign runs. */
export function zoneOfMorning(): string {
  const zones = Array.from({ length: 25 }, (_, index) => index - 12).map(
    (hours) => `Etc/GMT${hours > 0 ? '+' : ''}${hours}`,
  );
  const found = zones.find((zone) => Math.floor(shownAt(Date.now(), zone).minutes / 60) === 4);
  return found ?? 'UTC';
}

/** Sends a request; null if no complete response came within a minute. */
export async function ask(connection: Agent, request: HttpRequest): Promise<Answer | null> {
  const answer = await exchange(connection, request, 60_000);
  if (answer.kind !== 'answered') return null;
  const { status, body, startedAt, endedAt } = answer;
  return { status, body, ms: endedAt - startedAt };
}

/** How many deadlocks the database ever broke; none if statements run one by one. */
export async function deadlocksOf(place: Place): Promise<number> {
  if (place.kind === 'embedded') return 0;
  return inspect(place, async (rows) => {
    const [row] = await rows<{ count: number }>(
      'select deadlocks::int as count from pg_stat_database where datname = current_database()',
    );
    return row?.count ?? 0;
  });
}
