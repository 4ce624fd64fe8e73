import { isDeepStrictEqual } from 'node:util';
import type { Step } from '@curbwrench/testing/access/walk';
import type { Place } from '../../bench/processes.ts';
import { report } from '../faults/figures.ts';
import type { CampaignOptions } from '../options.ts';
import { onEachPlace } from '../places.ts';
import { makeScratchBuild } from '../scratch-build.ts';
import { prepareGround, type Ground } from './parts.ts';

/**
 * Permissions: every call, by every kind of caller, on an object that exists and on one that does
 * not, gets the status and body of the decided cell, without personal data that the
 * caller may not see, and about another's object the same bytes as about one that does not exist. Every
 * cell of the contract's table equals the decided one, and no call is left out.
 */
export async function permissions(options: CampaignOptions): Promise<boolean> {
  return onEachPlace(options, run);
}

async function run(place: Place): Promise<boolean> {
  const build = await makeScratchBuild();
  const started = performance.now();
  const where = place.kind === 'embedded' ? 'embedded' : 'PostgreSQL';
  const tell = (figures: Record<string, number>, problems: readonly string[]): boolean => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    return report(`Permissions, ${where}`, { ...figures, seconds }, problems);
  };
  try {
    const ground = await prepareGround(build.main, place);
    try {
      const table = compareTable(ground);
      const walked = await walkAll(ground);
      return tell({ ...walked.figures, ...table.figures }, [
        ...walked.problems,
        ...table.problems,
        ...ground.parts.unwalked(ground.world).map((name) => `no case covers ${name}`),
      ]);
    } finally {
      await ground.stop();
    }
  } catch (error) {
    // Refusals to start that are the product's own; any other error is not a result.
    if (!(error instanceof Error) || !error.message.endsWith(' access policy.')) throw error;
    return tell({ cells: 0 }, [`the server does not start: ${error.message}`]);
  } finally {
    await build.drop();
  }
}

/** What was counted, and which problems were found. */
interface Found {
  readonly figures: Record<string, number>;
  readonly problems: readonly string[];
}

async function walkAll({ parts, world }: Ground): Promise<Found> {
  const compared = { cell: 0, marks: 0, bytes: 0 };
  const problems: string[] = [];
  for (const each of parts.allCases) {
    for await (const step of parts.walk(world, each)) {
      compared[step.about] += 1;
      if (!isDeepStrictEqual(step.got, step.expected)) problems.push(difference(each.name, step));
    }
  }
  const { cell, marks, bytes } = compared;
  return {
    figures: {
      calls: new Set(parts.allCases.map(({ call }) => call)).size,
      cases: parts.allCases.length,
      viewers: parts.viewerNames.length,
      'cells compared': cell,
      'responses searched for personal data': marks,
      'pairs with identical bytes': bytes,
      'different answers': problems.length,
    },
    problems,
  };
}

function compareTable({ parts }: Ground): Found {
  const cells = parts.declaredCells();
  const problems = cells
    .filter(({ declared, decided }) => declared !== decided)
    .map(
      ({ row, viewer, declared, decided }) =>
        `the table's row ${row} gives ${viewer} "${declared}", but "${decided}" was decided`,
    );
  return {
    figures: { 'cells of the table': cells.length, 'different cells': problems.length },
    problems,
  };
}

function difference(name: string, { expected, got }: Step): string {
  const text = (value: object) => JSON.stringify(value).slice(0, 160);
  return `${name}: expected ${text(expected)}, got ${text(got)}`;
}
