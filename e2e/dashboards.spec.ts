import { expect } from '@playwright/test';
import { makeAppointment, makeVehicle } from '@curbwrench/testing/builders';
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
    // Measured at one moment: content that loads above them moves them all.
    const [first, second] = await vehicles.evaluateAll((tiles) =>
      tiles.map((tile) => tile.getBoundingClientRect().top),
    );
    expect(first).toBe(second);
  });

  await test.step('more services can be loaded, the newest first', async () => {
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
  await expect(page.getByText('1 appointment, and 1 canceled')).toBeVisible();
});

test('an advisor is redirected from the start page to the board, and Back skips the start page @dashboards.by-role', async ({
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
