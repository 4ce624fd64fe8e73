import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { describe, expect, test } from 'vitest';
import { webModules } from './web-modules.ts';

const root = 'web/src';

/** Folders that are not modules. Lint rules decide their imports. */
const shared = ['api', 'lib', 'pages', 'styles', 'ui'];

describe('the modules of the web client', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file));
  const used = modulesUsed(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

  test('are all declared @protection.imports', () => {
    expect(Object.keys(webModules).toSorted()).toEqual([...used.keys()].toSorted());
  });

  test.each(Object.entries(webModules))(
    '%s imports the modules declared for it, and no others @protection.imports',
    (name, declared) => {
      expect([...(used.get(name) ?? [])].toSorted()).toEqual(declared.toSorted());
    },
  );

  test('import no module that imports them @protection.imports', () => {
    expect(upwardImports(webModules)).toEqual([]);
  });
});

describe('the check of the web modules', () => {
  test('finds every kind of import, and ignores imports within a module', () => {
    const used = modulesUsed([
      ['plans/card.tsx', "import { Money } from '../business/money.ts';\nimport './other.ts';"],
      ['plans/list/rows.tsx', "const Dialog = lazy(() => import('../../services/dialog.tsx'));"],
      ['plans/types.ts', "import type { Area } from '../service-areas/queries.ts';"],
      ['plans/names.ts', "export { name } from '../vehicles/name.ts';"],
      ['plans/list/view.tsx', "import {\n  usePlans,\n} from '../queries.ts';"],
      ['plans/button.tsx', "import { Button } from '../ui/button.tsx';"],
      ['plans/links.ts', "import { paths } from '../paths.ts';"],
      ['pages/plans-page.tsx', "import { usePlans } from '../plans/queries.ts';"],
      ['router.tsx', "import { usePlans } from './plans/queries.ts';"],
    ]);
    expect([...used.keys()]).toEqual(['plans']);
    expect([...(used.get('plans') ?? [])]).toEqual([
      'business',
      'services',
      'service-areas',
      'vehicles',
    ]);
  });

  test('finds cycles', () => {
    expect(upwardImports({ people: [], vehicles: ['people'] })).toEqual([]);
    expect(upwardImports({ people: ['vehicles'], vehicles: ['people'] })).toEqual([
      'people imports vehicles',
    ]);
    expect(upwardImports({ people: ['people'] })).toEqual(['people imports people']);
  });
});

/** Returns the modules that each module with a file imports. Paths are from the root. */
function modulesUsed(files: readonly (readonly [string, string])[]): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    const name = moduleOf(file);
    if (name === null) continue;
    const others = used.get(name) ?? new Set();
    used.set(name, others);
    for (const [, specifier = ''] of text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const other = moduleOf(join(dirname(file), specifier));
      if (other !== null && other !== name) others.add(other);
    }
  }
  return used;
}

/** Returns the module that contains a file; null if none does. */
function moduleOf(file: string): string | null {
  const [folder = '', ...rest] = file.split('/');
  return rest.length === 0 || shared.includes(folder) ? null : folder;
}

/** Returns the declared imports that do not come before the importing module in the list. */
function upwardImports(modules: Readonly<Record<string, readonly string[]>>): string[] {
  const order = Object.keys(modules);
  return order.flatMap((name, at) =>
    (modules[name] ?? [])
      .filter((other) => !order.slice(0, at).includes(other))
      .map((other) => `${name} imports ${other}`),
  );
}
