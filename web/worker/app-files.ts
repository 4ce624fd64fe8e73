import { unhashedFiles } from './request-kinds.ts';

/** The manifest of a build of the application, which the build embeds in the worker. */
export interface Build {
  /** Changes whenever any built file changes. */
  readonly version: string;
  /** The URLs of all files with a content hash in their name. */
  readonly assets: readonly string[];
  /** The URLs that are cached on installation: all scripts and styles except those of the map library. */
  readonly precached: readonly string[];
  /** The URLs that this build's page loads when it starts; a page that lacks one of them is from a different build. */
  readonly entries: readonly string[];
}

const cachePrefix = 'app-';
const pageUrl = '/';

/** Serves the application's own files, always from a single build. */
export class AppFiles {
  readonly #build: Build;
  readonly cacheName: string;

  constructor(build: Build) {
    this.#build = build;
    this.cacheName = cachePrefix + build.version;
  }

  /**
   * Caches the page, the scripts and the styles; images, fonts and the map library are cached on first use.
   *
   * @throws when a file is missing or the page is from a different build; the browser retries
   */
  async install(): Promise<void> {
    const page = await fetch(pageUrl, { cache: 'no-store' });
    if (!page.ok || !isPageOf(this.#build, await page.clone().text())) {
      throw new Error('The page is not from this build.');
    }
    const cache = await caches.open(this.cacheName);
    await cache.addAll([...this.#build.precached, ...unhashedFiles]);
    await cache.put(pageUrl, page);
  }

  /**
   * Returns the page from the network, so that a new build is shown immediately, or the cached page while
   * offline.
   */
  async getPage(request: Request, preloaded: Promise<Response | undefined>): Promise<Response> {
    try {
      return (await preloaded) ?? (await fetch(request));
    } catch (error) {
      const cached = await this.#find(pageUrl);
      if (cached) return cached;
      throw error;
    }
  }

  /** Returns a file whose name never changes: from the network, or its cached copy while offline. */
  async getFile(request: Request): Promise<Response> {
    try {
      return await fetch(request);
    } catch (error) {
      const cached = await this.#find(request.url);
      if (cached) return cached;
      throw error;
    }
  }

  /** Returns a file whose name contains a content hash: from the cache, or else fetches and caches it. */
  async getAsset(request: Request): Promise<Response> {
    const cached = await this.#find(request.url);
    if (cached) return cached;
    const response = await fetch(request);
    const isOurs = this.#build.assets.includes(new URL(request.url).pathname);
    if (isOurs && response.status === 200) {
      const copy = response.clone();
      const cache = await caches.open(this.cacheName);
      // If the cache is full, everything still works online.
      await cache.put(request.url, copy).catch(() => undefined);
    }
    return response;
  }

  #find(url: string): Promise<Response | undefined> {
    return caches.match(url, { cacheName: this.cacheName, ignoreVary: true });
  }
}

/** Returns whether the HTML contains every URL that this build's page loads when it starts. */
export function isPageOf({ entries }: Pick<Build, 'entries'>, html: string): boolean {
  return entries.every((entry) => html.includes(`"${entry}"`));
}
