import { keptPaths, readerHeader } from '@curbwrench/contract/offline';
import { cacheActionFor, mayServe } from './cache-policy.ts';

const cacheName = 'kept-answers';
const keptAtHeader = 'x-kept-at';
/** A mechanic's day and week take a dozen; older ones make room. */
const most = 60;

export interface Given {
  readonly answer: Response;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

/** One person's last answers, one operation at a time. */
export class OfflineCache {
  readonly #origin: string;
  #turn: Promise<unknown> = Promise.resolve();
  #forgotten = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** To be given to `keep`: an answer that was asked for before a log-out must not survive it. */
  get moment(): number {
    return this.#forgotten;
  }

  /** Nothing of anybody stays. */
  forget(): Promise<void> {
    this.#forgotten += 1;
    return this.#inTurn(async () => {
      await caches.delete(cacheName);
    });
  }

  /** Keeps what the network answered, or forgets what it proves to be somebody else's. */
  async keep(url: string, answer: Response, moment: number): Promise<void> {
    const { pathname } = new URL(url);
    const { status, headers } = answer;
    const body = await answer.blob();
    await this.#inTurn(async () => {
      if (moment !== this.#forgotten) return;
      const cache = await caches.open(cacheName);
      const reader = headers.get(readerHeader);
      const action = cacheActionFor({ pathname, status, reader }, await this.#owner(cache));
      if (action === 'drop') return;
      if (action === 'forget') {
        // Where somebody else is signed in, their own session may be under way, and is to be kept:
        // only what is the former person's goes.
        if (status !== 401) return clearOthers(cache, reader);
        this.#forgotten += 1;
        await caches.delete(cacheName);
        return;
      }
      if (action === 'keep-alone') await clearOthers(cache, reader);
      const kept = new Headers(headers);
      kept.set(keptAtHeader, String(Date.now()));
      // The last one goes to the end, so that the oldest are found at the front.
      await cache.delete(url, { ignoreVary: true });
      await cache.put(url, new Response(body, { headers: kept }));
      await makeRoom(cache);
    });
  }

  /** The last answer to the very same question, if it is the signed-in person's; else null. */
  find(url: string): Promise<Given | null> {
    return this.#inTurn(async () => {
      const cache = await caches.open(cacheName);
      const answer = await cache.match(url, { ignoreVary: true });
      if (!answer) return null;
      const keptAt = Number(answer.headers.get(keptAtHeader));
      const reader = answer.headers.get(readerHeader);
      const owner = await this.#owner(cache);
      const { pathname } = new URL(url);
      if (!mayServe({ pathname, reader, keptAt }, owner, Date.now())) return null;
      return { answer, keptAt };
    });
  }

  /** Whose session is kept. */
  async #owner(cache: Cache): Promise<string | null> {
    const session = await cache.match(this.#origin + keptPaths.session, { ignoreVary: true });
    return session?.headers.get(readerHeader) ?? null;
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

/** Leaves what is nobody's in particular, and this person's. */
async function clearOthers(cache: Cache, reader: string | null): Promise<void> {
  for (const request of await cache.keys()) {
    const answer = await cache.match(request, { ignoreVary: true });
    const whose = answer?.headers.get(readerHeader) ?? null;
    if (whose !== null && whose !== reader) await cache.delete(request, { ignoreVary: true });
  }
}

async function makeRoom(cache: Cache): Promise<void> {
  const requests = await cache.keys();
  const needed = new Set<string>([keptPaths.session, keptPaths.business]);
  const old = requests
    .slice(0, Math.max(0, requests.length - most))
    .filter(({ url }) => !needed.has(new URL(url).pathname));
  for (const request of old) await cache.delete(request, { ignoreVary: true });
}
