import { expect, type Page } from '@playwright/test';
import { insertPayment } from './payment-steps.ts';
import { makeJob } from './board-steps.ts';
import { test } from './sandbox.ts';

test('each count on the board, mechanics and payments pages links to the list it counts @screens.figures', async ({
  sandbox,
}) => {
  await makeJob(sandbox);
  await insertPayment(sandbox, { status: 'pending' });
  const page = await sandbox.openWithSession(sandbox.people.admin);
  await page.goto('/service-advisor');
  await clickNumber(page, /^Confirmed 1$/);
  await expect(page.getByRole('tab', { name: /^Confirmed/, selected: true })).toBeInViewport();
  await expect(page.getByRole('tabpanel').getByRole('article')).toHaveCount(1);
  await page.goto('/mechanics');
  await clickNumber(page, /^Available Now 1$/);
  await expect(page.getByRole('tab', { name: /^Available/, selected: true })).toBeVisible();
  await page.goto('/payments');
  await clickNumber(page, /^Pending\s*1$/);
  await expect(page).toHaveURL(/\/payments\?status=pending$/);
});

test("each number on the dashboards links to its list: the day's payments, active mechanics, a mechanic's jobs @screens.figures", async ({
  sandbox,
}) => {
  await insertPayment(sandbox, { status: 'completed', amount: '89.00' });
  await insertPayment(sandbox, {
    status: 'completed',
    amount: '45.00',
    at: '2026-03-02T16:00:00Z',
  });
  await insertPayment(sandbox, { status: 'pending' });
  await makeJob(sandbox);
  await makeJob(sandbox, { status: 'completed', start_time: '08:00', end_time: '09:00' });
  const page = await sandbox.openWithSession(sandbox.people.admin);
  await page.goto('/');
  await clickNumber(page, /^Today's Revenue\s*\$89\.00/);
  await expect(page).toHaveURL(/status=completed&paidOn=2026-03-03$/);
  const payments = page.getByRole('region', { name: 'Payments' });
  await expect(payments.getByRole('button', { name: /^Receipt/ })).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove the filter: Paid today, Mar 03, 2026' }).click();
  await expect(payments.getByRole('button', { name: /^Receipt/ })).toHaveCount(2);

  await page.goto('/');
  await clickNumber(page, /^Active Mechanics\s*1/);
  await expect(page.getByRole('checkbox', { name: /^Active only/ })).toBeChecked();
  await expect(page.getByRole('tab', { name: /^All 1/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Offline 0/ })).toBeVisible();

  const mechanic = await sandbox.openWithSession(sandbox.people.mechanic);
  await mechanic.goto('/');
  await clickNumber(mechanic, /^Completed 1$/);
  await expect(mechanic.getByRole('tab', { name: 'Past', selected: true })).toBeVisible();
  await expect(mechanic.getByRole('tabpanel').getByRole('article')).toHaveCount(1);
  await mechanic.goto('/');
  await clickNumber(mechanic, /^Upcoming 1$/);
  await expect(mechanic.getByRole('tab', { name: 'Upcoming', selected: true })).toBeVisible();
  await expect(mechanic.getByRole('tabpanel').getByRole('article')).toHaveCount(1);
});

/** Clicks a number, which is a link with this accessible name. */
const clickNumber = (page: Page, name: RegExp) =>
  page.getByRole('main').getByRole('link', { name }).click();
