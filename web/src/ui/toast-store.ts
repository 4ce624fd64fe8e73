export const toastDurationMs = 5000;
export const toastRemovalDelayMs = 1_000_000;
export const toastSwipeThreshold = 50;

export interface ToastContent {
  readonly title: string;
  readonly description?: string;
  /** Reports a failure. */
  readonly destructive?: boolean;
}

export interface Toast extends ToastContent {
  readonly id: number;
  readonly open: boolean;
}

interface Timers {
  set: (run: () => void, ms: number) => unknown;
  clear: (handle: unknown) => void;
}

/**
 * Holds at most one toast: a new one replaces the current one. A dismissed one stays for the removal
 * delay, closed, so that its exit can be animated.
 */
export class ToastStore {
  #toast: Toast | null = null;
  #nextId = 1;
  #removal: unknown = null;
  readonly #listeners = new Set<() => void>();
  readonly #timers: Timers;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  readonly current = (): Toast | null => this.#toast;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  show(content: ToastContent): void {
    this.#cancelRemoval();
    this.#set({ ...content, id: this.#nextId++, open: true });
  }

  dismiss(id: number): void {
    if (this.#toast?.id !== id || !this.#toast.open) return;
    this.#set({ ...this.#toast, open: false });
    this.#removal = this.#timers.set(() => this.#set(null), toastRemovalDelayMs);
  }

  #cancelRemoval(): void {
    if (this.#removal !== null) this.#timers.clear(this.#removal);
    this.#removal = null;
  }

  #set(toast: Toast | null): void {
    this.#toast = toast;
    for (const listener of this.#listeners) listener();
  }
}

/** The toasts of this page. `ui/toaster.tsx` shows them. */
export const toasts = new ToastStore({
  set: (run, ms) => setTimeout(run, ms),
  clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
});

/** Shows a toast, replacing the current one. */
export function showToast(content: ToastContent): void {
  toasts.show(content);
}
