import fc from 'fast-check';
import { withBuiltServer } from '../in-process.ts';
import { scenario } from './scenario.ts';
import { runScenario } from './run-scenario.ts';
import { emptyTally, type Tally } from './tally.ts';
import { checkAuditTrail } from './invariants.ts';
import { Environment } from './environment.ts';
import type { Progress } from './progress-monitor.ts';

/*
 * One process of the scenarios campaign: it receives its task as a message, runs the scenarios on its own
 * databases, and sends back its progress and, at the end, its result.
 */

export interface WorkerTask {
  readonly scenarioCount: number;
  readonly seed: number;
  readonly database: string | null;
}

export interface WorkerResult {
  readonly tally: Tally;
  /** Describes the smallest scenario found that violates an invariant; null if none did. */
  readonly failure: string | null;
}

/** A message from a process: its progress, or its result at the end. */
export type WorkerMessage = { readonly progress: Progress } | { readonly result: WorkerResult };

process.on('message', (task: WorkerTask) => {
  void runTask(task).then((result) => send({ result }, () => process.exit()));
});
process.on('disconnect', () => process.exit());

function send(workerMessage: WorkerMessage, then: () => void = () => {}): void {
  process.send?.(workerMessage, then);
}

function runTask({ scenarioCount, seed, database }: WorkerTask): Promise<WorkerResult> {
  send({ progress: { seed, scenario: 0, step: 'starting' } });
  return withBuiltServer({ database }, async (modules) => {
    const environment = await Environment.build(modules);
    const tally = emptyTally();
    const onStep = (step: string): void =>
      send({ progress: { seed, scenario: tally.scenarios, step } });
    // Prints the first failure immediately: shrinking can take a long time, and may not reproduce it.
    let hasPrinted = false;
    const printFirstFailure = (error: unknown): never => {
      if (!hasPrinted) console.error(`seed ${seed}, not yet shrunk:`, error);
      hasPrinted = true;
      throw error;
    };
    try {
      const checkResult = await fc.check(
        fc.asyncProperty(scenario, (example) =>
          runScenario(environment, example, tally, onStep).catch(printFirstFailure),
        ),
        { numRuns: scenarioCount, seed },
      );
      if (!checkResult.failed) {
        for (const app of environment.apps) await checkAuditTrail(app);
        return { tally, failure: null };
      }
      const cause = checkResult.errorInstance;
      const message = cause instanceof Error ? cause.message : String(cause);
      const example = JSON.stringify(checkResult.counterexample);
      return { tally, failure: `seed ${checkResult.seed}: ${message}\nthe scenario: ${example}` };
    } finally {
      await environment.stop();
    }
  });
}
