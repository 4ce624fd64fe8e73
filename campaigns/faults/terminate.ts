import { connect, type Socket } from 'node:net';
import { freePort, type Place } from '../../bench/processes.ts';
import { BookingLoad } from './booking-load.ts';
import { makeBusiness, type Business } from './business.ts';
import { EventReader } from './event-reader.ts';
import type { FaultOptions, FaultResult } from './fault-run.ts';
import { atWork, endQuietly, lookBack, pause } from './fault-steps.ts';
import { spread } from './figures.ts';
import type { Exchange } from './http-exchange.ts';
import { startServer, type ServerProcess } from './server-process.ts';

/** The process exits within this time, even if a client never finishes its request. */
const goneWithinMs = 9_000;

/**
 * A request whose last byte was sent before this long after SIGTERM gets a complete response; a later
 * one may be refused a connection, but never gets a partial response.
 */
const answeredUntilMs = 400;

/** In every so many rounds, clients delay the shutdown. */
const stuckEvery = 5;

/**
 * Sends the server SIGTERM while it works, repeatedly, and hands over to the next: on
 * PostgreSQL one that is already running, on the embedded database one that starts after the first exits.
 * No request in flight fails, every process exits with 0 in time, and streams resume elsewhere
 * without a gap.
 */
export async function runTerminations(place: Place, options: FaultOptions): Promise<FaultResult> {
  const business = await makeBusiness(place, options);
  const ports = [await freePort(), await freePort()] as const;
  const rolling = place.kind === 'postgres';
  const problems: string[] = [];
  const stops: number[] = [];
  const stuckStops: number[] = [];
  let current: number = ports[0];
  let asked = Infinity;
  let inFlight = 0;

  const note = (tried: Exchange): void => {
    const { sentAt } = tried;
    if (tried.kind === 'answered') {
      if (tried.startedAt < asked && tried.endedAt > asked) inFlight += 1;
    } else if (sentAt !== null && sentAt < asked + answeredUntilMs) {
      problems.push(
        `a request that was sent ${Math.round(sentAt - asked)} ms after SIGTERM got no response: ${tried.reason}`,
      );
    }
  };
  const load = new BookingLoad(business, {
    clients: options.clients,
    port: () => current,
    limitMs: 60_000,
    onExchange: note,
  });
  const viewers = [business.admin, ...business.accounts.slice(0, 1)].map(
    (person) => new EventReader(person, () => current),
  );
  const start = (port: number): Promise<ServerProcess> =>
    startServer({ main: options.build.main, place, port, authSecret: business.authSecret });

  let server = await start(current);
  try {
    for (const viewer of viewers) viewer.start();
    for (const viewer of viewers) await viewer.begins();
    let round = 0;
    for (; round < options.rounds && problems.length === 0; round += 1) {
      const nextPort = ports[(round + 1) % 2] ?? current;
      load.start();
      const next = rolling ? await start(nextPort) : null;
      await atWork(load, options.workMs);

      const isStuck = round % stuckEvery === stuckEvery - 1;
      const stuck = isStuck ? await getStuck(current, business) : [];
      asked = performance.now();
      const ending = server.terminate();
      // A load balancer notices a little later.
      await pause(Math.random() * answeredUntilMs);
      current = nextPort;
      const { code, ms } = await ending;
      for (const socket of stuck) socket.destroy();
      (isStuck ? stuckStops : stops).push(ms);
      if (code !== 0) problems.push(`a process ended with ${code} instead of 0`);
      if (ms > goneWithinMs) problems.push(`a process exited only after ${Math.round(ms)} ms`);
      server = next ?? (await start(nextPort));

      await load.settle();
      asked = Infinity;
      await load.repeatSome(3);
      options.onRound(round + 1, load.acknowledged.length);
    }
    await endQuietly(server, viewers);
    const checked = await lookBack(place, load, viewers);
    const broken = viewers.reduce((sum, viewer) => sum + viewer.breaks, 0);
    // The last one was killed, not asked to stop.
    if (broken > 0) problems.push(`${broken} streams broke off instead of ending`);
    if (load.unavailable > 0) problems.push(`${load.unavailable} requests were answered 503`);
    problems.push(...checked.problems, ...load.problems);
    return {
      problems,
      figures: {
        rounds: round,
        'bookings acknowledged': load.acknowledged.length,
        'in flight at SIGTERM, answered': inFlight,
        'too late for one process, repeated at the next': load.unanswered,
        'exit after SIGTERM': spread(stops),
        ...(stuckStops.length > 0 && { 'exit with stuck clients': spread(stuckStops) }),
        'streams resumed': viewers.reduce((sum, viewer) => sum + viewer.resumes, 0),
        'events received': checked.events,
        'events received after a resume': checked.resumed,
      },
    };
  } finally {
    load.abandon();
    for (const viewer of viewers) await viewer.stop();
    await server.kill();
  }
}

/** Clients that delay the shutdown: one stops in the middle of a request, one never reads its stream. */
async function getStuck(port: number, business: Business): Promise<Socket[]> {
  const { cookie } = business.admin.headers;
  const texts = [
    `POST /api/appointments HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"vehicleId"`,
    `GET /api/events HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`,
  ];
  const sockets = texts.map((text) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => {});
    socket.pause();
    socket.write(text);
    return socket;
  });
  // Until the server has read them.
  await pause(200);
  return sockets;
}
