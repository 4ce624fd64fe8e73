import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { findLiveSessions } from '../../accounts/queries/sessions.ts';
import type { Actor } from '../../application/rules/actor.ts';
import type { GuardContext } from '../../http/call.ts';

/** How often a silent stream says that it lives; its session is looked at then, too. */
const heartbeatMs = 25_000;

/** One stream serves all tabs of a browser, and nobody uses more browsers than this at once. */
export const mostStreams = 20;

/** A stream, who listens, and by which session. */
export interface OpenStream {
  readonly response: ServerResponse;
  readonly reader: Actor;
  readonly token: string;
}

/** The streams that are open in this process. */
export interface OpenStreams {
  /** Keeps a stream until its connection is gone or its session is over. */
  add(stream: OpenStream): void;
  countOf(counts: (stream: OpenStream) => boolean): number;
  /** The server stops: the open ones have ended, and no more may be added. */
  isClosing(): boolean;
}

/**
 * Keeps the open streams, and ends each one as soon as its session is revoked or over, its reader
 * is deactivated or has another role: the database tells every process of such a change at its
 * commit, whichever made it. All end when the server closes.
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
        const standing = new Map(live.map((session) => [session.token, session]));
        for (const { response, reader, token } of checked) {
          const now = standing.get(token);
          if (now?.userId !== reader.id || now.role !== reader.role) response.end();
        }
      } catch (error) {
        // The database is away for a moment: no reason to end a stream. The next beat asks again.
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

/** Writes, unless the stream has ended: what comes after the end would be an error nobody catches. */
export function say(stream: ServerResponse, text: string): void {
  if (!stream.writableEnded) stream.write(text);
}
