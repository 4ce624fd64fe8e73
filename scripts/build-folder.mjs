/** Keeps a `dist` folder consistent with its sources where the compiler doesn't. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './project.mjs';

const ignoredFolders = new Set(['node_modules', 'dist', '.git']);

/**
 * Returns the paths of all files under a path, sorted. Paths are relative to the project and have forward slashes.
 * @param {string} path
 * @returns {string[]}
 */
export function listFiles(path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [path];
  return readdirSync(absolute, { withFileTypes: true })
    .filter((entry) => !ignoredFolders.has(entry.name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? listFiles(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
    );
}

/**
 * Copies files other than TypeScript (migrations, data) next to the compiled files.
 * @param {string} workspace
 */
export function copyAssets(workspace) {
  for (const path of listFiles(`${workspace}/src`)) {
    if (/\.tsx?$|tsconfig.*\.json$/.test(path)) continue;
    const target = join(root, path.replace('/src/', '/dist/'));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(root, path), target);
  }
}

/**
 * Removes the files in `dist` whose source was deleted, so that a deleted migration does not run.
 * @param {string} workspace
 */
export function removeStaleFiles(workspace) {
  const dist = join(root, workspace, 'dist');
  if (!existsSync(dist)) return;
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|d\.ts|map|sql|tsv)$/.test(entry.name)) continue;
    const built = join(entry.parentPath, entry.name);
    const source = join(root, workspace, 'src', relative(dist, built));
    const typescript = source.replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts');
    if (!existsSync(source) && !existsSync(typescript)) rmSync(built);
  }
}
