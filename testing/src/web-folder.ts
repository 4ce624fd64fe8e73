import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Leaves every page to its browser. */
const rendersNothing = `import('node:worker_threads').then(({ parentPort }) =>
  parentPort.on('message', ({ id }) =>
    parentPort.postMessage({ kind: 'rendered', id, markup: null })));
`;

/** Writes what the server reads of a built web client, where no real one is needed. */
export function writeWebFolder(
  folder: string,
  {
    page = '<!doctype html><title>The page</title>',
    landing = '',
    manifest = {},
  }: { readonly page?: string; readonly landing?: string; readonly manifest?: object } = {},
): void {
  mkdirSync(join(folder, '.vite'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, '.vite/landing.html'), landing);
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  mkdirSync(join(folder, '.rendering'), { recursive: true });
  writeFileSync(join(folder, '.rendering/render-worker.js'), rendersNothing);
}
