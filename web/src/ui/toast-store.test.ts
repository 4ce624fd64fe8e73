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
  it('have the times of a toast @screens.toasts', () => {
    expect([toastDurationMs, toastRemovalDelayMs, toastSwipeThreshold]).toEqual([
      5000, 1_000_000, 50,
    ]);
  });

  it('are one at a time: a new one takes the place of the one that is there @screens.toasts', () => {
    store.show({ title: 'Vehicle added' });
    store.show({ title: 'Appointment booked' });
    expect(store.current()).toMatchObject({ title: 'Appointment booked', open: true });
  });

  it('stay, closed, for the removal delay after they were dismissed @screens.toasts', () => {
    store.show({ title: 'Vehicle added' });
    store.dismiss(store.current()?.id ?? 0);
    expect(store.current()).toMatchObject({ title: 'Vehicle added', open: false });
    expect(timers.map(({ ms }) => ms)).toEqual([toastRemovalDelayMs]);
    timers[0]?.run();
    expect(store.current()).toBeNull();
  });

  it('are not taken away by the removal of the one before', () => {
    store.show({ title: 'Vehicle added' });
    store.dismiss(store.current()?.id ?? 0);
    store.show({ title: 'Appointment booked' });
    expect(timers).toEqual([]);
  });

  it('tell whoever shows them, until that one stops listening', () => {
    let told = 0;
    const stop = store.subscribe(() => {
      told += 1;
    });
    store.show({ title: 'Vehicle added' });
    stop();
    store.show({ title: 'Appointment booked' });
    expect(told).toBe(1);
  });
});
