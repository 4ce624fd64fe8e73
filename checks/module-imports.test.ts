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
  const imports = importsByModule(readSources(folder), ignored);

  test('are all declared @protection.imports', () => {
    expect([...imports.keys()].toSorted()).toEqual(Object.keys(modules).toSorted());
  });

  test.each(Object.entries<readonly string[]>(modules))(
    '%s imports the modules declared for it, and no others @protection.imports',
    (name, declared) => {
      expect([...(imports.get(name) ?? [])].toSorted()).toEqual(declared.toSorted());
    },
  );

  test('have no import cycles @protection.imports', () => {
    expect(importsOfLaterModules(modules)).toEqual([]);
  });
});

test.each(['contract/src', 'server/src'])('no module in %s imports a top-level file', (folder) => {
  const importers = readSources(folder)
    .filter(({ module }) => module !== null)
    .filter((source) => listImports(source).some((target) => getModule(target) === null))
    .map(({ path }) => path);
  expect(importers).toEqual([]);
});

test('contract files that import zod are named schemas.ts or end in -schemas.ts', () => {
  const misnamed = readSources('contract/src')
    .filter(({ path, text }) => text.includes("from 'zod'") && !path.endsWith('schemas.ts'))
    .map(({ path }) => path);
  expect(misnamed).toEqual([]);
});

describe('the module import check', () => {
  test('finds every kind of import, and ignores imports within a module', () => {
    const imports = importsByModule(
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
    expect([...imports.keys()]).toEqual(['plans']);
    expect([...(imports.get('plans') ?? [])]).toEqual([
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

/** Returns, for each module, the other modules that it imports. */
function importsByModule(
  sources: readonly Source[],
  ignored: readonly string[],
): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const source of sources) {
    if (source.module === null || ignored.includes(source.module)) continue;
    const imported = imports.get(source.module) ?? new Set();
    imports.set(source.module, imported);
    for (const other of listImports(source).map(getModule)) {
      if (other !== null && other !== source.module && !ignored.includes(other))
        imported.add(other);
    }
  }
  return imports;
}

/** Returns the declared imports of modules that are not listed before the importing module. */
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
