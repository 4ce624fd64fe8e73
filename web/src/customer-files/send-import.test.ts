import { expect, test } from 'vitest';
import { splitRows } from './send-import.ts';

const makeRow = (row: number, notes: string | null = null) => ({
  row,
  externalId: null,
  firstName: 'Ann',
  lastName: 'Row',
  email: null,
  phones: ['(415) 555-0100'],
  address: null,
  notes,
  vehicle: null,
  outcome: 'new' as const,
  customerId: `id-${row}`,
  adds: [],
});

test('an import is sent in requests of up to 100 rows and 48 kB @import.batches', () => {
  const short = Array.from({ length: 250 }, (_, index) => makeRow(index + 1));
  expect(splitRows(short).map(({ length }) => length)).toEqual([100, 100, 50]);
  const long = Array.from({ length: 30 }, (_, index) => makeRow(index + 1, 'é'.repeat(4000)));
  const batches = splitRows(long);
  expect(batches.flat()).toEqual(long);
  // The limit of 48 kB doesn't count the brackets around the rows.
  for (const batch of batches) {
    expect(new TextEncoder().encode(JSON.stringify(batch)).length).toBeLessThan(49 * 1024);
  }
  expect(splitRows([])).toEqual([]);
});
