import { join } from 'node:path';
import type { Rolldown } from 'vite';

type ModuleOf = (id: string) => Rolldown.ModuleInfo | null;
const groups = ['entry', 'start', 'frame', 'common'] as const;
type Named = (typeof groups)[number];

const source = join(import.meta.dirname, 'src');
const frame = [
  'routed-pages',
  'features/layout/app-layout',
  'features/notifications/notification-bell',
];
/** What people see first, each with what every one of them needs beside the frame. */
const firstPages = [
  'pages/dashboards/customer-dashboard',
  'pages/dashboards/mechanic-dashboard',
  'pages/dashboards/admin-dashboard',
  'pages/dispatch/advisor-view',
  'pages/book-service-page',
  'pages/appointments-page',
];

/**
 * What travels together. Left alone, the bundler makes a file of every few modules that the same
 * pages share: sixty for a dashboard, most of them smaller than what asking for one costs. Here it is
 * one for what every visitor needs, one for what stands around every page, and one for what at least
 * two of the first pages share; the rest stays as it is.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let sorted: Map<string, Named> | undefined;
  return groups.map((name, index) => ({
    // A group brings what its modules need, unless one before it already has it.
    priority: groups.length - index,
    name: (id, context) => {
      sorted ??= sortModules((one) => context.getModuleInfo(one));
      return sorted.get(id) === name ? name : null;
    },
  }));
}

function sortModules(moduleOf: ModuleOf): Map<string, Named> {
  const sorted = new Map<string, Named>();
  const assign = (name: Named, ids: Iterable<string>) => {
    for (const id of ids) if (!sorted.has(id) && !id.endsWith('.css')) sorted.set(id, name);
  };
  assign('entry', neededBy(moduleOf, ['entry']));
  assign('start', neededBy(moduleOf, ['main'], startsWithout));
  assign('frame', neededBy(moduleOf, frame));
  const uses = new Map<string, number>();
  for (const page of firstPages) {
    for (const id of neededBy(moduleOf, ['pages/dashboard-page', page])) {
      uses.set(id, (uses.get(id) ?? 0) + 1);
    }
  }
  assign(
    'common',
    [...uses].flatMap(([id, count]) => (count > 1 ? [id] : [])),
  );
  return sorted;
}

/** What the start page has no use for, though it is in the same barrel as what it needs. */
const startsWithout = /infiniteQuery|queriesObserver|useQueries|useInfiniteQuery/;

/** Everything that modules import at once, and they themselves. */
function neededBy(moduleOf: ModuleOf, names: readonly string[], without?: RegExp): Set<string> {
  const found = new Set<string>();
  const follow = (id: string): void => {
    if (found.has(id) || without?.test(id)) return;
    const module = moduleOf(id);
    if (!module) return;
    found.add(id);
    for (const imported of module.importedIds) {
      const icons = iconsBarrel.exec(imported)?.[1];
      if (icons === undefined) follow(imported);
      // The barrel has two thousand; a module needs those it names.
      else for (const icon of iconsNamedIn(module.code ?? '')) follow(join(icons, `${icon}.mjs`));
    }
  };
  for (const name of names) {
    const id = ['.tsx', '.ts'].map((end) => join(source, name) + end).find((one) => moduleOf(one));
    if (id === undefined) throw new Error(`There is no module ${name} to make a chunk of.`);
    follow(id);
  }
  return found;
}

const iconsBarrel = /^(.*lucide-react\/dist\/esm)\/lucide-react\.m?js$/;

function iconsNamedIn(code: string): string[] {
  const names = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)];
  return names
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.trim().split(/\s+as\s+/)[0] ?? '')
    .filter((name) => name !== '')
    .map((name) => `icons/${kebab(name)}`);
}

/** 'CalendarCheck2' as its file is called: 'calendar-check-2'. */
function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Za-z])(\d)/g, '$1-$2')
    .toLowerCase();
}
