import type { PushSubscriptionView } from '@curbwrench/contract/push/schemas';
import type { FastifyInstance } from 'fastify';
import { accepted, refused } from '../application/rules/result.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { isSharedAccount } from '../http/shared-accounts.ts';
import { listPushSubscriptions, type PushSubscriptionRow } from './queries.ts';
import { subscribeToPush, unsubscribeFromPush } from './subscribe-to-push.ts';

/** The settings of web push. */
export interface PushSettings {
  readonly publicKey: string;
  /** Origins that are allowed in addition to the known push services. */
  readonly additionalOrigins: readonly string[];
}

/** Registers the endpoints that turn notifications on and off in a person's browsers. */
export function pushRoutes(
  app: FastifyInstance,
  context: RouteContext,
  { publicKey, additionalOrigins }: PushSettings,
): void {
  registerEndpoint(app, context, 'getPushKey', async ({ viewer }) =>
    accepted({ publicKey: isSharedAccount(context, viewer.id) ? null : publicKey }),
  );

  registerEndpoint(app, context, 'listPushSubscriptions', async ({ viewer, raw }) => {
    const token = await context.identity.readSessionToken(raw.headers);
    const rows = await listPushSubscriptions(context.store.kysely, viewer.id, token);
    return accepted(rows.map(presentSubscription));
  });

  registerEndpoint(app, context, 'subscribeToPush', async ({ viewer, body, raw, reply }) => {
    const sessionToken = await context.identity.readSessionToken(raw.headers);
    if (sessionToken === null) return refused('not_signed_in', 'Please log in first.');
    // The same limit as for sessions.user_agent.
    const userAgent = raw.headers['user-agent']?.slice(0, 500) ?? null;
    const request = { subscription: body, sessionToken, userAgent };
    const saved = await subscribeToPush(context, viewer, request, additionalOrigins);
    reply.code(201);
    return saved.ok ? accepted(presentSubscription(saved.value)) : saved;
  });

  registerEndpoint(app, context, 'unsubscribeFromPush', ({ viewer, params }) =>
    unsubscribeFromPush(context, viewer, params.id),
  );
}

function presentSubscription(row: PushSubscriptionRow): PushSubscriptionView {
  return {
    id: row.id,
    endpoint: row.endpoint,
    userAgent: row.user_agent,
    current: row.current,
    createdAt: row.created_at.toISOString(),
    lastAcceptedAt: row.last_accepted_at?.toISOString() ?? null,
  };
}
