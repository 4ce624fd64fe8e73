import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionStatus } from './connection.ts';
import { EventCursor } from './event-cursor.ts';
import {
  followLiveEvents,
  type LiveChannel,
  type LivePorts,
  type LiveStream,
} from './live-events.ts';

type Listener = Parameters<LiveStream['addEventListener']>[1];
type MessageListener = (event: { data: unknown }) => void;

/** A fake stream on which the test sends what the server would send. */
class FakeStream implements LiveStream {
  readonly CLOSED = 2;
  readyState = 0;
  readonly url: string;
  readonly #listeners = new Map<string, Listener>();

  constructor(url: string) {
    this.url = url;
  }

  addEventListener(type: string, listener: Listener) {
    this.#listeners.set(type, listener);
  }

  open() {
    this.readyState = 1;
    this.send('open', '');
  }

  send(type: string, lastEventId: string, data: unknown = {}) {
    this.#listeners.get(type)?.({ data: JSON.stringify(data), lastEventId });
  }

  /** Simulates a lost network, after which the browser reconnects on its own. */
  drop() {
    this.readyState = 0;
    this.send('error', '');
  }

  /** Simulates a response that isn't a stream. */
  refuse() {
    this.readyState = 2;
    this.send('error', '');
  }

  close() {
    this.readyState = 2;
  }
}

/** One browser: its streams, its channel and its lock. */
class FakeBrowser {
  readonly streams: FakeStream[] = [];
  readonly #tabs = new Map<LiveChannel, MessageListener>();
  readonly #waiting: (() => void)[] = [];
  #isLockHeld = false;

