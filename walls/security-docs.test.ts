import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { levelsBySection } from './asvs-levels.ts';
import { holds, isTest, referencesIn, tableRows } from './document-references.ts';

/*
 * docs/security.md and docs/asvs.md name the tests that show what they claim. A claim whose test was
 * renamed or removed must not stand on.
 */

const asvs = readFileSync('docs/asvs.md', 'utf8');
const security = readFileSync('docs/security.md', 'utf8');

interface Row {
  readonly number: string;
  readonly level: string;
  readonly asks: string;
  readonly answer: string;
  readonly how: string;
}

const rows: readonly Row[] = tableRows(asvs).flatMap(
  ([number = '', level = '', asks = '', answer = '', how = '']) =>
    /^\d+\.\d+\.\d+$/.test(number) ? [{ number, level, asks, answer, how }] : [],
);

describe('the table of ASVS', () => {
  test('has every requirement of levels 1 and 2 once, in order', () => {
    const due = Object.entries(levelsBySection).flatMap(([section, levels]) =>
      levels
        .split('')
        .flatMap((level, at) => (level === '3' ? [] : [`${section}.${at + 1} ${level}`])),
    );
    expect(due).toHaveLength(253);
    expect(rows.map(({ number, level }) => `${number} ${level}`)).toEqual(due);
  });

  test('answers each in one of three ways, and says how', () => {
    const poor = rows.filter(
      ({ asks, answer, how }) =>
        !['shown', 'n/a', 'gap'].includes(answer) || asks.length < 5 || how.length < 10,
    );
    expect(poor).toEqual([]);
  });

  test('counts itself right', () => {
    const counted = (level: string) => {
      const some = rows.filter((row) => level === 'both' || row.level === level);
      const of = (answer: string) => some.filter((row) => row.answer === answer).length;
      return [level, some.length, of('shown'), of('n/a'), of('gap')].map(String);
    };
    const said = tableRows(asvs).filter(([level = '']) => /^(1|2|both)$/.test(level));
    expect(said).toEqual(['1', '2', 'both'].map(counted));
  });

  test('shows by tests, and by rules only what is to be written down', () => {
    const unshown = rows.filter(({ number, answer, how }) => {
      if (answer !== 'shown') return false;
      const byTest = referencesIn(how).some(({ file, quoted }) => isTest(file) && quoted !== null);
      const byRule = referencesIn(how).some(({ file, quoted }) => file.endsWith('.md') && quoted);
      return !byTest && !(byRule && isDocumentation(number));
    });
    expect(unshown).toEqual([]);
  });
});

describe.each([
  ['docs/asvs.md', asvs],
  ['docs/security.md', security],
])('what %s names', (_, text) => {
  const references = referencesIn(text);

  test('is there', () => {
    expect(references.length).toBeGreaterThan(20);
    expect(references.filter(({ file }) => !existsSync(file))).toEqual([]);
  });

  test('has the tests and sections that are quoted', () => {
    const wrong = references.filter(
      ({ file, quoted }) => quoted !== null && existsSync(file) && !holds(file, quoted),
    );
    expect(wrong).toEqual([]);
  });

  test('leads somewhere where it is a link', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = '']) => to);
    expect(links.filter((to) => !existsSync(`docs/${to}`))).toEqual([]);
  });
});

describe('the tables of campaigns', () => {
  const list = readFileSync('campaigns/campaign-list.ts', 'utf8');
  const listed = [...(list.split('= {')[1] ?? '').matchAll(/^ {2}'?([a-z-]+)'?[,:]/gm)];
  const campaigns = new Set(listed.map(([, name = '']) => name));
  const section = (title: string) => security.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

  test('have a row for every campaign', () => {
    const measured = tableRows(section('Figures last measured')).slice(1);
    const names = new Set(
      measured
        .map(([name = '']) => name.replaceAll('`', ''))
        .filter((name) => !name.startsWith('npm ')),
    );
    expect(campaigns.size).toBeGreaterThan(7);
    expect([...names].toSorted()).toEqual([...campaigns].toSorted());
  });

  test('have a row for every broken build, with the campaigns that must catch it', () => {
    const byName = (a: Caught, b: Caught) => a.name.localeCompare(b.name);
    const made = readdirSync('campaigns/broken').flatMap((file) => {
      const text = readFileSync(`campaigns/broken/${file}`, 'utf8');
      return [...text.matchAll(/\bname: '([\w-]+)',[\s\S]*?\bcampaigns: \[([^\]]*)\]/g)].map(
        ([, name = '', by = '']) => ({ name, by: wordsIn(by) }),
      );
    });
    const told = tableRows(section('Builds broken on purpose'))
      .slice(1)
      .map(([name = '', , by = '']) => ({ name: name.replaceAll('`', ''), by: wordsIn(by) }));
    expect(made.length).toBeGreaterThan(10);
    expect(told.toSorted(byName)).toEqual(made.toSorted(byName));
  });
});

/** A broken build and the campaigns that must catch it. */
interface Caught {
  readonly name: string;
  readonly by: readonly string[];
}

function wordsIn(text: string): string[] {
  return (text.match(/[\w-]+/g) ?? []).toSorted();
}

/** The first section of a chapter asks for documentation where its title says so. */
function isDocumentation(number: string): boolean {
  const [chapter, section] = number.split('.').map(Number);
  return section === 1 && [2, 5, 6, 7, 8, 11, 13, 14, 15, 16].includes(chapter ?? 0);
}
