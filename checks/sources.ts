import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { join as joinPosix } from 'node:path/posix';

/** A source file of a workspace that is not a test. */
export type Source = {
  /** The path relative to the workspace's source folder, with forward slashes. */
  path: string;
  /** The top-level folder; null for a top-level file. */
  module: string | null;
  text: string;
};

/** Returns every source file under a folder such as `server/src` that is not a test. */
export function readSources(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, path: relative(folder, file).split(sep).join('/') }))
    .map(({ file, path }) => ({ path, module: getModule(path), text: readFileSync(file, 'utf8') }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns the files of the same workspace that a file imports, as paths relative to the source folder. */
export function listImports({ path, text }: Pick<Source, 'path' | 'text'>): string[] {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    joinPosix(dirname(path), target),
  );
}

/** Returns the module that contains a file; null for a top-level file. */
export function getModule(path: string): string | null {
  const end = path.indexOf('/');
  return end < 0 ? null : path.slice(0, end);
}
