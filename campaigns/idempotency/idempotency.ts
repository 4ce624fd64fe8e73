import { randomBytes } from 'node:crypto';
import { migrate } from '@curbwrench/server/database/migrator';
import type { DatabaseLocation } from '../../bench/processes.ts';
import { RaceSetup } from '../contention/race-setup.ts';
import { countDeadlocks, startServers, findMorningTimeZone } from '../contention/servers.ts';
import { printReport, summarizeTimes } from '../report.ts';
import { inspect } from '../faults/inspection.ts';
import type { CampaignOptions } from '../options.ts';
import { onEachDatabase, openDatabaseAt } from '../databases.ts';
import { makeScratchBuild } from '../scratch-build.ts';
import { localTimeAt } from '../time/wall-clock.ts';
import {
  findNewCustomerProblems,
  makeNewCustomerKeyUses,
  sendNewCustomerKeys,
  type NewCustomerKeyUse,
} from './new-customer-keys.ts';
import { makeKeyUses, findKeyUseProblems, sendsPerKey, sendKeys, type KeyUse } from './key-uses.ts';

const defaultKeys = 1000;

/**
 * Sends each idempotency key ten times concurrently: each key creates one booking and gets ten byte-for-byte identical
 * responses; a booking for a new customer creates one customer; the same key with a different body gets 422; two
 * customers who use the same key each get their own booking; and a key whose first request was refused may be reused.
 */
export async function idempotency(options: CampaignOptions): Promise<boolean> {
  return onEachDatabase(options, (location) => run(location, options.runs ?? defaultKeys));
}

async function run(location: DatabaseLocation, keys: number): Promise<boolean> {
  const build = await makeScratchBuild();
  const authSecret = randomBytes(24).toString('hex');
  const zone = findMorningTimeZone();
  try {
    const { keyUses, newCustomerKeyUses } = await prepare(
      location,
      keys,
      authSecret,
      localTimeAt(Date.now(), zone).date,
    );
    const deadlocksBefore = await countDeadlocks(location);
    const processes = location.kind === 'postgres' ? 2 : 1;
    const servers = await startServers(processes, { main: build.main, location, authSecret, zone });
    const started = performance.now();
    const { responses, problems } = await sendKeys(keyUses, servers);
    const created = await sendNewCustomerKeys(newCustomerKeyUses, servers);
    responses.push(...created.responses);
    problems.push(...created.problems);
    const seconds = (performance.now() - started) / 1000;
    const logged = await servers.stop();
    if (logged.trim() !== '') problems.push(`the server logged: ${logged.slice(0, 400)}`);
    problems.push(...(await inspect(location, (query) => findKeyUseProblems(keyUses, query))));
    problems.push(
      ...(await inspect(location, (query) => findNewCustomerProblems(newCustomerKeyUses, query))),
    );
    const deadlocks = (await countDeadlocks(location)) - deadlocksBefore;
    if (deadlocks > 0) problems.push(`the database broke ${deadlocks} deadlocks`);
    const received = responses.filter((response) => response !== null);
    const database =
      location.kind === 'embedded' ? 'embedded' : `PostgreSQL, ${processes} processes`;
    return printReport(
      `Idempotency, ${keyUses.length} keys, each ${sendsPerKey} times concurrently, ${database}`,
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
    await build.remove();
  }
}

async function prepare(
  location: DatabaseLocation,
  keys: number,
  authSecret: string,
  today: string,
): Promise<{ keyUses: KeyUse[]; newCustomerKeyUses: NewCustomerKeyUse[] }> {
  const store = await openDatabaseAt(location);
  try {
    await migrate(store.kysely);
    const setup = new RaceSetup({ store, authSecret }, today);
    return {
      keyUses: await makeKeyUses(setup, keys),
      newCustomerKeyUses: await makeNewCustomerKeyUses(setup, Math.ceil(keys / 50)),
    };
  } finally {
    await store.close();
  }
}
