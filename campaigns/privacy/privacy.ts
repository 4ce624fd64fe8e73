import fc from 'fast-check';
import { withBuiltServer } from '../in-process.ts';
import type { CampaignOptions } from '../options.ts';
import { printReport } from '../report.ts';
import { emptyTally, runScenario } from './run-scenario.ts';
import { scenarioSteps } from './steps.ts';

const defaultRuns = 60;

/**
 * Runs random scenarios of departures, arrivals, completions, reassignments, location sharing and signing out. After
 * each step, every viewer sends the requests that could show a van, and what they see is compared with the rule: only
 * the office, the mechanic and, from departure to completion, the customer see it.
 */
export async function privacy(options: CampaignOptions): Promise<boolean> {
  const { runs, seed: givenSeed, database } = options;
  const seed = givenSeed ?? Math.floor(Math.random() * 1e9);
  return withBuiltServer({ database }, async ({ startApp }) => {
    const app = await startApp({ listen: true });
    const tally = emptyTally();
    const started = performance.now();
    try {
      const checkResult = await fc.check(
        fc.asyncProperty(scenarioSteps, (steps) => runScenario(app, steps, tally)),
        { numRuns: runs ?? defaultRuns, seed },
      );
      const { scenarios, responses, positions, accepted } = tally;
      const cause = checkResult.errorInstance;
      return printReport(
        `Privacy, seed ${seed}, ${database === null ? 'embedded' : 'PostgreSQL'}`,
        {
          scenarios,
          'accepted steps': Object.entries(accepted)
            .map(([kind, count]) => `${kind} ${count}`)
            .join(', '),
          responses,
          'positions seen by viewers who may see them': positions,
          seconds: ((performance.now() - started) / 1000).toFixed(1),
        },
        checkResult.failed
          ? [
              `${cause instanceof Error ? cause.message : String(cause)}\nthe scenario: ${JSON.stringify(checkResult.counterexample)}`,
            ]
          : [],
      );
    } finally {
      await app.stop();
    }
  });
}
