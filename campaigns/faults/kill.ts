import { freePort, type Place } from '../../bench/processes.ts';
import { BookingLoad } from './booking-load.ts';
import { makeBusiness } from './business.ts';
import { EventReader } from './event-reader.ts';
import type { FaultOptions, FaultResult } from './fault-run.ts';
import { atWork, endQuietly, lookBack } from './fault-steps.ts';
import { spread } from './figures.ts';
import { inspect } from './inspection.ts';
import { ForgetfulDisk, type CacheFate } from './power-cut.ts';
import { findLosses, findViolations } from './promises.ts';
import { startServer, type ServerProcess } from './server-process.ts';

/** What happens to unsynced writes, round by round; a plain kill keeps them. */
const fates: readonly CacheFate[] = ['lost', 'half lost', 'kept'];

/**
 * Kills the server repeatedly while it works and clients book and cancel; on the
 * embedded database also with the loss of whatever was not synced, as in a power failure. After each
 * restart everything acknowledged exists, and everyone without a response gets one by repeating.
 */
export async function runKills(place: Place, options: FaultOptions): Promise<FaultResult> {
  const business = await makeBusiness(place, options);
  const port = await freePort();
  const disk = place.kind === 'embedded' ? new ForgetfulDisk(place, options.disk) : null;
  const start = (): Promise<ServerProcess> =>
    startServer({
      main: options.build.main,
      place,
      port,
      authSecret: business.authSecret,
      env: disk?.env ?? {},
    });

  // A kill takes less time than the restart after it.
  const load = new BookingLoad(business, {
    clients: options.clients,
    port: () => port,
    limitMs: 20_000,
  });
  const viewers = [business.admin, ...business.accounts.slice(0, 1)].map(
    (person) => new EventReader(person, () => port),
  );
  const problems: string[] = [];
  const starts: number[] = [];
  let syncs = 0;
  let pagesLost = 0;
  let repeated = 0;

  let server = await start();
  try {
    for (const viewer of viewers) viewer.start();
    for (const viewer of viewers) await viewer.begins();
    for (let round = 0; round < options.rounds && problems.length === 0; round += 1) {
      load.start();
      await atWork(load, options.workMs);
      await server.kill();
      const cut = disk?.cut(fates[round % fates.length] ?? 'lost');
      syncs += cut?.syncs ?? 0;
      pagesLost += cut?.pagesLost ?? 0;
      let began: number;
      try {
        if (options.lookAfterEach) {
          const found = await inspect(place, async (rows) => [
            ...(await findViolations(rows)),
            ...(await findLosses(rows, load.acknowledged, false)),
          ]);
          problems.push(...found.map((problem) => `after kill ${round + 1}: ${problem}`));
        }
        began = performance.now();
        server = await start();
      } catch (error) {
        load.abandon();
        return unusable(round + 1, error);
      }
      starts.push(performance.now() - began);
      await load.settle();
      repeated += await load.repeatSome(5);
      options.onRound(round + 1, load.acknowledged.length);
    }

    await endQuietly(server, viewers);
    const checked = await lookBack(place, load, viewers);
    problems.push(...checked.problems, ...load.problems);
    return {
      problems,
      figures: {
        rounds: starts.length,
        'bookings acknowledged': load.acknowledged.length,
        'cancellings acknowledged': load.acknowledged.filter(({ cancelled }) => cancelled).length,
        'attempts without a response, repeated': load.unanswered,
        'old bookings repeated, same bytes': repeated,
        ...(disk && { 'syncs seen': syncs, 'unsynced pages reverted': pagesLost }),
        'start after a kill': spread(starts),
        'events received': checked.events,
        'events received after a resume': checked.resumed,
        'streams resumed': viewers.reduce((sum, viewer) => sum + viewer.resumes, 0),
      },
    };
  } finally {
    for (const viewer of viewers) await viewer.stop();
    await server.kill();
  }
}

/** The worst loss: all of it. The clients are left without a server and never settle. */
function unusable(round: number, error: unknown): FaultResult {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    figures: { rounds: round },
    problems: [`after kill ${round} the database could not be opened any more: ${reason}`],
  };
}
