import { createElement, use, type ComponentType } from 'react';

/**
 * A part of the application that could not be fetched. Like any other lost network it is a
 * `TypeError`; unlike the one that `import()` throws it can be forgotten, and the part asked for
 * again.
 */
export class LoadFailure extends TypeError {
  override readonly name = 'LoadFailure';
  /** Asking again did not help though the server answers: it has the file no more. */
  readonly needsReload: boolean;
  readonly forget: () => void;

  constructor(cause: unknown, needsReload: boolean, forget: () => void) {
    super('A part of the application could not be fetched.', { cause });
    this.needsReload = needsReload;
    this.forget = forget;
  }
}

/** For whatever offers "Try again" over an error: a `LoadFailure` is asked for anew, others pass. */
export function forgetFailure(error: unknown): void {
  if (error instanceof LoadFailure) error.forget();
}

interface LazyComponent<Props extends object> {
  (props: Props): React.ReactNode;
  /** Fetches it ahead of its first use. Never rejects: showing it tries again. */
  preload: () => Promise<void>;
}

/**
 * A part of a page that is fetched when it is first shown; show it inside `ui/awaited.tsx`. It
 * differs from `React.lazy` in what follows a failure, which that keeps for ever: here it can be
 * tried again. The page stays, whatever becomes of the part.
 */
export function lazyComponent<Props extends object = object>(
  fetchIt: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  return lazy(fetchIt, false);
}

/**
 * The same for a whole page. Where the server answers but has the file no more, because a newer
 * version was installed meanwhile, the page is loaded anew: there is nothing on it yet to lose.
 */
export function lazyPage<Props extends object = object>(
  fetchIt: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  return lazy(fetchIt, true);
}

function lazy<Props extends object>(
  fetchIt: () => Promise<ComponentType<Props>>,
  isPage: boolean,
): LazyComponent<Props> {
  // Once it is here, showing it waits for nothing, not even for the promise to say so again.
  let here: ComponentType<Props> | undefined;
  const loader = makeLoader(async () => (here = await fetchIt()), isPage, browser);
  const Lazy = (props: Props) => createElement(here ?? use(loader.load()), props);
  Lazy.preload = loader.preload;
  return Lazy;
}

/** What a failed load asks of the browser. */
export interface LoadPorts {
  readonly isServerThere: () => Promise<boolean>;
  /** Loads the page anew, unless it already did so for this failure: then it is false. */
  readonly reloadOnce: (failure: string) => boolean;
}

/** Fetches once, and again only after a failure that was forgotten. */
export function makeLoader<Part>(fetchIt: () => Promise<Part>, isPage: boolean, ports: LoadPorts) {
  let part: Promise<Part> | undefined;
  let isShown = false;
  let isAskedAgain = false;

  function load(): Promise<Part> {
    isShown = true;
    part ??= fetchIt().catch(handleFailure);
    return part;
  }

  async function preload(): Promise<void> {
    part ??= fetchIt().catch(handleFailure);
    try {
      await part;
    } catch {
      // Nobody has seen it fail, and there may be a network by the time it is wanted.
      if (!isShown) part = undefined;
    }
  }

  async function handleFailure(cause: unknown): Promise<Part> {
    const isThere = await ports.isServerThere();
    if (isPage && isShown && isThere && ports.reloadOnce(String(cause))) {
      // The page is about to go: nothing more is shown.
      return new Promise(() => undefined);
    }
    throw new LoadFailure(cause, isThere && isAskedAgain, () => {
      part = undefined;
      isAskedAgain = true;
    });
  }

  return { load, preload };
}

const browser: LoadPorts = {
  async isServerThere() {
    try {
      const signal = AbortSignal.timeout(5000);
      const { ok } = await fetch('/', { method: 'HEAD', cache: 'no-store', signal });
      return ok;
    } catch {
      return false;
    }
  },
  reloadOnce(failure) {
    const key = `reloaded for ${failure}`;
    if (sessionStorage.getItem(key) !== null) return false;
    sessionStorage.setItem(key, '');
    location.reload();
    return true;
  },
};
