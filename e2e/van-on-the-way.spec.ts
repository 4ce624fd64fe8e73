import { expect, type Locator, type Page } from '@playwright/test';
import { makeAppointment, makeMechanic, type Person } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { test, today, type Sandbox } from './sandbox.ts';

// In the demo a mechanic's location is simulated, without asking for consent.
test.use({ serverOptions: { demo: false } });

/** The customer's address; the van comes from the north. */
const home = { lat: 37.78, lng: -122.42 };
const milesPerDegreeOfLatitude = 69.1;

/** Returns the position this many miles north of the customer. */
const positionAt = (miles: number) => ({
  latitude: home.lat + miles / milesPerDegreeOfLatitude,
  longitude: home.lng,
});

/** Opens a mechanic's dashboard in a browser at a position, and shares that position. */
async function openVan(sandbox: Sandbox, mechanic: Person, miles: number): Promise<Page> {
  const page = await sandbox.openWithSession(mechanic, {
    geolocation: positionAt(miles),
    permissions: ['geolocation'],
  });
  await page.goto('/');
  const reportResponse = page.waitForResponse(isLocationReport);
  await page.getByRole('button', { name: 'Share my location' }).click();
  expect((await reportResponse).ok()).toBe(true);
  return page;
}

function isLocationReport(response: { request(): { postData(): string | null } }): boolean {
  return response.request().postData()?.includes('"lat"') ?? false;
}

