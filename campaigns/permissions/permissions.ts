import { isDeepStrictEqual } from 'node:util';
import type { Comparison } from '@curbwrench/testing/access/run-case';
import type { DatabaseLocation } from '../../bench/processes.ts';
import { printReport } from '../report.ts';
import type { CampaignOptions } from '../options.ts';
import { onEachPlace } from '../places.ts';
import { makeScratchBuild } from '../scratch-build.ts';
import { prepareAccessTest, type AccessTest } from './access-test.ts';

/**
 * Permissions: every call, by every kind of caller, on an object that exists and on one that does
 * not, gets the status and body that the specified access table requires, without personal data that the
 * caller may not see, and about another's object the same bytes as about one that does not exist. Every
 * cell of the contract's table equals the specified one, and no call is left out.
 */
export async function permissions(options: CampaignOptions): Promise<boolean> {
  return onEachPlace(options, run);
}

async function run(place: DatabaseLocation): Promise<boolean> {
  const build = await makeScratchBuild();
  const started = performance.now();
  const where = place.kind === 'embedded' ? 'embedded' : 'PostgreSQL';
  const printResult = (stats: Record<string, number>, problems: readonly string[]): boolean => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    return printReport(`Permissions, ${where}`, { ...stats, seconds }, problems);
  };
  try {
    const accessTest = await prepareAccessTest(build.main, place);
    try {
      const table = compareTable(accessTest);
      const cells = await runAllCases(accessTest);
      return printResult({ ...cells.stats, ...table.stats }, [
        ...cells.problems,
        ...table.problems,
        ...accessTest.modules
          .findUncoveredCalls(accessTest.business)
          .map((name) => `no case covers ${name}`),
      ]);
    } finally {
      await accessTest.stop();
    }
  } catch (error) {
    // The server refuses to start with an incomplete access table, which is a finding; other errors are not.
    if (!(error instanceof Error) || !error.message.endsWith(' access table.')) throw error;
    return printResult({ cells: 0 }, [`the server does not start: ${error.message}`]);
  } finally {
    await build.drop();
  }
}

/** Counts and the problems found. */
interface Outcome {
  readonly stats: Record<string, number>;
  readonly problems: readonly string[];
}

async function runAllCases({ modules, business }: AccessTest): Promise<Outcome> {
  const compared = { cell: 0, markers: 0, bytes: 0 };
  const problems: string[] = [];
  for (const accessCase of modules.allCases) {
    for await (const step of modules.runCase(business, accessCase)) {
      compared[step.about] += 1;
      if (!isDeepStrictEqual(step.actual, step.expected))
        problems.push(describeDifference(accessCase.name, step));
    }
  }
  const { cell, markers, bytes } = compared;
  return {
    stats: {
      calls: new Set(modules.allCases.map(({ call }) => call)).size,
      cases: modules.allCases.length,
      viewers: modules.viewerNames.length,
      'cells compared': cell,
      'responses searched for personal data': markers,
      'pairs with identical bytes': bytes,
      'different responses': problems.length,
    },
    problems,
  };
}

function compareTable({ modules }: AccessTest): Outcome {
  const cells = modules.declaredCells();
  const problems = cells
    .filter(({ declared, expected: decided }) => declared !== decided)
    .map(
      ({ row, viewer, declared, expected: decided }) =>
        `the table's row ${row} gives ${viewer} "${declared}", but "${decided}" is specified`,
    );
  return {
    stats: { 'cells of the table': cells.length, 'different cells': problems.length },
    problems,
  };
}

function describeDifference(name: string, { expected, actual: got }: Comparison): string {
  const text = (value: object) => JSON.stringify(value).slice(0, 160);
  return `${name}: expected ${text(expected)}, got ${text(got)}`;
}
