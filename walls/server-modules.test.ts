import { expect, test } from 'vitest';
import { serverModules } from './server-modules.ts';
import { importsOf, moduleOf, readServerSources } from './server-sources.ts';

const sources = readServerSources();

/** What each module imports, as it is. */
const actual = new Map<string, Set<string>>();
for (const source of sources) {
  if (source.module === null) continue;
  const imported = actual.get(source.module) ?? new Set();
  for (const target of importsOf(source).map(moduleOf)) {
    if (target !== null && target !== source.module) imported.add(target);
  }
  actual.set(source.module, imported);
}

test('every folder of the server is a declared module', () => {
  expect([...actual.keys()].toSorted()).toEqual(Object.keys(serverModules).toSorted());
});

test.each(Object.entries(serverModules))('%s imports what it declares', (name, declared) => {
  expect([...(actual.get(name) ?? [])].toSorted()).toEqual(declared);
});

test('no module imports itself by way of others: each comes after what it imports', () => {
  const names = Object.keys(serverModules);
  for (const [name, declared] of Object.entries(serverModules)) {
    const later = declared.filter((one) => names.indexOf(one) >= names.indexOf(name));
    expect(later, `${name} comes before what it imports`).toEqual([]);
  }
});

test('a module imports no file on top: these compose the modules', () => {
  const climbing = sources
    .filter(({ module }) => module !== null)
    .filter((source) => importsOf(source).some((target) => moduleOf(target) === null))
    .map(({ path }) => path);
  expect(climbing).toEqual([]);
});
