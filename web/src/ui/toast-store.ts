export const toastDurationMs = 5000;
/** How long a dismissed toast stays in the store. */
export const toastRemovalDelayMs = 1_000_000;
/** How far a toast must be swiped to be dismissed, in CSS pixels. */
export const toastSwipeThreshold = 50;
/** The maximum number of replaced toasts whose actions are still offered; there is no room for more. */
const maxReplacedToasts = 3;

export interface ToastContent {
  readonly title: string;
  readonly description?: string;
  /** Whether the toast reports a failure. */
  readonly destructive?: boolean;
  /** A button to act on what the toast reports, such as Undo. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** What the action is about, for `removeToast`. */
  readonly topic?: string;
  /** How long the toast is shown, instead of `toastDurationMs`. */
  readonly durationMs?: number;
}

/** A toast as it was shown, with the time at which it ends. */
interface ShownToast extends ToastContent {
  readonly id: number;
  /** In milliseconds, on the same scale as `Timers.now`. */
  readonly endsAt: number;
}

/** A replaced toast whose action can still be used. */
export type ReplacedToast = ShownToast & Required<Pick<ToastContent, 'action'>>;

export interface Toast extends ShownToast {
  readonly open: boolean;
  /** How long the toast is shown: longer than its own time if a replaced toast's action can still be used. */
  readonly durationMs: number;
  /** The replaced toasts whose actions can still be used, latest first. */
  readonly replacedToasts: readonly ReplacedToast[];
}

interface Timers {
  set: (run: () => void, ms: number) => unknown;
  clear: (handle: unknown) => void;
  /** Returns the current time in milliseconds. */
  now: () => number;
}

/**
 * Stores one toast at a time. A new toast replaces the current one, but also offers the replaced toast's action
 * until that toast's time is over. A dismissed toast stays in the store, closed, for the removal delay, so that
 * its exit can be animated.
 */
export class ToastStore {
  #toast: Toast | null = null;
  #nextId = 1;
  #removalTimer: unknown = null;
  /** Runs when the time of the first replaced toast is over. */
  #replacedToastTimer: unknown = null;
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
    const endsAt = this.#timers.now() + (content.durationMs ?? toastDurationMs);
    const replacedToasts = this.#toast?.open ? [this.#toast, ...this.#toast.replacedToasts] : [];
    this.#open(
      { ...content, id: this.#nextId++, endsAt },
      replacedToasts.flatMap(toReplacedToasts),
    );
  }

  dismiss(id: number): void {
    if (this.#toast?.id !== id || !this.#toast.open) return;
    this.#cancelTimers();
    this.#set({ ...this.#toast, open: false });
    this.#removalTimer = this.#timers.set(() => this.#set(null), toastRemovalDelayMs);
  }

  /** Removes the toasts about this topic, whose actions are no longer possible; other replaced toasts stay. */
  removeByTopic(topic: string): void {
    if (!this.#toast?.open) return;
    const replacedToasts = this.#toast.replacedToasts.filter((toast) => toast.topic !== topic);
    if (this.#toast.topic !== topic) {
      if (replacedToasts.length < this.#toast.replacedToasts.length)
        this.#open(this.#toast, replacedToasts);
      return;
    }
    const [next, ...others] = replacedToasts;
    if (next) this.#open(next, others);
    else this.dismiss(this.#toast.id);
  }

  /** Runs the action of the current toast or of a replaced one. That action is then no longer offered. */
  press(id: number): void {
    if (!this.#toast?.open) return;
    const { replacedToasts } = this.#toast;
    const pressedToast = [this.#toast, ...replacedToasts].find((toast) => toast.id === id);
    if (!pressedToast?.action) return;
    const [next, ...others] = replacedToasts.filter((toast) => toast !== pressedToast);
    if (pressedToast !== this.#toast) this.#open(this.#toast, next ? [next, ...others] : []);
    else if (next) this.#open(next, others);
    else this.dismiss(id);
    pressedToast.action.onPress();
  }

  /** Shows a toast with the actions of replaced toasts that can still be used. */
  #open(toast: ShownToast, candidates: readonly ReplacedToast[]): void {
    this.#cancelTimers();
    const now = this.#timers.now();
    const replacedToasts = candidates
      .filter(({ endsAt }) => endsAt > now)
      .slice(0, maxReplacedToasts);
    const endTimes = replacedToasts.map(({ endsAt }) => endsAt);
    const { id, title, description, destructive, action, topic, endsAt } = toast;
    const durationMs = Math.max(endsAt, ...endTimes) - now;
    this.#set({
      id,
      title,
      ...(description !== undefined && { description }),
      ...(destructive !== undefined && { destructive }),
      ...(action && { action }),
      ...(topic !== undefined && { topic }),
      endsAt,
      open: true,
      durationMs,
      replacedToasts,
    });
    if (replacedToasts.length === 0) return;
    this.#replacedToastTimer = this.#timers.set(
      () => this.#open(toast, replacedToasts),
      Math.min(...endTimes) - now,
    );
  }

  #cancelTimers(): void {
    for (const timer of [this.#removalTimer, this.#replacedToastTimer]) {
      if (timer !== null) this.#timers.clear(timer);
    }
    this.#removalTimer = null;
    this.#replacedToastTimer = null;
  }

  #set(toast: Toast | null): void {
    this.#toast = toast;
    for (const listener of this.#listeners) listener();
  }
}

function toReplacedToasts(toast: ShownToast): ReplacedToast[] {
  const { id, title, action, topic, endsAt } = toast;
  return action ? [{ id, title, action, endsAt, ...(topic !== undefined && { topic }) }] : [];
}

/** The toasts of this page. `ui/toaster.tsx` shows them. */
export const toasts = new ToastStore({
  set: (run, ms) => setTimeout(run, ms),
  clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  now: () => performance.now(),
});

/** Shows a toast, replacing the current one, whose action can still be used until its time is over. */
export function showToast(content: ToastContent): void {
  toasts.show(content);
}

/** Shows that something failed, and why in one sentence. */
export function showFailureToast(title: string, description: string): void {
  showToast({ title, description, destructive: true });
}

/** Removes the toasts about this topic, whose actions are no longer possible. */
export function removeToast(topic: string): void {
  toasts.removeByTopic(topic);
}
