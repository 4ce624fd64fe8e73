import { storedPaths, viewerHeader } from '@curbwrench/contract/offline/stored-responses';
import { cacheActionFor, mayServe } from './cache-policy.ts';

const cacheName = 'kept-answers';
const keptAtHeader = 'x-kept-at';
/** A mechanic's day and week take a dozen; the oldest ones are deleted. */
const most = 60;

export interface Given {
  readonly answer: Response;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

/** The cache of one person's last answers; runs one operation at a time. */
export class OfflineCache {
  readonly #origin: string;
  #turn: Promise<unknown> = Promise.resolve();
  #forgotten = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Passed to `keep`: an answer requested before a log-out must not survive it. */
  get moment(): number {
    return this.#forgotten;
  }

  /** Deletes everyone's answers. */
  forget(): Promise<void> {
    this.#forgotten += 1;
    return this.#inTurn(async () => {
      await caches.delete(cacheName);
    });
  }

  /** Caches a network answer, or deletes what it proves to be someone else's. */
  async keep(url: string, answer: Response, moment: number): Promise<void> {
    const { pathname } = new URL(url);
    const { status, headers } = answer;
    const body = await answer.blob();
    await this.#inTurn(async () => {
      if (moment !== this.#forgotten) return;
      const cache = await caches.open(cacheName);
      const viewer = headers.get(viewerHeader);
      const action = cacheActionFor({ pathname, status, viewer }, await this.#owner(cache));
      if (action === 'drop') return;
      if (action === 'forget') {
        // If someone else is signed in, their own session may be in flight, and has to be cached: only the
        // former person's answers are deleted.
        if (status !== 401) return clearOthers(cache, viewer);
        this.#forgotten += 1;
        await caches.delete(cacheName);
        return;
      }
      if (action === 'keep-alone') await clearOthers(cache, viewer);
      const kept = new Headers(headers);
      kept.set(keptAtHeader, String(Date.now()));
      // Moves it to the end, so that the oldest are at the front.
      await cache.delete(url, { ignoreVary: true });
      await cache.put(url, new Response(body, { headers: kept }));
      await makeRoom(cache);
    });
  }

  /** Returns the last answer to exactly this request, if it is the signed-in person's; else null. */
  find(url: string): Promise<Given | null> {
    return this.#inTurn(async () => {
      const cache = await caches.open(cacheName);
      const answer = await cache.match(url, { ignoreVary: true });
      if (!answer) return null;
      const keptAt = Number(answer.headers.get(keptAtHeader));
      const viewer = answer.headers.get(viewerHeader);
      const owner = await this.#owner(cache);
      const { pathname } = new URL(url);
      if (!mayServe({ pathname, viewer, keptAt }, owner, Date.now())) return null;
      return { answer, keptAt };
    });
  }

  /** Returns the person whose session is cached. */
  async #owner(cache: Cache): Promise<string | null> {
    const session = await cache.match(this.#origin + storedPaths.session, { ignoreVary: true });
    return session?.headers.get(viewerHeader) ?? null;
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

/** Deletes the answers to anyone but this person; those for no one in particular stay. */
async function clearOthers(cache: Cache, viewer: string | null): Promise<void> {
  for (const request of await cache.keys()) {
    const answer = await cache.match(request, { ignoreVary: true });
    const whose = answer?.headers.get(viewerHeader) ?? null;
    if (whose !== null && whose !== viewer) await cache.delete(request, { ignoreVary: true });
  }
}

async function makeRoom(cache: Cache): Promise<void> {
  const requests = await cache.keys();
  const needed = new Set<string>([storedPaths.session, storedPaths.business]);
  const old = requests
    .slice(0, Math.max(0, requests.length - most))
    .filter(({ url }) => !needed.has(new URL(url).pathname));
  for (const request of old) await cache.delete(request, { ignoreVary: true });
}
