import type { FastifyInstance } from 'fastify';
import { accepted, type Result } from '../application/rules/result.ts';
import type { Actor } from '../application/rules/actor.ts';
import { noSuchPage, registerEndpoint, setNextPageLink } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import type { Review } from '@curbwrench/contract/reviews/schemas';
import { replyToReview, hideReview, unhideReview } from './manage-review.ts';
import { listPublicReviews, listReviews, summarizeReviews, type ReviewRow } from './queries.ts';
import { presentListedReview, presentPublicReview, presentReview } from './review-view.ts';
import { writeReview } from './write-review.ts';

/** Registers the review routes: list, count, write, reply to, hide and unhide reviews. */
export function reviewRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'listPublicReviews', async ({ query, raw, reply }) => {
    const page = await listPublicReviews(db, query);
    if (!page) return noSuchPage;
    setNextPageLink(raw, reply, page.next);
    const { timeZone } = context.business;
    return accepted(page.rows.map((row) => presentPublicReview(row, timeZone)));
  });

  registerEndpoint(app, context, 'summarizePublicReviews', async () =>
    accepted(await summarizeReviews(db)),
  );

  registerEndpoint(app, context, 'listReviews', async ({ viewer, query, raw, reply }) => {
    const mechanicId = getMechanicFilter(viewer, query.mechanicId);
    const page = await listReviews(db, { ...query, mechanicId });
    if (!page) return noSuchPage;
    setNextPageLink(raw, reply, page.next);
    return accepted(page.rows.map(presentListedReview));
  });

  registerEndpoint(app, context, 'summarizeReviews', async ({ viewer, query }) =>
    accepted(await summarizeReviews(db, getMechanicFilter(viewer, query.mechanicId))),
  );

  registerEndpoint(app, context, 'writeReview', async ({ viewer, params, body, reply }) => {
    const result = await writeReview(context, viewer, params.id, body);
    reply.code(201);
    return presentResult(result);
  });

  registerEndpoint(app, context, 'replyToReview', async ({ viewer, params, body }) =>
    presentResult(await replyToReview(context, viewer, params.id, body)),
  );

  registerEndpoint(app, context, 'hideReview', async ({ viewer, params, body }) =>
    presentResult(await hideReview(context, viewer, params.id, body.reason)),
  );

  registerEndpoint(app, context, 'unhideReview', async ({ viewer, params }) =>
    presentResult(await unhideReview(context, viewer, params.id)),
  );
}

/** Returns the mechanic whose reviews the viewer gets; undefined for all mechanics. A mechanic gets only their own. */
function getMechanicFilter(viewer: Actor, requestedId: string | undefined): string | undefined {
  return viewer.role === 'mechanic' ? viewer.id : requestedId;
}

function presentResult(result: Result<ReviewRow>): Result<Review> {
  return result.ok ? accepted(presentReview(result.value)) : result;
}
