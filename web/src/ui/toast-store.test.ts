import { beforeEach, describe, expect, it } from 'vitest';
import {
  ToastStore,
  toastDurationMs,
  toastRemovalDelayMs,
  toastSwipeThreshold,
} from './toast-store.ts';

let timers: { run: () => void; ms: number }[];
let now: number;
let store: ToastStore;

beforeEach(() => {
  timers = [];
  now = 0;
  store = new ToastStore({
    set: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return timer;
    },
    clear: (handle) => {
      timers = timers.filter((timer) => timer !== handle);
    },
    now: () => now,
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

  it('stay in the store, closed, for the removal delay after being dismissed @screens.toasts', () => {
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

  it('also offer the action of the toast they replace, until that toast expires @screens.toasts', () => {
    const usedActions: string[] = [];
    const undo = (name: string) => ({ label: 'Undo', onPress: () => usedActions.push(name) });
    store.show({ title: 'First moved', durationMs: 10_000, action: undo('first') });
    now = 4000;
    store.show({ title: 'Second moved', durationMs: 10_000, action: undo('second') });
    now = 5000;
    store.show({ title: 'Third was not moved', destructive: true });
    expect(store.current()).toMatchObject({
      title: 'Third was not moved',
      durationMs: 9000,
      replacedToasts: [{ title: 'Second moved' }, { title: 'First moved' }],
    });
    expect(timers.map(({ ms }) => ms)).toEqual([5000]);
    now = 10_000;
    timers[0]?.run();
    const [second, ...others] = store.current()?.replacedToasts ?? [];
    expect([second?.title, others]).toEqual(['Second moved', []]);
    store.press(second?.id ?? 0);
    expect(usedActions).toEqual(['second']);
    expect(store.current()).toMatchObject({ title: 'Third was not moved', replacedToasts: [] });
  });

  it('are followed by the toast they replaced once their action is used, and close if they replaced none @screens.toasts', () => {
    const usedActions: string[] = [];
    const undo = (name: string) => ({ label: 'Undo', onPress: () => usedActions.push(name) });
    store.show({ title: 'First moved', action: undo('first') });
    store.show({ title: 'Second moved', action: undo('second') });
    store.press(store.current()?.id ?? 0);
    expect(store.current()).toMatchObject({ title: 'First moved', open: true, replacedToasts: [] });
    store.press(store.current()?.id ?? 0);
    expect(store.current()).toMatchObject({ title: 'First moved', open: false });
    expect(usedActions).toEqual(['second', 'first']);
  });

  it('are removed by topic once their action is no longer possible @screens.toasts', () => {
    const action = { label: 'Undo', onPress: () => undefined };
    store.show({ title: 'First started', topic: 'first', action });
    store.show({ title: 'Second moved', action });
    store.removeByTopic('first');
    expect(store.current()).toMatchObject({
      title: 'Second moved',
      open: true,
      replacedToasts: [],
    });
    store.show({ title: 'Third started', topic: 'third', action });
    store.removeByTopic('third');
    expect(store.current()).toMatchObject({
      title: 'Second moved',
      open: true,
      replacedToasts: [],
    });
    store.show({ title: 'Fourth started', topic: 'fourth' });
    store.dismiss(store.current()?.id ?? 0);
    store.show({ title: 'Fifth started', topic: 'fifth' });
    store.removeByTopic('fifth');
    expect(store.current()).toMatchObject({ title: 'Fifth started', open: false });
  });

  it('offer the actions of up to three replaced toasts @screens.toasts', () => {
    for (const title of ['1', '2', '3', '4', '5']) {
      store.show({ title, action: { label: 'Undo', onPress: () => undefined } });
    }
    expect(store.current()?.replacedToasts.map(({ title }) => title)).toEqual(['4', '3', '2']);
  });

  it('remove the replaced toasts too when they are dismissed @screens.toasts', () => {
    store.show({ title: 'First moved', action: { label: 'Undo', onPress: () => undefined } });
    store.show({ title: 'Second was not moved' });
    store.dismiss(store.current()?.id ?? 0);
    store.show({ title: 'Vehicle added' });
    expect(store.current()).toMatchObject({ title: 'Vehicle added', replacedToasts: [] });
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
