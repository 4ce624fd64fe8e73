import { describe, expect, test } from 'vitest';
import { contractModules } from './contract-modules.ts';
import { serverModules } from './server-modules.ts';
import { listImports, getModule, readSources, type Source } from './sources.ts';
import { webModules } from './web-modules.ts';

type Modules = Readonly<Record<string, readonly string[]>>;

/** Folders of the web client that are not modules. Lint rules restrict their imports. */
const webFolders = ['api', 'lib', 'pages', 'styles', 'ui'];

describe.each([
  { name: 'contract', folder: 'contract/src', modules: contractModules, ignored: [] },
  { name: 'server', folder: 'server/src', modules: serverModules, ignored: [] },
  { name: 'web client', folder: 'web/src', modules: webModules, ignored: webFolders },
])('the modules of the $name', ({ folder, modules, ignored }) => {
  const used = modulesUsed(readSources(folder), ignored);

  test('are all declared @protection.imports', () => {
    expect([...used.keys()].toSorted()).toEqual(Object.keys(modules).toSorted());
  });

  test.each(Object.entries<readonly string[]>(modules))(
    '%s imports the modules declared for it, and no others @protection.imports',
    (name, declared) => {
      expect([...(used.get(name) ?? [])].toSorted()).toEqual(declared.toSorted());
    },
  );

  test('import no module that imports them @protection.imports', () => {
    expect(importsOfLaterModules(modules)).toEqual([]);
  });
});

test.each(['contract/src', 'server/src'])('no module of %s imports a top-level file', (folder) => {
  const importers = readSources(folder)
    .filter(({ module }) => module !== null)
    .filter((source) => listImports(source).some((target) => getModule(target) === null))
    .map(({ path }) => path);
  expect(importers).toEqual([]);
});

test('files of the contract that import zod are named schemas.ts or end in -schemas.ts', () => {
  const misnamed = readSources('contract/src')
    .filter(({ path, text }) => text.includes("from 'zod'") && !path.endsWith('schemas.ts'))
    .map(({ path }) => path);
  expect(misnamed).toEqual([]);
});

describe('the check of module imports', () => {
  test('finds every kind of import, and ignores imports within a module', () => {
    const used = modulesUsed(
      [
        sourceFile(
          'plans/card.tsx',
          "import { Money } from '../business/money.ts';\nimport './other.ts';",
        ),
        sourceFile(
          'plans/list/rows.tsx',
          "const Dialog = lazy(() => import('../../services/dialog'));",
        ),
        sourceFile('plans/types.ts', "import type { Area } from '../service-areas/queries.ts';"),
        sourceFile('plans/names.ts', "export { name } from '../vehicles/name.ts';"),
        sourceFile('plans/list/view.tsx', "import {\n  usePlans,\n} from '../queries.ts';"),
        sourceFile('plans/button.tsx', "import { Button } from '../ui/button.tsx';"),
        sourceFile('plans/links.ts', "import { paths } from '../paths.ts';"),
        sourceFile('pages/plans-page.tsx', "import { usePlans } from '../plans/queries.ts';"),
        sourceFile('router.tsx', "import { usePlans } from './plans/queries.ts';"),
      ],
      webFolders,
    );
    expect([...used.keys()]).toEqual(['plans']);
    expect([...(used.get('plans') ?? [])]).toEqual([
      'business',
      'services',
      'service-areas',
      'vehicles',
    ]);
  });

  test('finds cycles', () => {
    expect(importsOfLaterModules({ people: [], vehicles: ['people'] })).toEqual([]);
    expect(importsOfLaterModules({ people: ['vehicles'], vehicles: ['people'] })).toEqual([
      'people imports vehicles',
    ]);
    expect(importsOfLaterModules({ people: ['people'] })).toEqual(['people imports people']);
  });
});

/** Returns the other modules that each module imports. */
function modulesUsed(
  sources: readonly Source[],
  ignored: readonly string[],
): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  for (const source of sources) {
    if (source.module === null || ignored.includes(source.module)) continue;
    const imported = used.get(source.module) ?? new Set();
    used.set(source.module, imported);
    for (const other of listImports(source).map(getModule)) {
      if (other !== null && other !== source.module && !ignored.includes(other))
        imported.add(other);
    }
  }
  return used;
}

/** Returns the declared imports that do not come before the importing module in the list. */
function importsOfLaterModules(modules: Modules): string[] {
  const order = Object.keys(modules);
  return order.flatMap((name, index) =>
    (modules[name] ?? [])
      .filter((other) => !order.slice(0, index).includes(other))
      .map((other) => `${name} imports ${other}`),
  );
}

function sourceFile(path: string, text: string): Source {
  return { path, module: getModule(path), text };
}
