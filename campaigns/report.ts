/** Returns the median and the maximum of times in ms as text. */
export function summarizeTimes(times: readonly number[]): string {
  if (times.length === 0) return 'none';
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return `p50 ${Math.round(middle)} ms, worst ${Math.round(sorted.at(-1) ?? 0)} ms`;
}

/** Prints stats, one per line, and the distinct problems. Returns whether there are no problems. */
export function printReport(
  title: string,
  stats: Readonly<Record<string, string | number>>,
  problems: readonly string[],
): boolean {
  console.log(`\n${title}`);
  const width = Math.max(...Object.keys(stats).map((name) => name.length));
  for (const [name, value] of Object.entries(stats)) {
    const text = typeof value === 'number' ? value.toLocaleString('en-US') : value;
    console.log(`  ${name.padEnd(width)}  ${text}`);
  }
  const distinct = [...new Set(problems)];
  for (const problem of distinct.slice(0, 12)) console.log(`  BROKEN: ${problem}`);
  if (distinct.length > 12) console.log(`  BROKEN: and ${distinct.length - 12} more`);
  if (problems.length === 0) console.log('  every guarantee held');
  return problems.length === 0;
}
