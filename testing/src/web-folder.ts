import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The source of a rendering worker that renders nothing, so that the browser renders every page. */
const idleRenderer = `import('node:worker_threads').then(({ parentPort }) =>
  parentPort.on('message', ({ id }) =>
    parentPort.postMessage({ kind: 'rendered', id, markup: null })));
`;

/** Writes the files of a built web client that the server reads, for tests without a real build. */
export function writeWebFolder(
  folder: string,
  {
    page = '<!doctype html><title>The page</title>',
    manifest = {},
  }: { readonly page?: string; readonly manifest?: object } = {},
): void {
  mkdirSync(join(folder, '.vite'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  mkdirSync(join(folder, '.rendering'), { recursive: true });
  writeFileSync(join(folder, '.rendering/render-worker.js'), idleRenderer);
}
