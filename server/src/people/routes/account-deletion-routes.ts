import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '../../http/endpoint.ts';
import type { RouteContext } from '../../http/route-context.ts';
import { getClientInfo } from '../../http/client-info.ts';
import { setCookies } from '../../http/set-cookies.ts';
import { deleteAccount } from '../commands/delete-account.ts';

/** Registers the route that deletes the viewer's own account. */
export function accountDeletionRoutes(app: FastifyInstance, context: RouteContext): void {
  registerEndpoint(app, context, 'deleteAccount', async ({ viewer, body, raw, reply }) => {
    const deleted = await deleteAccount(context, viewer.id, getClientInfo(raw), body);
    if (deleted.ok) setCookies(reply, await context.identity.signOut(raw.headers));
    return deleted;
  });
}
