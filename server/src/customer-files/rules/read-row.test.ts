import { expect, test } from 'vitest';
import { recognizeColumns } from './headers.ts';
import { readRow } from './read-row.ts';

function readCells(values: Readonly<Record<string, string>>) {
  const columns = recognizeColumns(Object.keys(values));
  if (!columns) throw new Error('These headers are not recognized.');
  return readRow(Object.values(values), 1, columns, 2027);
}

const ann = { 'First Name': 'Ann', 'Last Name': 'Row', Email: 'ann@row.example' };

// If reading took quadratic time, each of these would take more than 15 seconds.
test.each([
  [
    'a phone number',
    { ...ann, Phone: `1${' '.repeat(99_000)}!` },
    `"1${' '.repeat(39)}..." isn't a phone number.`,
  ],
  [
    'a name',
    { ...ann, 'First Name': 'a.'.repeat(49_000) },
    'First name: Please keep this to 60 characters or fewer.',
  ],
  [
    'an address',
    { ...ann, Address: `1${' '.repeat(99_000)}St` },
    'Address: Please keep this to 300 characters or fewer.',
  ],
])(
  '%s of 100,000 characters is refused quickly @import.rows',
  { timeout: 1500 },
  (_, row, reason) => {
    expect(readCells(row).reason).toBe(reason);
  },
);

test('an address of several lines becomes one line', () => {
  const { input } = readCells({ ...ann, Address: ' 3 Hill St \r\n\r\n Salem \n' });
  expect(input?.address).toBe('3 Hill St, Salem');
});

test('more phone numbers than a customer can have are refused @import.all-values', () => {
  const makePhoneList = (count: number) =>
    Array.from({ length: count }, (_, index) => `415 555 010${index}`).join(', ');
  expect(readCells({ ...ann, Phone: makePhoneList(6) }).reason).toBe(
    'A customer can have up to 5 phone numbers.',
  );
  expect(
    readCells({ ...ann, Phone: `${makePhoneList(5)}, 415-555-0100` }).input?.phones,
  ).toHaveLength(5);
});

test('only the first email address is imported, with a warning @import.all-values', () => {
  const withTwoAddresses = readCells({ ...ann, Email: 'ann@row.example, ann@work.example' });
  expect([withTwoAddresses.input?.email, withTwoAddresses.warning]).toEqual([
    'ann@row.example',
    'Only the first email address is imported.',
  ]);
  const withRepeatedAddress = readCells({ ...ann, Email: 'ann@row.example, Ann@row.example' });
  expect(withRepeatedAddress.warning).toBeNull();
});
