import type { TestApp } from '@curbwrench/testing/start-app';
import { findViolations, findStreamViolations, type ReadCounts } from './find-violations.ts';
import { runStep } from './run-step.ts';
import { startScenario } from './scenario-state.ts';
import type { Step } from './steps.ts';

/** Counts over all scenarios of a run. */
export interface Tally extends ReadCounts {
  scenarios: number;
  /** How many steps of each kind the server accepted. */
  readonly accepted: Record<string, number>;
}

export function emptyTally(): Tally {
  return { scenarios: 0, responses: 0, positions: 0, accepted: {} };
}

/**
 * Runs the steps of a scenario, and after each checks what everyone sees. Throws an error that lists every violation
 * found after a step.
 */
export async function runScenario(
  app: TestApp,
  steps: readonly Step[],
  tally: Tally,
): Promise<void> {
  tally.scenarios += 1;
  const state = await startScenario(app);
  try {
    for (const [index, step] of steps.entries()) {
      const isAccepted = await runStep(app, state, step);
      if (isAccepted) tally.accepted[step.kind] = (tally.accepted[step.kind] ?? 0) + 1;
      const isLast = index === steps.length - 1;
      const violations = await findViolations(app, state, tally, isLast);
      if (isLast) violations.push(...(await findStreamViolations(app, state)));
      if (violations.length > 0) {
        throw new Error(
          `after step ${index + 1}, ${step.kind}: ${[...new Set(violations)].join('; ')}`,
        );
      }
    }
  } finally {
    for (const stream of state.streams.values()) stream.close();
  }
}
