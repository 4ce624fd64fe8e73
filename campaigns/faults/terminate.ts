import { connect, type Socket } from 'node:net';
import { freePort, type DatabaseLocation } from '../../bench/processes.ts';
import { BookingLoad } from './booking-load.ts';
import { makeBusiness, type Business } from './business.ts';
import { EventReader } from './event-reader.ts';
import type { FaultOptions, FaultResult } from './fault-run.ts';
import { letClientsWork, drainAndKill, checkAtEnd, pause } from './campaign-phases.ts';
import { summarizeTimes } from '../report.ts';
import type { Exchange } from './http-exchange.ts';
import { startServer, type ServerProcess } from './server-process.ts';

/** The process exits within this time, even if a client never finishes its request. */
const exitWithinMs = 9_000;

/**
 * A request whose last byte is sent within this time after SIGTERM gets a complete response. The connection of a later
 * request may be refused, but the request never gets a partial response.
 */
const graceMs = 400;

/** In every fifth round, stuck clients delay the shutdown. */
const stuckClientsEvery = 5;

/**
 * Repeatedly sends SIGTERM to the server while it works, and hands over to another server: on PostgreSQL to one that is
 * already running, on the embedded database to one that starts after the first exits. No request in flight fails,
 * every process exits with 0 in time, and streams resume on the other server without a gap.
 */
export async function runTerminations(
  location: DatabaseLocation,
  options: FaultOptions,
): Promise<FaultResult> {
  const business = await makeBusiness(location, options);
  const ports = [await freePort(), await freePort()] as const;
  const isRolling = location.kind === 'postgres';
  const problems: string[] = [];
  const exitTimes: number[] = [];
  const stuckExitTimes: number[] = [];
  let currentPort: number = ports[0];
  let sigtermAt = Infinity;
  let inFlightCount = 0;

  const recordExchange = (result: Exchange): void => {
    const { sentAt } = result;
    if (result.kind === 'complete') {
      if (result.startedAt < sigtermAt && result.endedAt > sigtermAt) inFlightCount += 1;
    } else if (sentAt !== null && sentAt < sigtermAt + graceMs) {
      problems.push(
        `a request that was sent ${Math.round(sentAt - sigtermAt)} ms after SIGTERM got no response: ${result.reason}`,
      );
    }
  };
  const load = new BookingLoad(business, {
    clients: options.clients,
    port: () => currentPort,
    limitMs: 60_000,
    onExchange: recordExchange,
  });
  const readers = [business.admin, ...business.accounts.slice(0, 1)].map(
    (person) => new EventReader(person, () => currentPort),
  );
  const start = (port: number): Promise<ServerProcess> =>
    startServer({ main: options.build.main, location, port, authSecret: business.authSecret });

  let server = await start(currentPort);
  try {
    for (const reader of readers) reader.start();
    for (const reader of readers) await reader.waitUntilOpen();
    let round = 0;
    for (; round < options.rounds && problems.length === 0; round += 1) {
      const nextPort = ports[(round + 1) % 2] ?? currentPort;
      load.start();
      const next = isRolling ? await start(nextPort) : null;
      await letClientsWork(load, options.workMs);

      const hasStuckClients = round % stuckClientsEvery === stuckClientsEvery - 1;
      const stuckClients = hasStuckClients ? await openStuckClients(currentPort, business) : [];
      sigtermAt = performance.now();
      const ending = server.terminate();
      // A load balancer takes some time to notice the shutdown, so clients switch a little later.
      await pause(Math.random() * graceMs);
      currentPort = nextPort;
      const { code, ms } = await ending;
      for (const socket of stuckClients) socket.destroy();
      (hasStuckClients ? stuckExitTimes : exitTimes).push(ms);
      if (code !== 0) problems.push(`a process ended with ${code} instead of 0`);
      if (ms > exitWithinMs) problems.push(`a process exited only after ${Math.round(ms)} ms`);
      server = next ?? (await start(nextPort));

      await load.finishAll();
      sigtermAt = Infinity;
      await load.resendSomeBookings(3);
      options.onRound(round + 1, load.acknowledgedBookings.length);
    }
    await drainAndKill(server, readers);
    const finalChecks = await checkAtEnd(location, load, readers);
    const cutOffCount = readers.reduce((sum, reader) => sum + reader.cutOffStreamCount, 0);
    if (cutOffCount > 0)
      problems.push(`${cutOffCount} streams were cut off instead of ending cleanly`);
    if (load.unavailableCount > 0) problems.push(`${load.unavailableCount} requests got a 503`);
    problems.push(...finalChecks.problems, ...load.problems);
    return {
      problems,
      stats: {
        rounds: round,
        'bookings acknowledged': load.acknowledgedBookings.length,
        'in flight at SIGTERM, completed': inFlightCount,
        'unanswered, retried on the next process': load.unansweredCount,
        'time from SIGTERM to exit': summarizeTimes(exitTimes),
        ...(stuckExitTimes.length > 0 && {
          'time to exit with stuck clients': summarizeTimes(stuckExitTimes),
        }),
        'streams resumed': readers.reduce((sum, reader) => sum + reader.resumedStreamCount, 0),
        'events received': finalChecks.eventCount,
        'events received after a resume': finalChecks.resumedEventCount,
      },
    };
  } finally {
    load.abandon();
    for (const reader of readers) await reader.stop();
    await server.kill();
  }
}

/** Opens two clients that delay the shutdown: one stops mid-request, and the other never reads its stream. */
async function openStuckClients(port: number, business: Business): Promise<Socket[]> {
  const { cookie } = business.admin.headers;
  const requests = [
    `POST /api/appointments HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"vehicleId"`,
    `GET /api/events HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`,
  ];
  const sockets = requests.map((request) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => {});
    socket.pause();
    socket.write(request);
    return socket;
  });
  // Gives the server time to read the requests.
  await pause(200);
  return sockets;
}
