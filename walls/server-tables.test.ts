import { expect, test } from 'vitest';
import { readServerSources } from './server-sources.ts';
import { foreignWriters, tableOwners } from './server-tables.ts';

/*
 * A table is written by its own module, so that what must hold of its rows stands in one place.
 * Whoever reads the tables of others says so in the first line of the file.
 */

const ownerOf = new Map(
  Object.entries(tableOwners).flatMap(([owner, tables]) =>
    tables.map((table) => [table, owner] as const),
  ),
);

const sources = readServerSources().map((source) => ({
  ...source,
  code: uncommented(source.text),
}));

/** What makes up a demo writes rows of every kind, before there is anybody to see them. */
const product = sources.filter(({ module }) => module !== 'demo');
const readers = product.filter(
  ({ module, code }) => module !== null && /from 'kysely'|\.\w+From\('/.test(code),
);

const writes =
  /\b(?:insert\s+into|delete\s+from|update)\s+(\w+)|\b(?:insertInto|deleteFrom|updateTable|mergeInto)\(\s*'(\w+)/gi;
/** In SQL with all that a comma joins. */
const reads = /\b(?:from|join|using)\s+(?=([\w\s,]+))|\b(?:\w*From|\w*Join|using)\(\s*'(\w+)/g;

test('every table has one owner', () => {
  const schema = sources.find(({ path }) => path === 'database/schema.ts')?.text ?? '';
  const [, columns = ''] = schema.split('export interface Database {');
  const tables = [...columns.matchAll(/^ {2}(\w+): /gm)].map(([, table = '']) => table);
  expect(tables.length).toBeGreaterThan(0);
  const owned = Object.values(tableOwners).flat();
  expect(owned.toSorted()).toEqual(tables.toSorted());
});

test('a table is written by its own module, and by whom the list names', () => {
  const foreign = product
    .map(({ path, module, code }) => ({
      file: path,
      tables: tablesIn(code, writes).filter((table) => ownerOf.get(table) !== module),
    }))
    .filter(({ tables }) => tables.length > 0);
  const named = foreignWriters.map(({ file, tables }) => ({ file, tables }));
  expect(foreign).toEqual(named.toSorted((one, other) => (one.file < other.file ? -1 : 1)));
});

test.each(readers.map((source) => [source.path, source] as const))(
  '%s says whose tables it reads',
  (_, { module, text, code }) => {
    const owners = new Set(tablesIn(code, reads).map((table) => ownerOf.get(table) ?? ''));
    owners.delete(module ?? '');
    const line = `// Reads tables of: ${[...owners].toSorted().join(', ')}`;
    const said = /^\/\/ Reads tables of: .*/m.exec(text)?.[0];
    expect(said).toBe(owners.size > 0 ? line : undefined);
  },
);

function tablesIn(code: string, statements: RegExp): string[] {
  const names = [...code.matchAll(statements)].flatMap(([, inSql, inQuery = '']) =>
    inSql === undefined ? [inQuery] : inSql.split(',').map((part) => part.trim().split(/\s/)[0]),
  );
  return [...new Set(names)]
    .filter((name) => name !== undefined)
    .filter((name) => ownerOf.has(name))
    .toSorted();
}

function uncommented(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
}
