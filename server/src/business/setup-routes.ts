import type { FastifyInstance } from 'fastify';
import { setUpBusiness } from './set-up-business.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { readSessionUser } from '../people/routes/people-routes.ts';

/** Registers the setup route, which creates the first admin with the token that the server printed. */
export function setupRoutes(app: FastifyInstance, context: RouteContext): void {
  registerEndpoint(app, context, 'setUp', async ({ body, raw, reply }) => {
    const created = await setUpBusiness(context, body);
    if (!created.ok) return created;
    const session = await context.identity.openSession(created.value, raw);
    if (!session.ok) return session;
    for (const cookie of session.value.cookies) reply.header('set-cookie', cookie);
    reply.code(201);
    return readSessionUser(context, created.value.userId);
  });
}
