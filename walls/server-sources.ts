import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';

const folder = 'server/src';

/** A source file of the server that is part of the product. */
export type ServerSource = {
  /** From `server/src`, with forward slashes. */
  path: string;
  /** The folder on top; null: the file lies on top itself. */
  module: string | null;
  text: string;
};

/** Every source file of the server, without tests. */
export function readServerSources(): ServerSource[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, path: relative(folder, file).split(sep).join('/') }))
    .map(({ file, path }) => ({ path, module: moduleOf(path), text: readFileSync(file, 'utf8') }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** The files of the server that a file imports, from `server/src`. */
export function importsOf({ path, text }: ServerSource): string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    normalize(join(dirname(path), target))
      .split(sep)
      .join('/'),
  );
}

/** The module in which a file lies; null: on top. */
export function moduleOf(path: string): string | null {
  const end = path.indexOf('/');
  return end < 0 ? null : path.slice(0, end);
}
