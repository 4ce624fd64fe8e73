import type { BaseMap } from '@curbwrench/contract/maps/schemas';
import { readCoordinates } from '@curbwrench/contract/places/location';
import { makeServiceArea, makeVehicle } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { BookingPage, toast } from './booking-page.ts';
import { tabTo } from './keyboard-steps.ts';
import { test, type Sandbox } from './sandbox.ts';

const house = { lat: 37.7711, lng: -122.4122 };

const suggestions = [
  { ...house, address: '5 Elm Street, San Francisco, CA 94103', precision: 'house' },
  {
    lat: 37.7725,
    lng: -122.4147,
    address: 'Elm Street, San Francisco, CA 94103',
    precision: 'zip',
  },
].map((suggestion) => ({ ...suggestion, source: 'table' }));

/** A street along each of the two axes through the house. */
const streets: BaseMap = {
  kind: 'demo',
  attribution: 'Demo map: a fictional town',
  features: [
    {
      type: 'Feature',
      properties: { layer: 'avenue', name: 'Elm Street', rank: 1 },
      geometry: {
        type: 'LineString',
        coordinates: [
          [house.lng - 0.05, house.lat],
          [house.lng + 0.05, house.lat],
        ],
      },
    },
    {
      type: 'Feature',
      properties: { layer: 'street', name: 'Oak Street', rank: 2 },
      geometry: {
        type: 'LineString',
        coordinates: [
          [house.lng, house.lat - 0.05],
          [house.lng, house.lat + 0.05],
        ],
      },
    },
  ],
};

/** Opens the booking page as a customer with a vehicle and a street map, and fills in everything but the address. */
async function openBooking(sandbox: Sandbox, prepare?: (page: Page) => Promise<unknown>) {
  await makeVehicle(sandbox.app, sandbox.people.customer.id);
  const page = await sandbox.openAs('customer');
  await page.route('**/api/base-map', (route) => route.fulfill({ json: streets }));
  await page.route('**/api/places?*', (route) => {
    const query = new URL(route.request().url()).searchParams.get('q');
    return query === '94103'
      ? route.continue()
      : route.fulfill({ json: { suggestions, isServiceDown: false } });
  });
  await prepare?.(page);
  const booking = new BookingPage(page);
  await booking.open();
  await booking.fill({
    vehicle: '2019 Honda Civic',
    service: sandbox.oilChange.name,
    day: 'Friday, March 6th, 2026',
    time: '10:00 AM',
    address: '',
  });
  return booking;
}

async function chooseSuggestion({ page, address }: BookingPage, name: RegExp): Promise<void> {
  await address.fill('5 Elm');
  await page.getByRole('option', { name }).click();
}

const findPin = (page: Page) => page.getByLabel('Where your car is');
const findMap = (page: Page) => page.getByRole('region', { name: 'Map of the address' });

