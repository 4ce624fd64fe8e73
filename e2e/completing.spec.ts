import { expect } from '@playwright/test';
import { makeAppointment } from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { closePaymentDialog, panel } from './appointment-steps.ts';
import { toast } from './booking-page.ts';
import { test, today, type Sandbox } from './sandbox.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Makes a job in progress, opens its page on the mechanic's phone, and presses Complete Service. */
async function openJob(sandbox: Sandbox) {
  const { app, people, oilChange } = sandbox;
  const id = await makeAppointment(app, {
    date: today,
    status: 'in_progress',
    customer_id: people.customer.id,
    mechanic_id: people.mechanic.id,
    service_id: oilChange.id,
  });
  const page = await sandbox.openAs('mechanic', phone);
  await page.goto(`/appointments/${id}`);
  await page.getByRole('button', { name: 'Complete Service' }).click();
  return { id, page, sheet: page.getByRole('dialog', { name: /^Complete #/ }) };
}

test('completing a job saves the note about the work, and then the payment dialog opens @appointments.work-note @payments.after-completion', async ({
  sandbox,
}) => {
  const { id, page, sheet } = await openJob(sandbox);
  await sheet.getByLabel('Work done').fill('Changed the oil.\nThe filter was clogged.');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Complete Service' }).click();
  const payment = page.getByRole('dialog', { name: 'Record payment' });
  await payment.getByText('Cash').click();
  await payment.getByRole('button', { name: 'Record $89.00' }).click();
  await expect(toast(page, 'Payment recorded')).toBeVisible();
  await expect(payment).toBeHidden();
  await expect(panel(page, 'Work done')).toContainText('The filter was clogged.');

  const customer = await sandbox.openAs('customer');
  await customer.goto(`/appointments/${id}`);
  await expect(panel(customer, 'Work done')).toContainText('Changed the oil.');
});

test('the payment dialog can be closed without recording a payment @payments.after-completion', async ({
  sandbox,
}) => {
  const { page, sheet } = await openJob(sandbox);
  await sheet.getByRole('button', { name: 'Complete Service' }).click();
  await closePaymentDialog(page);
  await expect(panel(page, 'Price and terms')).toContainText('Pending');
  await expect(panel(page, 'Work done')).toHaveCount(0);
});
