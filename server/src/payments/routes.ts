import type { CallName } from '@curbwrench/contract/api/calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  failPayment,
  recordPayment,
  refundPayment,
  type PaymentAttempt,
} from './change-payment.ts';
import { findPayment, pagePayments, summarizePayments } from './queries.ts';
import { findReceiptData } from './receipt-queries.ts';
import { getReadScope } from '../database/read-scope.ts';
import type { Actor } from '../application/rules/actor.ts';
import { accepted, refused, type Result } from '../application/rules/result.ts';
import { noSuchPayment } from './rules.ts';
import { registerCall, ExactReply, FileReply, setNextPageLink } from '../http/call.ts';
import { presentPayment, presentPaymentDetail } from './payment-view.ts';
import { renderReceiptPdf } from './receipt-pdf-view.ts';
import { presentReceiptTexts } from './receipt-texts-view.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the payment routes: list, summarize, read, record, fail and refund payments, and get receipts. */
export function paymentRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerCall(app, context, 'listPayments', async ({ viewer, query, raw, reply }) => {
    const page = await pagePayments(db, getReadScope(viewer), query, context.business.timeZone);
    if (!page) return refused('invalid_request', "That page doesn't exist.");
    setNextPageLink(raw, reply, page.next);
    return accepted(page.rows.map((row) => presentPayment(row, viewer)));
  });

  registerCall(app, context, 'summarizePayments', async ({ viewer }) =>
    accepted(await summarizePayments(db, getReadScope(viewer))),
  );

  registerCall(app, context, 'getPayment', async ({ viewer, params }) => {
    const found = await findPayment(db, getReadScope(viewer), params.id);
    return found ? accepted(presentPaymentDetail(found, viewer)) : noSuchPayment;
  });

  registerCall(app, context, 'getReceipt', async ({ viewer, params }) => {
    const data = await findReceiptData(db, getReadScope(viewer), params.id);
    if (!data) return noSuchPayment;
    const texts = presentReceiptTexts(data, viewer, context.business, context.clock.now());
    const bytes = await renderReceiptPdf(texts, context.business.currency);
    const name = `${texts.heading}-${texts.number.slice(1)}.pdf`.toLowerCase();
    return accepted(new FileReply(bytes, 'application/pdf', name));
  });

  registerCall(app, context, 'recordPayment', async ({ viewer, params, body, raw }) => {
    const attempt = createAttempt('recordPayment', viewer, params.id, raw, body);
    if (!attempt.ok) return attempt;
    const recorded = await recordPayment(context, viewer, attempt.value, body);
    return recorded.ok ? accepted(new ExactReply(recorded.value)) : recorded;
  });

  registerCall(app, context, 'failPayment', async ({ viewer, params, raw }) => {
    const attempt = createAttempt('failPayment', viewer, params.id, raw, {});
    if (!attempt.ok) return attempt;
    const failed = await failPayment(context, viewer, attempt.value);
    return failed.ok ? accepted(new ExactReply(failed.value)) : failed;
  });

  registerCall(app, context, 'refundPayment', async ({ viewer, params, body, raw, reply }) => {
    const attempt = createAttempt('refundPayment', viewer, params.id, raw, body);
    if (!attempt.ok) return attempt;
    const refunded = await refundPayment(context, viewer, attempt.value, body);
    reply.code(201);
    return refunded.ok ? accepted(new ExactReply(refunded.value)) : refunded;
  });
}

/** Returns a request's attempt to change a payment, with the changed payment as the reply. Refuses an invalid key. */
function createAttempt(
  call: CallName,
  viewer: Actor,
  paymentId: number,
  raw: FastifyRequest,
  body: object,
): Result<PaymentAttempt> {
  const idempotencyKey = readIdempotencyKey(viewer.id, call, raw, { paymentId, body });
  if (!idempotencyKey.ok) return idempotencyKey;
  return accepted({
    paymentId,
    idempotencyKey: idempotencyKey.value,
    createReply: async (trx) => {
      const changed = await findPayment(trx, { kind: 'all' }, paymentId);
      if (!changed) throw new Error('The changed payment was not found.');
      return JSON.stringify(presentPaymentDetail(changed, viewer));
    },
  });
}
