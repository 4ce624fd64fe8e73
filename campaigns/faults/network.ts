import { TcpProxy } from '@curbwrench/testing/tcp-proxy';
import { freePort, type DatabaseLocation } from '../../bench/processes.ts';
import { BookingLoad } from './booking-load.ts';
import { makeBusiness } from './business.ts';
import { EventReader } from './event-reader.ts';
import type { FaultOptions, FaultResult } from './fault-run.ts';
import {
  letClientsWork,
  drainAndKill,
  checkAtEnd,
  pause,
  waitForSuccessAfter,
  warmUp,
} from './campaign-phases.ts';
import { summarizeTimes } from '../report.ts';
import { BaselineTiming } from './baseline-timing.ts';
import { startServer } from './server-process.ts';

/** The maximum response time during any network fault: 10 s for a connection, 12 s for a statement, and a margin. */
const maxResponseMs = 25_000;

interface NetworkFault {
  readonly description: string;
  /** After the fault, bookings must succeed again within this time plus the longest response time without a fault. */
  readonly recoverWithinMs: number;
  readonly inject: (proxy: TcpProxy) => Promise<void>;
}

const networkFaults: readonly NetworkFault[] = [
  {
    description: 'dropped connections',
    recoverWithinMs: 1_000,
    async inject(proxy) {
      for (let times = 0; times < 5; times += 1) {
        proxy.cut();
        await pause(Math.random() * 200);
      }
    },
  },
  {
    description: 'dropped and refused connections',
    recoverWithinMs: 1_000,
    async inject(proxy) {
      proxy.isRefusing = true;
      proxy.cut();
      await pause(1_000);
      proxy.isRefusing = false;
    },
  },
  {
    description: 'a slow connection',
    recoverWithinMs: 2_000,
    async inject(proxy) {
      proxy.delayMs = 40;
      proxy.bytesPerSecond = 200_000;
      await pause(3_000);
      proxy.delayMs = 0;
      proxy.bytesPerSecond = Infinity;
    },
  },
  {
    description: 'half-open connections',
    // The server gives up on a missing response after 12 s and then opens new connections.
    recoverWithinMs: 15_000,
    async inject(proxy) {
      proxy.isDiscarding = true;
      proxy.freeze();
      await pause(2_000);
      proxy.isDiscarding = false;
    },
  },
];

/**
 * Breaks connections between the server and PostgreSQL, with a proxy, and between clients and the server: about one
 * booking in three is first sent by a client that disconnects, and is then sent again. No acknowledged booking
 * is lost or duplicated, no client waits longer than the limit, and service recovers without help.
 */
export async function runNetworkFaults(
  location: DatabaseLocation,
  options: FaultOptions,
): Promise<FaultResult> {
  const business = await makeBusiness(location, options);
  const port = await freePort();
  const proxy = location.kind === 'postgres' ? await proxyTo(location.url) : null;
  const successes: number[] = [];
  const baseline = new BaselineTiming();
  const load = new BookingLoad(business, {
    clients: options.clients,
    port: () => port,
    limitMs: maxResponseMs,
    disconnectShare: 1 / 3,
    onExchange: (result) => {
      baseline.record(result);
      if (result.kind === 'complete' && result.status < 300) successes.push(result.endedAt);
    },
  });
  const readers = [business.admin, ...business.accounts.slice(0, 1)].map(
    (person) => new EventReader(person, () => port),
  );
  const problems: string[] = [];
  const recoveryTimes = new Map<string, number[]>();
  let rounds = 0;

  const server = await startServer({
    main: options.build.main,
    location: proxy && location.kind === 'postgres' ? throughProxy(location.url, proxy) : location,
    port,
    authSecret: business.authSecret,
  });
  try {
    for (const reader of readers) reader.start();
    for (const reader of readers) await reader.waitUntilOpen();
    if (proxy) await warmUp(load);
    for (; rounds < options.rounds && problems.length + load.problems.length === 0; rounds += 1) {
      load.start();
      baseline.start();
      await letClientsWork(load, options.workMs);
      baseline.stop();
      const fault = networkFaults[rounds % networkFaults.length];
      if (proxy && fault) {
        await fault.inject(proxy);
        const faultEndedAt = performance.now();
        const ms = (await waitForSuccessAfter(successes, faultEndedAt)) - faultEndedAt;
        recoveryTimes.set(fault.description, [...(recoveryTimes.get(fault.description) ?? []), ms]);
        if (ms > fault.recoverWithinMs + baseline.longestMs) {
          problems.push(`${fault.description}: bookings took ${Math.round(ms)} ms to recover`);
        }
      }
      await load.finishAll();
      await load.resendSomeBookings(5);
      options.onRound(rounds + 1, load.acknowledgedBookings.length);
    }
    if (!server.isRunning()) problems.push(`the server exited: ${server.errors()}`);
    await drainAndKill(server, readers);
    const finalChecks = await checkAtEnd(location, load, readers);
    problems.push(...finalChecks.problems, ...load.problems);
    return {
      problems,
      stats: {
        rounds,
        'bookings acknowledged': load.acknowledgedBookings.length,
        'requests from clients that disconnected': load.disconnectedCount,
        '503 responses with an error message, retried': load.unavailableCount,
        'attempts without a response, retried': load.unansweredCount,
        'longest ordinary response': `${Math.round(baseline.longestMs)} ms`,
        'longest response': `${Math.round(load.longestMs)} ms`,
        ...Object.fromEntries(
          [...recoveryTimes].map(([what, times]) => [
            `recovery of bookings after ${what}`,
            summarizeTimes(times),
          ]),
        ),
        'events received': finalChecks.eventCount,
      },
    };
  } finally {
    load.abandon();
    for (const reader of readers) await reader.stop();
    await server.kill();
    await proxy?.close();
  }
}

function proxyTo(url: string): Promise<TcpProxy> {
  return TcpProxy.to(Number(new URL(url).port));
}

function throughProxy(address: string, proxy: TcpProxy): DatabaseLocation {
  const url = new URL(address);
  url.port = String(proxy.port);
  return { kind: 'postgres', url: url.href };
}
