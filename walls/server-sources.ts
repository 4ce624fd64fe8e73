import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';

const folder = 'server/src';

/** A source file of the server, without tests. */
export type ServerSource = {
  /** The path from `server/src`, with forward slashes. */
  path: string;
  /** The top-level folder; null for a top-level file. */
  module: string | null;
  text: string;
};

/** Returns every source file of the server, without tests. */
export function readServerSources(): ServerSource[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, path: relative(folder, file).split(sep).join('/') }))
    .map(({ file, path }) => ({ path, module: moduleOf(path), text: readFileSync(file, 'utf8') }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Returns the files of the server that a file imports, as paths from `server/src`. */
export function importsOf({ path, text }: ServerSource): string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    normalize(join(dirname(path), target))
      .split(sep)
      .join('/'),
  );
}

/** Returns the module that contains a file; null for a top-level file. */
export function moduleOf(path: string): string | null {
  const end = path.indexOf('/');
  return end < 0 ? null : path.slice(0, end);
}
