import type { FirstData } from './first-data.ts';

/*
 * What the server and the thread that renders its pages tell each other. The thread asks for data as a
 * browser would, and the server answers as it would answer the browser that asked for the page.
 */

/** A page to render. */
export interface PageToRender {
  readonly kind: 'page';
  readonly id: number;
  /** Path and query. */
  readonly url: string;
  readonly firstData: FirstData;
  /** Stands on its inline scripts, as the content security policy asks. */
  readonly nonce: string;
}

/** A `GET` that a page makes while it is rendered. */
export interface PageRead {
  readonly kind: 'read';
  readonly id: number;
  /** The page that asks. */
  readonly page: number;
  /** Path and query. */
  readonly path: string;
}

/** The answer to a `PageRead`. */
export interface PageReadAnswer {
  readonly kind: 'answer';
  readonly id: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What became of a page. */
export interface RenderedPage {
  readonly kind: 'rendered';
  readonly id: number;
  /** Null where the browser has to do it, as where the address leads on to another. */
  readonly markup: string | null;
  /** Why it could not be rendered. */
  readonly error?: string;
}

/** What the thread is told, and what it says. */
export type ToPageRenderer = PageToRender | PageReadAnswer;
export type FromPageRenderer = PageRead | RenderedPage;
