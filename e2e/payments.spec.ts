import { expect, type Page } from '@playwright/test';
import { makePerson } from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { toast } from './booking-page.ts';
import { expectFocusIn } from './keyboard-steps.ts';
import { findStat, insertPayment, markFailed } from './payment-steps.ts';
import { test } from './sandbox.ts';

const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };

const findRows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });

test('a mechanic records a payment, and the customer opens and downloads the receipt @payments.record @payments.receipt', async ({
  sandbox,
}) => {
  await insertPayment(sandbox, { at: '2026-03-02T20:00:00Z' });
  const customer = await sandbox.openAs('customer', { acceptDownloads: true });
  await customer.goto('/payments');
  await expect(findStat(customer, 'Pending')).toContainText('1');
  await expect(findRows(customer)).toContainText(['Pending']);
  await expect(findRows(customer)).toContainText(['N/A']);
  await expect(findRows(customer)).toContainText(['Mar 02, 2026']);
  await expect(customer.getByRole('columnheader', { name: 'Customer' })).toHaveCount(0);
  await expect(customer.getByRole('searchbox')).toHaveCount(0);
  await expect(customer.getByRole('button', { name: /^(Record|More)/ })).toHaveCount(0);

  const mechanic = await sandbox.openAs('mechanic', phone);
  await mechanic.goto('/payments');
  await mechanic.getByRole('button', { name: 'Record payment #0001' }).click();
  const dialog = mechanic.getByRole('dialog', { name: 'Record payment' });
  await dialog.getByRole('button', { name: 'Record $89.00' }).click();
  await expect(dialog.getByText('Please select a payment method')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'cash' })).toBeFocused();
  await expect(dialog.getByRole('radiogroup').locator('label')).toHaveText([
    'cash',
    'card terminal',
    'bank transfer',
    'other',
  ]);
  await expectAccessible(mechanic);
  await dialog.getByText('Card terminal', { exact: false }).click();
  await dialog.getByLabel('Transaction ID').fill('POS-42');
  await dialog.getByRole('button', { name: 'Record $89.00' }).click();
  await expect(toast(mechanic, 'Payment recorded')).toBeVisible();
  await expect(mechanic.getByRole('button', { name: /^Record/ })).toHaveCount(0);
  await expect(mechanic.getByRole('button', { name: /^More actions for payment/ })).toHaveCount(0);
  await expect(findStat(mechanic, 'Total Revenue')).toContainText('$89.00');

  await test.step("the receipt shows the customer's name, but not their email address", async () => {
    await mechanic.getByRole('button', { name: 'Receipt #0001' }).click();
    const mechanicReceipt = mechanic.getByRole('dialog', { name: 'Receipt' });
    await expect(mechanicReceipt.getByText('Casey Morgan', { exact: true })).toBeVisible();
    await expect(mechanicReceipt.getByText('You', { exact: true })).toHaveCount(0);
    await expect(mechanicReceipt.getByText(sandbox.people.customer.email)).toHaveCount(0);
    await mechanic.keyboard.press('Escape');
  });

  await expect(findRows(customer), 'seen without a reload').toContainText(['Paid']);
  await customer.getByRole('button', { name: 'Receipt #0001' }).click();
  const receipt = customer.getByRole('dialog', { name: 'Receipt' });
  for (const text of [
    '#0001',
    // The day it was paid, as in the PDF, not the day of the job.
    'Tue, Mar 03, 2026',
    'You',
    'Oil & Filter Change',
    'card terminal',
    'POS-42',
    'Paid',
    '$89.00',
  ]) {
    await expect(receipt.getByText(text, { exact: true })).toBeVisible();
  }
  await expectAccessible(customer);
  const [download] = await Promise.all([
    customer.waitForEvent('download'),
    receipt.getByRole('link', { name: 'Download Receipt' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('receipt-0001.pdf');
  await customer.keyboard.press('Escape');
  await expect(customer.getByRole('button', { name: 'Receipt #0001' })).toBeFocused();
});

test('an admin refunds a payment, marks another as failed and then records it as paid @payments.refund', async ({
  sandbox,
}) => {
  await insertPayment(sandbox, { status: 'completed', amount: '100.10' });
  const page = await sandbox.openAs('admin');
  await page.goto('/payments');
  const rows = findRows(page);
  const moreButton = page.getByRole('button', { name: 'More actions for payment #0001' });
  const chooseAction = async (action: string) => {
    await moreButton.click();
    await page.getByRole('button', { name: action, exact: true }).click();
  };

  await chooseAction('Refund');
  const refundDialog = page.getByRole('dialog', { name: 'Refund' });
  const submit = refundDialog.getByRole('button', { name: 'Refund', exact: true });
  await expect(refundDialog.getByText('$100.10 of $100.10 can be refunded.')).toBeVisible();
  for (const [amount, message] of [
    ['0', 'Please enter an amount above zero, such as 25.00'],
    ['ten', 'Please enter an amount above zero, such as 25.00'],
    ['100.11', 'You can refund up to $100.10.'],
  ] as const) {
    await refundDialog.getByLabel('Amount').fill(amount);
    await submit.click();
    await expect(refundDialog.getByText(message)).toBeVisible();
    await expect(refundDialog.getByText('Please enter a reason')).toBeVisible();
    await expect(refundDialog.getByLabel('Amount')).toBeFocused();
  }
  await expectAccessible(page);
  await refundDialog.getByLabel('Amount').fill('30.05');
  await refundDialog.getByLabel('Reason').fill('The pads squeak');
  // The first response is lost. Submitting again sends the same request, which refunds nothing more.
  sandbox.expectLostConnection('/api/payments/1/refunds');
  let isFirstAttempt = true;
  await page.route('**/api/payments/1/refunds', async (route) => {
    if (!isFirstAttempt) return route.fallback();
    isFirstAttempt = false;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await submit.click();
  await expect(refundDialog.getByText("We couldn't reach the server.")).toBeVisible();
  await submit.click();
  await expect(toast(page, 'Refund recorded')).toBeVisible();
  await expect(page.getByText('$30.05 of $100.10.').first()).toBeVisible();
  await expect(rows).toContainText(['$30.05 refunded']);
  await expect(findStat(page, 'Total Revenue')).toContainText('$70.05');
  await expect(findStat(page, 'Completed')).toContainText('1');

  await moreButton.click();
  await expect(page.getByRole('button', { name: 'Refund' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as failed' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await chooseAction('Refund');
  await expect(refundDialog.getByLabel('Amount')).toHaveValue('70.05');
  await refundDialog.getByLabel('Reason').fill('Called off');
  await submit.click();
  await expect(rows).toContainText(['Refunded']);
  await expect(moreButton, 'no actions are left').toHaveCount(0);
  await expect(findStat(page, 'Total Revenue')).toContainText('$0.00');
  await page.getByRole('button', { name: 'Receipt #0001' }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await expect(receipt.getByText('The pads squeak')).toBeVisible();
  await expect(receipt.getByText('Casey Morgan')).toBeVisible();
  await expect(receipt.getByText('Net paid')).toBeVisible();
  await page.keyboard.press('Escape');

  await insertPayment(sandbox, { hasAppointment: false, amount: '12.50' });
  await page.reload();
  await expect(rows).toContainText(['Direct Payment']);
  await page.getByRole('button', { name: 'More actions for payment #0002' }).click();
  const markFailedButton = page.getByRole('button', { name: 'Mark as failed' });
  await expect(markFailedButton).toBeVisible();
  await expectAccessible(page, { subject: "a payment's menu", alsoOnPhone: true });
  await markFailedButton.click();
  const failDialog = page.getByRole('dialog', { name: 'Mark this payment as failed?' });
  await expect(failDialog).toBeVisible();
  await expectAccessible(page, { subject: 'marking a payment as failed', alsoOnPhone: true });
  await failDialog.getByRole('button', { name: 'Mark as failed' }).click();
  await expect(toast(page, 'Payment marked as failed')).toBeVisible();
  await expect(findStat(page, 'Failed')).toContainText('1');
  await page.getByRole('button', { name: 'Receipt #0002' }).click();
  await expectFocusIn(page.getByRole('dialog', { name: 'Invoice' }));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Record payment #0002' }).click();
  await page.getByRole('dialog').getByText('other').click();
  await page.getByRole('button', { name: 'Record $12.50' }).click();
  await expect(toast(page, 'Payment recorded')).toBeVisible();
  await expect(rows.filter({ hasText: 'Direct Payment' })).toHaveText(/other.*Paid/);
  await expect(findStat(page, 'Total Revenue')).toContainText('$12.50');
});

test('an admin finds payments by customer, service and status, and sorts them @payments.find', async ({
  sandbox,
}) => {
  const zoe = await makePerson(sandbox.app, 'customer', { firstName: 'Zoe', lastName: 'Adler' });
  for (let day = 1; day <= 28; day += 1) {
    await insertPayment(sandbox, {
      hasAppointment: false,
      amount: `${day}.00`,
      status: day % 2 ? 'completed' : 'pending',
      at: `2026-02-${String(day).padStart(2, '0')}T18:00:00Z`,
    });
  }
  await insertPayment(sandbox, {
    customerId: zoe.id,
    amount: '500.00',
    at: '2026-01-05T18:00:00Z',
  });
  const page = await sandbox.openAs('admin');
  await page.goto('/payments');
  const rows = findRows(page);
  const findHeader = (name: string) => page.getByRole('columnheader', { name });
  const sortBy = (name: string) => findHeader(name).getByRole('button').click();
  await expect(findHeader('Date')).toHaveAttribute('aria-sort', 'descending');
  await expect(rows.first()).toContainText('Feb 28, 2026');
  await expect(rows).toHaveCount(25);
  const showMore = page.getByRole('button', { name: 'Show more payments' });

  await test.step('if the next page fails to load, an error is shown until the list is reloaded', async () => {
    const isNextPageUrl = (url: URL) =>
      url.pathname === '/api/payments' && url.searchParams.has('cursor');
    sandbox.expectErrorStatus(503, '/api/payments');
    await page.route(isNextPageUrl, (route) =>
      route.fulfill({ status: 503, body: 'Please try again in a moment.' }),
    );
    await showMore.click();
    const reason = page.getByText('Please try again in a moment.');
    await expect(reason).toBeVisible();
    await expect(rows).toHaveCount(25);
    await page.unroute(isNextPageUrl);
    await markFailed(sandbox, 28);
    await expect(rows.first()).toContainText('Failed');
    await expect(reason).toBeHidden();
  });
  await showMore.press('Enter');
  await expect(rows).toHaveCount(29);
  await expect(page.locator(':focus'), 'focus moves to where the button was').toHaveText(
    'End of payments.',
  );
  await expect(rows.last()).toContainText('Oil & Filter Change');

  await sortBy('Amount');
  await expect(findHeader('Amount')).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows.first()).toContainText('$1.00');
  await sortBy('Amount');
  await expect(findHeader('Amount')).toHaveAttribute('aria-sort', 'descending');
  await expect(rows.first()).toContainText('$500.00');
  await sortBy('Customer');
  await expect(rows.first()).toContainText('Zoe Adler');
  await sortBy('Status');
  await expect(rows.first()).toContainText('Paid');

  await page.getByRole('searchbox', { name: 'Search by customer or service' }).fill('adler');
  await expect(rows).toHaveCount(1);
  await expect(findStat(page, 'Completed'), 'the counts include all payments').toContainText('14');
  await page.getByRole('searchbox').fill('oil');
  await expect(rows).toContainText(['Zoe Adler']);
  await page.getByLabel('Filter by status').selectOption({ label: 'Refunded' });
  await expect(page.getByText('No payments match these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all payments' }).press('Enter');
  await expect(rows).toHaveCount(25);
  await test.step('tabbing continues from the list, not from the top of the page', async () => {
    await expect(page.locator('div:focus')).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('table').getByRole('button').first()).toBeFocused();
  });
  await expect(page.getByRole('searchbox')).toHaveValue('');
  const statusOptions = page.getByLabel('Filter by status').getByRole('option');
  await expect(statusOptions).toHaveText(['All', 'Paid', 'Pending', 'Failed', 'Refunded']);
});

test('a customer without payments sees that there are none', async ({ sandbox }) => {
  const customer = await sandbox.openAs('customer', phone);
  await customer.getByRole('button', { name: /^Your account/ }).click();
  await customer.getByRole('link', { name: 'Payments' }).click();
  await expect(customer.getByText('No payments yet.')).toBeVisible();
  await expect(findStat(customer, 'Total Revenue')).toContainText('$0.00');
  await expectAccessible(customer);
});
