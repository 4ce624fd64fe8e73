import { readFileSync } from 'node:fs';
import { calls } from '@curbwrench/contract/calls';
import { allCases } from '@curbwrench/server/testing/access/all-cases';
import { declaredCells } from '@curbwrench/server/testing/access/table';
import { readerNames } from '@curbwrench/server/testing/access/world';
import { expect, test } from 'vitest';

/*
 * The figures in docs/security.md are those of a day; how many calls, cases and cells a campaign
 * covers must be today's, or a call could be added that was never measured. Where this fails, run the
 * campaign again and write down what it says.
 */

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'));

/** The number before the words, in the row of a campaign: "1,485" of "1,485 cells compared". */
function said(campaign: string, words: string): number[] {
  const text = rows.filter((line) => line.startsWith(`| \`${campaign}\``)).join('\n');
  return [...text.matchAll(new RegExp(`([\\d,]+) ${words}\\b`, 'g'))].map(([, number = '']) =>
    Number(number.replaceAll(',', '')),
  );
}

/** What the walk yields: each reader asks for what is there and, where it can be, for what isn't. */
const cells =
  readerNames.length *
  allCases.reduce((sum, { missing, lists }) => sum + (missing === undefined || lists ? 1 : 2), 0);

test.each([
  ['permissions', 'calls', new Set(allCases.map(({ call }) => call)).size],
  ['permissions', 'kinds of reader', readerNames.length],
  ['permissions', 'cases', allCases.length],
  ['permissions', 'cells compared', cells],
  ['permissions', 'answers searched', cells],
  ['permissions', 'cells of the table', declaredCells().length],
  ['bad-input', 'calls', Object.keys(calls).length],
])('%s: the document counts as many %s as there are', (campaign, words, there) => {
  const told = said(campaign, words);
  expect(told).not.toEqual([]);
  expect(told.filter((count) => count !== there)).toEqual([]);
});
