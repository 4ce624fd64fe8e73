import { displayId } from '@curbwrench/contract/fields/display-id';
import { makeAppointment, makePerson, makeVehicle } from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { expect } from '@playwright/test';
import { respondWithInvalidJson } from './appointment-steps.ts';
import { BookingPage, failureToast, toast } from './booking-page.ts';
import { test } from './sandbox.ts';

test('the booking form shows an error at each missing field, and focuses the first one @booking.form', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('customer');
  const booking = new BookingPage(page);
  await booking.open();
  await booking.submit.click();

  for (const message of [
    'Please select a vehicle',
    'Please select a service',
    'Please select a date',
    'Please select a time',
    'Please provide your location',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  await expect(booking.address).toBeFocused();
  await expect(booking.vehicle).toHaveAccessibleDescription('Please select a vehicle');

  await booking.serviceRow(sandbox.oilChange.name).check();
  await expect(page.getByText('Please select a service', { exact: true })).toBeHidden();
  await booking.day('Wednesday, March 4th, 2026').click();
  await expect(page.getByText('Please select a date', { exact: true })).toBeHidden();
  await booking.time('10:00 AM').check();
  await expect(page.getByText('Please select a time', { exact: true })).toBeHidden();
  await booking.address.fill('5 Elm Street');
  await expect(page.getByText('Please provide your location', { exact: true })).toBeHidden();
});

test('the booking form shows a summary of the booking @booking.summary', async ({ sandbox }) => {
  await makeVehicle(sandbox.app, sandbox.people.customer.id);
  const page = await sandbox.openAs('customer');
  const booking = new BookingPage(page);
  await booking.open();
  const summary = page.getByRole('region', { name: 'Booking Summary' });
  await expect(summary).toContainText('Select a service to see its price.');

  await booking.serviceRow(sandbox.oilChange.name).check();
  await expect(page.getByText('Full synthetic oil and a new filter.')).toBeVisible();
  await expect(booking.address).toHaveAccessibleDescription(
    'Provide the complete address where the mechanic should meet you',
  );
  await expect(summary).toContainText('$89.00');
  await expect(summary).toContainText('Additional parts costs may apply');
  await expect(summary).toContainText('60 minutes');
  await expect(summary).toContainText(
    'A mechanic will be assigned once your appointment is confirmed.',
  );
  await expect(summary).toContainText("You can track your mechanic's arrival on the day");
  await expect(booking.vehicle.getByRole('button', { name: 'Add New Vehicle' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 400 });
  await booking.notes.scrollIntoViewIfNeeded();
  await expect(booking.service).not.toBeInViewport();
  await expect(summary.getByText('$89.00'), 'the summary stays in view').toBeInViewport();
});

test('weekends, past days and days more than 30 days away cannot be booked @booking.window', async ({
  sandbox,
}) => {
  const booking = new BookingPage(await sandbox.openPage());
  await booking.open();
  await expect(
    booking.page.getByText('Select a date within the next 30 days. Weekends not available.'),
  ).toBeVisible();
  await expect(booking.day('Monday, March 2nd, 2026')).toBeDisabled();
  await expect(booking.day(/Tuesday, March 3rd, 2026/)).toBeEnabled();
  await expect(booking.day('Saturday, March 7th, 2026')).toBeDisabled();
  await booking.page.getByRole('button', { name: /next month/i }).click();
  await expect(booking.day('Thursday, April 2nd, 2026')).toBeEnabled();
  await expect(booking.day('Friday, April 3rd, 2026')).toBeDisabled();
});

test('a start time that has passed or is within the notice period is disabled and shows the reason @booking.slots', async ({
  sandbox,
}) => {
  const booking = new BookingPage(await sandbox.openPage());
  await booking.open();
  await booking.serviceRow(sandbox.oilChange.name).check();
  await booking.day(/Tuesday, March 3rd, 2026/).click();
  const times = booking.page.getByRole('group', { name: 'Preferred Time' }).getByRole('radio');
  await expect(times).toHaveCount(10);
  await expect(times.first()).toHaveAccessibleName(/^8:00 AM/);
  await expect(times.last()).toHaveAccessibleName(/^5:00 PM/);
  await expect(booking.time('9:00 AM That time has passed')).toBeDisabled();
  await expect(booking.time('10:00 AM Please book at least 2 hours ahead')).toBeDisabled();
  await expect(booking.time('11:00 AM')).toBeEnabled();
});

test('the add-vehicle dialog shows what is missing, and what the server refuses @vehicles.booking-form', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(500, '/api/vehicles');
  const page = await sandbox.openAs('customer');
  const booking = new BookingPage(page);
  await booking.open();
  await booking.addVehicleButton.click();
  const dialog = page.getByRole('dialog', { name: 'Add New Vehicle' });
  const add = dialog.getByRole('button', { name: 'Add Vehicle' });
  await add.click();
  await expect(dialog.getByText('Make is required')).toBeVisible();
  await expect(dialog.getByText('Model is required')).toBeVisible();
  await expect(dialog.getByLabel('Year')).toBeFocused();

  for (const year of ['1989', '2028', 'new']) {
    await dialog.getByLabel('Year').fill(year);
    await expect(dialog.getByText('Enter a year from 1990 to 2027')).toBeVisible();
  }
  await dialog.getByLabel('Year').fill('2027');
  await expect(dialog.getByText('Enter a year from 1990 to 2027')).toBeHidden();
  await dialog.getByLabel('Make').fill('Ford');
  await dialog.getByLabel('Model').fill('Transit');
  await expect(dialog.getByLabel('Vehicle type')).toHaveValue('Sedan');
  await dialog.getByLabel('Vehicle type').selectOption('Van');
  await dialog.getByLabel('VIN').fill('1FTBR1C80RKA00001');

  await page.route('**/api/vehicles', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, body: 'Something went wrong.' })
      : route.fallback(),
  );
  await add.click();
  await expect(failureToast(page, 'Failed to add vehicle')).toBeVisible();
  await expect(toast(page, '500: Something went wrong.')).toBeVisible();
  await expect(dialog.getByLabel('Make')).toHaveValue('Ford');

  await page.unroute('**/api/vehicles');
  await respondWithInvalidJson(page, '**/api/vehicles', 'POST');
  await add.click();
  await expect(toast(page, 'There was an error adding your vehicle')).toBeVisible();

  await page.unroute('**/api/vehicles');
  await add.click();
  await expect(dialog).toBeHidden();
  await expect(booking.vehicleCard('2027 Ford Transit')).toBeChecked();
  const rows = sandbox.app.store.kysely.selectFrom('vehicles').select(['model', 'type', 'vin']);
  const stored = await rows.where('customer_id', '=', sandbox.people.customer.id).execute();
  expect(stored).toEqual([{ model: 'Transit', type: 'Van', vin: '1FTBR1C80RKA00001' }]);
  await booking.addVehicleButton.click();
  await expect(dialog.getByLabel('Make')).toHaveValue('');
  await expect(dialog.getByLabel('Vehicle type')).toHaveValue('Sedan');
});