/** Waits until the pin is in view and has stopped moving, and returns its center. */
async function findPinCenter(page: Page) {
  const pin = findPin(page);
  await pin.hover({ trial: true });
  const box = await pin.boundingBox();
  if (!box) throw new Error('There is no pin.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags the pin by `right` and `down` pixels. */
async function dragPin(page: Page, right: number, down: number): Promise<void> {
  const { x, y } = await findPinCenter(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right, y + down, { steps: 5 });
  await page.mouse.up();
}

/** Submits the booking, and returns the appointment as the office sees it. */
async function book(sandbox: Sandbox, { page, submit }: BookingPage) {
  await submit.click();
  await expect(toast(page, 'Appointment booked')).toBeVisible();
  const list = await send(sandbox.app, sandbox.people.advisor, 'GET', '/api/appointments');
  const [appointment] = list.json<{ location: string; placePrecision: string }[]>();
  if (!appointment) throw new Error('Nothing was booked.');
  return appointment;
}

test('the pin is moved using only the keyboard, and the office sees where it was put @booking.pin', async ({
  sandbox,
}) => {
  const booking = await openBooking(sandbox);
  const { page, address } = booking;
  await chooseSuggestion(booking, /House/);
  await expect(page.getByText('Drag the pin if your car is somewhere else.')).toBeVisible();
  const pin = findPin(page);
  await tabTo(pin);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByText('You moved the pin')).toBeVisible();
  await expect(pin).toBeFocused();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+ArrowUp');
  await expect(address).toHaveValue('5 Elm Street, San Francisco, CA 94103');
  await address.blur();
  await expectAccessible(page);
  const { location, placePrecision } = await book(sandbox, booking);
  expect(placePrecision).toBe('pin');
  // 10 pixels to the right and 30 up; a pixel is about 2.7 m.
  const { lat, lng } = readCoordinates(location) ?? { lat: 0, lng: 0 };
  expect(lng - house.lng).toBeCloseTo(0.0003, 4);
  expect(lat - house.lat).toBeCloseTo(0.0007, 4);
});

test('the pin is dragged with the mouse, stays when the address is edited, and is put back @booking.pin', async ({
  sandbox,
}) => {
  const booking = await openBooking(sandbox);
  const { page, address } = booking;
  await chooseSuggestion(booking, /House/);
  const undo = page.getByRole('button', { name: 'Put the pin back' });
  await dragPin(page, 60, 0);
  await expect(page.getByText('You moved the pin')).toBeVisible();
  await undo.press('Enter');
  await expect(page.getByText('You moved the pin')).toHaveCount(0);
  await expect(page.getByText('Drag the pin if your car is somewhere else.')).toBeVisible();
  await expect(address).toBeFocused();

  await test.step('a pin that was moved twice is put back at the address', async () => {
    await dragPin(page, 60, 0);
    await dragPin(page, 0, -40);
    await undo.click();
    await expect(page.getByText('You moved the pin')).toHaveCount(0);
    const sent = page.waitForRequest('**/api/service-areas/answer?*');
    await page.reload();
    const { searchParams } = new URL((await sent).url());
    expect(searchParams.get('lat')).toBe(String(house.lat));
    expect(searchParams.get('precision')).toBe('house');
  });

  await dragPin(page, -60, 0);
  await expect(page.getByText('You moved the pin')).toBeVisible();
  await address.press('Home');
  await address.press('1');
  await address.press('Escape');
  // The edited address has no known coordinates, so the pin can only be removed.
  await expect(page.getByRole('button', { name: 'Remove exact location' })).toBeVisible();
  const { location, placePrecision } = await book(sandbox, booking);
  expect(placePrecision).toBe('pin');
  expect(JSON.parse(location)).toHaveProperty('address', '15 Elm Street, San Francisco, CA 94103');
  // 60 pixels to the left.
  expect((readCoordinates(location)?.lng ?? 0) - house.lng).toBeCloseTo(-0.0018, 3);
});

test('a typed address gets a pin when the customer presses the map of its ZIP code @booking.pin', async ({
  sandbox,
}) => {
  const booking = await openBooking(sandbox);
  const { page, address } = booking;
  await address.fill('12 Elm Street, San Francisco, CA 94103');
  await address.press('Escape');
  await expect(findMap(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Drop a pin on the map' }).click();
  await expect(page.getByText('Drag the pin to your car, or select its location')).toBeVisible();
  const { x, y } = await findPinCenter(page);
  await page.mouse.click(x + 40, y + 40);
  await expect(page.getByText('Exact location set')).toBeVisible();
  const { location, placePrecision } = await book(sandbox, booking);
  expect(placePrecision).toBe('pin');
  // Within a kilometer of the ZIP code's center.
  const { lat, lng } = readCoordinates(location) ?? { lat: 0, lng: 0 };
  expect(lat).toBeCloseTo(37.77, 1);
  expect(lng).toBeCloseTo(-122.41, 1);
});

test('if only the ZIP code of an address is known, the customer is asked to place the pin @booking.pin', async ({
  sandbox,
}) => {
  const booking = await openBooking(sandbox);
  const { page } = booking;
  await chooseSuggestion(booking, /ZIP 94103/);
  const instruction = page.getByText(
    'We could only find the ZIP code of this address. Drag the pin',
  );
  await expect(instruction).toBeVisible();
  await expect(findPin(page)).toBeVisible();
  await dragPin(page, 20, 20);
  await expect(instruction).toHaveCount(0);
});

test('a booking whose pin was moved out of the area is refused @booking.pin @areas.at-address', async ({
  sandbox,
}) => {
  // A mile around a point 1.5 km east of the house.
  await makeServiceArea(sandbox.app, [], {
    latitude: house.lat,
    longitude: house.lng + 0.017,
    radius_miles: '1',
  });
  const booking = await openBooking(sandbox);
  const { page } = booking;
  await chooseSuggestion(booking, /House/);
  await expect(page.getByText('We serve this address')).toBeVisible();

  await test.step('the previous message stays while the next one loads', async () => {
    let respond = () => {};
    const released = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route('**/api/service-areas/answer?*', async (route) => {
      await released;
      await route.continue();
    });
    const requested = page.waitForRequest('**/api/service-areas/answer?*');
    await dragPin(page, -200, 0);
    await requested;
    await expect(
      page.locator('[aria-busy="true"]').getByText('We serve this address'),
    ).toBeVisible();
    respond();
  });
  await expect(page.getByText("We don't serve this address yet.")).toBeVisible();
  sandbox.expectErrorStatus(400, '/api/appointments');
  await booking.submit.click();
  await expect(toast(page, 'Booking failed')).toBeVisible();
  await page.getByRole('button', { name: 'Put the pin back' }).click();
  await expect(page.getByText('We serve this address')).toBeVisible();
});

test("a message says that the pin is far from the address's ZIP code @booking.pin-far", async ({
  sandbox,
}) => {
  const booking = await openBooking(sandbox, (page) =>
    page.route('**/api/places?q=94103', (route) =>
      route.fulfill({
        json: {
          suggestions: [{ ...suggestions[1], lat: 38.4, address: 'San Francisco, CA 94103' }],
          isServiceDown: false,
        },
      }),
    ),
  );
  const { page } = booking;
  await chooseSuggestion(booking, /House/);
  await expect(
    page.getByText("The pin is more than 30 miles from ZIP code 94103, so we'll use the ZIP code"),
  ).toBeVisible();
});

test('the schematic map opens with a button, and its pin can be moved with the keyboard @booking.pin-streets', async ({
  sandbox,
}) => {
  const booking = await openBooking(sandbox, (page) => page.unroute('**/api/base-map'));
  const { page } = booking;
  await chooseSuggestion(booking, /ZIP 94103/);
  const openMap = page.getByRole('button', { name: 'Drop a pin on the map' });
  await expect(openMap).toBeVisible();
  await expect(findMap(page)).toHaveCount(0);
  await openMap.click();
  await expect(page.getByText("This map doesn't show streets. Drag the pin only if")).toBeVisible();
  await expect(findMap(page)).toBeVisible();
  await expectAccessible(page);
  const pin = findPin(page);
  await pin.focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('You moved the pin')).toBeVisible();
  const { location, placePrecision } = await book(sandbox, booking);
  expect(placePrecision).toBe('pin');
  expect(readCoordinates(location)?.lat).toBeGreaterThan(suggestions[1]?.lat ?? 90);
});

test('if no map can be drawn, a message says so and booking still works @booking.pin-no-map', async ({
  sandbox,
}) => {
  const booking = await openBooking(sandbox, (page) =>
    page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    }),
  );
  const { page } = booking;
  await chooseSuggestion(booking, /ZIP 94103/);
  await expect(page.getByText("This browser can't display maps.")).toBeVisible();
  await expect(
    page.getByText('Please describe the location of your car in the notes.'),
  ).toBeVisible();
  await expect(page.getByText(/Drag the pin|select its location/i)).toHaveCount(0);
  await expectAccessible(page);
  expect((await book(sandbox, booking)).placePrecision).toBe('zip');
});
