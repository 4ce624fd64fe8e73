import type { ChangeEvent } from '@curbwrench/contract/events/schemas';
import { endpoints } from '@curbwrench/contract/api/endpoints';
import type { ConnectionStatus } from './connection.ts';
import type { EventCursor } from './event-cursor.ts';

interface StreamEvent {
  readonly data: string;
  readonly lastEventId: string;
}

/** The members of `EventSource` that are used here. */
export interface LiveStream {
  readonly readyState: number;
  readonly CLOSED: number;
  addEventListener(type: string, listener: (event: StreamEvent) => void): void;
  close(): void;
}

/** The members of `BroadcastChannel` that are used here. */
export interface LiveChannel {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
  close(): void;
}

/** The members of `LockManager` that are used here. */
export interface LiveLocks {
  request(
    name: string,
    options: { signal: AbortSignal },
    work: () => Promise<void>,
  ): Promise<unknown>;
}

/** Reports how recent the page's responses are; see `EventCursor`. */
export type LiveCursor = Pick<EventCursor, 'oldestNumber' | 'subscribe'>;

/** The browser features that live events need. */
export interface LivePorts {
  readonly openStream: (url: string) => LiveStream;
  readonly openChannel: (name: string) => LiveChannel;
  /** Missing if the page is not in a secure context: then every tab has its own stream. */
  readonly locks: LiveLocks | undefined;
  readonly cursor: LiveCursor;
}

export interface LiveListener {
  readonly onChange: (change: ChangeEvent) => void;
  /** Called when events may have been missed. Everything must be read again. */
  readonly onReset: () => void;
  /** Called when data loaded before the stream began may be out of date. It must be read again. */
  readonly onStaleData: () => void;
  /** Called when the server refused the stream, perhaps because the session ended. */
  readonly onRefused: () => void;
  readonly onStatus: (status: ConnectionStatus) => void;
}

type Message =
  | { type: 'hello' }
  | { type: 'status'; status: ConnectionStatus; lastId: string | null }
  | { type: 'change'; change: ChangeEvent; lastId: string }
  | { type: 'reset'; lastId: string | null };

const maxRetryDelayMs = 30_000;

/**
 * Follows one person's live events, using one stream for all tabs of the browser. The tab that holds a lock
 * reads the stream and broadcasts its events on a channel. When that tab closes, the next tab gets the lock and
 * resumes after the last event number that any tab received. Within one stream the browser reconnects on its
 * own, with `Last-Event-ID`. The first stream starts after the last event that all loaded data includes (see
 * `EventCursor`), so nothing has to be read again.
 *
 * @param scope distinguishes this person's tabs from those of another person in the same browser
 * @returns a function that stops listening and lets another tab lead
 */
export function followLiveEvents(ports: LivePorts, scope: string, listener: LiveListener) {
  const name = `live-events:${scope}`;
  const channel = ports.openChannel(name);
  const abortController = new AbortController();
  let lastId: string | null = null;
  let status: ConnectionStatus = 'connecting';
  let hasBeenOpen = false;
  let isTrackingStaleData = false;
  let isLeading = false;

  channel.addEventListener('message', ({ data }) => handleMessage(data as Message));
  channel.postMessage({ type: 'hello' } satisfies Message);
  void becomeLeader();

  return () => {
    abortController.abort();
    channel.close();
  };

  /** Resolves when this tab stops being the leader. It may wait indefinitely for the lock. */
  async function becomeLeader(): Promise<void> {
    if (!ports.locks) return lead();
    try {
      await ports.locks.request(name, { signal: abortController.signal }, lead);
    } catch (error) {
      // A request that is aborted while it waits for the lock is expected to throw.
      if (!abortController.signal.aborted) throw error;
    }
  }

  function lead(): Promise<void> {
    isLeading = true;
    return new Promise((resolve) => {
      let retryDelayMs = 1000;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let stream = open();
      abortController.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        stream.close();
        resolve();
      });

      function open(): LiveStream {
        lastId ??= ports.cursor.oldestNumber;
        let isResuming = lastId !== null;
        const newStream = ports.openStream(streamUrl());
        newStream.addEventListener('open', () => {
          retryDelayMs = 1000;
          handleOpen(isResuming);
          // After this, the browser resumes this stream by itself where it stopped.
          isResuming = true;
        });
        newStream.addEventListener('error', () => handleError(newStream));
        newStream.addEventListener('ready', (event) => {
          if (event.lastEventId) lastId = event.lastEventId;
          broadcastStatus('open');
        });
        newStream.addEventListener('change', (event) => {
          const change = JSON.parse(event.data) as ChangeEvent;
          lastId = event.lastEventId;
          broadcast({ type: 'change', change, lastId });
          listener.onChange(change);
        });
        newStream.addEventListener('reset', (event) => {
          lastId = event.lastEventId || null;
          broadcastReset();
        });
        return newStream;
      }

      function handleError(failedStream: LiveStream) {
        broadcastStatus('lost');
        // Unless the stream is closed, the browser is already reconnecting.
        if (failedStream.readyState !== failedStream.CLOSED) return;
        listener.onRefused();
        timer = setTimeout(() => {
          stream = open();
        }, retryDelayMs);
        retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs);
      }
    });
  }

  function streamUrl(): string {
    const { path } = endpoints.streamEvents;
    return lastId === null ? path : `${path}?after=${encodeURIComponent(lastId)}`;
  }

  /** If there was no number to resume after, events between the two streams may have been missed. */
  function handleOpen(isResuming: boolean) {
    const mayHaveMissedEvents = !isResuming && hasBeenOpen;
    startTrackingStaleData();
    broadcastStatus('open');
    if (mayHaveMissedEvents) broadcastReset();
  }

  /** Called as soon as this tab knows the event number from which it receives all events. */
  function startTrackingStaleData() {
    if (isTrackingStaleData) return;
    isTrackingStaleData = true;
    if (!ports.cursor.subscribe(lastId, listener.onStaleData)) listener.onStaleData();
  }

  function broadcastStatus(newStatus: ConnectionStatus) {
    broadcast({ type: 'status', status: newStatus, lastId });
    setStatus(newStatus);
  }

  function broadcastReset() {
    broadcast({ type: 'reset', lastId });
    listener.onReset();
  }

  function broadcast(message: Message) {
    if (!abortController.signal.aborted) channel.postMessage(message);
  }

  function handleMessage(message: Message) {
    if (message.type === 'hello') {
      if (isLeading) broadcast({ type: 'status', status, lastId });
      return;
    }
    lastId = message.lastId ?? lastId;
    if (lastId !== null) startTrackingStaleData();
    if (message.type === 'change') listener.onChange(message.change);
    if (message.type === 'reset') listener.onReset();
    if (message.type === 'status') setStatus(message.status);
  }

  function setStatus(newStatus: ConnectionStatus) {
    if (newStatus === 'open') hasBeenOpen = true;
    if (newStatus === status) return;
    status = newStatus;
    listener.onStatus(newStatus);
  }
}
