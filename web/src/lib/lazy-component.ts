import { createElement, use, type ComponentType } from 'react';

/**
 * Thrown when a chunk of the application's code could not be fetched. It is a `TypeError`, like any other network
 * failure. It is cached until `reset` is called; then the next render fetches the chunk again.
 */
export class LoadFailure extends TypeError {
  override readonly name = 'LoadFailure';
  /** Whether a retry failed too while the browser was online: the server probably has a newer version. */
  readonly needsReload: boolean;
  /** Clears the cached failure, so that the next render fetches the chunk again. */
  readonly reset: () => void;

  constructor(cause: unknown, needsReload: boolean, reset: () => void) {
    super('Part of the application could not be loaded.', { cause });
    this.needsReload = needsReload;
    this.reset = reset;
  }
}

/**
 * Creates a component that is fetched when it is first rendered; render it inside `ui/lazy-boundary.tsx`. Unlike
 * with `React.lazy`, which caches a failure forever, a failure can be retried, and the rest of the page stays
 * visible. The router loads whole pages instead. `preload` fetches the component before its first use and never
 * rejects: if it fails, rendering the component tries again.
 */
export function lazyComponent<Props extends object = object>(
  fetchComponent: () => Promise<ComponentType<Props>>,
) {
  // Once loaded, the component is rendered without waiting, not even for a resolved promise.
  let loadedComponent: ComponentType<Props> | undefined;
  const { load, preload } = makeLoader(async () => (loadedComponent = await fetchComponent()));
  const Lazy = (props: Props) => createElement(loadedComponent ?? use(load()), props);
  return Object.assign(Lazy, { preload });
}

/** Returns functions that fetch a chunk once, and again only after its failure was reset. */
export function makeLoader<Chunk>(fetchChunk: () => Promise<Chunk>) {
  let chunk: Promise<Chunk> | undefined;
  let isRetry = false;

  const load = () => {
    chunk ??= fetchChunk().catch((cause: unknown) => {
      throw new LoadFailure(cause, isRetry && navigator.onLine, () => {
        chunk = undefined;
        isRetry = true;
      });
    });
    return chunk;
  };
  const preload = async () => {
    // The failure is discarded: nobody saw it, and the browser may be online when the chunk is first needed.
    await load().catch(() => (chunk = undefined));
  };
  return { load, preload };
}
