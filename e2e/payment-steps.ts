import { expect } from '@playwright/test';
import { makeAppointment } from '@curbwrench/testing/builders';
import type { Sandbox } from './sandbox.ts';

interface PaymentDetails {
  readonly customerId?: string;
  readonly amount?: string;
  readonly status?: 'pending' | 'completed';
  readonly at?: string;
  readonly isDirect?: boolean;
}

/** By default, a payment of the demo's customer for a job completed by the demo's mechanic. */
export async function makePayment(
  { app, people, oilChange }: Sandbox,
  details: PaymentDetails = {},
): Promise<void> {
  const { status = 'pending', isDirect = false, amount = '89.00' } = details;
  const customerId = details.customerId ?? people.customer.id;
  const at = new Date(details.at ?? '2026-03-03T16:00:00Z');
  const appointmentId = isDirect
    ? null
    : await makeAppointment(app, {
        date: '2026-03-02',
        status: 'completed',
        customer_id: customerId,
        mechanic_id: people.mechanic.id,
        service_id: oilChange.id,
      });
  await app.store.kysely
    .insertInto('payments')
    .values({
      customer_id: customerId,
      appointment_id: appointmentId,
      amount,
      status,
      payment_method: status === 'completed' ? 'card_terminal' : null,
      created_at: at,
      paid_at: status === 'completed' ? at : null,
    })
    .execute();
}

/** An admin marks a payment as failed, elsewhere. */
export async function markFailed({ app, people }: Sandbox, id: number): Promise<void> {
  const { headers } = people.admin;
  const failed = await app.app.inject({
    method: 'POST',
    url: `/api/payments/${id}/fail`,
    headers,
  });
  expect(failed.statusCode, failed.body).toBe(200);
}
