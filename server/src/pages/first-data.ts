import type { FirstData } from '@curbwrench/contract/pages/first-data';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readPublicBusiness } from '../business/routes.ts';
import type { RouteContext } from '../http/route-context.ts';
import { readSessionUser } from '../people/routes/people-routes.ts';
import { setCookies } from '../http/set-cookies.ts';

/**
 * Reads a page's first data, for a browser that opens it. Null for a fetch, as the service worker
 * makes to store the page for offline use: that gets the page without personal data. Null also
 * without a database: the page's own calls report that.
 */
export async function readFirstData(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FirstData | null> {
  if (request.method !== 'GET' || request.headers['sec-fetch-mode'] !== 'navigate') return null;
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
      'A page was sent without its first data.',
    );
    return null;
  }
}
