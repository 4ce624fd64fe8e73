import type { EndpointName } from '@curbwrench/contract/api/endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  failPayment,
  recordPayment,
  refundPayment,
  type PaymentChangeRequest,
} from './change-payment.ts';
import { findPayment, listPayments, summarizePayments } from './queries.ts';
import { findReceiptData } from './receipt-queries.ts';
import { getReadScope } from '../database/read-scope.ts';
import type { Actor } from '../application/rules/actor.ts';
import { accepted, type Result } from '../application/rules/result.ts';
import { noSuchPayment } from './rules.ts';
import {
  registerEndpoint,
  ExactReply,
  FileReply,
  noSuchPage,
  setNextPageLink,
} from '../http/endpoint.ts';
import { presentPayment, presentPaymentDetail } from './payment-view.ts';
import { renderReceiptPdf } from './receipt-pdf-view.ts';
import { presentReceiptContent } from './receipt-content-view.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the payment routes: list, summarize, read, record, fail and refund payments, and get receipts. */
export function paymentRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'listPayments', async ({ viewer, query, raw, reply }) => {
    const page = await listPayments(db, getReadScope(viewer), query, context.business.timeZone);
    if (!page) return noSuchPage;
    setNextPageLink(raw, reply, page.next);
    return accepted(page.rows.map((row) => presentPayment(row, viewer)));
  });

  registerEndpoint(app, context, 'summarizePayments', async ({ viewer }) =>
    accepted(await summarizePayments(db, getReadScope(viewer))),
  );

  registerEndpoint(app, context, 'getPayment', async ({ viewer, params }) => {
    const payment = await findPayment(db, getReadScope(viewer), params.id);
    return payment ? accepted(presentPaymentDetail(payment, viewer)) : noSuchPayment;
  });

  registerEndpoint(app, context, 'getReceipt', async ({ viewer, params }) => {
    const data = await findReceiptData(db, getReadScope(viewer), params.id);
    if (!data) return noSuchPayment;
    const content = presentReceiptContent(data, viewer, context.business, context.clock.now());
    const bytes = await renderReceiptPdf(content, context.business.currency);
    const name = `${content.heading}-${content.number.slice(1)}.pdf`.toLowerCase();
    return accepted(new FileReply(bytes, 'application/pdf', name));
  });

  registerEndpoint(app, context, 'recordPayment', async ({ viewer, params, body, raw }) => {
    const request = toChangeRequest('recordPayment', viewer, params.id, raw, body);
    if (!request.ok) return request;
    const result = await recordPayment(context, viewer, request.value, body);
    return result.ok ? accepted(new ExactReply(result.value)) : result;
  });

  registerEndpoint(app, context, 'failPayment', async ({ viewer, params, raw }) => {
    const request = toChangeRequest('failPayment', viewer, params.id, raw, {});
    if (!request.ok) return request;
    const result = await failPayment(context, viewer, request.value);
    return result.ok ? accepted(new ExactReply(result.value)) : result;
  });

  registerEndpoint(app, context, 'refundPayment', async ({ viewer, params, body, raw, reply }) => {
    const request = toChangeRequest('refundPayment', viewer, params.id, raw, body);
    if (!request.ok) return request;
    const result = await refundPayment(context, viewer, request.value, body);
    reply.code(201);
    return result.ok ? accepted(new ExactReply(result.value)) : result;
  });
}

/**
 * Converts an HTTP request to a request to change a payment, whose reply is the changed payment. Refuses an invalid
 * idempotency key.
 */
function toChangeRequest(
  endpoint: EndpointName,
  viewer: Actor,
  paymentId: number,
  raw: FastifyRequest,
  body: object,
): Result<PaymentChangeRequest> {
  const idempotencyKey = readIdempotencyKey(viewer.id, endpoint, raw, { paymentId, body });
  if (!idempotencyKey.ok) return idempotencyKey;
  return accepted({
    paymentId,
    idempotencyKey: idempotencyKey.value,
    createReply: async (trx) => {
      const payment = await findPayment(trx, { kind: 'all' }, paymentId);
      if (!payment) throw new Error('The changed payment was not found.');
      return JSON.stringify(presentPaymentDetail(payment, viewer));
    },
  });
}