/** Makes the page appear hidden, as when the phone is locked, or visible again. */
async function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { value: next, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

async function openLocation(admin: Page, name: string): Promise<void> {
  await admin.goto('/mechanics');
  await admin.getByRole('button', { name: `Actions for ${name}` }).click();
  await admin.getByRole('menuitem', { name: 'View Location' }).click();
}

test("a customer and the office watch a van arrive, and see the time of its last position while the mechanic's page is hidden @tracking.visible @tracking.hidden", async ({
  sandbox,
}) => {
  const { app, people, oilChange } = sandbox;
  const id = await makeAppointment(app, {
    date: today,
    status: 'confirmed',
    mechanic_id: people.mechanic.id,
    customer_id: people.customer.id,
    service_id: oilChange.id,
    latitude: home.lat,
    longitude: home.lng,
  });
  const change = async (body: object) => {
    const response = await send(app, people.mechanic, 'PATCH', `/api/appointments/${id}`, body);
    expect(response.statusCode).toBe(200);
  };
  const van = await openVan(sandbox, people.mechanic, 6);
  await change({ status: 'in_progress' });

  const customer = await sandbox.openWithSession(people.customer);
  await customer.goto(`/appointments/${id}`);
  await customer.getByRole('button', { name: /^Track Mechanic/ }).click();
  const sheet = customer.getByRole('dialog', { name: 'Track Mechanic' });
  const admin = await sandbox.openWithSession(people.admin);
  await openLocation(admin, 'Marcus Bell');
  const office = admin.getByRole('dialog');

  await test.step('the van gets closer', async () => {
    await van.context().setGeolocation(positionAt(5.5));
    await expect(sheet).toContainText('5.5 mi away');
    await van.context().setGeolocation(positionAt(5));
    await expect(sheet).toContainText('5.0 mi away');
    await expect(sheet.getByRole('status')).toContainText('Marcus will arrive around');
    await expect(sheet).not.toContainText('as of');
    await expect(office).toContainText(positionAt(5).latitude.toFixed(4));
    await expect(office).not.toContainText('As of');
  });

  await test.step("halfway, the mechanic's page is hidden", async () => {
    await setVisibility(van, 'hidden');
    await van.context().setGeolocation(positionAt(4.5));
    const later = new Date('2026-03-03T17:04:00Z');
    app.clock.set(later);
    for (const page of [customer, admin]) await page.clock.setFixedTime(later);
    await customer.reload();
    await customer.getByRole('button', { name: /^Track Mechanic/ }).click();
    await openLocation(admin, 'Marcus Bell');
    await expect(sheet).toContainText('5.0 mi away · as of 9:00 AM');
    await expect(sheet).toContainText('Estimate based on departure at 9:00 AM');
    await expect(office).toContainText('As of 9:00 AM.');
  });

  await test.step("the mechanic's page is visible again, and the van arrives", async () => {
    await van.clock.setFixedTime(new Date('2026-03-03T17:04:00Z'));
    await setVisibility(van, 'visible');
    await expect(sheet).toContainText('4.5 mi away');
    await expect(sheet).not.toContainText('as of');
    await expect(office).not.toContainText('As of');
    await change({ arrived: true });
    await expect(sheet.getByRole('status')).toHaveText('Your mechanic has arrived');
  });
});

test('the office watches three vans, and polls no more than once every two seconds @tracking.many', async ({
  sandbox,
}) => {
  const { app, people } = sandbox;
  const drivers = [
    { name: 'Marcus Bell', person: people.mechanic, miles: 1 },
    { name: 'Ana Reyes', person: await makeMechanic(app, { firstName: 'Ana' }), miles: 2 },
    { name: 'Lee Park', person: await makeMechanic(app, { firstName: 'Lee' }), miles: 3 },
  ];
  const admin = await sandbox.openWithSession(people.admin);
  // When each poll was sent, according to the browser, because this process may be notified late.
  const pollTimes: number[] = [];
  admin.on('requestfinished', (request) => {
    const { startTime } = request.timing();
    if (new URL(request.url()).pathname === '/api/mechanics') pollTimes.push(startTime);
  });
  const vans: Page[] = [];
  for (const { person, miles } of drivers) vans.push(await openVan(sandbox, person, miles));
  await openLocation(admin, 'Marcus Bell');
  const dialog = admin.getByRole('dialog');
  await expect(dialog).toContainText(positionAt(1).latitude.toFixed(4));

  await test.step('all vans move at the same time, four times', async () => {
    for (const distance of [0.1, 0.2, 0.3, 0.4]) {
      await Promise.all(
        vans.map((van, index) =>
          van.context().setGeolocation(positionAt((drivers[index]?.miles ?? 0) + distance)),
        ),
      );
      await expect(dialog).toContainText(positionAt(1 + distance).latitude.toFixed(4));
    }
  });

  await test.step('each van has its own position', async () => {
    for (const { person, miles } of drivers.slice(1)) {
      await expect
        .poll(async () => {
          const response = await send(app, people.admin, 'GET', `/api/mechanics/${person.id}`);
          return response.json<{ location: { lat: number } | null }>().location?.lat;
        })
        .toBeCloseTo(positionAt(miles + 0.4).latitude, 4);
    }
  });

  pollTimes.sort((a, b) => a - b);
  // The first two polls are ignored, since the page is still loading.
  const [first = 0, ...laterPolls] = pollTimes.slice(2);
  expect(laterPolls.length).toBeGreaterThanOrEqual(2);
  // Two seconds, with some tolerance. A single interval may be shorter, since a busy page sends a poll late.
  const averageInterval = ((laterPolls.at(-1) ?? 0) - first) / laterPolls.length;
  expect(averageInterval, pollTimes.map(Math.round).join(' ')).toBeGreaterThan(1_500);
});

test("a mechanic's other browser shows the reported position, and the reporting browser does not request it again @tracking.own", async ({
  sandbox,
}) => {
  const { mechanic } = sandbox.people;
  const van = await openVan(sandbox, mechanic, 3);
  const other = await sandbox.openWithSession(mechanic);
  await other.goto('/');
  const panels = [van, other].map((page) => page.getByRole('region', { name: 'Current Location' }));
  for (const page of [van, other]) await page.getByRole('link', { name: 'Job Map' }).click();
  for (const panel of panels) await expect(panel).toContainText(positionAt(3).latitude.toFixed(4));
  const requests: string[] = [];
  van.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === `/api/mechanics/${mechanic.id}`) requests.push(pathname);
  });
  for (const miles of [2.8, 2.6]) {
    await van.context().setGeolocation(positionAt(miles));
    for (const panel of panels) {
      await expect(panel).toContainText(positionAt(miles).latitude.toFixed(4));
    }
  }
  expect(requests).toEqual([]);
});

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns where a marker is drawn, in pixels of its map. */
async function readPoint(marker: Locator): Promise<Point> {
  const text = await marker.evaluate(({ style }: HTMLElement) => style.transform);
  return parsePoint(text);
}

