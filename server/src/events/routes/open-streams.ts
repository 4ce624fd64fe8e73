import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { findOpenSessions } from '../../accounts/queries/sessions.ts';
import type { Actor } from '../../application/rules/actor.ts';
import type { AuthorizationContext } from '../../http/endpoint.ts';

/** How often each stream gets a heartbeat, and the streams' sessions are checked. */
const heartbeatMs = 25_000;

/** All tabs of a browser share one stream, so this is also the maximum number of browsers per person. */
export const maxStreamsPerPerson = 20;

/** A stream, its viewer, and the token of its session. */
export interface OpenStream {
  readonly response: ServerResponse;
  readonly viewer: Actor;
  readonly token: string;
}

/** The streams that are open in this process. */
export interface OpenStreams {
  /** Tracks a stream until its connection closes or its session ends. */
  add(stream: OpenStream): void;
  /** Returns how many open streams match. */
  count(predicate: (stream: OpenStream) => boolean): number;
  /** Returns whether the server is closing: open streams have ended, and none may be added. */
  isClosing(): boolean;
}

/**
 * Tracks the open streams, and ends each one as soon as its session is revoked or expires, or its viewer is
 * deactivated or gets another role: the database notifies every process of such a change when it is committed.
 * All streams end when the server closes.
 */
export function trackStreams(
  app: FastifyInstance,
  { store }: Pick<AuthorizationContext, 'store'>,
): OpenStreams {
  const openStreams = new Set<OpenStream>();
  let isServerClosing = false;
  let heartbeat: NodeJS.Timeout | null = null;
  let runningCheck: Promise<void> | null = null;
  let isCheckRequested = false;
  let stopListening = async (): Promise<void> => {};

  app.addHook('onReady', async () => {
    stopListening = await store.listen('sessions', requestCheck);
  });
  app.addHook('preClose', async () => {
    isServerClosing = true;
    for (const { response } of openStreams) response.end();
  });
  app.addHook('onClose', async () => {
    await stopListening();
    await runningCheck;
  });

  function requestCheck(): void {
    isCheckRequested = openStreams.size > 0;
    if (isCheckRequested) runningCheck ??= checkOpenStreams().finally(() => (runningCheck = null));
  }

  async function checkOpenStreams(): Promise<void> {
    while (isCheckRequested && !isServerClosing) {
      isCheckRequested = false;
      const streams = [...openStreams];
      try {
        const tokens = streams.map(({ token }) => token);
        const openSessions = await findOpenSessions(store.kysely, tokens, new Date());
        const sessions = new Map(openSessions.map((session) => [session.token, session]));
        for (const { response, viewer, token } of streams) {
          const session = sessions.get(token);
          if (session?.userId !== viewer.id || session.role !== viewer.role) response.end();
        }
      } catch (error) {
        // The streams stay open: the database may be only briefly unavailable, and the next heartbeat checks
        // again.
        const code: unknown = Reflect.get(Object(error), 'code');
        if (!isServerClosing)
          app.log.warn({ code }, 'The sessions of open streams could not be checked.');
        return;
      }
    }
  }

  function sendHeartbeat(): void {
    for (const { response } of openStreams) writeUnlessEnded(response, ': alive\n\n');
    requestCheck();
  }

  return {
    add(stream) {
      openStreams.add(stream);
      heartbeat ??= setInterval(sendHeartbeat, heartbeatMs);
      stream.response.on('close', () => {
        openStreams.delete(stream);
        if (openStreams.size > 0 || !heartbeat) return;
        clearInterval(heartbeat);
        heartbeat = null;
      });
      // The session may have ended while the stream was being opened.
      requestCheck();
    },
    count: (predicate) => [...openStreams].filter(predicate).length,
    isClosing: () => isServerClosing,
  };
}

/** Writes to a stream unless it has ended, because writing after the end would throw an uncaught error. */
export function writeUnlessEnded(stream: ServerResponse, text: string): void {
  if (!stream.writableEnded) stream.write(text);
}
