import type { InitialData } from '@curbwrench/contract/pages/initial-data';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readPublicBusiness } from '../business/routes.ts';
import type { RouteContext } from '../http/route-context.ts';
import { readSessionUser } from '../people/routes/people-routes.ts';
import { setCookies } from '../http/set-cookies.ts';

/**
 * Reads the initial data of a page that is opened in a browser, or requested by a search engine or for a link preview
 * (such requests have neither a cookie nor Sec-Fetch-Mode). Returns null if a script fetches the page, as the service
 * worker does for offline use, so that the stored page contains no personal data. Also returns null if the database is
 * unavailable, which the page's own requests will report.
 */
export async function readInitialData(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<InitialData | null> {
  const { cookie, 'sec-fetch-mode': mode } = request.headers;
  const isOpened = mode === 'navigate' || (mode === undefined && cookie === undefined);
  if (request.method !== 'GET' || !isOpened) return null;
  try {
    const lastEvent = context.feed.latest();
    const session = await context.identity.lookUpSession(request.headers);
    if (session?.setCookies.length) setCookies(reply, session.setCookies);
    const user = session && (await readSessionUser(context, session.viewer.id));
    return {
      session: user?.ok ? user.value : null,
      business: await readPublicBusiness(context),
      lastEvent,
    };
  } catch (error) {
    request.log.warn(
      { code: Reflect.get(Object(error), 'code') },
      'A page was sent without its initial data.',
    );
    return null;
  }
}
