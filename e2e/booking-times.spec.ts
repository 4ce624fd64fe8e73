import { makeAppointment, makeServiceArea, makeVehicle } from '@curbwrench/testing/builders';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { delayRequests } from './appointment-steps.ts';
import { BookingPage, toast } from './booking-page.ts';
import { test, today } from './sandbox.ts';

test('one press on one of the next available times selects the day and the time @booking.next-times @booking.end-time', async ({
  sandbox,
}) => {
  await makeVehicle(sandbox.app, sandbox.people.customer.id);
  const page = await sandbox.openAs('customer');
  const booking = new BookingPage(page);
  await booking.open();
  const nextTimes = page.getByRole('group', { name: 'Next available' });
  await expect(nextTimes).toContainText('Select a service to see the next available times.');

  const release = await delayRequests(page, '**/api/slots/next?*');
  await booking.serviceRow(sandbox.oilChange.name).check();
  const day = booking.day('Wednesday, March 4th, 2026');
  const before = await day.boundingBox();
  await release();
  const first = nextTimes.getByRole('button', { name: 'Today 11:00 AM ends 12:00 PM' });
  await expect(first).toBeVisible();
  expect(await day.boundingBox(), 'the calendar does not move').toEqual(before);
  await nextTimes.getByRole('button', { name: 'Tomorrow 8:00 AM' }).click();

  await expect(booking.day('Wednesday, March 4th, 2026, selected')).toBeVisible();
  await expect(booking.time('8:00 AM')).toBeChecked();
  await expect(booking.time('8:00 AM')).toHaveAccessibleDescription('ends 9:00 AM');
  await expect(page.getByRole('region', { name: 'Booking Summary' })).toContainText(
    '8:00 AM – 9:00 AM',
  );
  await expectAccessible(page);

  await test.step('a time that somebody else books is replaced by the next one', async () => {
    await first.click();
    await makeAppointment(sandbox.app, {
      date: today,
      start_time: '08:00',
      end_time: '18:00',
      status: 'confirmed',
      mechanic_id: sandbox.people.mechanic.id,
      service_id: sandbox.oilChange.id,
    });
    await booking.address.fill('5 Elm Street');
    sandbox.expectErrorStatus(409, '/api/appointments');
    await booking.submit.click();
    await expect(toast(page, 'Booking failed')).toBeVisible();
    await expect(first).toHaveCount(0);
    await expect(nextTimes).toBeFocused();
    await expect(nextTimes).toBeInViewport();
    await expect(nextTimes.getByRole('button')).toHaveText([
      /^Tomorrow/,
      /^Thu, Mar 5/,
      /^Fri, Mar 6/,
    ]);
  });
});

test('a customer fills in their last address with one press, and days without service there are crossed out @booking.last-address @booking.current-week @areas.at-address', async ({
  sandbox,
}) => {
  const { app, people } = sandbox;
  await makeServiceArea(app, ['94122'], { name: 'Ocean side', days: ['mon', 'thu'] });
  await makeVehicle(app, people.customer.id);
  await app.store.kysely
    .insertInto('customer_addresses')
    .values({
      customer_id: people.customer.id,
      address: '12 Judah Street, San Francisco, CA 94122',
      place_precision: 'unknown',
      last_used_at: new Date(),
    })
    .execute();
  const page = await sandbox.openAs('customer');
  const booking = new BookingPage(page);
  await booking.open();
  await expect(booking.vehicleCard('2019 Honda Civic'), 'the only vehicle').toBeChecked();
  await booking.serviceRow(sandbox.oilChange.name).check();
  await page.getByRole('button', { name: 'Last used: 12 Judah Street' }).click();
  await expect(booking.address).toHaveValue('12 Judah Street, San Francisco, CA 94122');

  const crossedOut = 'no service at this address on this day';
  await expect(booking.day(`Wednesday, March 4th, 2026, ${crossedOut}`)).toBeEnabled();
  await expect(booking.day('Thursday, March 5th, 2026')).not.toHaveAccessibleName(
    new RegExp(crossedOut),
  );
  const nextTimes = page.getByRole('group', { name: 'Next available' });
  await expect(nextTimes.getByRole('button')).toHaveText([
    /^Thu, Mar 5 8:00 AM/,
    /^Mon, Mar 9 8:00 AM/,
    /^Thu, Mar 12 8:00 AM/,
  ]);
  await booking.day(/Wednesday, March 4th/).click();
  await expect(
    page.getByText('In our Ocean side area, we work on Mondays and Thursdays.'),
  ).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Message the office' }),
  ).toBeVisible();
});
