import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { InitialData } from '@curbwrench/contract/pages/initial-data';
import type {
  MessageFromRenderer,
  PageDataRequest,
  PageDataResponse,
  RenderedPage,
  MessageToRenderer,
} from '@curbwrench/contract/pages/page-rendering';

/** The maximum number of pages rendered at the same time; browsers render the others. */
const maximumPages = 4;
/** A page that takes longer than this is left to the browser to render. */
const defaultTimeoutMs = 1000;

/** Reads data for a page while it is rendered. */
type ReadData = (path: string) => Promise<Omit<PageDataResponse, 'kind' | 'id'>>;

interface PendingPage {
  readonly read: ReadData;
  readonly finish: (page: Pick<RenderedPage, 'markup' | 'error'>) => void;
}

/**
 * Renders pages in a separate thread, so that no other request waits for the rendering. If a page is not rendered,
 * because of load or a failure, the browser renders it.
 */
export class PageRenderer {
  readonly #file: string;
  readonly #timeoutMs: number;
  readonly #pending = new Map<number, PendingPage>();
  #worker: Worker | null = null;
  #lastId = 0;

  /** @param file the built script of the thread */
  constructor(file: string, { timeoutMs = defaultTimeoutMs } = {}) {
    this.#file = file;
    this.#timeoutMs = timeoutMs;
    this.#worker = this.#start();
  }

  /**
   * Returns a page's markup, or null if the browser must render the page.
   *
   * @param read reads data with the permissions of the person who opens the page
   * @throws if rendering failed
   */
  async render(
    url: string,
    initialData: InitialData,
    nonce: string,
    read: ReadData,
  ): Promise<string | null> {
    if (this.#pending.size >= maximumPages) return null;
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const renderedPage = new Promise<Pick<RenderedPage, 'markup' | 'error'>>((finish) => {
      this.#pending.set(id, { read, finish });
    });
    this.#send({ kind: 'page', id, url, initialData, nonce });
    const { markup, error } = await Promise.race([
      renderedPage,
      delay(this.#timeoutMs, { markup: null, error: undefined }, { ref: false }),
    ]);
    if (error !== undefined) throw new Error(error);
    return markup;
  }

  /** Ends the thread; no more pages are rendered. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#file, { env: { NODE_ENV: 'production' } });
    // The thread must not keep the process alive.
    worker.unref();
    worker.on('message', (message: MessageFromRenderer) => {
      if (message.kind === 'request') void this.#respond(message);
      else this.#finish(message.id, message);
    });
    worker.on('error', (error) => this.#end(worker, String(error)));
    worker.on('exit', () => this.#end(worker, 'The thread that renders pages ended.'));
    return worker;
  }

  async #respond({ id, page, path }: PageDataRequest): Promise<void> {
    const read = this.#pending.get(page)?.read;
    try {
      if (read) this.#send({ kind: 'response', id, ...(await read(path)) });
    } catch (error) {
      this.#finish(page, { markup: null, error: String(error) });
    }
  }

  #finish(id: number, page: Pick<RenderedPage, 'markup' | 'error'>): void {
    this.#pending.get(id)?.finish(page);
    this.#pending.delete(id);
  }

  /** Fails the pages in progress; the next page starts a new thread. */
  #end(worker: Worker, error: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const id of this.#pending.keys()) this.#finish(id, { markup: null, error });
  }

  #send(message: MessageToRenderer): void {
    this.#worker?.postMessage(message);
  }
}
