import { isDeepStrictEqual } from 'node:util';
import type { Comparison } from '@curbwrench/testing/access/run-case';
import type { DatabaseLocation } from '../../bench/processes.ts';
import { printReport } from '../report.ts';
import type { CampaignOptions } from '../options.ts';
import { onEachDatabase } from '../databases.ts';
import { makeScratchBuild } from '../scratch-build.ts';
import { prepareAccessTest, type AccessTest } from './access-test.ts';

/**
 * Requests every endpoint as every kind of caller, on an object that exists and on one that does not. Each response
 * has the status and body that the expected access table requires, and contains no personal data that the caller
 * may not see; the response for another person's object is byte-for-byte identical to that for a nonexistent one.
 * Every cell of the contract's table matches the expected table's cell, and no endpoint is left out.
 */
export async function permissions(options: CampaignOptions): Promise<boolean> {
  return onEachDatabase(options, run);
}

async function run(location: DatabaseLocation): Promise<boolean> {
  const build = await makeScratchBuild();
  const started = performance.now();
  const database = location.kind === 'embedded' ? 'embedded' : 'PostgreSQL';
  const printResult = (stats: Record<string, number>, problems: readonly string[]): boolean => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    return printReport(`Permissions, ${database}`, { ...stats, seconds }, problems);
  };
  try {
    const accessTest = await prepareAccessTest(build.main, location);
    try {
      const table = compareTable(accessTest);
      const cells = await runAllCases(accessTest);
      return printResult({ ...cells.stats, ...table.stats }, [
        ...cells.problems,
        ...table.problems,
        ...accessTest.modules
          .findUncoveredEndpoints(accessTest.business)
          .map((name) => `no case covers ${name}`),
      ]);
    } finally {
      await accessTest.stop();
    }
  } catch (error) {
    // The server refuses to start if its access table is incomplete, which the campaign reports; other errors are bugs.
    if (!(error instanceof Error) || !error.message.endsWith(' access table.')) throw error;
    return printResult({ cells: 0 }, [`the server does not start: ${error.message}`]);
  } finally {
    await build.remove();
  }
}

/** Counts to print, and the problems found. */
interface Outcome {
  readonly stats: Record<string, number>;
  readonly problems: readonly string[];
}

async function runAllCases({ modules, business }: AccessTest): Promise<Outcome> {
  const counts = { cell: 0, search: 0, pair: 0 };
  const problems: string[] = [];
  for (const accessCase of modules.allCases) {
    for await (const comparison of modules.runCase(business, accessCase)) {
      counts[comparison.kind] += 1;
      if (!isDeepStrictEqual(comparison.actual, comparison.expected))
        problems.push(describeDifference(accessCase.name, comparison));
    }
  }
  const { cell: cellCount, search: searchCount, pair: pairCount } = counts;
  return {
    stats: {
      endpoints: new Set(modules.allCases.map(({ endpoint }) => endpoint)).size,
      cases: modules.allCases.length,
      viewers: modules.viewerNames.length,
      'cells compared': cellCount,
      'responses searched for personal data': searchCount,
      'byte-for-byte identical pairs': pairCount,
      'mismatched responses': problems.length,
    },
    problems,
  };
}

function compareTable({ modules }: AccessTest): Outcome {
  const cells = modules.declaredCells();
  const problems = cells
    .filter(({ declared, expected }) => declared !== expected)
    .map(
      ({ row, viewer, declared, expected }) =>
        `the table's row ${row} gives ${viewer} "${declared}", but "${expected}" is expected`,
    );
  return {
    stats: { 'cells of the table': cells.length, 'mismatched cells': problems.length },
    problems,
  };
}

function describeDifference(name: string, { expected, actual }: Comparison): string {
  const text = (value: object) => JSON.stringify(value).slice(0, 160);
  return `${name}: expected ${text(expected)}, got ${text(actual)}`;
}
