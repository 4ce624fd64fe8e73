import { openDatabase, type StoreConfig } from '@curbwrench/server/database/connection/store';
import { createMessageBusiness, type BusinessSize } from './business.ts';
import { findLogProblems } from './log-checks.ts';
import { judge } from './judge.ts';
import { Scenario } from './model.ts';
import { startProviders } from './providers.ts';
import { Random } from './random.ts';
import { runScenario, type ScenarioSize } from './run-scenario.ts';
import type { MessageServer } from './server.ts';

export interface MessageRunOptions {
  /** The main file of the build to test. */
  readonly main: string;
  readonly database: StoreConfig;
  readonly seed: number;
  readonly size: ScenarioSize & BusinessSize;
}

/** What a run found, and how much it did. */
export interface MessageRunResult {
  readonly problems: readonly string[];
  readonly stats: Readonly<Record<string, string | number>>;
}

/** Runs a random scenario on an empty database, and judges every message that was sent or should have been. */
export async function runMessages(options: MessageRunOptions): Promise<MessageRunResult> {
  const { main, database, seed, size } = options;
  const random = new Random(seed);
  let server: MessageServer | null = null;
  let scenario: Scenario | null = null;
  // Choices about providers have their own random numbers, since messages arrive in no fixed order.
  const providers = await startProviders(
    new Random(seed + 1),
    () => scenario?.phase ?? 0,
    () => server?.kill(),
  );
  try {
    const store = await openDatabase(database);
    const business = await createMessageBusiness(store, providers.push, size);
    await store.close();
    scenario = new Scenario(business);
    const onServer = (next: MessageServer | null): void => {
      server = next;
    };
    const started = performance.now();
    const result = await runScenario(size, {
      main,
      database,
      scenario,
      providers,
      random,
      onServer,
    });
    const seconds = (performance.now() - started) / 1000;
    const { attempts } = providers;
    const log = await findLogProblems(result, providers);
    const { problems, attempted, outdated, interrupted } = judge({
      scenario,
      attempts,
      interruptedTexts: log.interruptedTexts,
    });
    const counts = [...result.counts].map(
      ([name, { accepted, refused, unanswered }]) =>
        `${name} ${accepted}/${refused}${unanswered > 0 ? `/${unanswered}` : ''}`,
    );
    return {
      problems: [...result.problems, ...log.problems, ...providers.push.problems, ...problems],
      stats: {
        appointments: scenario.appointments.length,
        'requests (accepted/refused/unanswered)': counts.join(', '),
        'server killed': result.kills,
        'messages expected': scenario.expectations.length,
        '  attempted': attempted,
        '  outdated before they were due': outdated,
        '  texts interrupted by a kill': interrupted,
        attempts: attempts.length,
        faults: [...providers.faults].map(([name, count]) => `${name} ${count}`).join(', '),
        seconds: seconds.toFixed(1),
      },
    };
  } finally {
    // Assigned in a callback, which the compiler does not see.
    const last = server as MessageServer | null;
    last?.kill();
    await last?.ended;
    await providers.stop();
  }
}
