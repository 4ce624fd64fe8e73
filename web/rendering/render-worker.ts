import { AsyncLocalStorage } from 'node:async_hooks';
import { parentPort } from 'node:worker_threads';
import type {
  MessageFromRenderer,
  PageReadResponse,
  PageToRender,
  MessageToRenderer,
} from '@curbwrench/contract/pages/page-rendering';
import './browser-storage.ts';
import { renderPage } from '../src/render-page.tsx';

/*
 * Renders pages in a separate thread, so that rendering blocks no other request. Here `fetch` can only make
 * calls to this application's API: it asks the server, which makes them as the person who opened the page.
 */

const pageBeingRendered = new AsyncLocalStorage<number>();
const pendingReads = new Map<number, (response: PageReadResponse) => void>();
let lastReadId = 0;

globalThis.fetch = async (path) => {
  const pageId = pageBeingRendered.getStore();
  if (pageId === undefined || typeof path !== 'string')
    throw new TypeError('Only a page that is being rendered can fetch, and only by path.');
  lastReadId += 1;
  const id = lastReadId;
  const { status, headers, body } = await new Promise<PageReadResponse>((resolve) => {
    pendingReads.set(id, resolve);
    postToServer({ kind: 'read', id, page: pageId, path });
  });
  return new Response(status === 204 ? null : body, { status, headers });
};

parentPort?.on('message', (message: MessageToRenderer) => {
  if (message.kind === 'page') return void render(message);
  pendingReads.get(message.id)?.(message);
  pendingReads.delete(message.id);
});

async function render(page: PageToRender): Promise<void> {
  const { id } = page;
  try {
    const markup = await pageBeingRendered.run(id, () => renderPage(page));
    postToServer({ kind: 'rendered', id, markup });
  } catch (error) {
    postToServer({ kind: 'rendered', id, markup: null, error: String(error) });
  }
}

function postToServer(message: MessageFromRenderer): void {
  parentPort?.postMessage(message);
}
