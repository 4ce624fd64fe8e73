import { guaranteesHold, type ContentionResult } from './contention.ts';
import type { MovementResult } from './movement.ts';
import type { SearchResult } from './search.ts';
import { median, type Sample } from './measure.ts';

/** An endpoint at a size, measured against its baseline. */
export interface Comparison {
  readonly endpoint: string;
  readonly size: string;
  readonly ours: readonly Sample[];
  readonly baseline: readonly Sample[];
}

/** The fraction of its baseline's throughput that each endpoint must reach on PostgreSQL. */
const targets: Readonly<Record<string, number>> = {
  slots: 0.5,
  'slots, schedule exceptions': 0.5,
  list: 0.25,
  book: 0.15,
};

/** The maximum factor by which an endpoint may be slower with a thousand times as much history. */
const growthTarget = 1.5;

/** Returns a table of ratios, each of which is the median of the ratios of all rounds. */
export function comparisonTable(comparisons: readonly Comparison[], smallest: string): string {
  const rows = comparisons.map((comparison) => {
    const { endpoint, size, ours, baseline } = comparison;
    const ratio = median(
      ours.map((sample, round) => sample.perSecond / (baseline[round]?.perSecond ?? Number.NaN)),
    );
    const smallestComparison = comparisons.find(
      (other) => other.endpoint === endpoint && other.size === smallest,
    );
    const growth =
      smallestComparison && size !== smallest
        ? median(
            ours.map(
              (sample, round) => sample.p50 / (smallestComparison.ours[round]?.p50 ?? Number.NaN),
            ),
          )
        : null;
    return [
      endpoint,
      size,
      median(ours.map(({ perSecond }) => perSecond)).toFixed(0),
      median(baseline.map(({ perSecond }) => perSecond)).toFixed(0),
      withTarget(ratio, targets[endpoint], (value, target) => value >= target, '>='),
      ...(['p50', 'p99'] as const).map((key) =>
        median(ours.map((sample) => sample[key])).toFixed(1),
      ),
      ...(['p50', 'p99'] as const).map((key) =>
        median(baseline.map((sample) => sample[key])).toFixed(1),
      ),
      growth === null
        ? ''
        : withTarget(growth, growthTarget, (value, target) => value <= target, '<='),
    ];
  });
  return table(
    [
      'endpoint',
      'size',
      'ours/s',
      'baseline/s',
      'ours : baseline',
      'p50 ms',
      'p99 ms',
      'baseline p50',
      'baseline p99',
      `p50 : p50 at ${smallest}`,
    ],
    rows,
  );
}

export function contentionTable(
  results: readonly (ContentionResult & { location: string })[],
): string {
  return table(
    [
      'database',
      'clients',
      'slots',
      'accepted',
      'refused',
      'underbooked',
      'other responses',
      'lost',
      'overlaps',
      'unaccounted',
      'slowest ms',
      '',
    ],
    results.map((result) => [
      result.location,
      ...[
        result.clients,
        result.slots,
        result.accepted,
        result.refused,
        result.underbooked,
        result.failed,
        result.lost,
        result.overlaps,
        result.unaccounted,
      ].map(String),
      result.slowestMs.toFixed(0),
      guaranteesHold(result) ? 'held' : 'VIOLATED',
    ]),
  );
}

/** The maximum factor by which reading slots may be slower while vans move. */
const movementTarget = 1.2;

/** Returns a table of slot reads while vans move and while they stand still, with the median ratio of all rounds. */
export function movementTable(results: readonly (MovementResult & { location: string })[]): string {
  const rows = results.map(({ location, still, moving, movement }) => {
    const ratio = (key: 'p50' | 'p95') =>
      median(moving.map((sample, round) => sample[key] / (still[round]?.[key] ?? Number.NaN)));
    const medianOf = (samples: readonly Sample[], key: keyof Sample) =>
      median(samples.map((sample) => sample[key])).toFixed(1);
    return [
      location,
      medianOf(still, 'p50'),
      medianOf(moving, 'p50'),
      withTarget(ratio('p50'), movementTarget, (value, target) => value <= target, '<='),
      medianOf(still, 'p95'),
      medianOf(moving, 'p95'),
      withTarget(ratio('p95'), movementTarget, (value, target) => value <= target, '<='),
      medianOf(movement, 'perSecond'),
      medianOf(movement, 'p50'),
      medianOf(movement, 'p95'),
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

/** The maximum factor by which a search may be slower than one indexed lookup. */
const searchTarget = 5;

/** Returns a table of searches by staff and the lookups in the same rounds, with the median ratio of all rounds. */
export function searchTable(results: readonly SearchResult[]): string {
  return table(
    ['search by', 'p50 ms', 'p99 ms', 'lookup p50', 'lookup p99', 'p50 : p50', 'tables scanned'],
    results.map(({ kind, search, lookup, scannedTables }) => [
      kind,
      ...[search, lookup].flatMap((samples) =>
        (['p50', 'p99'] as const).map((key) =>
          median(samples.map((sample) => sample[key])).toFixed(1),
        ),
      ),
      withTarget(
        median(search.map((sample, round) => sample.p50 / (lookup[round]?.p50 ?? Number.NaN))),
        searchTarget,
        (value, target) => value <= target,
        '<=',
      ),
      scannedTables.length === 0 ? 'none' : `${scannedTables.join(', ')} VIOLATED`,
    ]),
  );
}

function withTarget(
  value: number,
  target: number | undefined,
  isMet: (value: number, target: number) => boolean,
  sign: string,
): string {
  if (target === undefined) return value.toFixed(2);
  return `${value.toFixed(2)} (${sign} ${target}${isMet(value, target) ? '' : ' MISSED'})`;
}

/** Returns a Markdown table, which can be pasted into README.md. */
function table(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headers.map((header, column) =>
    Math.max(header.length, 3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(headers), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join(
    '\n',
  );
}
