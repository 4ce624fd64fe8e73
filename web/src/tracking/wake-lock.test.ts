import { expect, test, vi } from 'vitest';
import { keepScreenOn } from './wake-lock.ts';

/** A page and its wake locks; like a browser, it releases a held lock when the page is hidden. */
class FakePage extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  heldLock: (EventTarget & { released: boolean }) | null = null;
  requestCount = 0;
  refusesRequests = false;

  readonly wakeLock = {
    request: async () => {
      this.requestCount += 1;
      if (this.refusesRequests) throw new DOMException('The battery is low.', 'NotAllowedError');
      const lock = Object.assign(new EventTarget(), {
        released: false,
        type: 'screen' as const,
        onrelease: null,
        release: async () => this.#release(),
      });
      this.heldLock = lock;
      return lock;
    },
  };

  show(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    if (state === 'hidden') this.#release();
    this.dispatchEvent(new Event('visibilitychange'));
  }

  #release(): void {
    if (!this.heldLock) return;
    this.heldLock.released = true;
    this.heldLock.dispatchEvent(new Event('release'));
    this.heldLock = null;
  }
}

test('the screen stays on until stopped, even after the page has been hidden and shown again @tracking.screen', async () => {
  const page = new FakePage();
  const changes: boolean[] = [];
  const stop = keepScreenOn(page.wakeLock, page, (isHeld) => changes.push(isHeld));
  await vi.waitFor(() => expect(changes).toEqual([true]));
  page.show('hidden');
  expect(changes).toEqual([true, false]);
  page.show('visible');
  await vi.waitFor(() => expect(changes).toEqual([true, false, true]));
  stop();
  await vi.waitFor(() => expect(changes).toEqual([true, false, true, false]));
  page.show('visible');
  expect(page.requestCount).toBe(2);
});

test('a lock that is granted after stopping is released', async () => {
  const page = new FakePage();
  const onChange = vi.fn<(isHeld: boolean) => void>();
  keepScreenOn(page.wakeLock, page, onChange)();
  await vi.waitFor(() => expect([page.requestCount, page.heldLock]).toEqual([1, null]));
  expect(onChange).not.toHaveBeenCalled();
});

test('nothing happens in a browser that has no wake locks or refuses them @tracking.screen', async () => {
  const page = new FakePage();
  page.refusesRequests = true;
  const onChange = vi.fn<(isHeld: boolean) => void>();
  keepScreenOn(undefined, page, onChange)();
  const stop = keepScreenOn(page.wakeLock, page, onChange);
  await vi.waitFor(() => expect(page.requestCount).toBe(1));
  stop();
  expect(onChange).not.toHaveBeenCalled();
});
