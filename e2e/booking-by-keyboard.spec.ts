import { makeVehicle } from '@curbwrench/testing/builders';
import { expect } from '@playwright/test';
import { BookingPage, toast } from './booking-page.ts';
import { tabTo } from './keyboard-steps.ts';
import { test } from './sandbox.ts';

test('a customer books and reschedules an appointment using only the keyboard', async ({
  sandbox,
}) => {
  await makeVehicle(sandbox.app, sandbox.people.customer.id);
  const page = await sandbox.openAs('customer');
  const booking = new BookingPage(page);
  await booking.open();

  await tabTo(booking.address);
  await page.keyboard.type('5 Elm Street');
  await tabTo(booking.vehicleCard('2019 Honda Civic'));
  await page.keyboard.press('Space');
  await expect(booking.vehicleCard('2019 Honda Civic')).toBeChecked();

  await tabTo(booking.serviceRow(sandbox.oilChange.name));
  await page.keyboard.press('Space');
  await expect(booking.serviceRow(sandbox.oilChange.name)).toBeChecked();

  await tabTo(booking.day(/Tuesday, March 3rd, 2026/));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(booking.day(/Wednesday, March 4th, 2026/)).toBeFocused();

  await tabTo(booking.time('8:00 AM'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(booking.time('10:00 AM')).toBeChecked();

  await tabTo(booking.notes);
  await page.keyboard.type('The blue gate.');
  await tabTo(booking.submit);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Appointment booked')).toBeVisible();
  await expect(page).toHaveURL(/\/appointments$/);

  await test.step('rescheduling to the next day, at another time', async () => {
    await tabTo(page.getByRole('link', { name: /^View Details for / }));
    await page.keyboard.press('Enter');
    const reschedule = page.getByRole('main').getByRole('button', { name: 'Reschedule' });
    await expect(page.getByRole('main')).toBeFocused();
    await tabTo(reschedule);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Reschedule #/ });
    await tabTo(booking.day(/Wednesday, March 4th, 2026/));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(booking.day(/Thursday, March 5th, 2026/)).toBeFocused();
    await tabTo(booking.time('8:00 AM'));
    await page.keyboard.press('ArrowDown');
    await expect(booking.time('9:00 AM')).toBeChecked();
    await tabTo(dialog.getByRole('button', { name: 'Reschedule' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText('Mar 05, 2026');
    await expect(reschedule).toBeFocused();
  });
});

test('a customer adds a vehicle using only the keyboard, and returns to the form', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('customer');
  const booking = new BookingPage(page);
  await booking.open();
  await tabTo(booking.addVehicleButton);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add New Vehicle' });
  await tabTo(dialog.getByLabel('Year'));
  await page.keyboard.type('2019');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Honda');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Civic');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(booking.addVehicleButton).toBeFocused();
  await expect(booking.vehicleCard('2019 Honda Civic')).toBeChecked();
});
