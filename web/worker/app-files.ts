import { unhashedFiles } from './request-kinds.ts';

/** One build of the application, as the build writes it into the worker. */
export interface Build {
  /** Changes with any of its files. */
  readonly version: string;
  /** The URLs of all its hashed files. */
  readonly assets: readonly string[];
  /** Those that are fetched before they are used: all scripts and styles, without the parts of maps. */
  readonly installed: readonly string[];
  /** Those its page names: they identify the page as this build's. */
  readonly entries: readonly string[];
}

const cachePrefix = 'app-';
const pageUrl = '/';

/** The application's own files, all of one build: never a mixture of two. */
export class AppFiles {
  readonly #build: Build;
  readonly #cacheName: string;

  constructor(build: Build) {
    this.#build = build;
    this.#cacheName = cachePrefix + build.version;
  }

  /**
   * Fetches the scripts and styles; pictures, fonts and the parts of maps are cached on first use.
   *
   * @throws when a file is missing or the page is another build's; the browser retries
   */
  async install(): Promise<void> {
    const page = await fetch(pageUrl, { cache: 'no-store' });
    if (!page.ok || !isPageOf(this.#build, await page.clone().text())) {
      throw new Error('The page is not the one of this build.');
    }
    const cache = await caches.open(this.#cacheName);
    await cache.addAll([...this.#build.installed, ...unhashedFiles]);
    await cache.put(pageUrl, page);
  }

  /** Deletes the caches of other builds. */
  async replaceOthers(): Promise<void> {
    const names = await caches.keys();
    const others = names.filter((name) => name.startsWith(cachePrefix) && name !== this.#cacheName);
    await Promise.all(others.map((name) => caches.delete(name)));
  }

  /**
   * Returns the page from the network, so that a new build is shown immediately; without one, the cached
   * page.
   */
  async page(request: Request, early: Promise<Response | undefined>): Promise<Response> {
    try {
      return (await early) ?? (await fetch(request));
    } catch (error) {
      const cached = await this.#find(pageUrl);
      if (cached) return cached;
      throw error;
    }
  }

  async file(request: Request): Promise<Response> {
    try {
      return await fetch(request);
    } catch (error) {
      const cached = await this.#find(request.url);
      if (cached) return cached;
      throw error;
    }
  }

  async asset(request: Request): Promise<Response> {
    const cached = await this.#find(request.url);
    if (cached) return cached;
    const response = await fetch(request);
    const isOurs = this.#build.assets.includes(new URL(request.url).pathname);
    if (isOurs && response.status === 200) {
      const copy = response.clone();
      const cache = await caches.open(this.#cacheName);
      // If the cache is full, everything still works, as long as there is a network.
      await cache.put(request.url, copy).catch(() => undefined);
    }
    return response;
  }

  #find(url: string): Promise<Response | undefined> {
    return caches.match(url, { cacheName: this.#cacheName, ignoreVary: true });
  }
}

/** Returns whether the page's text names every file that this build's page starts with. */
export function isPageOf({ entries }: Pick<Build, 'entries'>, html: string): boolean {
  return entries.every((entry) => html.includes(`"${entry}"`));
}
