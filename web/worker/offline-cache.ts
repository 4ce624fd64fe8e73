import { storedPaths, viewerHeader } from '@curbwrench/contract/offline/stored-responses';
import { getCacheAction, canServe } from './cache-policy.ts';

/**
 * The name of the cache of responses. Changed whenever a cached response changes its shape, so that the old cache is
 * deleted; it was `kept-answers` and `cached-responses` in earlier versions.
 */
export const responseCacheName = 'api-responses';
const cachedAtHeader = 'x-cached-at';
/** When there are more entries, the oldest are deleted. A mechanic's day and week take about a dozen. */
const maxEntries = 60;

export interface CacheHit {
  readonly response: Response;
  /** Milliseconds since 1970. */
  readonly cachedAt: number;
}

/** Caches the latest responses for one person; runs one operation at a time. */
export class OfflineCache {
  readonly #origin: string;
  #lastOperation: Promise<unknown> = Promise.resolve();
  #generation = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /**
   * How many times the cache has been cleared. Callers read this before a request and pass it to `store`, so that a
   * response requested before someone logged out is not cached afterward.
   */
  get generation(): number {
    return this.#generation;
  }

  /** Deletes everyone's responses. */
  clear(): Promise<void> {
    this.#generation += 1;
    return this.#enqueue(async () => {
      await caches.delete(responseCacheName);
    });
  }

  /** Applies `getCacheAction` to a network response: caches it, ignores it, or deletes cached responses. */
  async store(url: string, response: Response, generation: number): Promise<void> {
    const { pathname } = new URL(url);
    const { status, headers } = response;
    const body = await response.blob();
    await this.#enqueue(async () => {
      if (generation !== this.#generation) return;
      const cache = await caches.open(responseCacheName);
      const viewer = headers.get(viewerHeader);
      const action = getCacheAction({ pathname, status, viewer }, await this.#owner(cache));
      if (action === 'skip') return;
      if (action === 'clear') {
        // If someone else is signed in, the response with their session may be in flight and must still be
        // cached, so only the previous person's responses are deleted.
        if (status !== 401) return deleteOtherViewers(cache, viewer);
        this.#generation += 1;
        await caches.delete(responseCacheName);
        return;
      }
      if (action === 'replace') await deleteOtherViewers(cache, viewer);
      const cachedHeaders = new Headers(headers);
      cachedHeaders.set(cachedAtHeader, String(Date.now()));
      // Moves the entry to the end, so that the oldest entries are at the front.
      await cache.delete(url, { ignoreVary: true });
      await cache.put(url, new Response(body, { headers: cachedHeaders }));
      await deleteOldest(cache);
    });
  }

  /**
   * Returns the cached response for exactly this URL, or null if there is none, it is too old, or it is for
   * someone other than the signed-in person.
   */
  find(url: string): Promise<CacheHit | null> {
    return this.#enqueue(async () => {
      const cache = await caches.open(responseCacheName);
      const response = await cache.match(url, { ignoreVary: true });
      if (!response) return null;
      const cachedAt = Number(response.headers.get(cachedAtHeader));
      const viewer = response.headers.get(viewerHeader);
      const owner = await this.#owner(cache);
      const { pathname } = new URL(url);
      if (!canServe({ pathname, viewer, cachedAt }, owner, Date.now())) return null;
      return { response, cachedAt };
    });
  }

  /** Returns the person whose session is cached. */
  async #owner(cache: Cache): Promise<string | null> {
    const session = await cache.match(this.#origin + storedPaths.session, { ignoreVary: true });
    return session?.headers.get(viewerHeader) ?? null;
  }

  #enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#lastOperation.then(work);
    this.#lastOperation = done.catch(() => undefined);
    return done;
  }
}

/** Deletes the responses for other people; responses that are not for a particular person stay. */
async function deleteOtherViewers(cache: Cache, viewer: string | null): Promise<void> {
  for (const request of await cache.keys()) {
    const response = await cache.match(request, { ignoreVary: true });
    const viewerOfEntry = response?.headers.get(viewerHeader) ?? null;
    if (viewerOfEntry !== null && viewerOfEntry !== viewer)
      await cache.delete(request, { ignoreVary: true });
  }
}

async function deleteOldest(cache: Cache): Promise<void> {
  const requests = await cache.keys();
  const requiredPaths = new Set<string>([storedPaths.session, storedPaths.business]);
  const oldest = requests
    .slice(0, Math.max(0, requests.length - maxEntries))
    .filter(({ url }) => !requiredPaths.has(new URL(url).pathname));
  for (const request of oldest) await cache.delete(request, { ignoreVary: true });
}
