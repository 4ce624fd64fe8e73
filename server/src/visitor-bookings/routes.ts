import type { FastifyInstance } from 'fastify';
import { accepted } from '../application/rules/result.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { bookAsVisitor } from './book-as-visitor.ts';
import { sendVerificationCode } from './send-verification-code.ts';

/**
 * Registers the routes with which a visitor books: one sends a code to their email address, and the other books with
 * that code. When the day's codes run out, a warning is logged only once, until more are available.
 */
export function visitorBookingRoutes(app: FastifyInstance, context: RouteContext): void {
  let exhaustedUntil = 0;
  function onExhausted(seconds: number): void {
    const now = context.clock.now().getTime();
    if (now < exhaustedUntil) return;
    exhaustedUntil = now + seconds * 1000;
    app.log.warn(
      'No more verification codes can be sent today; visitors are asked to call or log in.',
    );
  }

  registerEndpoint(app, context, 'sendVerificationCode', ({ body }) =>
    sendVerificationCode({ ...context, onExhausted }, body.email),
  );

  registerEndpoint(app, context, 'bookAsVisitor', async ({ body, reply }) => {
    const url = await bookAsVisitor(context, body);
    reply.code(201);
    return url.ok ? accepted({ url: url.value }) : url;
  });
}