function parsePoint(transform: string): Point {
  const [, x, y] = /translate\((-?[\d.]+)px, (-?[\d.]+)px\)/.exec(transform) ?? [];
  return { x: Number(x), y: Number(y) };
}

/** Starts recording every point where a marker is drawn; returns a function that reads the points. */
async function followMarker(marker: Locator): Promise<() => Promise<Point[]>> {
  const handle = await marker.evaluateHandle((element: HTMLElement) => {
    const transforms: string[] = [];
    new MutationObserver(() => transforms.push(element.style.transform)).observe(element, {
      attributeFilter: ['style'],
    });
    return transforms;
  });
  return async () => (await handle.jsonValue()).map(parsePoint);
}

test('on the customer’s map the van glides to each new position and not beyond it, or jumps if motion is reduced @tracking.customer', async ({
  sandbox,
}) => {
  const { app, people, oilChange } = sandbox;
  const id = await makeAppointment(app, {
    date: today,
    status: 'confirmed',
    mechanic_id: people.mechanic.id,
    customer_id: people.customer.id,
    service_id: oilChange.id,
    latitude: home.lat,
    longitude: home.lng,
  });
  const report = async (miles: number) => {
    const { latitude: lat, longitude: lng } = positionAt(miles);
    const body = { location: { lat, lng, accuracy: 8 } };
    const response = await send(app, people.mechanic, 'PATCH', '/api/mechanics/status', body);
    expect(response.statusCode).toBe(200);
  };
  const body = { status: 'in_progress' };
  const started = await send(app, people.mechanic, 'PATCH', `/api/appointments/${id}`, body);
  expect(started.statusCode).toBe(200);
  await report(2);

  /**
   * Opens the customer's map in a new browser and returns the van's marker, which is drawn over the address's marker.
   */
  const openMap = async (reducedMotion: 'no-preference' | 'reduce'): Promise<Locator> => {
    const page = await sandbox.openWithSession(people.customer, { reducedMotion });
    await page.goto(`/appointments/${id}`);
    await page.getByRole('button', { name: /^Track Mechanic/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Track Mechanic' });
    await expect(sheet.getByLabel("Map of your mechanic's route to you")).toBeVisible();
    const markers = sheet.locator('.maplibregl-marker');
    await expect(markers).toHaveCount(2);
    return markers.nth(1);
  };
  const glidingVan = await openMap('no-preference');
  const jumpingVan = await openMap('reduce');
  const start = await readPoint(glidingVan);
  expect(await readPoint(jumpingVan)).toEqual(start);
  const readPath = await followMarker(glidingVan);
  const readJump = await followMarker(jumpingVan);
  // A glide takes as long as the time between the two reports.
  app.clock.set(new Date(app.clock.now().getTime() + 4_000));
  await report(1.5);

  await expect.poll(() => readPoint(jumpingVan)).not.toEqual(start);
  const end = await readPoint(jumpingVan);
  expect(end.y, 'the van comes from the north').toBeGreaterThan(start.y + 10);
  await expect.poll(() => readPoint(glidingVan)).toEqual(end);
  const path = await readPath();
  const pointsBetween = path.filter(({ y }) => y > start.y && y < end.y);
  expect(pointsBetween.length).toBeGreaterThanOrEqual(5);
  const yValues = path.map(({ y }) => y);
  expect(yValues, 'never backward or too far').toEqual(yValues.toSorted((a, b) => a - b));
  expect(path.at(-1)).toEqual(end);
  expect(new Set((await readJump()).map(({ y }) => y))).toEqual(new Set([end.y]));
});
