import type { FastifyInstance } from 'fastify';
import { accepted } from '../application/rules/result.ts';
import { registerCall } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';
import { bookAsVisitor } from './book-as-visitor.ts';
import { sendBookingCode } from './send-booking-code.ts';

/** Registers the routes with which a visitor books: to verify an email address by a code, and to book with it. */
export function visitorBookingRoutes(app: FastifyInstance, context: RouteContext): void {
  registerCall(app, context, 'sendBookingCode', ({ body }) => sendBookingCode(context, body.email));

  registerCall(app, context, 'bookAsVisitor', async ({ body, reply }) => {
    const url = await bookAsVisitor(context, body);
    reply.code(201);
    return url.ok ? accepted({ url: url.value }) : url;
  });
}
