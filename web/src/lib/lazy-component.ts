import { createElement, use, type ComponentType } from 'react';

/**
 * Thrown when a part of a page could not be fetched. It is a `TypeError`, like any other network failure.
 * It is cached until `reset` is called; then the next render fetches the part again.
 */
export class LoadFailure extends TypeError {
  override readonly name = 'LoadFailure';
  /** Whether a retry failed too while the browser was online: the server probably has a newer version. */
  readonly needsReload: boolean;
  /** Clears the cached failure, so that the part is fetched again when it is next rendered. */
  readonly reset: () => void;

  constructor(cause: unknown, needsReload: boolean, reset: () => void) {
    super('A part of the application could not be fetched.', { cause });
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
  fetchPart: () => Promise<ComponentType<Props>>,
) {
  // Once loaded, the component is rendered without waiting, not even for a resolved promise.
  let loadedComponent: ComponentType<Props> | undefined;
  const { load, preload } = makeLoader(async () => (loadedComponent = await fetchPart()));
  const Lazy = (props: Props) => createElement(loadedComponent ?? use(load()), props);
  return Object.assign(Lazy, { preload });
}

/** Returns functions that fetch a part once, and again only after its failure was reset. */
export function makeLoader<Part>(fetchPart: () => Promise<Part>) {
  let part: Promise<Part> | undefined;
  let isRetry = false;

  const load = () => {
    part ??= fetchPart().catch((cause: unknown) => {
      throw new LoadFailure(cause, isRetry && navigator.onLine, () => {
        part = undefined;
        isRetry = true;
      });
    });
    return part;
  };
  const preload = async () => {
    // The failure is forgotten: nobody saw it, and the browser may be online when the part is first rendered.
    await load().catch(() => (part = undefined));
  };
  return { load, preload };
}
