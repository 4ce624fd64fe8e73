import { createElement, use, type ComponentType } from 'react';

/**
 * A part of the application that could not be fetched. Like any other lost network it is a
 * `TypeError`; unlike the one that `import()` throws it can be forgotten, and the part asked for
 * again.
 */
export class LoadFailure extends TypeError {
  override readonly name = 'LoadFailure';
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super('A part of the application could not be fetched.', { cause });
    this.forget = forget;
  }
}

/** For whatever offers "Try again" over an error: a `LoadFailure` is asked for anew, others pass. */
export function forgetFailure(error: unknown): void {
  if (error instanceof LoadFailure) error.forget();
}

interface LazyComponent<Props extends object> {
  (props: Props): React.ReactNode;
  /** Fetches it ahead of its first use. Never rejects: a failure waits until it is shown. */
  preload: () => Promise<void>;
}

/**
 * A component that is fetched when it is first shown; show it inside `Suspense`. It differs from
 * `React.lazy` in what follows a failure, which that keeps for ever: here it can be tried again,
 * and where the server answers but has the file no more, because a newer version was installed
 * meanwhile, the page is loaded anew.
 */
export function lazyComponent<Props extends object = object>(
  fetchIt: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  // Once it is here, showing it waits for nothing, not even for the promise to say so again.
  let here: ComponentType<Props> | undefined;
  const load = makeLoader(async () => (here = await fetchIt()), browser);
  const Lazy = (props: Props) => createElement(here ?? use(load()), props);
  Lazy.preload = () =>
    load().then(
      () => undefined,
      () => undefined,
    );
  return Lazy;
}

/** What a failed load asks of the browser. */
export interface LoadPorts {
  readonly isServerThere: () => Promise<boolean>;
  /** Loads the page anew, unless it already did so for this failure: then it is false. */
  readonly reloadOnce: (failure: string) => boolean;
}

/** Fetches once, and again only after a failure that was forgotten. */
export function makeLoader<Part>(fetchIt: () => Promise<Part>, ports: LoadPorts) {
  let part: Promise<Part> | undefined;

  return function load(): Promise<Part> {
    part ??= fetchIt().catch(handleFailure);
    return part;
  };

  async function handleFailure(cause: unknown): Promise<Part> {
    if ((await ports.isServerThere()) && ports.reloadOnce(String(cause))) {
      // The page is about to go: nothing more is shown.
      return new Promise(() => undefined);
    }
    throw new LoadFailure(cause, () => {
      part = undefined;
    });
  }
}

const browser: LoadPorts = {
  async isServerThere() {
    try {
      const { ok } = await fetch('/', { method: 'HEAD', cache: 'no-store' });
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
