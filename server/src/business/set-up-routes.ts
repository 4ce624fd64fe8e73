import type { FastifyInstance } from 'fastify';
import { setUpBusiness } from './set-up-business.ts';
import { answerCall } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';
import { readSessionUser } from '../people/routes/people-routes.ts';

/** Registers the calls of the first run: the first admin signs in with the token that the server printed. */
export function setUpRoutes(app: FastifyInstance, context: RouteContext): void {
  answerCall(app, context, 'setUp', async ({ body, raw, reply }) => {
    const made = await setUpBusiness(context, body);
    if (!made.ok) return made;
    const opened = await context.identity.openSession(made.value, raw);
    if (!opened.ok) return opened;
    for (const cookie of opened.value.cookies) reply.header('set-cookie', cookie);
    reply.code(201);
    return readSessionUser(context, made.value.userId);
  });
}
