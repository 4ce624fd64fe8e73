import { expect } from '@playwright/test';
import { makePersonWithoutAccount, makeVehicle } from '@curbwrench/testing/builders';
import { delayRequests } from './appointment-steps.ts';
import { toast } from './booking-page.ts';
import { countInput } from './input-counter.ts';
import { test } from './sandbox.ts';

test('an advisor books for a new customer with few clicks and keystrokes during the call @customers.new-customer', async ({
  sandbox,
}) => {
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  await page.goto('/appointments');
  const newBooking = page.getByRole('banner').getByRole('link', { name: 'New booking' });
  await expect(newBooking).toBeVisible();
  const readCounts = await countInput(page);

  await newBooking.click();
  await expect(page.getByLabel('Customer', { exact: true })).toBeFocused();
  await page.keyboard.type('Rosa Delgado');
  await page.getByRole('button', { name: 'New customer: Rosa Delgado' }).click();
  await expect(page.getByLabel('Phone')).toBeFocused();
  await page.keyboard.type('4155550142');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Kia');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Soul');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2018');
  await page.getByRole('checkbox', { name: sandbox.oilChange.name }).click();
  await page.getByRole('button', { name: /March 5/ }).click();
  await page.getByRole('radio', { name: /^10:00 AM/ }).click();
  await page.getByLabel('Service Location').click();
  await page.keyboard.type('12 Oak Street 94105');
  await page.getByRole('button', { name: 'Book Appointment' }).click();
  await expect(toast(page, 'Appointment booked')).toBeVisible();

  const { presses, characters } = await readCounts();
  expect(presses).toBeLessThanOrEqual(12);
  expect(characters).toBeLessThanOrEqual(60);

  await page.goto('/customers?search=rosa%20delgado');
  const row = page.getByRole('row', { name: /Rosa Delgado/ });
  await expect(row).toContainText('(415) 555-0142');
  await expect(row).toContainText('2018 Kia Soul');
  await expect(row).toContainText('12 Oak Street 94105');
});

test('if the phone number belongs to an existing customer, one click switches to them and fills in their address and vehicle @customers.new-customer', async ({
  sandbox,
}) => {
  const id = await makePersonWithoutAccount(sandbox.app, {
    firstName: 'Kay',
    lastName: 'Known',
    phone: '(212) 555-0177',
  });
  await makeVehicle(sandbox.app, id, { make: 'Saab', model: '900', plate_number: 'KNOWN1' });
  await sandbox.app.store.kysely
    .insertInto('customer_addresses')
    .values({
      customer_id: id,
      address: '8 Birch Road',
      place_precision: 'unknown',
      last_used_at: new Date(),
    })
    .execute();
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  await page.goto('/book-service');
  await page.getByLabel('Customer', { exact: true }).fill('Kate Nown');
  await page.getByRole('button', { name: 'New customer: Kate Nown' }).click();
  await page.getByLabel('Phone').fill('+1 212 555 0177');
  await expect(page.getByText('Kay Known already has this phone number.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Kay Known' })).toHaveAttribute(
    'href',
    `/customers/${id}`,
  );
  await page.getByRole('button', { name: 'Book for Kay Known' }).click();
  await expect(page.getByText('Kay Known')).not.toHaveCount(0);
  await expect(page.getByLabel('Service Location')).toHaveValue('8 Birch Road');
  await expect(page.getByRole('radio', { name: /Saab 900 KNOWN1/ })).toBeChecked();
});

test('an invalid phone number blocks the booking and shows an error message @customers.phones', async ({
  sandbox,
}) => {
  const page = await sandbox.openWithSession(sandbox.people.admin);
  await page.goto('/book-service');
  await page.getByLabel('Customer', { exact: true }).fill('Letty Letters');
  await page.getByRole('button', { name: 'New customer: Letty Letters' }).click();
  await page.getByLabel('Phone').fill('call me maybe');
  await page.getByRole('button', { name: 'Book Appointment' }).click();
  await expect(
    page.getByText('Please enter a valid phone number, such as (555) 123-4567.'),
  ).toBeVisible();
});

test('the New customer button does not move when search results arrive @customers.new-customer', async ({
  sandbox,
}) => {
  for (const lastName of ['Quartz', 'Stone']) {
    await makePersonWithoutAccount(sandbox.app, { firstName: 'Wilhelmina', lastName });
  }
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  await page.goto('/book-service');
  const release = await delayRequests(page, /\/api\/customers\?/);
  await page.getByLabel('Customer', { exact: true }).fill('Wilhelmina');
  const newCustomer = page.getByRole('button', { name: 'New customer: Wilhelmina' });
  await expect(newCustomer).toBeVisible();
  const before = await newCustomer.boundingBox();
  await release();
  await expect(page.getByRole('button', { name: /^Wilhelmina/ })).toHaveCount(2);
  expect(await newCustomer.boundingBox()).toEqual(before);
});
