import { looseFiles } from './request-kinds.ts';

/** One build of the application, as the build itself writes it into the worker. */
export interface Build {
  /** Changes with any file of it. */
  readonly version: string;
  /** The addresses of all its hashed files. */
  readonly assets: readonly string[];
  /** Those that its page names: by them the page is known to be this build's. */
  readonly entries: readonly string[];
}

const prefix = 'app-';
const pageUrl = '/';

/** The application's own files, of one build and whole: never a mixture of two. */
export class AppFiles {
  readonly #build: Build;
  readonly #cacheName: string;

  constructor(build: Build) {
    this.#build = build;
    this.#cacheName = prefix + build.version;
  }

  /**
   * Fetches everything that runs; pictures and fonts come when they are first used.
   *
   * @throws when anything is missing or the page is another build's; the browser tries again
   */
  async install(): Promise<void> {
    const page = await fetch(pageUrl, { cache: 'no-store' });
    if (!page.ok || !isPageOf(this.#build, await page.clone().text())) {
      throw new Error('The page is not the one of this build.');
    }
    const cache = await caches.open(this.#cacheName);
    await cache.addAll([...this.#build.assets.filter(runs), ...looseFiles]);
    await cache.put(pageUrl, page);
  }

  /** Lets go of other builds. */
  async replaceOthers(): Promise<void> {
    const names = await caches.keys();
    const others = names.filter((name) => name.startsWith(prefix) && name !== this.#cacheName);
    await Promise.all(others.map((name) => caches.delete(name)));
  }

  /** The page from the network, by which a new build is shown at once; without one, the kept page. */
  async page(request: Request, early: Promise<Response | undefined>): Promise<Response> {
    try {
      return (await early) ?? (await fetch(request));
    } catch (error) {
      const kept = await this.#find(pageUrl);
      if (kept) return kept;
      throw error;
    }
  }

  async file(request: Request): Promise<Response> {
    try {
      return await fetch(request);
    } catch (error) {
      const kept = await this.#find(request.url);
      if (kept) return kept;
      throw error;
    }
  }

  async asset(request: Request): Promise<Response> {
    const kept = await this.#find(request.url);
    if (kept) return kept;
    const answer = await fetch(request);
    const isOurs = this.#build.assets.includes(new URL(request.url).pathname);
    if (isOurs && answer.status === 200) {
      const copy = answer.clone();
      const cache = await caches.open(this.#cacheName);
      // Without room it works all the same, as long as there is a network.
      await cache.put(request.url, copy).catch(() => undefined);
    }
    return answer;
  }

  #find(url: string): Promise<Response | undefined> {
    return caches.match(url, { cacheName: this.#cacheName, ignoreVary: true });
  }
}

/** Whether the page's text names every file that this build's page starts with. */
export function isPageOf({ entries }: Pick<Build, 'entries'>, html: string): boolean {
  return entries.every((entry) => html.includes(`"${entry}"`));
}

function runs(asset: string): boolean {
  return /\.(js|css)$/.test(asset);
}
