/** The median and the maximum of some times, in whole ms. */
export function spread(times: readonly number[]): string {
  if (times.length === 0) return 'none';
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return `p50 ${Math.round(middle)} ms, worst ${Math.round(sorted.at(-1) ?? 0)} ms`;
}

/** Prints figures, one per line, and what went wrong; returns whether nothing did. */
export function report(
  title: string,
  figures: Readonly<Record<string, string | number>>,
  problems: readonly string[],
): boolean {
  console.log(`\n${title}`);
  const width = Math.max(...Object.keys(figures).map((name) => name.length));
  for (const [name, figure] of Object.entries(figures)) {
    const text = typeof figure === 'number' ? figure.toLocaleString('en-US') : figure;
    console.log(`  ${name.padEnd(width)}  ${text}`);
  }
  const different = [...new Set(problems)];
  for (const problem of different.slice(0, 12)) console.log(`  BROKEN: ${problem}`);
  if (different.length > 12) console.log(`  BROKEN: and ${different.length - 12} more`);
  if (problems.length === 0) console.log('  every guarantee held');
  return problems.length === 0;
}
