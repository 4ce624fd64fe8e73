import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '../http/endpoint.ts';
import { sendRefusal } from '../http/refusals.ts';
import type { RouteContext } from '../http/route-context.ts';
import { unsubscribe } from './unsubscribe.ts';

/**
 * Registers the routes that turn off reminders with the link in an email: the endpoint that our own page uses, and the
 * URL that email programs use (RFC 8058). A program that only opens the URL gets our page, whose button sends the
 * request: opening a link changes nothing.
 */
export function unsubscribeRoutes(app: FastifyInstance, context: RouteContext): void {
  registerEndpoint(app, context, 'unsubscribe', ({ body }) => unsubscribe(context, body.token));

  app.post<{ Params: { token: string } }>(unsubscribePath, async ({ params }, reply) => {
    const result = await unsubscribe(context, params.token);
    if (!result.ok) return sendRefusal(reply.request, reply, result.refusal);
    return reply.code(204).send();
  });

  app.get<{ Params: { token: string } }>(unsubscribePath, ({ params }, reply) =>
    reply.redirect(`/unsubscribe#token=${encodeURIComponent(params.token)}`),
  );
}

const unsubscribePath = '/unsubscribe/:token';
