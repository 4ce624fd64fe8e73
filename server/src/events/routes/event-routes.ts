import { isOfficeRole } from '@curbwrench/contract/people/roles';
import type { FastifyInstance } from 'fastify';
import type { FeedEvent } from '../../database/rules/feed-event.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { accepted, refused } from '../../application/rules/result.ts';
import {
  registerEndpoint,
  Sent,
  type EndpointResult,
  type EndpointRequest,
  type AuthorizationContext,
} from '../../http/endpoint.ts';
import { isSharedAccount } from '../../http/shared-accounts.ts';
import { trackStreams, maxStreamsPerPerson, writeUnlessEnded } from './open-streams.ts';
import type { RouteContext } from '../../http/route-context.ts';

/** The part of the route context that the event stream needs. */
export interface EventContext extends AuthorizationContext {
  readonly feed: RouteContext['feed'];
  readonly identity: Pick<
    RouteContext['identity'],
    'lookUpSession' | 'readSessionToken' | 'findAccountId'
  >;
}

/** How many unread bytes a slow client may accumulate before it is disconnected; it can resume later. */
const maxUnreadBytes = 1_000_000;

/**
 * Registers the stream of live events, resumable by `Last-Event-ID` or `?after`. It ends when the server closes,
 * and immediately when its session ends or its viewer's role changes.
 */
export function eventRoutes(app: FastifyInstance, context: EventContext): void {
  const streams = trackStreams(app, context);

  const openStream = async ({
    viewer,
    query,
    raw,
    reply,
  }: EndpointRequest<'streamEvents'>): Promise<EndpointResult<'streamEvents'>> => {
    const lastSeen = raw.headers['last-event-id'];
    const after = parseEventNumber(typeof lastSeen === 'string' ? lastSeen : query.after);
    const token = await context.identity.readSessionToken(raw.headers);
    if (token === null) return refused('not_signed_in', 'Please log in first.');
    if (streams.isClosing()) return refused('unavailable', 'The service is restarting.');
    // The browsers of a shared account belong to many people, each with their own session.
    const isShared = isSharedAccount(context, viewer.id);
    const openCount = streams.count((stream) =>
      isShared ? stream.token === token : stream.viewer.id === viewer.id,
    );
    if (openCount >= maxStreamsPerPerson) {
      return refused('too_many_requests', 'You have too many windows open. Please close some.');
    }
    reply.hijack();
    const stream = reply.raw;
    // The headers include the cookie of a session that was just extended.
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) stream.setHeader(name, value);
    }
    stream.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    streams.add({ response: stream, viewer, token });

    let lastSent = after ?? context.feed.latest();
    const sendEvents = (events: readonly FeedEvent[]): void => {
      const newEvents = events.filter(({ number }) => number > lastSent);
      const last = newEvents.at(-1);
      if (!last) return;
      lastSent = last.number;
      const text = newEvents
        .filter((event) => shouldReceive(event, viewer))
        .map(formatEvent)
        .join('');
      // Events that don't concern this viewer also advance the number to resume from.
      writeUnlessEnded(
        stream,
        shouldReceive(last, viewer) ? text : `${text}id: ${last.number}\n\n`,
      );
      if (stream.writableLength > maxUnreadBytes) stream.destroy();
    };

    // Live events are queued until missed events have been sent, so that numbers only increase.
    let queue: FeedEvent[] | null = [];
    const unsubscribe = context.feed.subscribe((events) => {
      if (queue) queue.push(...events);
      else sendEvents(events);
    });
    stream.on('close', unsubscribe);

    writeUnlessEnded(stream, `retry: 1000\nevent: ready\nid: ${lastSent}\ndata: {}\n\n`);
    if (after !== null) {
      try {
        const missedEvents = await context.feed.since(after);
        if (missedEvents) sendEvents(missedEvents);
        else {
          lastSent = context.feed.latest();
          writeUnlessEnded(stream, `event: reset\nid: ${lastSent}\ndata: {}\n\n`);
        }
      } catch (error) {
        // The client reconnects and resumes from the same number; the database may be back by then.
        stream.destroy();
        throw error;
      }
    }
    const queuedEvents = queue;
    queue = null;
    sendEvents(queuedEvents);
    return accepted(Sent);
  };

  // HEAD is not supported: a response without a body carries no events, and the request would hold a stream open.
  registerEndpoint(app, context, 'streamEvents', openStream, { acceptsHead: false });
}

/** Kinds of events that everyone gets, because the endpoints that read the changed data are public. */
const publicKinds: ReadonlySet<FeedEvent['kind']> = new Set([
  'service',
  'slot',
  'plan',
  'area',
  'business',
]);

/**
 * Returns whether a viewer gets an event. The office gets all events except other people's notifications; everyone
 * else gets events that concern them and events about public data.
 */
function shouldReceive(event: FeedEvent, viewer: Actor): boolean {
  if (event.kind === 'notification') return event.customerId === viewer.id;
  if (publicKinds.has(event.kind) || isOfficeRole(viewer.role)) return true;
  // A holiday is part of every mechanic's week.
  if (event.kind === 'working_time' && event.mechanicId === null) return viewer.role === 'mechanic';
  return (
    event.customerId === viewer.id ||
    event.mechanicId === viewer.id ||
    event.formerMechanicId === viewer.id
  );
}

function formatEvent(event: FeedEvent): string {
  const data = JSON.stringify({ kind: event.kind, id: event.subjectId });
  return `event: change\nid: ${event.number}\ndata: ${data}\n\n`;
}

function parseEventNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
