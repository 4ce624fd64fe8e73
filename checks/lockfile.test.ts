import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';

type Entry = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  optionalDependencies?: Record<string, string>;
};

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>;
};
const entries = Object.entries(lockfile.packages);
const installedPackages = entries.filter(
  ([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.inBundle,
);

test('the lockfile contains the packages for other operating systems', () => {
  const missing = entries.flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isResolvable(path, name))
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test('native packages are included for Linux, macOS and Windows', () => {
  const names = installedPackages.map(([path]) => path);
  for (const system of ['linux', 'darwin', 'win32']) {
    expect(
      names.some((name) => name.includes(`-${system}-`)),
      system,
    ).toBe(true);
  }
});

/** The lockfiles of Lighthouse and of the mutation tests, which are installed separately. */
const separateLockfiles = ['lighthouse', 'mutation'].map(
  (folder) => JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8')) as typeof lockfile,
);
const allPackages = [
  ...installedPackages,
  ...separateLockfiles
    .flatMap(({ packages }) => Object.entries(packages))
    .filter(([path]) => path.includes('node_modules/')),
];

test('no package is tied to a particular registry', () => {
  const withUrl = allPackages.filter(([, entry]) => entry.resolved !== undefined);
  expect(withUrl.map(([path]) => path)).toEqual([]);
});

test('every package has a checksum @protection.packages', () => {
  const missing = allPackages.filter(([, entry]) => entry.integrity === undefined);
  expect(missing.map(([path]) => path)).toEqual([]);
});

/** Searches for a package as Node does: next to the package that depends on it, then one folder up, and so on. */
function isResolvable(path: string, name: string): boolean {
  for (let folder = path; ; folder = getParent(folder)) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lockfile.packages[candidate] !== undefined) return true;
    if (folder === '') return false;
  }
}

function getParent(path: string): string {
  const end = path.lastIndexOf('/node_modules/');
  if (end !== -1) return path.slice(0, end);
  return '';
}
