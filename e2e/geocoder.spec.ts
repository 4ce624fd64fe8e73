import { makeServiceArea, makeVehicle } from '@curbwrench/testing/builders';
import { makePhotonHouse, startFakeGeocoder } from '@curbwrench/testing/fake-geocoder';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { BookingPage, toast } from './booking-page.ts';
import { test } from './sandbox.ts';

const geocoder = startFakeGeocoder();
test.use({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern as the first parameter
  serverOptions: async ({}, use) => {
    const { url } = await geocoder;
    await use({ geocoder: { service: 'photon', url, perSecond: 100 } });
  },
});
test.afterAll(async () => (await geocoder).stop());

test('when the address field loses focus, the typed address is geocoded, and its coordinates determine the service area @booking.locate', async ({
  sandbox,
}) => {
  (await geocoder).respondWithJson({ features: [makePhotonHouse(37.7711, -122.4122)] });
  await makeServiceArea(sandbox.app, [], {
    name: 'Mission',
    latitude: 37.7711,
    longitude: -122.4122,
    radius_miles: '1',
    trip_fee: '15.00',
  });
  await makeVehicle(sandbox.app, sandbox.people.customer.id);
  const page = await sandbox.openAs('customer');
  const booking = new BookingPage(page);
  await booking.open();
  await booking.fill({
    vehicle: '2019 Honda Civic',
    service: sandbox.oilChange.name,
    day: 'Friday, March 6th, 2026',
    time: '10:00 AM',
    address: '5 Elm Street',
  });
  await expect(page.getByRole('option', { name: /^5 Elm Street, San Francisco/ })).toBeVisible();
  await expect(page.getByText('© OpenStreetMap contributors')).toBeVisible();
  await expectAccessible(page);
  await booking.address.press('Escape');
  await booking.address.blur();
  await expect(page.getByText('We serve this address · trip fee $15.00')).toBeVisible();
  const request = page.waitForRequest(
    (candidate) => candidate.method() === 'POST' && candidate.url().endsWith('/api/appointments'),
  );
  await booking.submit.click();
  const body = (await request).postDataJSON() as { location: string };
  expect(JSON.parse(body.location)).toEqual({
    address: '5 Elm Street',
    lat: 37.7711,
    lng: -122.4122,
    precision: 'house',
  });
  await expect(toast(page, 'Appointment booked')).toBeVisible();
});

test('while the geocoder does not respond, the form says so, and the typed address can be booked @booking.geocoder-down', async ({
  sandbox,
}) => {
  (await geocoder).respondWith((response) => void response.destroy());
  await makeVehicle(sandbox.app, sandbox.people.customer.id);
  const page = await sandbox.openAs('customer');
  const booking = new BookingPage(page);
  await booking.open();
  await booking.fill({
    vehicle: '2019 Honda Civic',
    service: sandbox.oilChange.name,
    day: 'Friday, March 6th, 2026',
    time: '10:00 AM',
    address: '5 Elm Street, San Francisco, CA 94103',
  });
  const message = page.getByText(
    "Address search isn't available right now. You can enter the full address.",
  );
  await expect(message).toBeVisible();
  await booking.address.blur();
  await expect(message).toBeVisible();
  await expectAccessible(page);
  await booking.submit.click();
  await expect(toast(page, 'Appointment booked')).toBeVisible();
});
