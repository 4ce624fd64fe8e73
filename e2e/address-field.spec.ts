import { makeServiceArea, makeVehicle } from '@curbwrench/testing/builders';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { BookingPage, toast } from './booking-page.ts';
import { tabTo } from './keyboard-steps.ts';
import { test } from './sandbox.ts';

const currentLocation = { latitude: 37.773_46, longitude: -122.413_21 };

const suggestions = [
  {
    address: '5 Elm Street, San Francisco, CA 94103',
    lat: 37.7711,
    lng: -122.4122,
    precision: 'house',
    source: 'table',
  },
  {
    address: 'Elm Street, San Francisco, CA 94103',
    lat: 37.7725,
    lng: -122.4147,
    precision: 'zip',
    source: 'table',
  },
];

/** Suggests the same addresses no matter what is typed, and one previous address while the field is empty. */
async function suggestAddresses(page: Page): Promise<void> {
  await page.route('**/api/places?*', (route) => {
    const isEmpty = new URL(route.request().url()).searchParams.get('q') === '';
    const previous = { ...suggestions[0], address: '738 Kestrel Way', source: 'earlier' };
    return route.fulfill({
      json: { suggestions: isEmpty ? [previous] : suggestions, isServiceDown: false },
    });
  });
}

const waitForSentLocation = (page: Page) =>
  page
    .waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/appointments'),
    )
    .then((request) => {
      const body = request.postDataJSON() as { location: string };
      return JSON.parse(body.location) as unknown;
    });

test('an address is chosen from suggestions using only the keyboard, and its coordinates are sent @booking.address-field @booking.location-sent', async ({
  sandbox,
}) => {
  await makeVehicle(sandbox.app, sandbox.people.customer.id);
  const page = await sandbox.openAs('customer');
  await suggestAddresses(page);
  const booking = new BookingPage(page);
  await booking.open();
  await booking.fill({
    vehicle: '2019 Honda Civic',
    service: sandbox.oilChange.name,
    day: 'Friday, March 6th, 2026',
    time: '10:00 AM',
    address: '',
  });
  await tabTo(booking.address);
  const list = page.getByRole('listbox', { name: 'Addresses' });
  await expect(list.getByRole('option')).toHaveText(['738 Kestrel WayPrevious address']);
  await page.keyboard.type('5 E');
  await expect(list.getByRole('option')).toHaveText([
    '5 Elm Street, San Francisco, CA 94103House',
    'Elm Street, San Francisco, CA 94103Around ZIP 94103',
  ]);
  await expect(booking.address).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(list).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(list.getByRole('option', { name: /ZIP 94103/, selected: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('option', { name: /House/, selected: true })).toBeVisible();
  await expect(booking.address).toHaveAttribute('aria-activedescendant', /-0$/);
  await page.keyboard.press('Enter');
  await expect(booking.address).toHaveValue('5 Elm Street, San Francisco, CA 94103');
  await expect(booking.address).toBeFocused();
  await expect(list).toHaveCount(0);

  const sentLocation = waitForSentLocation(page);
  await tabTo(booking.submit);
  await page.keyboard.press('Enter');
  expect(await sentLocation).toEqual({
    address: '5 Elm Street, San Francisco, CA 94103',
    lat: 37.7711,
    lng: -122.4122,
    precision: 'house',
  });
  await expect(toast(page, 'Appointment booked')).toBeVisible();
});

test("previous addresses don't cover an empty field's error message @booking.address-field", async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('customer');
  await suggestAddresses(page);
  const booking = new BookingPage(page);
  await booking.open();
  const list = page.getByRole('listbox', { name: 'Addresses' });
  await booking.address.click();
  await expect(list).toBeVisible();
  await booking.submit.click();
  await expect(booking.address).toBeFocused();
  await expect(booking.address).toHaveAccessibleDescription(/Please provide your location$/);
  await expect(list).toHaveCount(0);
  await page.keyboard.type('5 E');
  await expect(list).toBeVisible();
});

test('editing a chosen address removes its coordinates @booking.location-edited', async ({
  sandbox,
}) => {
  await makeVehicle(sandbox.app, sandbox.people.customer.id);
  const page = await sandbox.openAs('customer');
  await suggestAddresses(page);
  const booking = new BookingPage(page);
  await booking.open();
  await booking.fill({
    vehicle: '2019 Honda Civic',
    service: sandbox.oilChange.name,
    day: 'Friday, March 6th, 2026',
    time: '10:00 AM',
    address: '5 Elm',
  });
  await page.getByRole('option', { name: /House/ }).click();
  await expect(booking.address).toHaveValue('5 Elm Street, San Francisco, CA 94103');
  await booking.address.press('Home');
  await booking.address.press('1');
  await booking.address.press('Escape');
  const sentLocation = waitForSentLocation(page);
  await booking.submit.click();
  expect(await sentLocation).toEqual({ address: '15 Elm Street, San Francisco, CA 94103' });
  await expect(toast(page, 'Appointment booked')).toBeVisible();
});

test('without suggestions, the address field is a plain text field @booking.address-field', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(500, '/api/places');
  const page = await sandbox.openAs('customer');
  await page.route('**/api/places?*', (route) => route.fulfill({ status: 500, json: {} }));
  const booking = new BookingPage(page);
  await booking.open();
  const failedResponse = page.waitForResponse(/api\/places\?q=5/);
  await booking.address.fill('5 Elm Street');
  await failedResponse;
  await expect(booking.address).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(booking.address).toHaveValue('5 Elm Street');
});

