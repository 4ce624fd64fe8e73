import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InitialData } from '@curbwrench/contract/pages/initial-data';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitFor } from '@curbwrench/testing/wait-for';
import { PageRenderer } from './page-renderer.ts';

/** A fake thread whose behavior depends on the page's URL. `e2e/rendered-pages.spec.ts` tests the real thread. */
const thread = `
import { parentPort } from 'node:worker_threads';
const pageIds = new Map();
parentPort.on('message', (message) => {
  if (message.kind === 'response') {
    parentPort.postMessage({ kind: 'rendered', id: pageIds.get(message.id), markup: message.body });
  } else if (message.url === '/late') {
    setTimeout(() => parentPort.postMessage({ kind: 'rendered', id: message.id, markup: 'late' }), 1200);
  } else if (message.url === '/dies') {
    process.exit(1);
  } else if (message.url === '/fails') {
    parentPort.postMessage({ kind: 'rendered', id: message.id, markup: null, error: 'No such chunk.' });
  } else if (message.url === '/reads') {
    pageIds.set(message.id * 10, message.id);
    parentPort.postMessage({ kind: 'request', id: message.id * 10, page: message.id, path: '/api/x' });
  } else {
    parentPort.postMessage({ kind: 'rendered', id: message.id, markup: message.url });
  }
});`;

const data = { session: null } as InitialData;
let folder: string;
let renderer: PageRenderer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'curbwrench-renderer-'));
  writeFileSync(join(folder, 'thread.mjs'), thread);
  // Only the test of the time limit uses the product's limit, since any page may take a second on a busy machine.
  renderer = new PageRenderer(getThreadFile(), { timeoutMs: 60_000 });
});
afterEach(async () => {
  await renderer.close();
  rmSync(folder, { recursive: true });
});

const getThreadFile = (): string => join(folder, 'thread.mjs');

const render = (url: string, body = '') =>
  renderer.render(url, data, 'nonce', async () => ({ status: 200, headers: {}, body }));

test('a page is rendered with the data of the person who opened it', async () => {
  const pages = await Promise.all([render('/reads', 'for one'), render('/reads', 'for another')]);
  expect(pages).toEqual(['for one', 'for another']);
});

test('a fifth concurrent page is left to the browser to render', async () => {
  const pages = await Promise.all(['/1', '/2', '/3', '/4', '/5'].map((url) => render(url)));
  expect(pages).toEqual(['/1', '/2', '/3', '/4', null]);
  expect(await render('/6')).toBe('/6');
});

test('a page that takes longer than a second is left to the browser to render', async () => {
  await renderer.close();
  renderer = new PageRenderer(getThreadFile());
  // Until the thread has started, a page may take longer than a second.
  await waitFor(async () => expect(await render('/first')).toBe('/first'));
  expect(await render('/late')).toBeNull();
  // A late result must not go to another page.
  expect(await render('/next')).toBe('/next');
});

test('a page that could not be rendered reports the reason', async () => {
  await expect(render('/fails')).rejects.toThrow('No such chunk.');
  expect(await render('/next')).toBe('/next');
});

test('when reading data for a page fails, only that page fails', async () => {
  const read = () => Promise.reject(new Error('The server stopped.'));
  const page = renderer.render('/reads', data, 'nonce', read);
  await expect(page).rejects.toThrow('The server stopped.');
  expect(await render('/next')).toBe('/next');
});

test('when the thread crashes, its pages fail immediately, and the next page gets a new thread', async () => {
  const pages = await Promise.allSettled([render('/dies'), render('/late')]);
  expect(pages.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await waitFor(async () => expect(await render('/next')).toBe('/next'));
});
