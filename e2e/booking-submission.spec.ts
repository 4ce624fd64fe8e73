import { makeVehicle } from '@curbwrench/testing/builders';
import { expect } from '@playwright/test';
import { inFullBrowser } from './browser/launch-options.ts';
import { delayRequests } from './appointment-steps.ts';
import { BookingPage, toast } from './booking-page.ts';
import { test } from './sandbox.ts';

// After the request for a module has failed, the headless shell does not request the module again.
test.use(inFullBrowser);

test('a form submitted while its validation code is loading is validated with the values it had when submitted @booking.form', async ({
  sandbox,
}) => {
  await makeVehicle(sandbox.app, sandbox.people.customer.id);
  const page = await sandbox.openAs('customer');
  const release = await delayRequests(page, '**/assets/booking-form-schema-*.js');
  const booking = new BookingPage(page);
  await booking.open();
  await booking.vehicleCard('2019 Honda Civic').check();
  await booking.serviceRow(sandbox.oilChange.name).check();
  await booking.day('Wednesday, March 4th, 2026').click();
  await booking.address.fill('5 Elm Street');
  await booking.submit.click();
  await booking.time('10:00 AM').check();
  await booking.notes.focus();
  await release();
  // The time was missing when the form was submitted, so its field gets focus, but its error is no longer shown.
  const times = page.getByRole('group', { name: 'Preferred Time' });
  await expect(times.locator(':focus')).toHaveCount(1);
  await expect(page.getByText('Please select a time', { exact: true })).toBeHidden();
  await expect(page).toHaveURL(/\/book-service$/);
  await booking.submit.click();
  await expect(page).toHaveURL(/\/appointments$/);
});

test('a form whose validation code cannot be loaded keeps its values, and can be submitted again @booking.form', async ({
  sandbox,
}) => {
  await makeVehicle(sandbox.app, sandbox.people.customer.id);
  const page = await sandbox.openAs('customer');
  let fail = () => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  const schema = '**/assets/booking-form-schema-*.js';
  await page.route(schema, async (route) => {
    await failed;
    sandbox.expectLostConnection(new URL(route.request().url()).pathname);
    await route.abort('connectionreset');
  });
  const booking = new BookingPage(page);
  await booking.open();
  await booking.vehicleCard('2019 Honda Civic').check();
  await booking.serviceRow(sandbox.oilChange.name).check();
  await booking.day('Wednesday, March 4th, 2026').click();
  await booking.time('10:00 AM').check();
  await booking.submit.click();
  await booking.address.fill('5 Elm Street');
  fail();
  await expect(
    toast(page, 'The connection was lost. Nothing was booked. Please try again.'),
  ).toBeVisible();
  await page.unroute(schema);
  await booking.submit.click();
  await expect(page).toHaveURL(/\/appointments$/);
});

test('submitting again after a lost connection makes only one booking @booking.retry', async ({
  sandbox,
}) => {
  await makeVehicle(sandbox.app, sandbox.people.customer.id);
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
  // The server makes the booking, but its response never arrives.
  const keys: (string | undefined)[] = [];
  let loseResponse = () => {};
  const responseLost = new Promise<void>((resolve) => {
    loseResponse = resolve;
  });
  await page.route('**/api/appointments', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await responseLost;
    await route.fetch();
    return route.abort('connectionreset');
  });
  sandbox.expectLostConnection('/api/appointments');

  await booking.submit.click();
  await expect(page.getByRole('button', { name: 'Booking...' })).toBeDisabled();
  loseResponse();
  await expect(toast(page, 'Booking failed')).toBeVisible();
  await expect(toast(page, "We couldn't reach the server. Check your connection.")).toBeVisible();
  await expect(
    page.getByText("We didn't get a response. Try again; you won't be booked twice."),
  ).toBeVisible();
  await expect(booking.time('10:00 AM')).toBeChecked();
  await expect(booking.address).toHaveValue('5 Elm Street');
  await booking.submit.click();
  await expect(page).toHaveURL(/\/appointments$/);
  await expect(page.getByRole('article', { name: 'Oil & Filter Change' })).toHaveCount(1);
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]]);
});

test('a booking sent while the device goes offline is sent again when it is back online, and is made only once @booking.lost-network', async ({
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
  // Loads the validation code, which the first submission would otherwise request.
  await booking.notes.fill('The blue gate.');
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/appointments')) {
      keys.push(request.headers()['idempotency-key']);
    }
  });
  sandbox.expectOffline();
  await page.context().setOffline(true);
  await booking.submit.click();
  await expect(
    page.getByText(
      "You're offline. We'll send your booking again once you're connected; you won't be booked twice.",
    ),
  ).toBeVisible();
  await expect(booking.time('10:00 AM')).toBeChecked();
  await expect(booking.notes).toHaveValue('The blue gate.');

  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/appointments$/);
  await expect(page.getByRole('article', { name: 'Oil & Filter Change' })).toHaveCount(1);
  expect(keys.length).toBeGreaterThanOrEqual(2);
  expect(new Set(keys).size).toBe(1);
});

test('a booking that got no response is sent with the same key even after a reload @booking.lost-network', async ({
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
  // The server makes the booking, but its response never arrives.
  const keys: (string | undefined)[] = [];
  await page.route('**/api/appointments', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  sandbox.expectLostConnection('/api/appointments');
  await booking.submit.click();
  const unanswered = page.getByText(
    "We didn't get a response. Try again; you won't be booked twice.",
  );
  await expect(unanswered).toBeVisible();

  await page.reload();
  await expect(unanswered).toBeVisible();
  await expect(booking.time('10:00 AM')).toBeChecked();
  await booking.submit.click();
  await expect(page).toHaveURL(/\/appointments$/);
  await expect(page.getByRole('article', { name: 'Oil & Filter Change' })).toHaveCount(1);
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]]);
});
