import { expect, test } from 'vitest';
import { countRows, describeFile, describeRow } from './preview-text.ts';

const row = {
  row: 3,
  name: 'Ann Row',
  outcome: 'new' as const,
  existingName: null,
  sameAsRow: null,
  adds: [],
  reason: null,
  warning: null,
  planned: null,
};

test('each row in the preview says what importing it does @import.preview', () => {
  expect(describeRow(row)).toBe('Adds a customer.');
  expect(
    describeRow({
      ...row,
      outcome: 'updates',
      existingName: 'Ann Row',
      adds: ['email', 'vehicle'],
    }),
  ).toBe('Adds an email address and a vehicle to Ann Row.');
  expect(
    describeRow({
      ...row,
      outcome: 'updates',
      existingName: 'Ann Row',
      sameAsRow: 1,
      adds: ['vehicle'],
    }),
  ).toBe('Adds a vehicle to the customer in row 1.');
  expect(describeRow({ ...row, outcome: 'same', existingName: 'Ann Row' })).toBe(
    'Ann Row is already on file.',
  );
  expect(describeRow({ ...row, outcome: 'same', existingName: 'Ann Row', sameAsRow: 1 })).toBe(
    'Already included in previous rows.',
  );
  expect(describeRow({ ...row, outcome: 'refused', reason: 'This row has no name.' })).toBe(
    'This row has no name.',
  );
});

test('the preview shows which program exported the file and how many rows the file has @import.preview', () => {
  expect(describeFile({ source: 'jobber', rows: [row] })).toBe('Exported from Jobber, 1 row');
  expect(countRows(1402)).toBe('1,402 rows');
});
