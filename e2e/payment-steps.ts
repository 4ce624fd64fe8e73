import { expect, type Page } from '@playwright/test';
import { makeAppointment } from '@curbwrench/testing/builders';
import type { Sandbox } from './sandbox.ts';

interface PaymentDetails {
  readonly customerId?: string;
  readonly amount?: string;
  readonly status?: 'pending' | 'completed';
  /** When the payment was created and, if completed, paid. */
  readonly at?: string;
  /** The day of the job. */
  readonly date?: string;
  /** Whether the payment is for an appointment; true by default. */
  readonly hasAppointment?: boolean;
}

/** Inserts a payment, by default from the sandbox's customer for a job that the sandbox's mechanic completed. */
export async function insertPayment(
  { app, people, oilChange }: Sandbox,
  details: PaymentDetails = {},
): Promise<void> {
  const { status = 'pending', hasAppointment = true, amount = '89.00' } = details;
  const customerId = details.customerId ?? people.customer.id;
  const at = new Date(details.at ?? '2026-03-03T16:00:00Z');
  const appointmentId = hasAppointment
    ? await makeAppointment(app, {
        date: details.date ?? '2026-03-02',
        status: 'completed',
        customer_id: customerId,
        mechanic_id: people.mechanic.id,
        service_id: oilChange.id,
      })
    : null;
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
  const response = await app.server.inject({
    method: 'POST',
    url: `/api/payments/${id}/fail`,
    headers,
  });
  expect(response.statusCode, response.body).toBe(200);
}

/** Finds a stat's tile by its label. */
export function findStat(page: Page, label: string) {
  return page.locator('div > span', { hasText: new RegExp(`^${label}$`) }).locator('../..');
}