test('a vehicle that already has a booking at the chosen time is booked again only after confirmation @booking.vehicle-overlap', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(409, '/api/appointments');
  const { customer } = sandbox.people;
  const vehicleId = await makeVehicle(sandbox.app, customer.id);
  const wednesday = { customer_id: customer.id, vehicle_id: vehicleId, date: '2026-03-04' };
  const first = await makeAppointment(sandbox.app, {
    ...wednesday,
    start_time: '10:30',
    end_time: '11:30',
  });
  const page = await sandbox.openAs('customer');
  const booking = new BookingPage(page);
  await booking.open();
  await booking.fill({
    vehicle: '2019 Honda Civic',
    service: sandbox.oilChange.name,
    day: 'Wednesday, March 4th, 2026',
    time: '10:00 AM',
    address: '5 Elm Street',
  });
  await booking.submit.click();
  const dialog = page.getByRole('dialog', { name: 'Already booked' });
  await expect(dialog).toContainText(
    `Your 2019 Honda Civic is already booked at that time (${displayId(first)}).`,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await expect(dialog).toBeHidden();
  await expect(booking.time('10:00 AM')).toBeChecked();

  await booking.submit.click();
  await dialog.getByRole('button', { name: 'Book anyway' }).click();
  await expect(toast(page, 'Appointment booked')).toBeVisible();
  await expect(page).toHaveURL(/\/appointments$/);

  await test.step('rescheduling to that time requires confirmation too', async () => {
    const other = await makeAppointment(sandbox.app, {
      ...wednesday,
      date: '2026-03-06',
      service_id: sandbox.oilChange.id,
    });
    await page.goto(`/appointments/${other}`);
    await page.getByRole('button', { name: 'Reschedule', exact: true }).click();
    const rescheduleDialog = page.getByRole('dialog', { name: /^Reschedule/ });
    await rescheduleDialog.getByRole('button', { name: 'Wednesday, March 4th, 2026' }).click();
    await rescheduleDialog.getByRole('radio', { name: '11:00 AM' }).check();
    sandbox.expectErrorStatus(409, `/api/appointments/${other}`);
    await rescheduleDialog.getByRole('button', { name: 'Reschedule', exact: true }).click();
    await expect(
      rescheduleDialog.getByText(/^Your 2019 Honda Civic is already booked at that time/),
    ).toBeVisible();
    await rescheduleDialog.getByRole('button', { name: 'Reschedule anyway' }).click();
    await expect(rescheduleDialog).toBeHidden();
  });
});

