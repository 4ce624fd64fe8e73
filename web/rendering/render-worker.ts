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
 * Renders pages in a separate thread, so that rendering blocks no other request. It can only make the
 * server's own calls, through the server, which makes them for the person who opened the page.
 */

const pageBeingRendered = new AsyncLocalStorage<number>();
const pendingReads = new Map<number, (answer: PageReadResponse) => void>();
let lastReadId = 0;

globalThis.fetch = async (path) => {
  const pageId = pageBeingRendered.getStore();
  if (pageId === undefined || typeof path !== 'string')
    throw new TypeError('Only pages read here.');
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
