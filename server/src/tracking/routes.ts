import type { FastifyInstance } from 'fastify';
import { getCurrentTime } from '../application/transaction.ts';
import { findAppointment } from '../appointments/queries/appointments.ts';
import { getReadScope } from '../database/read-scope.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { presentTracking } from './tracking-view.ts';

/** Registers the tracking route, which returns the mechanic's progress toward an appointment. */
export function trackingRoutes(app: FastifyInstance, context: RouteContext): void {
  registerEndpoint(app, context, 'trackAppointment', async ({ viewer, params }) => {
    const row = await findAppointment(context.store.kysely, getReadScope(viewer), params.id);
    if (!row) return refused('not_found', 'Appointment not found.');
    const isCustomer = viewer.role === 'customer';
    return accepted(await presentTracking(context, row, isCustomer, getCurrentTime(context)));
  });
}
