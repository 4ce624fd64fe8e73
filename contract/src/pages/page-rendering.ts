import type { InitialData } from './initial-data.ts';

/*
 * The messages between the server and the thread that renders its pages. While it renders, the thread requests
 * data, and the server responds as it would to the browser that requested the page.
 */

/** A page to render. */
export interface PageToRender {
  readonly kind: 'page';
  readonly id: number;
  /** Path and query. */
  readonly url: string;
  readonly initialData: InitialData;
  /** The nonce of its inline scripts, required by the content security policy. */
  readonly nonce: string;
}

/** A `GET` request that a page makes while it is rendered. */
export interface PageDataRequest {
  readonly kind: 'request';
  readonly id: number;
  /** The id of the page that makes the request. */
  readonly page: number;
  /** Path and query. */
  readonly path: string;
}

/** The response to a `PageDataRequest`. */
export interface PageDataResponse {
  readonly kind: 'response';
  readonly id: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of rendering a page. */
export interface RenderedPage {
  readonly kind: 'rendered';
  readonly id: number;
  /** Null if the browser has to render it, for example because the address redirects. */
  readonly markup: string | null;
  /** Why it could not be rendered. */
  readonly error?: string;
}

/** A message from the server to the thread. */
export type MessageToRenderer = PageToRender | PageDataResponse;

/** A message from the thread to the server. */
export type MessageFromRenderer = PageDataRequest | RenderedPage;
