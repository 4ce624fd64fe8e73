import { TcpProxy } from '@curbwrench/testing/tcp-proxy';
import { freePort, type Place } from '../../bench/processes.ts';
import { BookingLoad } from './booking-load.ts';
import { makeBusiness } from './business.ts';
import { EventReader } from './event-reader.ts';
import type { FaultOptions, FaultResult } from './fault-run.ts';
import { atWork, endQuietly, lookBack, pause, warmUp } from './fault-steps.ts';
import { spread } from './figures.ts';
import { OrdinaryPace } from './ordinary-pace.ts';
import { startServer } from './server-process.ts';

/** The maximum response time, whatever the network does: 10 s in the queue, 12 s for a statement. */
const answersWithinMs = 25_000;

interface NetworkFault {
  readonly what: string;
  /** Bookings succeed again this soon after the fault has ended, plus the time of an ordinary one. */
  readonly backWithinMs: number;
  readonly happen: (proxy: TcpProxy) => Promise<void>;
}

const networkFaults: readonly NetworkFault[] = [
  {
    what: 'connections cut',
    backWithinMs: 1_000,
    async happen(proxy) {
      for (let times = 0; times < 5; times += 1) {
        proxy.cut();
        await pause(Math.random() * 200);
      }
    },
  },
  {
    what: 'dropped and refused connections',
    backWithinMs: 1_000,
    async happen(proxy) {
      proxy.refusing = true;
      proxy.cut();
      await pause(1_000);
      proxy.refusing = false;
    },
  },
  {
    what: 'a slow connection',
    backWithinMs: 2_000,
    async happen(proxy) {
      proxy.delayMs = 40;
      proxy.bytesPerSecond = 200_000;
      await pause(3_000);
      proxy.delayMs = 0;
      proxy.bytesPerSecond = Infinity;
    },
  },
  {
    what: 'half-open connections',
    // A missing response is given up after 12 s; after that no old connection is used.
    backWithinMs: 15_000,
    async happen(proxy) {
      proxy.swallowing = true;
      proxy.freeze();
      await pause(2_000);
      proxy.swallowing = false;
    },
  },
];

/**
 * Bad networks: between the server and PostgreSQL through a proxy, and between clients and the
 * server, where every third booking is first sent by a client that disconnects. Nothing acknowledged is
 * lost, nothing duplicated, no client waits longer than the limit, and service recovers by itself.
 */
export async function runNetworkFaults(place: Place, options: FaultOptions): Promise<FaultResult> {
  const business = await makeBusiness(place, options);
  const port = await freePort();
  const proxy = place.kind === 'postgres' ? await proxyTo(place.url) : null;
  const successes: number[] = [];
  const pace = new OrdinaryPace();
  const load = new BookingLoad(business, {
    clients: options.clients,
    port: () => port,
    limitMs: answersWithinMs,
    vanishing: 1 / 3,
    onExchange: (tried) => {
      pace.note(tried);
      if (tried.kind === 'answered' && tried.status < 300) successes.push(tried.endedAt);
    },
  });
  const viewers = [business.admin, ...business.accounts.slice(0, 1)].map(
    (person) => new EventReader(person, () => port),
  );
  const problems: string[] = [];
  const back = new Map<string, number[]>();
  let rounds = 0;

  const server = await startServer({
    main: options.build.main,
    place: proxy && place.kind === 'postgres' ? throughProxy(place.url, proxy) : place,
    port,
    authSecret: business.authSecret,
  });
  try {
    for (const viewer of viewers) viewer.start();
    for (const viewer of viewers) await viewer.begins();
    if (proxy) await warmUp(load);
    for (; rounds < options.rounds && problems.length + load.problems.length === 0; rounds += 1) {
      load.start();
      pace.begins();
      await atWork(load, options.workMs);
      pace.ends();
      const fault = networkFaults[rounds % networkFaults.length];
      if (proxy && fault) {
        await fault.happen(proxy);
        const ended = performance.now();
        const ms = (await firstAfter(successes, ended)) - ended;
        back.set(fault.what, [...(back.get(fault.what) ?? []), ms]);
        if (ms > fault.backWithinMs + pace.longestMs) {
          problems.push(`${fault.what}: bookings were back only after ${Math.round(ms)} ms`);
        }
      }
      await load.settle();
      await load.repeatSome(5);
      options.onRound(rounds + 1, load.acknowledged.length);
    }
    if (!server.isRunning()) problems.push(`the server ended: ${server.errors()}`);
    await endQuietly(server, viewers);
    const checked = await lookBack(place, load, viewers);
    problems.push(...checked.problems, ...load.problems);
    return {
      problems,
      figures: {
        rounds,
        'bookings acknowledged': load.acknowledged.length,
        'requests of clients that disconnected': load.vanished,
        'responses of 503 with a sentence, repeated': load.unavailable,
        'attempts without a response, repeated': load.unanswered,
        'longest ordinary response': `${Math.round(pace.longestMs)} ms`,
        'longest answer': `${Math.round(load.longestMs)} ms`,
        ...Object.fromEntries(
          [...back].map(([what, times]) => [`bookings back after ${what}`, spread(times)]),
        ),
        'events received': checked.events,
      },
    };
  } finally {
    load.abandon();
    for (const viewer of viewers) await viewer.stop();
    await server.kill();
    await proxy?.close();
  }
}

function proxyTo(url: string): Promise<TcpProxy> {
  return TcpProxy.to(Number(new URL(url).port));
}

function throughProxy(address: string, proxy: TcpProxy): Place {
  const url = new URL(address);
  url.port = String(proxy.port);
  return { kind: 'postgres', url: url.href };
}

/** Waits for the first success after a moment; returns its time. */
async function firstAfter(successes: readonly number[], moment: number): Promise<number> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const next = successes.find((time) => time > moment);
    if (next !== undefined) return next;
    await pause(2);
  }
  return Infinity;
}
