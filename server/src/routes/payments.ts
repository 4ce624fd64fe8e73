import type { Payment } from '@curbwrench/contract/payments';
import type { FastifyInstance } from 'fastify';
import { pagePayments, summarisePayments, type PaymentRow } from '../db/payments.ts';
import { scopeOf } from '../db/scopes.ts';
import type { Actor } from '../domain/appointment.ts';
import { accepted, refused } from '../domain/outcome.ts';
import { answerCall, linkNext } from './call.ts';
import type { RouteContext } from './route-context.ts';

/** Payments, and their counts and sum. */
export function paymentRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  answerCall(app, context, 'listPayments', async ({ reader, query, raw, reply }) => {
    const page = await pagePayments(db, scopeOf(reader), query);
    if (!page) return refused('invalid_request', 'That page is not known.');
    linkNext(raw, reply, page.next);
    return accepted(page.rows.map((row) => presentPayment(row, reader)));
  });

  answerCall(app, context, 'summarisePayments', async ({ reader }) =>
    accepted(await summarisePayments(db, scopeOf(reader))),
  );
}

function presentPayment(row: PaymentRow, reader: Actor): Payment {
  return {
    id: row.id,
    customerId: row.customer_id,
    appointmentId: row.appointment_id,
    amount: row.amount,
    status: row.status,
    paymentMethod: row.payment_method,
    transactionId: row.transaction_id,
    createdAt: row.created_at.toISOString(),
    customer: {
      id: row.customer_id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: reader.role === 'mechanic' ? null : row.email,
    },
    service:
      row.service_id === null || row.service_name === null
        ? null
        : { id: row.service_id, name: row.service_name },
  };
}
