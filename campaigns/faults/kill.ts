import { freePort, type DatabaseLocation } from '../../bench/processes.ts';
import { BookingLoad } from './booking-load.ts';
import { makeBusiness } from './business.ts';
import { EventReader } from './event-reader.ts';
import type { FaultOptions, FaultResult } from './fault-run.ts';
import { letClientsWork, drainAndKill, checkAtEnd } from './campaign-phases.ts';
import { summarizeTimes } from '../report.ts';
import { inspect } from './inspection.ts';
import { LossyDisk, type UnsyncedWrites } from './lossy-disk.ts';
import { findLosses, findViolations } from './guarantee-checks.ts';
import { startServer, type ServerProcess } from './server-process.ts';

/** What happens to unsynced writes, one outcome per round. If they are kept, only the process fails. */
const outcomes: readonly UnsyncedWrites[] = ['lost', 'half lost', 'kept'];

/**
 * Kills the server repeatedly while it works and clients book and cancel; on the embedded database, also reverts
 * whatever was not synced, as a power failure would. Checks that after each restart every acknowledged booking still
 * exists, and that clients without a response get one by retrying.
 */
export async function runKills(
  location: DatabaseLocation,
  options: FaultOptions,
): Promise<FaultResult> {
  const business = await makeBusiness(location, options);
  const port = await freePort();
  const disk = location.kind === 'embedded' ? new LossyDisk(location, options.disk) : null;
  const start = (): Promise<ServerProcess> =>
    startServer({
      main: options.build.main,
      location,
      port,
      authSecret: business.authSecret,
      env: disk?.env ?? {},
    });

  const load = new BookingLoad(business, {
    clients: options.clients,
    port: () => port,
    // Long enough for a kill and the restart after it.
    limitMs: 20_000,
  });
  const readers = [business.admin, ...business.accounts.slice(0, 1)].map(
    (person) => new EventReader(person, () => port),
  );
  const problems: string[] = [];
  const restartTimes: number[] = [];
  let syncCount = 0;
  let lostPageCount = 0;
  let resentCount = 0;

  let server = await start();
  try {
    for (const reader of readers) reader.start();
    for (const reader of readers) await reader.waitUntilOpen();
    for (let round = 0; round < options.rounds && problems.length === 0; round += 1) {
      load.start();
      await letClientsWork(load, options.workMs);
      await server.kill();
      const powerFailure = disk?.simulatePowerFailure(outcomes[round % outcomes.length] ?? 'lost');
      syncCount += powerFailure?.syncCount ?? 0;
      lostPageCount += powerFailure?.lostPageCount ?? 0;
      let startedAt: number;
      try {
        if (options.inspectAfterEach) {
          const found = await inspect(location, async (query) => [
            ...(await findViolations(query)),
            ...(await findLosses(query, load.acknowledgedBookings, false)),
          ]);
          problems.push(...found.map((problem) => `after kill ${round + 1}: ${problem}`));
        }
        startedAt = performance.now();
        server = await start();
      } catch (error) {
        load.abandon();
        return databaseLost(round + 1, error);
      }
      restartTimes.push(performance.now() - startedAt);
      await load.finishAll();
      resentCount += await load.resendSomeBookings(5);
      options.onRound(round + 1, load.acknowledgedBookings.length);
    }

    await drainAndKill(server, readers);
    const finalChecks = await checkAtEnd(location, load, readers);
    problems.push(...finalChecks.problems, ...load.problems);
    return {
      problems,
      stats: {
        rounds: restartTimes.length,
        'bookings acknowledged': load.acknowledgedBookings.length,
        'cancellations acknowledged': load.acknowledgedBookings.filter(({ cancelled }) => cancelled)
          .length,
        'attempts without a response, retried': load.unansweredCount,
        'old booking requests resent': resentCount,
        ...(disk && { 'syncs seen': syncCount, 'unsynced pages reverted': lostPageCount }),
        'time to restart after a kill': summarizeTimes(restartTimes),
        'events received': finalChecks.eventCount,
        'events received after a resume': finalChecks.resumedEventCount,
        'streams resumed': readers.reduce((sum, reader) => sum + reader.resumedStreamCount, 0),
      },
    };
  } finally {
    for (const reader of readers) await reader.stop();
    await server.kill();
  }
}

/** The result when the database can no longer be opened: everything is lost. */
function databaseLost(round: number, error: unknown): FaultResult {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    stats: { rounds: round },
    problems: [`after kill ${round} the database could no longer be opened: ${reason}`],
  };
}
