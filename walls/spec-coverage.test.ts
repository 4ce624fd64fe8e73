import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { holds, isTest, referencesIn, tableRows } from './document-references.ts';

/*
 * docs/spec-coverage.md says of every statement of the specification what carries it out and which
 * test shows it, or which decision settles it otherwise. A row whose file or test was renamed or
 * removed must not stand on, and the counts at its top must be those of its rows.
 */

const text = readFileSync('docs/spec-coverage.md', 'utf8');

interface Row {
  readonly statement: string;
  readonly by: string;
  readonly shown: string;
}

const rows: readonly Row[] = tableRows(text).flatMap(
  ([statement = '', by = '', shown = '', ...rest]) =>
    statement === 'Statement' ? [] : [{ statement, by, shown: [shown, ...rest].join('|') }],
);

/** A test that shows it, named by its title or a step. */
function isTested({ shown }: Row): boolean {
  return referencesIn(shown).some(({ file, quoted }) => isTest(file) && quoted !== null);
}

/** A product decision by its number and gist, or one of the project's own. */
function isDecided({ shown }: Row): boolean {
  return /\bD[1-7]: \S/.test(shown) || shown.includes('`docs/decisions/');
}

describe('the coverage of the specification', () => {
  test('has a test, a decision or an honest none for every statement', () => {
    expect(rows.length).toBeGreaterThan(200);
    const poor = rows.filter(
      (row) =>
        row.statement.length < 5 || !(isTested(row) || isDecided(row) || row.shown === 'none'),
    );
    expect(poor).toEqual([]);
  });

  test('names what carries a statement out, unless a decision leaves it out', () => {
    const unnamed = rows.filter(
      (row) => referencesIn(row.by).length === 0 && !(row.by === '-' && isDecided(row)),
    );
    expect(unnamed).toEqual([]);
  });

  test('says each thing once', () => {
    const sections = text.split('\n## ').slice(1);
    for (const section of sections) {
      const statements = tableRows(section).map(([statement]) => statement);
      const twice = statements.filter(
        (one, at) => one !== 'Statement' && statements.indexOf(one) !== at,
      );
      expect(twice).toEqual([]);
    }
  });

  test('counts itself right', () => {
    const tested = rows.filter(isTested).length;
    const decided = rows.filter((row) => !isTested(row) && isDecided(row)).length;
    const none = rows.filter(({ shown }) => shown === 'none').length;
    expect(text).toContain(
      `**${rows.length} statements: ${tested} shown by a test, ` +
        `${decided} settled by a decision alone, ${none} with neither.**`,
    );
  });

  test('names files that are there, and tests and sections that they have', () => {
    const references = referencesIn(text);
    expect(references.filter(({ file }) => !existsSync(file))).toEqual([]);
    const wrong = references.filter(
      ({ file, quoted }) => quoted !== null && existsSync(file) && !holds(file, quoted),
    );
    expect(wrong).toEqual([]);
  });
});