test('the office books for a customer, and a mechanic cannot book @booking.office', async ({
  sandbox,
}) => {
  const quinn = await makePerson(sandbox.app, 'customer', {
    firstName: 'Quinn',
    lastName: 'Avery',
  });
  await makeVehicle(sandbox.app, quinn.id);
  const page = await sandbox.openAs('advisor');
  const booking = new BookingPage(page);
  await booking.open();
  await booking.submit.click();
  await expect(page.getByText('Please select a customer', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Customer', { exact: true })).toBeFocused();
  await page.getByLabel('Customer', { exact: true }).fill('quinn');
  await page.getByRole('button', { name: /Quinn Avery/ }).click();
  await booking.fill({
    vehicle: '2019 Honda Civic',
    service: sandbox.oilChange.name,
    day: 'Wednesday, March 4th, 2026',
    time: '10:00 AM',
    address: '5 Elm Street',
  });
  await respondWithInvalidJson(page, '**/api/appointments', 'POST');
  await booking.submit.click();
  await expect(failureToast(page, 'Booking failed')).toBeVisible();
  await expect(toast(page, 'There was an error booking your appointment')).toBeVisible();
  await page.unroute('**/api/appointments');
  await booking.submit.click();
  await expect(toast(page, 'Appointment booked')).toBeVisible();
  const customer = await sandbox.openWithSession(quinn);
  await customer.goto('/');
  await expect(customer.getByRole('article', { name: 'Oil & Filter Change' })).toBeVisible();

  await test.step('an admin books another appointment, and assigns it on the advisor board', async () => {
    const admin = await sandbox.openAs('admin');
    const adminBooking = new BookingPage(admin);
    await adminBooking.open();
    await admin.getByLabel('Customer', { exact: true }).fill('quinn');
    await admin.getByRole('button', { name: /Quinn Avery/ }).click();
    await adminBooking.fill({
      vehicle: '2019 Honda Civic',
      service: sandbox.oilChange.name,
      day: 'Wednesday, March 4th, 2026',
      time: '1:00 PM',
      address: '7 Oak Street',
    });
    await adminBooking.submit.click();
    await expect(toast(admin, 'Appointment booked')).toBeVisible();
    await admin.goto('/service-advisor');
    const row = admin.getByRole('article').filter({ hasText: '7 Oak Street' });
    await row.getByRole('button', { name: /Assign Mechanic/ }).click();
    const dialog = admin.getByRole('dialog', { name: 'Assign Mechanic' });
    await dialog.getByRole('button', { name: 'Confirm Assignment' }).click();
    await expect(toast(admin, 'Mechanic Assigned')).toBeVisible();
    await expect(row).toHaveCount(0);
  });

  const mechanic = await sandbox.openAs('mechanic');
  await mechanic.goto('/book-service');
  await expect(
    mechanic.getByText('Only customers and the office can book appointments.'),
  ).toBeVisible();
});
