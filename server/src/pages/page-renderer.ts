import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { FirstData } from '@curbwrench/contract/pages/first-data';
import type {
  FromPageRenderer,
  PageRead,
  PageReadAnswer,
  RenderedPage,
  ToPageRenderer,
} from '@curbwrench/contract/pages/page-rendering';

/** More at once would only wait for each other; the browser renders the others. */
const pagesAtOnce = 4;
/** A page that takes longer is sent without rendered markup, too. */
const patienceMs = 1000;

/** Answers a page's request for data while it is rendered. */
type Read = (path: string) => Promise<Omit<PageReadAnswer, 'kind' | 'id'>>;

interface PageUnderWay {
  readonly read: Read;
  readonly finish: (page: Pick<RenderedPage, 'markup' | 'error'>) => void;
}

/**
 * Renders pages in a separate thread, so that no other request waits for it. Pages it does not
 * render, because of load or a failure, are rendered by the browser.
 */
export class PageRenderer {
  readonly #file: string;
  readonly #underWay = new Map<number, PageUnderWay>();
  #worker: Worker | null = null;
  #lastId = 0;

  /** @param file the built thread */
  constructor(file: string) {
    this.#file = file;
    this.#worker = this.#start();
  }

  /**
   * Returns a page's markup; null if the browser has to render it.
   *
   * @param read asks the server for data, as the person who opens the page
   * @throws if rendering failed
   */
  async render(
    url: string,
    firstData: FirstData,
    nonce: string,
    read: Read,
  ): Promise<string | null> {
    if (this.#underWay.size >= pagesAtOnce) return null;
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const rendered = new Promise<Pick<RenderedPage, 'markup' | 'error'>>((finish) => {
      this.#underWay.set(id, { read, finish });
    });
    this.#tell({ kind: 'page', id, url, firstData, nonce });
    const { markup, error } = await Promise.race([
      rendered,
      delay(patienceMs, { markup: null, error: undefined }, { ref: false }),
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
    // It must not keep the process alive.
    worker.unref();
    worker.on('message', (message: FromPageRenderer) => {
      if (message.kind === 'read') void this.#answer(message);
      else this.#finish(message.id, message);
    });
    worker.on('error', (error) => this.#end(worker, String(error)));
    worker.on('exit', () => this.#end(worker, 'The thread that renders pages ended.'));
    return worker;
  }

  async #answer({ id, page, path }: PageRead): Promise<void> {
    const read = this.#underWay.get(page)?.read;
    try {
      if (read) this.#tell({ kind: 'answer', id, ...(await read(path)) });
    } catch (error) {
      this.#finish(page, { markup: null, error: String(error) });
    }
  }

  #finish(id: number, page: Pick<RenderedPage, 'markup' | 'error'>): void {
    this.#underWay.get(id)?.finish(page);
    this.#underWay.delete(id);
  }

  /** Fails the pages in progress; the next page starts a new thread. */
  #end(worker: Worker, error: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const id of this.#underWay.keys()) this.#finish(id, { markup: null, error });
  }

  #tell(message: ToPageRenderer): void {
    this.#worker?.postMessage(message);
  }
}
