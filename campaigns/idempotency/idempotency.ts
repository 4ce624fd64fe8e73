import { randomBytes } from 'node:crypto';
import { migrate } from '@curbwrench/server/database/migrator';
import type { Place } from '../../bench/processes.ts';
import { Arena } from '../contention/arena.ts';
import { deadlocksOf, startServers, zoneOfMorning } from '../contention/servers.ts';
import { report, spread } from '../faults/figures.ts';
import { inspect } from '../faults/inspection.ts';
import type { CampaignOptions } from '../options.ts';
import { onEachPlace, openPlace } from '../places.ts';
import { makeScratchBuild } from '../scratch-build.ts';
import { shownAt } from '../time/wall-clock.ts';
import { makeUses, problemsOfUses, replays, tryKeys, type Use } from './uses.ts';

const keysByDefault = 1000;

/**
 * Idempotency: each key sent ten times at once gets one booking and the same bytes ten times;
 * another body with it gets 422; two customers who use the same key each get their own booking; and
 * a key whose first attempt was refused may be used again.
 */
export async function idempotency(options: CampaignOptions): Promise<boolean> {
  return onEachPlace(options, (place) => run(place, options.runs ?? keysByDefault));
}

async function run(place: Place, keys: number): Promise<boolean> {
  const build = await makeScratchBuild();
  const authSecret = randomBytes(24).toString('hex');
  const zone = zoneOfMorning();
  try {
    const uses = await prepare(place, keys, authSecret, shownAt(Date.now(), zone).date);
    const before = await deadlocksOf(place);
    const processes = place.kind === 'postgres' ? 2 : 1;
    const servers = await startServers(processes, { main: build.main, place, authSecret, zone });
    const started = performance.now();
    const { answers, problems } = await tryKeys(uses, servers);
    const seconds = (performance.now() - started) / 1000;
    const logged = await servers.stop();
    if (logged.trim() !== '') problems.push(`the server logged: ${logged.slice(0, 400)}`);
    problems.push(...(await inspect(place, (rows) => problemsOfUses(uses, rows))));
    const broken = (await deadlocksOf(place)) - before;
    if (broken > 0) problems.push(`the database broke ${broken} deadlocks`);
    const there = answers.filter((answer) => answer !== null);
    const where = place.kind === 'embedded' ? 'embedded' : `PostgreSQL, ${processes} processes`;
    return report(
      `Repeats, ${uses.length} keys, ${replays} at once, ${where}`,
      {
        requests: answers.length,
        unanswered: answers.length - there.length,
        '5xx': there.filter(({ status }) => status >= 500).length,
        deadlocks: broken,
        answers: spread(there.map(({ ms }) => ms)),
        seconds: seconds.toFixed(1),
      },
      problems,
    );
  } finally {
    await build.drop();
  }
}

async function prepare(
  place: Place,
  keys: number,
  authSecret: string,
  today: string,
): Promise<Use[]> {
  const store = await openPlace(place);
  try {
    await migrate(store.kysely);
    return await makeUses(new Arena({ store, authSecret }, today), keys);
  } finally {
    await store.close();
  }
}
