import { isFair, type ContestResult } from './contest.ts';
import type { MovementResult } from './movement.ts';
import { median, type Sample } from './measure.ts';

/** A call at a size, measured against its floor. */
export interface Comparison {
  readonly call: string;
  readonly size: string;
  readonly ours: readonly Sample[];
  readonly floor: readonly Sample[];
}

/** The share of its floor that a call must reach on PostgreSQL. */
const targets: Readonly<Record<string, number>> = { slots: 0.5, list: 0.25, book: 0.15 };

/** How much longer a call may take with a thousand times as much history. */
const growthTarget = 1.5;

/** A table of ratios: each the median of the ratios of all rounds. */
export function comparisonTable(comparisons: readonly Comparison[], smallest: string): string {
  const rows = comparisons.map((comparison) => {
    const { call, size, ours, floor } = comparison;
    const ratio = median(
      ours.map((sample, round) => sample.perSecond / (floor[round]?.perSecond ?? Number.NaN)),
    );
    const small = comparisons.find((other) => other.call === call && other.size === smallest);
    const growth =
      small && size !== smallest
        ? median(ours.map((sample, round) => sample.p50 / (small.ours[round]?.p50 ?? Number.NaN)))
        : null;
    return [
      call,
      size,
      median(ours.map(({ perSecond }) => perSecond)).toFixed(0),
      median(floor.map(({ perSecond }) => perSecond)).toFixed(0),
      withTarget(ratio, targets[call], (value, target) => value >= target, '>='),
      ...(['p50', 'p99'] as const).map((key) =>
        median(ours.map((sample) => sample[key])).toFixed(1),
      ),
      ...(['p50', 'p99'] as const).map((key) =>
        median(floor.map((sample) => sample[key])).toFixed(1),
      ),
      growth === null
        ? ''
        : withTarget(growth, growthTarget, (value, target) => value <= target, '<='),
    ];
  });
  return table(
    [
      'call',
      'size',
      'ours/s',
      'floor/s',
      'ours : floor',
      'p50 ms',
      'p99 ms',
      'floor p50',
      'floor p99',
      `p50 : p50 at ${smallest}`,
    ],
    rows,
  );
}

export function contestTable(results: readonly (ContestResult & { place: string })[]): string {
  return table(
    [
      'database',
      'clients',
      'slots',
      'won',
      'refused',
      'not won',
      'other responses',
      'lost',
      'overlaps',
      'unaccounted',
      'slowest ms',
      '',
    ],
    results.map((result) => [
      result.place,
      ...[
        result.clients,
        result.slots,
        result.winners,
        result.refused,
        result.unwon,
        result.failed,
        result.lost,
        result.overlaps,
        result.unaccounted,
      ].map(String),
      result.worst.toFixed(0),
      isFair(result) ? 'fair' : 'VIOLATED',
    ]),
  );
}

/** How much slower slots may be while vans move. */
const movementTarget = 1.2;

/** A table of slots while vans move and while they stand still, with the median of the ratios of all rounds. */
export function movementTable(results: readonly (MovementResult & { place: string })[]): string {
  const rows = results.map(({ place, still, moving, movement }) => {
    const ratio = (key: 'p50' | 'p95') =>
      median(moving.map((sample, round) => sample[key] / (still[round]?.[key] ?? Number.NaN)));
    const middle = (samples: readonly Sample[], key: keyof Sample) =>
      median(samples.map((sample) => sample[key])).toFixed(1);
    return [
      place,
      middle(still, 'p50'),
      middle(moving, 'p50'),
      withTarget(ratio('p50'), movementTarget, (value, target) => value <= target, '<='),
      middle(still, 'p95'),
      middle(moving, 'p95'),
      withTarget(ratio('p95'), movementTarget, (value, target) => value <= target, '<='),
      middle(movement, 'perSecond'),
      middle(movement, 'p50'),
      middle(movement, 'p95'),
    ];
  });
  return table(
    [
      'database',
      'still p50 ms',
      'moving p50',
      'moving : still',
      'still p95 ms',
      'moving p95',
      'moving : still',
      'vans requests/s',
      'vans p50 ms',
      'vans p95',
    ],
    rows,
  );
}

function withTarget(
  value: number,
  target: number | undefined,
  holds: (value: number, target: number) => boolean,
  sign: string,
): string {
  if (target === undefined) return value.toFixed(2);
  return `${value.toFixed(2)} (${sign} ${target}${holds(value, target) ? '' : ' MISSED'})`;
}

/** A Markdown table, so that it can be pasted. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) =>
    Math.max(head.length, 3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join(
    '\n',
  );
}
