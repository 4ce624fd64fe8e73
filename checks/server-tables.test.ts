import { expect, test } from 'vitest';
import { readSources } from './sources.ts';
import { crossModuleWriters, tableOwners } from './server-tables.ts';

/*
 * Only one module writes to each table, so that the code that keeps its rows consistent is in one place. A file that
 * reads other modules' tables names those modules in a comment at its top.
 */

const ownerByTable = new Map(
  Object.entries(tableOwners).flatMap(([owner, tables]) =>
    tables.map((table) => [table, owner] as const),
  ),
);

const sources = readSources('server/src').map((source) => ({
  ...source,
  code: withoutComments(source.text),
}));

/** The demo is exempt, since it fills tables of every module before anyone uses them. */
const productSources = sources.filter(({ module }) => module !== 'demo');
const readers = productSources.filter(
  ({ module, code }) => module !== null && /from 'kysely'|\.\w+From\('/.test(code),
);

const writes =
  /\b(?:insert\s+into|delete\s+from|update)\s+(\w+)|\b(?:insertInto|deleteFrom|updateTable|mergeInto)\(\s*'(\w+)/gi;
/** In SQL, also matches every table in a comma-separated list. */
const reads = /\b(?:from|join|using)\s+(?=([\w\s,]+))|\b(?:\w*From|\w*Join|using)\(\s*'(\w+)/g;

test('every table has one owner', () => {
  const schema = sources.find(({ path }) => path === 'database/schema.ts')?.text ?? '';
  const [, databaseBody = ''] = schema.split('export interface Database {');
  const tables = [...databaseBody.matchAll(/^ {2}(\w+): /gm)].map(([, table = '']) => table);
  expect(tables.length).toBeGreaterThan(0);
  const ownedTables = Object.values(tableOwners).flat();
  expect(ownedTables.toSorted()).toEqual(tables.toSorted());
});

test('a table is written only by its own module and the listed exceptions', () => {
  const crossModuleWrites = productSources
    .map(({ path, module, code }) => ({
      file: path,
      tables: tablesIn(code, writes).filter((table) => ownerByTable.get(table) !== module),
    }))
    .filter(({ tables }) => tables.length > 0);
  const listed = crossModuleWriters.map(({ file, tables }) => ({ file, tables }));
  expect(crossModuleWrites).toEqual(listed.toSorted((a, b) => (a.file < b.file ? -1 : 1)));
});

test.each(readers.map((source) => [source.path, source] as const))(
  '%s names the modules whose tables it reads',
  (_, { module, text, code }) => {
    const owners = new Set(tablesIn(code, reads).map((table) => ownerByTable.get(table) ?? ''));
    owners.delete(module ?? '');
    const line = `// Reads tables owned by these modules: ${[...owners].toSorted().join(', ')}`;
    const comment = /^\/\/ Reads tables owned by these modules: .*/m.exec(text)?.[0];
    expect(comment).toBe(owners.size > 0 ? line : undefined);
  },
);

function tablesIn(code: string, statements: RegExp): string[] {
  const names = [...code.matchAll(statements)].flatMap(([, inSql, inQuery = '']) =>
    inSql === undefined ? [inQuery] : inSql.split(',').map((part) => part.trim().split(/\s/)[0]),
  );
  return [...new Set(names)]
    .filter((name) => name !== undefined)
    .filter((name) => ownerByTable.has(name))
    .toSorted();
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
}
