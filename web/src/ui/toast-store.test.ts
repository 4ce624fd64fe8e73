import { beforeEach, describe, expect, it } from 'vitest';
import {
  ToastStore,
  toastDurationMs,
  toastRemovalDelayMs,
  toastSwipeThreshold,
} from './toast-store.ts';

let timers: { run: () => void; ms: number }[];
let store: ToastStore;

beforeEach(() => {
  timers = [];
  store = new ToastStore({
    set: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return timer;
    },
    clear: (handle) => {
      timers = timers.filter((timer) => timer !== handle);
    },
  });
});

describe('toasts', () => {
  it('have a duration of 5 s, a removal delay and a swipe threshold @screens.toasts', () => {
    expect([toastDurationMs, toastRemovalDelayMs, toastSwipeThreshold]).toEqual([
      5000, 1_000_000, 50,
    ]);
  });

  it('are shown one at a time: a new one replaces the current one @screens.toasts', () => {
    store.show({ title: 'Vehicle added' });
    store.show({ title: 'Appointment booked' });
    expect(store.current()).toMatchObject({ title: 'Appointment booked', open: true });
  });

  it('stay, closed, for the removal delay after being dismissed @screens.toasts', () => {
    store.show({ title: 'Vehicle added' });
    store.dismiss(store.current()?.id ?? 0);
    expect(store.current()).toMatchObject({ title: 'Vehicle added', open: false });
    expect(timers.map(({ ms }) => ms)).toEqual([toastRemovalDelayMs]);
    timers[0]?.run();
    expect(store.current()).toBeNull();
  });

  it('are not removed by the removal timer of the previous toast', () => {
    store.show({ title: 'Vehicle added' });
    store.dismiss(store.current()?.id ?? 0);
    store.show({ title: 'Appointment booked' });
    expect(timers).toEqual([]);
  });

  it('notify a subscriber until it unsubscribes', () => {
    let notificationCount = 0;
    const stop = store.subscribe(() => {
      notificationCount += 1;
    });
    store.show({ title: 'Vehicle added' });
    stop();
    store.show({ title: 'Appointment booked' });
    expect(notificationCount).toBe(1);
  });
});
