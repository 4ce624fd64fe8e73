import type { FastifyInstance } from 'fastify';
import { registerCall } from '../../http/call.ts';
import type { RouteContext } from '../../http/route-context.ts';
import { setCookies, toVisitor } from '../../http/visitor.ts';
import { deleteAccount } from '../commands/delete-account.ts';

/** Registers the call that deletes the viewer's own account. */
export function accountDeletionRoutes(app: FastifyInstance, context: RouteContext): void {
  registerCall(app, context, 'deleteAccount', async ({ viewer, body, raw, reply }) => {
    const deleted = await deleteAccount(context, viewer.id, toVisitor(raw), body);
    if (deleted.ok) setCookies(reply, await context.identity.signOut(raw.headers));
    return deleted;
  });
}
