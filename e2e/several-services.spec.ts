import { makeService, makeVehicle } from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { BookingPage, toast } from './booking-page.ts';
import { test, today } from './sandbox.ts';

test('a customer books two services in one visit and sees both on the receipt @booking.several-services', async ({
  sandbox,
}) => {
  const { app, people, oilChange } = sandbox;
  await makeVehicle(app, people.customer.id);
  await makeService(app, { name: 'Tire Rotation', price: '40.00', duration: 30 });
  const page = await sandbox.openAs('customer');
  const booking = new BookingPage(page);
  const summary = page.getByRole('region', { name: 'Booking Summary' });
  await test.step('the customer adds, removes and re-adds the second service', async () => {
    await booking.open();
    await booking.serviceRow(oilChange.name).check();
    await booking.serviceRow('Tire Rotation').check();
    await expect(summary).toContainText('90 minutes');
    await booking.serviceRow('Tire Rotation').uncheck();
    await expect(summary).toContainText('60 minutes');
    await booking.serviceRow('Tire Rotation').check();
    await expectAccessible(page);
  });

  await test.step('the summary shows both prices, the total and the duration', async () => {
    await expect(summary).toContainText('Oil & Filter Change + 1 more');
    await expect(summary).toContainText('$129.00');
    for (const lineItem of ['Oil & Filter Change$89.00', 'Tire Rotation$40.00']) {
      await expect(summary.locator('dl > div').filter({ hasText: lineItem })).toBeVisible();
    }
    await expect(summary).toContainText('90 minutes');
  });

  await test.step('the form is restored after a reload, and the customer books', async () => {
    await page.reload();
    await expect(booking.serviceRow('Tire Rotation')).toBeChecked();
    await booking.day('Tuesday, March 3rd, 2026').click();
    await booking.time('1:00 PM').check();
    await booking.address.fill('5 Elm Street');
    await booking.submit.click();
    await expect(toast(page, 'Appointment booked')).toBeVisible();
    await expect(page.getByRole('article').first()).toContainText('Oil & Filter Change + 1 more');
  });

  const [appointment] = await read<{ id: number; endTime: string }[]>(
    app,
    people.customer,
    `/api/appointments?date=${today}`,
  );
  expect(appointment?.endTime).toBe('14:30');
  const url = `/api/appointments/${appointment?.id}`;
  await send(app, people.admin, 'PATCH', url, {
    mechanicId: people.mechanic.id,
    status: 'confirmed',
  });
  await send(app, people.mechanic, 'PATCH', url, { status: 'in_progress' });

  await test.step('the tracking dialog shows both services', async () => {
    await page.goto(`/appointments/${appointment?.id}`);
    await page.getByRole('button', { name: /^Track Mechanic/ }).click();
    await expect(page.getByRole('dialog', { name: 'Track Mechanic' })).toContainText(
      'Oil & Filter Change + 1 more',
    );
  });
  await send(app, people.mechanic, 'PATCH', url, { status: 'completed' });

  await test.step("the invoice and the appointment's page show both services", async () => {
    await page.goto('/payments');
    await expect(page.getByText('Oil & Filter Change + 1 more').first()).toBeVisible();
    await page.getByRole('button', { name: 'Receipt #0001' }).click();
    const invoice = page.getByRole('dialog', { name: 'Invoice' });
    for (const lineItem of ['Oil & Filter Change$89.00', 'Tire Rotation$40.00', 'Total$129.00']) {
      await expect(invoice.locator('dl > div').filter({ hasText: lineItem })).toBeVisible();
    }
    await page.goto(`/appointments/${appointment?.id}`);
    const price = page.getByRole('region', { name: 'Price and terms' });
    await expect(price).toContainText('Tire Rotation$40.00');
    await expect(price).toContainText('$129.00');
  });
});

test('up to five services can be selected, and the form says so @booking.several-services', async ({
  sandbox,
}) => {
  for (const name of ['Belt', 'Coolant', 'Fuses', 'Hoses', 'Wipers']) {
    await makeService(sandbox.app, { name });
  }
  const page = await sandbox.openAs('customer');
  const booking = new BookingPage(page);
  await booking.open();
  for (const name of ['Belt', 'Coolant', 'Fuses', 'Hoses', 'Oil & Filter Change']) {
    await booking.serviceRow(name).check();
  }
  await expect(booking.serviceRow('Wipers')).toBeDisabled();
  await expect(booking.service).toHaveAccessibleDescription(
    'You can book up to 5 services in one appointment.',
  );
  await booking.serviceRow('Belt').uncheck();
  await expect(booking.serviceRow('Wipers')).toBeEnabled();
  await expect(
    page.getByRole('region', { name: 'Booking Summary' }),
    'the second service is now first',
  ).toContainText('Coolant + 3 more');
});
