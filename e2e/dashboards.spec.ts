import { expect } from '@playwright/test';
import { makeAppointment, makeVehicle } from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { findStat, insertPayment } from './payment-steps.ts';
import { test, today } from './sandbox.ts';

test("a customer's dashboard shows their vehicles in a grid, and every completed service", async ({
  sandbox,
}) => {
  const { customer, mechanic } = sandbox.people;
  const vehicle = await makeVehicle(sandbox.app, customer.id);
  await makeVehicle(sandbox.app, customer.id, { make: 'Toyota', model: 'Corolla' });
  for (const day of ['16', '17', '18', '19', '20', '21']) {
    await makeAppointment(sandbox.app, {
      date: `2026-02-${day}`,
      customer_id: customer.id,
      vehicle_id: vehicle,
      service_id: sandbox.oilChange.id,
      status: 'completed',
      mechanic_id: mechanic.id,
    });
  }
  const page = await sandbox.openAs('customer');

  await test.step('the vehicles are side by side', async () => {
    const vehicles = page.getByRole('region', { name: 'My Vehicles' }).getByRole('listitem');
    await expect(vehicles).toHaveCount(2);
    // Measured at the same time, since content that loads above the tiles moves them.
    const [first, second] = await vehicles.evaluateAll((tiles) =>
      tiles.map((tile) => tile.getBoundingClientRect().top),
    );
    expect(first).toBe(second);
  });

  await test.step('more services can be loaded, the most recent first', async () => {
    const rows = page
      .getByRole('table', { name: 'Recent Services' })
      .getByRole('row')
      .filter({ has: page.getByRole('cell') });
    await expect(rows).toHaveCount(5);
    await expect(rows.first()).toContainText('Feb 21, 2026');
    await page.getByRole('button', { name: 'Show more services' }).click();
    await expect(rows).toHaveCount(6);
    await expect(rows.last()).toContainText('Feb 16, 2026');
  });
});

test("the list that Today's Appointments links to shows the same count", async ({ sandbox }) => {
  for (const status of ['pending', 'cancelled'] as const) {
    await makeAppointment(sandbox.app, {
      date: today,
      customer_id: sandbox.people.customer.id,
      service_id: sandbox.oilChange.id,
      status,
    });
  }
  const page = await sandbox.openAs('admin');
  await page.getByRole('link', { name: /^Today's Appointments\s*1\b/ }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByText('1 appointment, plus 1 canceled')).toBeVisible();
});

test('an advisor is redirected from the dashboard to the board, and Back skips the dashboard @dashboards.by-role', async ({
  sandbox,
}) => {
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  await page.goto('/appointments');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await expect(page).toHaveURL('/service-advisor');
  await expect(page.getByText('No pending appointments.')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/appointments');
});

test('an admin sees four stats compared with last week, and opens a receipt @payments.summary', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('admin');
  await expect(
    page.getByText('Manage your business operations and monitor performance.'),
  ).toBeVisible();
  await expect(page.getByText('No transactions recorded yet.')).toBeVisible();
  await test.step('without earlier revenue there is no comparison', async () => {
    await expect(findStat(page, "Today's Revenue")).toHaveText("Today's Revenue$0.00");
    await expect(page.getByText(/versus|vs\./)).toHaveCount(0);
  });
  await insertPayment(sandbox, {
    status: 'completed',
    at: '2026-03-02T16:00:00Z',
    amount: '40.00',
  });
  for (let count = 0; count < 5; count += 1) {
    await insertPayment(sandbox, {
      status: 'completed',
      amount: '10.80',
      hasAppointment: count > 0,
    });
  }
  await page.reload();
  await expect(findStat(page, "Today's Revenue")).toContainText('$54.00');
  await expect(findStat(page, "Today's Revenue")).toContainText('+35% vs. Monday');
  await insertPayment(sandbox, {
    status: 'completed',
    date: '2026-02-24',
    at: '2026-02-24T16:00:00Z',
    amount: '50.00',
  });
  await page.reload();
  await expect(findStat(page, "Today's Revenue")).toContainText('+8% versus last week');
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(4);
  const table = page.getByRole('table', { name: 'Recent Transactions' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Customer',
    'Service',
    'Date',
    'Amount',
    'Status',
    'Actions',
  ]);
  for (const text of [
    'CM',
    'Casey Morgan',
    sandbox.people.customer.email,
    'Mar 03, 2026',
    'Paid',
  ]) {
    await expect(rows.first()).toContainText(text);
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(rows.first().getByText('CM', { exact: true }), 'on a phone too').toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await rows.first().getByRole('button', { name: 'View Receipt' }).click();
  await expect(page.getByRole('link', { name: 'Download Receipt' })).toBeVisible();
  await expect(
    page.getByRole('dialog', { name: 'Receipt' }).getByText('N/A', { exact: true }),
    'it has no transaction id',
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'View All transactions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(rows).toHaveCount(7);
  await expectAccessible(page);
});
