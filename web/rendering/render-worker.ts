import { AsyncLocalStorage } from 'node:async_hooks';
import { parentPort } from 'node:worker_threads';
import type {
  MessageFromRenderer,
  PageDataResponse,
  PageToRender,
  MessageToRenderer,
} from '@curbwrench/contract/pages/page-rendering';
import './browser-storage.ts';
import { renderPage } from '../src/render-page.tsx';

/*
 * Renders pages in a separate thread, so that rendering blocks no other request. Here `fetch` can only call this
 * application's API: it passes each request to the server, which makes it as the person who opened the page.
 */

const pageBeingRendered = new AsyncLocalStorage<number>();
const pendingRequests = new Map<number, (response: PageDataResponse) => void>();
let lastRequestId = 0;

globalThis.fetch = async (path) => {
  const pageId = pageBeingRendered.getStore();
  if (pageId === undefined || typeof path !== 'string')
    throw new TypeError('Only a page that is being rendered can fetch, and only by path.');
  lastRequestId += 1;
  const id = lastRequestId;
  const { status, headers, body } = await new Promise<PageDataResponse>((resolve) => {
    pendingRequests.set(id, resolve);
    postToServer({ kind: 'request', id, page: pageId, path });
  });
  return new Response(status === 204 ? null : body, { status, headers });
};

parentPort?.on('message', (message: MessageToRenderer) => {
  if (message.kind === 'page') return void render(message);
  pendingRequests.get(message.id)?.(message);
  pendingRequests.delete(message.id);
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
