import { randomBytes } from 'node:crypto';
import { migrate } from '@curbwrench/server/database/migrator';
import type { Place } from '../../bench/processes.ts';
import { report, spread } from '../faults/figures.ts';
import { inspect } from '../faults/inspection.ts';
import { onEachPlace, openPlace } from '../places.ts';
import type { CampaignOptions } from '../options.ts';
import { makeScratchBuild } from '../scratch-build.ts';
import { shownAt } from '../time/wall-clock.ts';
import { Arena } from './arena.ts';
import type { Answer, Contest } from './contest.ts';
import { contests } from './contests.ts';
import { fight } from './fight.ts';
import { deadlocksOf, startServers, zoneOfMorning } from './servers.ts';
import { isAccepted, problemsOfAnswers, problemsOfDatabase, problemsOfRows } from './verdict.ts';

const roundsByDefault = 6;

/**
 * Contention: every change of an appointment, contested by 2, 16 and 64 clients at the same moment
 * over HTTP; on PostgreSQL by one server process and by two. No mechanic is double-booked, every
 * response is as declared, acknowledged changes exist and refused ones changed
 * nothing, exactly as many win as possible, and the database never had to break a deadlock.
 */
export async function contention(options: CampaignOptions): Promise<boolean> {
  return onEachPlace(options, async (place) => {
    const alone = await runOn(place, 1, options);
    // The embedded database belongs to one process.
    return place.kind === 'postgres' ? (await runOn(place, 2, options)) && alone : alone;
  });
}

interface Fought {
  readonly contest: Contest;
  readonly answers: readonly (Answer | null)[];
}

async function runOn(place: Place, processes: number, options: CampaignOptions): Promise<boolean> {
  const build = await makeScratchBuild();
  const authSecret = randomBytes(24).toString('hex');
  const zone = zoneOfMorning();
  let held = true;
  try {
    for (const clients of options.clients) {
      const prepared = await prepare(place, clients, options.runs ?? roundsByDefault, {
        authSecret,
        today: shownAt(Date.now(), zone).date,
        migrations: build.migrations,
      });
      const before = await deadlocksOf(place);
      const servers = await startServers(processes, { main: build.main, place, authSecret, zone });
      const fought: Fought[] = [];
      const started = performance.now();
      for (const contest of prepared) {
        fought.push({ contest, answers: await fight(contest, servers) });
      }
      const seconds = (performance.now() - started) / 1000;
      const logged = await servers.stop();
      const title = titleOf(place, processes, clients);
      held = (await judge(title, place, fought, { seconds, before, logged })) && held;
    }
  } finally {
    await build.drop();
  }
  return held;
}

async function prepare(
  place: Place,
  clients: number,
  rounds: number,
  given: { readonly authSecret: string; readonly today: string; readonly migrations: URL },
): Promise<Contest[]> {
  const store = await openPlace(place);
  try {
    await migrate(store.kysely, given.migrations);
    const arena = new Arena({ store, authSecret: given.authSecret }, given.today);
    const prepared: Contest[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const make of contests) prepared.push(await make(arena, clients));
    }
    return prepared;
  } finally {
    await store.close();
  }
}

async function judge(
  title: string,
  place: Place,
  fought: readonly Fought[],
  run: { readonly seconds: number; readonly before: number; readonly logged: string },
): Promise<boolean> {
  const problems: string[] = [];
  for (const { contest, answers } of fought) problems.push(...problemsOfAnswers(contest, answers));
  await inspect(place, async (rows) => {
    for (const { contest, answers } of fought) {
      problems.push(...(await problemsOfRows(contest, answers, rows)));
    }
    problems.push(...(await problemsOfDatabase(rows)));
  });
  const broken = (await deadlocksOf(place)) - run.before;
  if (broken > 0) problems.push(`the database broke ${broken} deadlocks`);
  if (run.logged.trim() !== '') problems.push(`the server logged: ${run.logged.slice(0, 400)}`);
  const answers = fought.flatMap((each) => each.answers);
  const there = answers.filter((answer) => answer !== null);
  const accepted = there.filter(isAccepted).length;
  return report(
    title,
    {
      contests: fought.length,
      requests: answers.length,
      accepted,
      refused: there.length - accepted,
      unanswered: answers.length - there.length,
      '5xx': there.filter(({ status }) => status >= 500).length,
      deadlocks: broken,
      answers: spread(there.map(({ ms }) => ms)),
      seconds: run.seconds.toFixed(1),
    },
    problems,
  );
}

function titleOf(place: Place, processes: number, clients: number) {
  const where = place.kind === 'embedded' ? 'embedded' : `PostgreSQL, ${processes} processes`;
  return `Contention, ${clients} clients, ${where}`;
}
