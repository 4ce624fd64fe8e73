import { appointmentStatuses } from '@curbwrench/contract/appointments/lifecycle';
import type { CalendarFeed } from '@curbwrench/contract/calendar-feeds/schemas';
import type { Refusal } from '@curbwrench/contract/api/errors';
import { addDays } from '@curbwrench/contract/fields/calendar';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { hashToken } from '../accounts/commands/one-time-token.ts';
import { checkRateLimit } from '../application/check-rate-limit.ts';
import { writeCalendar } from '../application/rules/icalendar.ts';
import { accepted } from '../application/rules/result.ts';
import { getCurrentTime } from '../application/transaction.ts';
import { summarizeHistories } from '../appointments/queries/appointment-history.ts';
import { listAppointments } from '../appointments/queries/appointments.ts';
import { presentAppointment } from '../appointments/routes/appointment-view.ts';
import { getReadScope } from '../database/read-scope.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import { getClientAddress, getNetwork } from '../http/client-address.ts';
import { sendRefusal } from '../http/refusals.ts';
import type { RouteContext } from '../http/route-context.ts';
import { calendarFeedPath, createFeed, endFeed } from './change-feeds.ts';
import { toCalendarEvent } from './event-rules.ts';
import { findFeed, listFeeds, type FeedRow, type FeedWithOwner } from './queries.ts';

/** How many days before and after today a feed covers. */
const daysBefore = 30;
const daysAfter = 180;

/** The maximum number of jobs in a feed, so that a response can't grow without limit. Later jobs are omitted. */
const maxEvents = 5000;

/**
 * Registers the routes of calendar feeds: the endpoints with which staff manage their own feeds, and the URLs at which
 * calendar programs read feeds without a session. These URLs are not endpoints of the contract, since our client does
 * not use them.
 */
export function calendarFeedRoutes(app: FastifyInstance, context: RouteContext): void {
  registerEndpoint(app, context, 'listCalendarFeeds', async ({ viewer }) =>
    accepted((await listFeeds(context.store.kysely, viewer.id)).map(presentFeed)),
  );

  registerEndpoint(app, context, 'createCalendarFeed', ({ viewer, body, reply }) => {
    reply.code(201);
    return createFeed(context, viewer, body.mechanicId);
  });

  registerEndpoint(app, context, 'endCalendarFeed', ({ viewer, params }) =>
    endFeed(context, viewer, params.id),
  );

  app.get<{ Params: { file: string } }>(`${calendarFeedPath}:file`, async (request, reply) => {
    reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
    const [, token] = /^([A-Za-z0-9_-]{43})\.ics$/.exec(request.params.file) ?? [];
    if (token === undefined) return sendRefusal(request, reply, noFeed);
    const feed = await findFeed(context.store.kysely, hashToken(token));
    const limited = await checkRateLimit(context, 'readCalendarFeed', {
      network: getNetwork(getClientAddress(request)),
      subject: feed && `feed ${feed.feedId}`,
      role: null,
    });
    if (!limited.ok) return sendRefusal(request, reply, limited.refusal);
    if (!feed || context.identity.requiresSecondFactor({ ...feed, id: feed.ownerId }))
      return sendRefusal(request, reply, noFeed);
    return sendFeed(context, feed, reply);
  });
}

const noFeed: Refusal = { code: 'not_found', message: 'There is no calendar at this address.' };

/** The statuses of jobs in a feed. Canceled jobs are omitted, so that calendar programs remove them. */
const feedStatuses = appointmentStatuses.filter((status) => status !== 'cancelled');

/** Sends the jobs of a feed, as its owner may see them, as an iCalendar file. */
async function sendFeed(
  context: RouteContext,
  { mechanicId, mechanicName, ownerId, ...account }: FeedWithOwner,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const db = context.store.kysely;
  const owner = { ...account, id: ownerId };
  const currentTime = getCurrentTime(context);
  const today = currentTime.local.date;
  const filters = {
    status: feedStatuses,
    from: addDays(today, -daysBefore),
    to: addDays(today, daysAfter),
    mechanicId: mechanicId ?? undefined,
    limit: maxEvents,
  };
  const page = await listAppointments(db, getReadScope(owner), filters, today);
  const rows = page?.rows ?? [];
  const histories = await summarizeHistories(
    db,
    rows.map(({ id }) => id),
  );
  const settings = {
    publicUrl: context.publicUrl,
    timeZone: currentTime.timeZone,
    namesMechanic: mechanicId === null,
  };
  const calendar = writeCalendar({
    name: `${context.business.name}: ${mechanicName ?? 'all jobs'}`,
    events: rows.map((row) =>
      toCalendarEvent(
        presentAppointment(row, owner, currentTime),
        histories.get(row.id) ?? { count: 0, lastAt: row.created_at },
        settings,
      ),
    ),
  });
  return reply
    .type('text/calendar; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', 'attachment; filename="jobs.ics"')
    .send(calendar);
}

function presentFeed({
  id,
  mechanic_id: mechanicId,
  created_at: createdAt,
}: FeedRow): CalendarFeed {
  return { id, mechanicId, createdAt: createdAt.toISOString() };
}
