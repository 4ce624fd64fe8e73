import { expect, test } from 'vitest';
import { serverModules } from './server-modules.ts';
import { importsOf, moduleOf, readServerSources } from './server-sources.ts';

const sources = readServerSources();

/** The actual imports of each module. */
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

test.each(Object.entries(serverModules))(
  '%s imports the modules declared for it, and no others',
  (name, declared) => {
    expect([...(actual.get(name) ?? [])].toSorted()).toEqual(declared);
  },
);

test('every module is declared after the modules it imports, so there are no cycles', () => {
  const names = Object.keys(serverModules);
  for (const [name, declared] of Object.entries(serverModules)) {
    const later = declared.filter((one) => names.indexOf(one) >= names.indexOf(name));
    expect(later, `${name} comes before what it imports`).toEqual([]);
  }
});

test('no module imports a top-level file', () => {
  const climbing = sources
    .filter(({ module }) => module !== null)
    .filter((source) => importsOf(source).some((target) => moduleOf(target) === null))
    .map(({ path }) => path);
  expect(climbing).toEqual([]);
});
