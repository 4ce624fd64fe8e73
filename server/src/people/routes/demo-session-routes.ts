import type { FastifyInstance } from 'fastify';
import { refused } from '../../application/rules/result.ts';
import { registerEndpoint } from '../../http/endpoint.ts';
import type { RouteContext } from '../../http/route-context.ts';
import { readSessionUser } from './people-routes.ts';
import { getClientInfo } from '../../http/client-info.ts';
import { setCookies } from '../../http/set-cookies.ts';

/** Registers the route that a demo button uses to sign the visitor in. */
export function demoSessionRoutes(app: FastifyInstance, context: RouteContext): void {
  const { demoAccounts, identity } = context;

  // If the demo is off, this route does not exist.
  if (demoAccounts) {
    registerEndpoint(app, context, 'openDemoSession', async ({ body, raw, reply }) => {
      const userId = demoAccounts[body.account];
      const cookies = await identity.openDemoSession(userId, getClientInfo(raw));
      if (!cookies) return refused('not_found', 'Demo account not found.');
      setCookies(reply, cookies);
      return readSessionUser(context, userId);
    });
  }
}
