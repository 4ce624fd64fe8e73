import { readFile } from 'node:fs/promises';
import { makeAppointment, makeVehicle } from '@curbwrench/testing/builders';
import { read } from '@curbwrench/testing/requests';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { BookingPage, toast } from './booking-page.ts';
import { countInput } from './input-counter.ts';
import { test } from './sandbox.ts';

test('after booking, a customer reads what happens next and adds the appointment to a calendar @booking.next-steps @booking.calendar-file', async ({
  sandbox,
}) => {
  await makeVehicle(sandbox.app, sandbox.people.customer.id);
  const page = await sandbox.openAs('customer');
  const booking = new BookingPage(page);
  await booking.open();
  await booking.fill({
    service: sandbox.oilChange.name,
    day: 'Wednesday, March 4th, 2026',
    time: '10:00 AM',
    address: '5 Elm Street',
  });
  await booking.submit.click();
  await expect(page).toHaveURL(/\/appointments$/);
  const nextSteps = page.getByRole('region', { name: 'What happens next' });
  await expect(nextSteps).toContainText(
    'Booked: Oil & Filter Change tomorrow, Mar 04, 2026, 10:00 AM to 11:00 AM.',
  );
  await expect(nextSteps.getByRole('listitem')).toHaveText([
    /We'll confirm your appointment and let you know who's coming\.$/,
    /On the day of your appointment, you can track your mechanic's arrival\.$/,
    /You can cancel or reschedule up to 24 hours before your appointment\.$/,
  ]);
  await expectAccessible(page);

  const downloading = page.waitForEvent('download');
  await nextSteps.getByRole('link', { name: 'Add to calendar' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^appointment-\d+\.ics$/);
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain('DTSTART:20260304T180000Z');

  await test.step('the panel stays while the customer browses the list, and after a reload', async () => {
    await page.getByRole('tab', { name: 'Past' }).click();
    await expect(nextSteps).toBeVisible();
    await page.reload();
    await expect(nextSteps).toBeVisible();
  });

  await test.step('the panel links to the conversation, and does not come back after it is closed', async () => {
    await expect(nextSteps.getByRole('link', { name: 'Message the office' })).toHaveAttribute(
      'href',
      '/chat-support',
    );
    await nextSteps.getByRole('button', { name: 'Close' }).click();
    await expect(nextSteps).toHaveCount(0);
    await page.goBack();
    await page.goForward();
    await expect(page.getByRole('tab', { name: 'Past' })).toBeVisible();
    await expect(nextSteps).toHaveCount(0);
  });
});

test('after booking for a customer, the office does not see "What happens next" @booking.next-steps', async ({
  sandbox,
}) => {
  const { app, people } = sandbox;
  await makeVehicle(app, people.customer.id);
  const page = await sandbox.openWithSession(people.advisor);
  await page.goto(`/book-service?customer=${people.customer.id}`);
  const booking = new BookingPage(page);
  await booking.fill({
    vehicle: '2019 Honda Civic',
    service: sandbox.oilChange.name,
    day: 'Wednesday, March 4th, 2026',
    time: '3:00 PM',
    address: '5 Elm Street',
  });
  await booking.submit.click();
  await expect(toast(page, 'Appointment booked')).toBeVisible();
  await expect(page).toHaveURL(/\/appointments$/);
  await expect(page.getByRole('region', { name: 'What happens next' })).toHaveCount(0);
});

test('a returning customer books the same service again with three taps on a phone @booking.book-again', async ({
  sandbox,
}) => {
  const { app, people, oilChange } = sandbox;
  const vehicleId = await makeVehicle(app, people.customer.id, { plate_number: '7ABC123' });
  await makeVehicle(app, people.customer.id, { make: 'Saab', model: '900' });
  await makeAppointment(app, {
    customer_id: people.customer.id,
    vehicle_id: vehicleId,
    service_id: oilChange.id,
    mechanic_id: people.mechanic.id,
    status: 'completed',
    date: '2026-02-20',
    address: '738 Kestrel Way, San Francisco, CA 94110',
  });
  const page = await sandbox.openWithSession(people.customer, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto('/');
  const bookAgainLink = page.getByRole('link', { name: /^Book again/ });
  await expect(bookAgainLink).toBeVisible();
  const readCounts = await countInput(page);

  await bookAgainLink.tap();
  const nextTimes = page.getByRole('group', { name: 'Next available' });
  await nextTimes.getByRole('button').first().tap();
  const booking = new BookingPage(page);
  await expect(booking.vehicleCard('2019 Honda Civic')).toBeChecked();
  await expect(booking.serviceRow(oilChange.name)).toBeChecked();
  await expect(booking.address).toHaveValue('738 Kestrel Way, San Francisco, CA 94110');
  await booking.submit.tap();
  await expect(page.getByRole('region', { name: 'What happens next' })).toBeVisible();

  expect(await readCounts()).toEqual({ presses: 3, characters: 0 });
  const [booked] = await read<{ date: string; startTime: string; vehicleId: number }[]>(
    app,
    people.customer,
    '/api/appointments?status=pending',
  );
  expect(booked).toMatchObject({ date: '2026-03-03', startTime: '11:00', vehicleId });

  await test.step('the page of a completed appointment offers it too', async () => {
    await page.goto('/');
    await page
      .getByRole('link', { name: /^View Details for .*Oil & Filter Change$/ })
      .last()
      .click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Book again/ })
      .click();
    await expect(booking.address).toHaveValue('738 Kestrel Way, San Francisco, CA 94110');
  });
});
