import { createElement, use, type ComponentType } from 'react';

/**
 * A part of a page that could not be fetched. Like any other lost network it is a `TypeError`; unlike
 * the one that `import()` throws it can be forgotten, and the part fetched again.
 */
export class LoadFailure extends TypeError {
  override readonly name = 'LoadFailure';
  /** A retry failed too, though there is a network: the file is probably gone, with its version. */
  readonly needsReload: boolean;
  readonly forget: () => void;

  constructor(cause: unknown, needsReload: boolean, forget: () => void) {
    super('A part of the application could not be fetched.', { cause });
    this.needsReload = needsReload;
    this.forget = forget;
  }
}

/**
 * A part of a page that is fetched when it is first shown; show it inside `ui/lazy-boundary.tsx`. It
 * differs from `React.lazy` in what follows a failure, which that remembers for good: here it can be
 * retried, and the page stays. Whole pages are the router's. `preload` fetches it ahead of its first use
 * and never rejects: showing it tries again.
 */
export function lazyComponent<Props extends object = object>(
  fetchPart: () => Promise<ComponentType<Props>>,
) {
  // Once it is here, showing it waits for nothing, not even for the promise to say so again.
  let here: ComponentType<Props> | undefined;
  const { load, preload } = makeLoader(async () => (here = await fetchPart()));
  const Lazy = (props: Props) => createElement(here ?? use(load()), props);
  return Object.assign(Lazy, { preload });
}

/** Fetches once, and again only after a failure that was forgotten. */
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
    // Nobody saw it fail, and there may be a network by the time it is shown.
    await load().catch(() => (part = undefined));
  };
  return { load, preload };
}
