import type { FastifyInstance } from 'fastify';
import { accepted } from '../application/rules/result.ts';
import { registerCall } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';
import { bookAsVisitor } from './book-as-visitor.ts';
import { sendBookingCode } from './send-booking-code.ts';

/**
 * Registers the routes with which a visitor books: to verify an email address by a code, and to book with it. That all
 * codes of the day are used up is logged once until there are some again.
 */
export function visitorBookingRoutes(app: FastifyInstance, context: RouteContext): void {
  let usedUpUntil = 0;
  function onUsedUp(seconds: number): void {
    const now = context.clock.now().getTime();
    if (now < usedUpUntil) return;
    usedUpUntil = now + seconds * 1000;
    app.log.warn('No more booking codes can be sent today; visitors are asked to call or log in.');
  }

  registerCall(app, context, 'sendBookingCode', ({ body }) =>
    sendBookingCode({ ...context, onUsedUp }, body.email),
  );

  registerCall(app, context, 'bookAsVisitor', async ({ body, reply }) => {
    const url = await bookAsVisitor(context, body);
    reply.code(201);
    return url.ok ? accepted({ url: url.value }) : url;
  });
}
