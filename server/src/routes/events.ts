import type { ServerResponse } from 'node:http';
import { dispatches } from '@curbwrench/contract/roles';
import type { FastifyInstance } from 'fastify';
import type { FeedEvent } from '../domain/feed-event.ts';
import type { Actor } from '../domain/appointment.ts';
import { accepted, refused } from '../domain/outcome.ts';
import { answerCall, Sent } from './call.ts';
import type { RouteContext } from './route-context.ts';

/** How often a silent stream says that it lives, and asks whether its session still does. */
const heartbeatMs = 25_000;

/** What a slow reader may leave unread, in bytes, before it is cut off to resume later. */
const mostUnread = 1_000_000;

/**
 * The stream of live events, resumable by `Last-Event-ID` or `?after`. Ends with the server's
 * close, with its session, and when its reader's role changes.
 */
export function eventRoutes(app: FastifyInstance, context: RouteContext): void {
  const streams = new Set<ServerResponse>();
  let closing = false;

  app.addHook('preClose', async () => {
    closing = true;
    for (const stream of streams) stream.end();
  });

  answerCall(app, context, 'streamEvents', async ({ reader, query, raw, reply }) => {
    const lastSeen = raw.headers['last-event-id'];
    const after = resumePoint(typeof lastSeen === 'string' ? lastSeen : query.after);
    if (closing) return refused('unavailable', 'The service is restarting.');
    reply.hijack();
    const stream = reply.raw;
    // Among them the cookie of a session that was just prolonged.
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) stream.setHeader(name, value);
    }
    stream.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    streams.add(stream);

    let sent = after ?? context.feed.latest();
    const tell = (events: readonly FeedEvent[]): void => {
      const news = events.filter(({ number }) => number > sent);
      const last = news.at(-1);
      if (!last) return;
      sent = last.number;
      const text = news
        .filter((event) => concerns(event, reader))
        .map(format)
        .join('');
      // Also what doesn't concern this reader moves the point from which they would resume.
      say(stream, concerns(last, reader) ? text : `${text}id: ${last.number}\n\n`);
      if (stream.writableLength > mostUnread) stream.destroy();
    };

    // Live events wait until what was missed has been told, so that numbers only ever grow.
    let missed: FeedEvent[] | null = [];
    const unsubscribe = context.feed.subscribe((events) => {
      if (missed) missed.push(...events);
      else tell(events);
    });
    const heartbeat = setInterval(() => {
      say(stream, ': alive\n\n');
      void stillValid(context, reader, raw.headers).then((valid) => {
        if (!valid) stream.end();
      });
    }, heartbeatMs);
    stream.on('close', () => {
      streams.delete(stream);
      clearInterval(heartbeat);
      unsubscribe();
    });

    say(stream, `retry: 1000\nevent: ready\nid: ${sent}\ndata: {}\n\n`);
    if (after !== null) {
      try {
        const earlier = await context.feed.since(after);
        if (earlier) tell(earlier);
        else {
          sent = context.feed.latest();
          say(stream, `event: reset\nid: ${sent}\ndata: {}\n\n`);
        }
      } catch (error) {
        // Its reader comes again from the same number, when the database may be back.
        stream.destroy();
        throw error;
      }
    }
    const waiting = missed;
    missed = null;
    tell(waiting);
    return accepted(Sent);
  });
}

/** Writes, unless the stream has ended: what comes after the end would be an error nobody catches. */
function say(stream: ServerResponse, text: string): void {
  if (!stream.writableEnded) stream.write(text);
}

async function stillValid(
  context: RouteContext,
  reader: Actor,
  headers: Parameters<RouteContext['identity']['readerOf']>[0],
): Promise<boolean> {
  try {
    const session = await context.identity.readerOf(headers);
    return session?.reader.id === reader.id && session.reader.role === reader.role;
  } catch {
    // The database is away for a moment: no reason to end the stream.
    return true;
  }
}

/** Staff hear of everything; others of what is theirs; everyone of services and free slots. */
function concerns(event: FeedEvent, reader: Actor): boolean {
  if (event.kind === 'service' || event.kind === 'slot' || dispatches(reader.role)) return true;
  return (
    event.customerId === reader.id ||
    event.mechanicId === reader.id ||
    event.formerMechanicId === reader.id
  );
}

function format(event: FeedEvent): string {
  const data = JSON.stringify({ kind: event.kind, id: event.subjectId });
  return `event: change\nid: ${event.number}\ndata: ${data}\n\n`;
}

function resumePoint(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
