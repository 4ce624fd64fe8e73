import { expect, test } from 'vitest';
import { findVersionProblem } from './server-version.ts';

test.each(['150000', '150004', '160013', '180001'])('PostgreSQL %s is new enough', (version) => {
  expect(findVersionProblem(version)).toBeNull();
});

test.each([
  ['149999', 14],
  ['140023', 14],
  ['90624', 9],
])('PostgreSQL %s is rejected as too old', (version, major) => {
  expect(findVersionProblem(version)).toBe(
    `The database server is PostgreSQL ${major}; Curbwrench needs PostgreSQL 15 or newer.`,
  );
});

test.each([undefined, null, '', 'sixteen', '16.4', 160_004])(
  'a server that reports %s as its version is rejected',
  (version) => {
    expect(findVersionProblem(version)).toBe(
      'The database server does not report its version; Curbwrench needs PostgreSQL 15 or newer.',
    );
  },
);
