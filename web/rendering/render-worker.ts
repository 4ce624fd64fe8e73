import { AsyncLocalStorage } from 'node:async_hooks';
import { parentPort } from 'node:worker_threads';
import type {
  FromPageRenderer,
  PageReadAnswer,
  PageToRender,
  ToPageRenderer,
} from '@curbwrench/contract/pages/page-rendering';
import './browser-storage.ts';
import { renderPage } from '../src/render-page.tsx';

/*
 * Renders pages in a separate thread, so that rendering blocks no other request. It can only make the
 * server's own calls, through the server, which makes them for the person who opened the page.
 */

const pageBeingRendered = new AsyncLocalStorage<number>();
const reads = new Map<number, (answer: PageReadAnswer) => void>();
let lastRead = 0;

globalThis.fetch = async (path) => {
  const page = pageBeingRendered.getStore();
  if (page === undefined || typeof path !== 'string') throw new TypeError('Only pages read here.');
  lastRead += 1;
  const id = lastRead;
  const { status, headers, body } = await new Promise<PageReadAnswer>((resolve) => {
    reads.set(id, resolve);
    tell({ kind: 'read', id, page, path });
  });
  return new Response(status === 204 ? null : body, { status, headers });
};

parentPort?.on('message', (message: ToPageRenderer) => {
  if (message.kind === 'page') return void render(message);
  reads.get(message.id)?.(message);
  reads.delete(message.id);
});

async function render(page: PageToRender): Promise<void> {
  const { id } = page;
  try {
    const markup = await pageBeingRendered.run(id, () => renderPage(page));
    tell({ kind: 'rendered', id, markup });
  } catch (error) {
    tell({ kind: 'rendered', id, markup: null, error: String(error) });
  }
}

function tell(message: FromPageRenderer): void {
  parentPort?.postMessage(message);
}
