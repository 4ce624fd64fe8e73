import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { findLiveSessions } from '../../accounts/queries/sessions.ts';
import type { Actor } from '../../application/rules/actor.ts';
import type { GuardContext } from '../../http/call.ts';

/** How often an idle stream sends a heartbeat; its session is checked then, too. */
const heartbeatMs = 25_000;

/** One stream serves all tabs of a browser, and no one uses more browsers than this at once. */
export const mostStreams = 20;

/** A stream, its client, and its session. */
export interface OpenStream {
  readonly response: ServerResponse;
  readonly viewer: Actor;
  readonly token: string;
}

/** The streams that are open in this process. */
export interface OpenStreams {
  /** Adds a stream until its connection closes or its session ends. */
  add(stream: OpenStream): void;
  countOf(counts: (stream: OpenStream) => boolean): number;
  /** Returns whether the server is closing: open streams have ended, and none may be added. */
  isClosing(): boolean;
}

/**
 * Tracks the open streams, and ends each one as soon as its session is revoked or expires, or its client is
 * deactivated or gets another role: the database notifies every process of such a change at its commit,
 * whichever made it. All end when the server closes.
 */
export function keepStreams(
  app: FastifyInstance,
  { store }: Pick<GuardContext, 'store'>,
): OpenStreams {
  const open = new Set<OpenStream>();
  let closing = false;
  let heartbeat: NodeJS.Timeout | null = null;
  let checking: Promise<void> | null = null;
  let again = false;
  let ignoreSessions = async (): Promise<void> => {};

  app.addHook('onReady', async () => {
    ignoreSessions = await store.listen('sessions', check);
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const { response } of open) response.end();
  });
  app.addHook('onClose', async () => {
    await ignoreSessions();
    await checking;
  });

  function check(): void {
    again = open.size > 0;
    if (again) checking ??= checkOn().finally(() => (checking = null));
  }

  async function checkOn(): Promise<void> {
    while (again && !closing) {
      again = false;
      const checked = [...open];
      try {
        const tokens = checked.map(({ token }) => token);
        const live = await findLiveSessions(store.kysely, tokens, new Date());
        const relation = new Map(live.map((session) => [session.token, session]));
        for (const { response, viewer, token } of checked) {
          const now = relation.get(token);
          if (now?.userId !== viewer.id || now.role !== viewer.role) response.end();
        }
      } catch (error) {
        // The database is briefly unavailable, which is no reason to end a stream. The next heartbeat checks
        // again.
        const code: unknown = Reflect.get(Object(error), 'code');
        if (!closing) app.log.warn({ code }, 'Open streams wait for the database.');
        return;
      }
    }
  }

  function beat(): void {
    for (const { response } of open) say(response, ': alive\n\n');
    check();
  }

  return {
    add(stream) {
      open.add(stream);
      heartbeat ??= setInterval(beat, heartbeatMs);
      stream.response.on('close', () => {
        open.delete(stream);
        if (open.size > 0 || !heartbeat) return;
        clearInterval(heartbeat);
        heartbeat = null;
      });
      // Its session may have ended while it was being opened.
      check();
    },
    countOf: (counts) => [...open].filter(counts).length,
    isClosing: () => closing,
  };
}

/** Writes, unless the stream has ended: a write after the end would be an uncaught error. */
export function say(stream: ServerResponse, text: string): void {
  if (!stream.writableEnded) stream.write(text);
}
