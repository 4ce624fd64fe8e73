import { randomBytes } from 'node:crypto';
import type { Business } from '@curbwrench/contract/business/schemas';
import type { InitialData } from '@curbwrench/contract/pages/initial-data';
import type { FastifyRequest } from 'fastify';
import { readPublicBusiness } from '../business/routes.ts';
import type { RouteContext } from '../http/route-context.ts';
import { readSiteContent, readSiteHash, type SiteContent } from '../site/site-queries.ts';
import { presentLandingPage } from '../site/site-view.ts';
import { isPublicPath, type PublicPath } from './public-paths.ts';
import type { RenderPage } from './page-markup.ts';

/** A page for visitors. */
export interface PublicPage {
  readonly data: InitialData;
  readonly content: SiteContent;
  /** The rendered page; null if the browser has to render it. */
  readonly markup: string | null;
}

/** The content of all pages for visitors, which is valid while the site's hash stays the same. */
interface CachedContent {
  readonly business: Business;
  readonly site: SiteContent;
}

interface Cached<Value> {
  readonly hash: string;
  readonly value: Promise<Value>;
}

/**
 * Caches the rendered pages that are the same for all visitors until something that they show changes. Every request
 * reads a hash of what they show from the database, so that a change made by any process is visible immediately.
 */
export class PublicPageCache {
  readonly #context: RouteContext;
  readonly #render: RenderPage;
  /** A placeholder in the cached markup for the nonce of inline scripts. Each response has its own nonce. */
  readonly #nonce = randomBytes(24).toString('hex');
  readonly #markup = new Map<PublicPath, Cached<string | null>>();
  #content: Cached<CachedContent> | null = null;

  constructor(context: RouteContext, render: RenderPage) {
    this.#context = context;
    this.#render = render;
  }

  /**
   * Returns a page for a visitor, with `nonce` for its inline scripts. Returns null if the page is not the same for all
   * visitors, or may depend on the query in the URL.
   *
   * @param data the initial data of a visitor, read before this call
   */
  async get(request: FastifyRequest, data: InitialData, nonce: string): Promise<PublicPage | null> {
    const [path = '', query] = request.url.split('?');
    if (!isPublicPath(path) || (query !== undefined && path !== '/')) return null;
    // The hash is read first, so that the content is at least as recent as the hash.
    const hash = await readSiteHash(this.#context.store.kysely);
    const { business, site: content } = await this.#getContent(hash);
    const pageData: InitialData = {
      ...data,
      business: { ...business, now: data.business.now },
      ...(path === '/' && { site: presentLandingPage(content) }),
    };
    const markup = await this.#getMarkup(path, hash, pageData, request);
    return { data: pageData, content, markup: markup?.replaceAll(this.#nonce, nonce) ?? null };
  }

  #getContent(hash: string): Promise<CachedContent> {
    if (this.#content?.hash !== hash) {
      const value = this.#readContent();
      this.#content = { hash, value };
      value.catch(() => (this.#content = null));
    }
    return this.#content.value;
  }

  async #readContent(): Promise<CachedContent> {
    const [business, site] = await Promise.all([
      readPublicBusiness(this.#context),
      readSiteContent(this.#context.store.kysely),
    ]);
    return { business, site };
  }

  #getMarkup(
    path: PublicPath,
    hash: string,
    data: InitialData,
    { ip, log }: FastifyRequest,
  ): Promise<string | null> {
    const cached = this.#markup.get(path);
    if (cached?.hash === hash) return cached.value;
    // Other visitors get the same markup, so it is rendered without this visitor's cookies.
    const value = this.#render({ url: path, ip, log, headers: {} }, data, this.#nonce);
    const entry = { hash, value };
    this.#markup.set(path, entry);
    void value.then((markup) => {
      // If the page wasn't rendered, because of load or a failure, the next request tries again.
      if (markup === null && this.#markup.get(path) === entry) this.#markup.delete(path);
    });
    return value;
  }
}
