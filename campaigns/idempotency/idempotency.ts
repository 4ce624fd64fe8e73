import { randomBytes } from 'node:crypto';
import { migrate } from '@curbwrench/server/database/migrator';
import type { DatabaseLocation } from '../../bench/processes.ts';
import { ContestSetup } from '../contention/contest-setup.ts';
import { countDeadlocks, startServers, findMorningTimeZone } from '../contention/servers.ts';
import { printReport, summarizeTimes } from '../report.ts';
import { inspect } from '../faults/inspection.ts';
import type { CampaignOptions } from '../options.ts';
import { onEachPlace, openPlace } from '../places.ts';
import { makeScratchBuild } from '../scratch-build.ts';
import { localTimeAt } from '../time/wall-clock.ts';
import { makeUses, findKeyUseProblems, replays, sendKeys, type KeyUse } from './key-uses.ts';

const keysByDefault = 1000;

/**
 * Idempotency: each key sent ten times at once gets one booking and the same bytes ten times;
 * another body with it gets 422; two customers who use the same key each get their own booking; and
 * a key whose first attempt was refused may be used again.
 */
export async function idempotency(options: CampaignOptions): Promise<boolean> {
  return onEachPlace(options, (place) => run(place, options.runs ?? keysByDefault));
}

async function run(place: DatabaseLocation, keys: number): Promise<boolean> {
  const build = await makeScratchBuild();
  const authSecret = randomBytes(24).toString('hex');
  const zone = findMorningTimeZone();
  try {
    const uses = await prepare(place, keys, authSecret, localTimeAt(Date.now(), zone).date);
    const before = await countDeadlocks(place);
    const processes = place.kind === 'postgres' ? 2 : 1;
    const servers = await startServers(processes, { main: build.main, place, authSecret, zone });
    const started = performance.now();
    const { responses, problems } = await sendKeys(uses, servers);
    const seconds = (performance.now() - started) / 1000;
    const logged = await servers.stop();
    if (logged.trim() !== '') problems.push(`the server logged: ${logged.slice(0, 400)}`);
    problems.push(...(await inspect(place, (query) => findKeyUseProblems(uses, query))));
    const deadlocks = (await countDeadlocks(place)) - before;
    if (deadlocks > 0) problems.push(`the database broke ${deadlocks} deadlocks`);
    const received = responses.filter((response) => response !== null);
    const where = place.kind === 'embedded' ? 'embedded' : `PostgreSQL, ${processes} processes`;
    return printReport(
      `Idempotency, ${uses.length} keys, ${replays} at once, ${where}`,
      {
        requests: responses.length,
        'without a response': responses.length - received.length,
        '5xx': received.filter(({ status }) => status >= 500).length,
        deadlocks,
        'response times': summarizeTimes(received.map(({ ms }) => ms)),
        seconds: seconds.toFixed(1),
      },
      problems,
    );
  } finally {
    await build.drop();
  }
}

async function prepare(
  place: DatabaseLocation,
  keys: number,
  authSecret: string,
  today: string,
): Promise<KeyUse[]> {
  const store = await openPlace(place);
  try {
    await migrate(store.kysely);
    return await makeUses(new ContestSetup({ store, authSecret }, today), keys);
  } finally {
    await store.close();
  }
}