test('the current location stays set as a pin until it is removed, even after a reload @booking.current-location', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('customer', {
    geolocation: currentLocation,
    permissions: ['geolocation'],
  });
  await makeVehicle(sandbox.app, sandbox.people.customer.id);
  await page.route('**/api/places/near?*', (route) =>
    route.fulfill({
      json: {
        address: '5 Elm Street, San Francisco, CA 94103',
        lat: 37.7734,
        lng: -122.4132,
        precision: 'house',
        source: 'table',
      },
    }),
  );
  const booking = new BookingPage(page);
  await booking.open();
  const requested = page.waitForRequest('**/api/places/near?*');
  await page.getByRole('button', { name: 'Use my current location' }).click();
  expect(new URL((await requested).url()).search).toBe('?lat=37.77346&lng=-122.41321');
  await expect(booking.address).toHaveValue('5 Elm Street, San Francisco, CA 94103');
  await booking.address.fill('5 Elm Street, Unit 4, San Francisco, CA 94103');
  await expect(page.getByText('Exact location set')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Exact location set')).toBeVisible();
  await booking.fill({
    vehicle: '2019 Honda Civic',
    service: sandbox.oilChange.name,
    day: 'Friday, March 6th, 2026',
    time: '10:00 AM',
    address: '5 Elm Street, Unit 5',
  });

  await test.step('removing it', async () => {
    await page.getByRole('button', { name: 'Remove exact location' }).click();
    await expect(page.getByText('Exact location set')).toHaveCount(0);
    await expect(booking.address).toHaveValue('5 Elm Street, Unit 5');
    await page.getByRole('button', { name: 'Use my current location' }).click();
    await expect(page.getByText('Exact location set')).toBeVisible();
    await booking.address.fill('5 Elm Street, Unit 5');
    await booking.address.blur();
  });
  const sentLocation = waitForSentLocation(page);
  await booking.submit.click();
  expect(await sentLocation).toEqual({
    address: '5 Elm Street, Unit 5',
    lat: 37.773_46,
    lng: -122.413_21,
    precision: 'pin',
  });
  await expect(toast(page, 'Appointment booked')).toBeVisible();
});

test('an address typed during the location lookup is not overwritten @booking.current-location', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('customer', {
    geolocation: currentLocation,
    permissions: ['geolocation'],
  });
  let finishLookup = () => {};
  const lookupFinished = new Promise<void>((resolve) => {
    finishLookup = resolve;
  });
  await page.route('**/api/places/near?*', async (route) => {
    await lookupFinished;
    await route.fulfill({ status: 404, json: {} });
  });
  sandbox.expectErrorStatus(404, '/api/places/near');
  const booking = new BookingPage(page);
  await booking.open();
  const requested = page.waitForRequest('**/api/places/near?*');
  await page.getByRole('button', { name: 'Use my current location' }).click();
  await requested;
  await booking.address.fill('7 Oak Street');
  finishLookup();
  await expect(page.getByText('Exact location set')).toBeVisible();
  await expect(booking.address).toHaveValue('7 Oak Street');
});

test('a message says that the browser did not share its location @booking.current-location', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('customer', { permissions: [] });
  const booking = new BookingPage(page);
  await booking.open();
  await page.getByRole('button', { name: 'Use my current location' }).click();
  await expect(
    page.getByText("Your browser didn't share your location. Please enter the address."),
  ).toBeVisible();
  await expect(booking.address).toHaveValue('');
  await expectAccessible(page);
});

test('the field says whether the business services the address @areas.at-address', async ({
  sandbox,
}) => {
  await makeServiceArea(sandbox.app, ['94122'], { name: 'Ocean side', trip_fee: '15.00' });
  await makeServiceArea(sandbox.app, [], {
    name: 'Around Austin',
    latitude: 30.2713,
    longitude: -97.7426,
    radius_miles: '1',
  });
  const page = await sandbox.openAs('customer');
  const booking = new BookingPage(page);
  await booking.open();
  await booking.address.fill('12 Judah Street, San Francisco, CA 94122');
  await expect(page.getByText('We serve this address · trip fee $15.00')).toBeVisible();
  await booking.address.fill('1100 Congress Avenue, Austin, TX 78701');
  await expect(page.getByText("We'll confirm whether we serve this address.")).toBeVisible();
  await booking.address.fill('1 Broadway, New York, NY 10001');
  const message = page.getByRole('status').filter({ hasText: "We don't serve this address yet." });
  await expect(message).toContainText('Please call us before booking: +1 555 0100.');
  await booking.address.blur();
  await expectAccessible(page);
  await message.getByRole('link', { name: 'Message the office' }).click();
  await expect(page).toHaveURL(/\/chat-support/);

  await test.step('a visitor, who cannot send messages, is asked to call', async () => {
    const visitor = new BookingPage(await sandbox.openPage());
    await visitor.open();
    await visitor.address.fill('1 Broadway, New York, NY 10001');
    await expect(visitor.page.getByText("We don't serve this address yet.")).toBeVisible();
    await expect(visitor.page.getByRole('link', { name: 'Message the office' })).toHaveCount(0);
  });
});
