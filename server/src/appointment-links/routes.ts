import type { FastifyInstance } from 'fastify';
import { accepted } from '../application/rules/result.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { revokeLink, renewLink, shareLink } from './change-link.ts';

/** Registers the routes with which the office gets an appointment's link for the customer, renews it and revokes it. */
export function appointmentLinkRoutes(app: FastifyInstance, context: RouteContext): void {
  registerEndpoint(app, context, 'shareLink', async ({ viewer, params }) => {
    const url = await shareLink(context, viewer, params.id);
    return url.ok ? accepted({ url: url.value }) : url;
  });

  registerEndpoint(app, context, 'renewLink', async ({ viewer, params }) => {
    const url = await renewLink(context, viewer, params.id);
    return url.ok ? accepted({ url: url.value }) : url;
  });

  registerEndpoint(app, context, 'revokeLink', async ({ viewer, params }) => {
    const revoked = await revokeLink(context, viewer, params.id);
    return revoked.ok ? accepted(null) : revoked;
  });
}
