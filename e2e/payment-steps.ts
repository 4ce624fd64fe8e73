import { expect } from '@playwright/test';
import { makeAppointment } from '@curbwrench/testing/builders';
import type { Sandbox } from './sandbox.ts';

interface PaymentDetails {
  readonly customerId?: string;
  readonly amount?: string;
  readonly status?: 'pending' | 'completed';
  /** When it was created, and paid if it is completed. */
  readonly at?: string;
  /** Whether the payment is not for an appointment. */
  readonly isDirect?: boolean;
}

/** Makes a payment, by default the sandbox's customer's for a job that the sandbox's mechanic completed. */
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

/** Marks a payment as failed through the API, as an admin. */
export async function markFailed({ app, people }: Sandbox, id: number): Promise<void> {
  const { headers } = people.admin;
  const failed = await app.server.inject({
    method: 'POST',
    url: `/api/payments/${id}/fail`,
    headers,
  });
  expect(failed.statusCode, failed.body).toBe(200);
}