  /**
   * Returns one tab's ports.
   *
   * @param lastEventNumber the last event that the tab's responses reflect; null if unknown
   */
  ports(lastEventNumber: string | null = '10'): LivePorts {
    const cursor = new EventCursor();
    if (lastEventNumber !== null) cursor.trackRequest()(lastEventNumber);
    return {
      cursor,
      openStream: (url) => {
        const stream = new FakeStream(url);
        this.streams.push(stream);
        return stream;
      },
      openChannel: () => {
        const channel: LiveChannel = {
          addEventListener: (_, listener) => this.#tabs.set(channel, listener),
          postMessage: (data) => {
            for (const [tab, listener] of this.#tabs) if (tab !== channel) listener({ data });
          },
          close: () => this.#tabs.delete(channel),
        };
        return channel;
      },
      locks: {
        request: async (_, { signal }, work) => {
          if (this.#isLockHeld) {
            await new Promise<void>((resolve) => {
              this.#waiting.push(resolve);
            });
          }
          signal.throwIfAborted();
          this.#isLockHeld = true;
          await work();
          this.#isLockHeld = false;
          this.#waiting.shift()?.();
        },
      },
    };
  }

  get stream(): FakeStream {
    const stream = this.streams.at(-1);
    if (!stream) throw new Error('No stream was opened.');
    return stream;
  }

  /** Opens a tab and records what it receives. */
  openTab(ports = this.ports()) {
    const received: string[] = [];
    const close = followLiveEvents(ports, 'u1', {
      onChange: ({ kind, id }) => received.push(`${kind} ${id}`),
      onReset: () => received.push('reset'),
      onStaleData: () => received.push('stale'),
      onRefused: () => received.push('refused'),
      onStatus: (status: ConnectionStatus) => received.push(status),
    });
    return { received, close };
  }
}

/** Runs the callbacks of promises that have already resolved. */
const flushPromises = async () => {
  await vi.advanceTimersByTimeAsync(0);
};

let browser: FakeBrowser;

beforeEach(() => {
  vi.useFakeTimers();
  browser = new FakeBrowser();
});

afterEach(() => {
  vi.useRealTimers();
});

const change = (id: string) => ({ kind: 'appointment', id });

describe('live events', () => {
  it('reach every tab through one stream', () => {
    const [first, second] = [browser.openTab(), browser.openTab()];
    browser.stream.open();
    browser.stream.send('change', '11', change('5'));
    expect(browser.streams).toHaveLength(1);
    expect(first.received).toEqual(['open', 'appointment 5']);
    expect(second.received).toEqual(['open', 'appointment 5']);
  });

  it('continue in another tab after the last event number when the leading tab closes', async () => {
    const [first, second] = [browser.openTab(), browser.openTab()];
    browser.stream.open();
    browser.stream.send('change', '11', change('5'));
    first.close();
    await flushPromises();
    expect(browser.streams).toHaveLength(2);
    expect(browser.stream.url).toBe('/api/events?after=11');
    browser.stream.open();
    browser.stream.send('change', '12', change('6'));
    expect(second.received).toEqual(['open', 'appointment 5', 'appointment 6']);
    expect(first.received).not.toContain('appointment 6');
  });

  it('resume after the initial event number even if no event has arrived yet', async () => {
    const first = browser.openTab();
    browser.openTab();
    browser.stream.open();
    browser.stream.send('ready', '10');
    first.close();
    await flushPromises();
    expect(browser.stream.url).toBe('/api/events?after=10');
  });

  it('report the current state to a tab that opens late, so that it can lead next', async () => {
    const first = browser.openTab();
    browser.stream.open();
    browser.stream.send('change', '11', change('5'));
    const lateTab = browser.openTab(browser.ports('11'));
    expect(lateTab.received).toEqual(['open']);
    first.close();
    await flushPromises();
    expect(browser.stream.url).toBe('/api/events?after=11');
  });

  it('let the browser reconnect a dropped stream, and report the lost connection', () => {
    const [first, second] = [browser.openTab(), browser.openTab()];
    browser.stream.open();
    browser.stream.drop();
    browser.stream.open();
    expect(browser.streams).toHaveLength(1);
    expect(first.received).toEqual(['open', 'lost', 'open']);
    expect(second.received).toEqual(['open', 'lost', 'open']);
  });

  it('are requested again after the server refuses the stream, with increasing delays', async () => {
    const tab = browser.openTab();
    browser.stream.refuse();
    expect(tab.received).toEqual(['lost', 'refused']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(browser.streams).toHaveLength(2);
    browser.stream.refuse();
    await vi.advanceTimersByTimeAsync(1999);
    expect(browser.streams).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(browser.streams).toHaveLength(3);
  });

  it('trigger a full refetch if it is unknown which events were missed', async () => {
    const [first, second] = [browser.openTab(browser.ports(null)), browser.openTab()];
    browser.stream.open();
    browser.stream.refuse();
    await vi.advanceTimersByTimeAsync(1000);
    browser.stream.open();
    expect(first.received.at(-1)).toBe('reset');
    expect(second.received.at(-1)).toBe('reset');
  });

  it('report a reset to every tab', () => {
    const [first, second] = [browser.openTab(), browser.openTab()];
    browser.stream.open();
    browser.stream.send('reset', '90');
    expect(first.received.at(-1)).toBe('reset');
    expect(second.received.at(-1)).toBe('reset');
  });

  it('stop when their tab closes: no stream stays open and none is opened later', async () => {
    const tab = browser.openTab();
    browser.stream.refuse();
    tab.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(browser.streams).toHaveLength(1);
    expect(browser.stream.readyState).toBe(2);
  });

  it("start after the last event that the page's data includes, so that nothing is read twice", () => {
    const tab = browser.openTab(browser.ports('7'));
    expect(browser.stream.url).toBe('/api/events?after=7');
    browser.stream.open();
    browser.stream.send('change', '8', change('5'));
    expect(tab.received).toEqual(['open', 'appointment 5']);
  });

  it('trigger a refetch of data loaded before the stream if its event number is unknown', () => {
    const tab = browser.openTab(browser.ports(null));
    expect(browser.stream.url).toBe('/api/events');
    browser.stream.open();
    expect(tab.received).toEqual(['stale', 'open']);
  });

  it('trigger a refetch in a tab that opens late if its data predates an event already broadcast', () => {
    browser.openTab();
    browser.stream.open();
    browser.stream.send('change', '11', change('5'));
    expect(browser.openTab(browser.ports('10')).received).toEqual(['stale', 'open']);
    expect(browser.openTab(browser.ports('11')).received).toEqual(['open']);
    expect(browser.openTab(browser.ports(null)).received).toEqual(['stale', 'open']);
  });

  it('use one stream per tab if the browser has no locks', () => {
    browser.openTab({ ...browser.ports(), locks: undefined });
    browser.openTab({ ...browser.ports(), locks: undefined });
    expect(browser.streams).toHaveLength(2);
  });
});
