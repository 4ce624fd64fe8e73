import { createElement, use, type ComponentType } from 'react';

/**
 * Thrown when a part of a page could not be fetched. A `TypeError`, like any other network failure; unlike
 * the one that `import()` throws, it can be forgotten, and the part fetched again.
 */
export class LoadFailure extends TypeError {
  override readonly name = 'LoadFailure';
  /** A retry failed too, although there is a network: the file's version has probably been replaced. */
  readonly needsReload: boolean;
  readonly forget: () => void;

  constructor(cause: unknown, needsReload: boolean, forget: () => void) {
    super('A part of the application could not be fetched.', { cause });
    this.needsReload = needsReload;
    this.forget = forget;
  }
}

/**
 * Makes a component that is fetched when it is first shown; show it inside `ui/lazy-boundary.tsx`. Unlike
 * `React.lazy`, which caches a failure forever, it can be retried, and the page stays. Whole pages are
 * loaded by the router. `preload` fetches it before its first use and never rejects: showing it tries
 * again.
 */
export function lazyComponent<Props extends object = object>(
  fetchPart: () => Promise<ComponentType<Props>>,
) {
  // Once loaded, it is rendered without waiting, not even for a resolved promise.
  let loaded: ComponentType<Props> | undefined;
  const { load, preload } = makeLoader(async () => (loaded = await fetchPart()));
  const Lazy = (props: Props) => createElement(loaded ?? use(load()), props);
  return Object.assign(Lazy, { preload });
}

/** Returns functions that fetch a part once, and again only after its failure was forgotten. */
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
    // The failure was not shown, and there may be a network by the time the part is.
    await load().catch(() => (part = undefined));
  };
  return { load, preload };
}
