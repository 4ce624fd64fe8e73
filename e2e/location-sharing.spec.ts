import { expect, type BrowserContextOptions, type Page, type Response } from '@playwright/test';
import { makeAppointment } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { expectAccessible } from './accessibility.ts';
import { toast } from './booking-page.ts';
import { test, today, type Sandbox } from './sandbox.ts';

// In the demo a mechanic's location is simulated, without asking for consent.
test.use({ serverOptions: { demo: false } });

const currentLocation = { latitude: 37.123_46, longitude: -122.543_21 };

async function openAsMechanic(sandbox: Sandbox, options: BrowserContextOptions): Promise<Page> {
  const page = await sandbox.openWithSession(sandbox.people.mechanic, options);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Mechanic Dashboard' })).toBeVisible();
  return page;
}

const findConsentPrompt = (page: Page) =>
  page.getByRole('region', { name: 'Share your location while you work?' });

/** The URL to which positions are reported and removed. */
const statusUrl = '**/api/mechanics/status';

function isRemoval(response: Response): boolean {
  return response.request().postData() === '{"location":null}';
}

function isReport(response: Response): boolean {
  return response.request().postData()?.includes('"lat"') ?? false;
}

/** Holds reports of a position until `release` is called; `firstReportSent` resolves at the first report. */
async function holdReports(
  page: Page,
): Promise<{ firstReportSent: Promise<void>; release: () => void }> {
  let resolveFirstReport = () => {};
  let release = () => {};
  const firstReportSent = new Promise<void>((resolve) => {
    resolveFirstReport = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(statusUrl, async (route) => {
    if (route.request().postData()?.includes('"lat"')) {
      resolveFirstReport();
      await released;
    }
    await route.continue();
  });
  return { firstReportSent, release };
}

test('a mechanic consents before any location is sent, and can stop sharing @tracking.consent', async ({
  sandbox,
}) => {
  const page = await openAsMechanic(sandbox, {
    geolocation: currentLocation,
    permissions: ['geolocation'],
  });
  const sentBodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/mechanics/status')) sentBodies.push(request.postData() ?? '');
  });
  await expect(findConsentPrompt(page)).toContainText('We keep it for a few days');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Job Map' }).click();
  const locationPanel = page.getByRole('region', { name: 'Current Location' });
  await expect(locationPanel).toContainText('You are not sharing your location.');
  const sharing = page.getByRole('switch', { name: 'Share my location' });
  await expect(sharing).not.toBeChecked();
  expect(sentBodies).toEqual([]);

  await findConsentPrompt(page).getByRole('button', { name: 'Share my location' }).click();
  await expect(findConsentPrompt(page)).toHaveCount(0);
  await expect(sharing).toBeChecked();
  await expect(page.getByRole('link', { name: 'Your location is shared' })).toBeVisible();
  await expect(locationPanel).toContainText(
    'Your location is only shared while this page is open and visible.',
  );
  await expect(locationPanel).toContainText('37.1235');
  await expect(locationPanel).toContainText('-122.5432');
  await expect(locationPanel).toContainText('Updated just now');
  await expect(locationPanel.getByText(/simulated/)).toHaveCount(0);

  await test.step('the choice survives a reload, and the office sees the location', async () => {
    const admin = await sandbox.openWithSession(sandbox.people.admin);
    await admin.goto('/mechanics');
    await admin.getByRole('button', { name: 'Actions for Marcus Bell' }).click();
    await admin.getByRole('menuitem', { name: 'View Location' }).click();
    await expect(admin.getByRole('dialog')).toContainText('37.1235');

    sentBodies.length = 0;
    await page.reload();
    await expect.poll(() => sentBodies).not.toEqual([]);
    await expect(findConsentPrompt(page)).toHaveCount(0);

    sandbox.expectErrorStatus(503, '/api/mechanics/status');
    await page.route('**/api/mechanics/status', (route) =>
      route.fulfill({ status: 503, body: 'Please try again in a moment.' }),
    );
    await sharing.click();
    await expect(toast(page, 'Failed to remove your last location')).toBeVisible();
    await expect(locationPanel, 'the location that is still stored is still shown').toContainText(
      '37.1235',
    );
    await page.unroute('**/api/mechanics/status');
    const shared = page.waitForResponse(
      (response) => isReport(response) && response.status() !== 503,
    );
    await sharing.click();
    expect((await shared).ok()).toBe(true);
    await sharing.click();
    await expect(locationPanel).toContainText('You are not sharing your location.');
    await expect(page.getByRole('link', { name: 'Your location is shared' })).toHaveCount(0);
    await expect(admin.getByRole('dialog')).toContainText("We don't know where Marcus Bell is.");
  });

  await test.step('no location is sent after sharing is turned off', async () => {
    sentBodies.length = 0;
    await page.reload();
    await expect(locationPanel).toContainText('You are not sharing your location.');
    expect(sentBodies).toEqual([]);
  });
});

test('a location report in flight when a mechanic stops sharing is removed too', async ({
  sandbox,
}) => {
  const page = await openAsMechanic(sandbox, {
    geolocation: currentLocation,
    permissions: ['geolocation'],
  });
  await page.getByRole('link', { name: 'Job Map' }).click();
  const locationPanel = page.getByRole('region', { name: 'Current Location' });
  const sharing = page.getByRole('switch', { name: 'Share my location' });
  await expect(sharing).not.toBeChecked();

  const heldReports = await holdReports(page);
  await sharing.click();
  await heldReports.firstReportSent;
  const removed = page.waitForResponse(isRemoval);
  await sharing.click();
  expect((await removed).ok(), 'the known location is removed immediately').toBe(true);

  // The held report arrives after the removal.
  const arrived = page.waitForResponse(isReport);
  const removedAgain = page.waitForResponse(isRemoval);
  heldReports.release();
  const report = (await (await arrived).json()) as { location: unknown };
  expect(report.location, 'the server stores the late report').not.toBeNull();
  expect((await removedAgain).ok()).toBe(true);
  await expect(locationPanel).toContainText('You are not sharing your location.');

  const admin = await sandbox.openWithSession(sandbox.people.admin);
  await admin.goto('/mechanics');
  await admin.getByRole('button', { name: 'Actions for Marcus Bell' }).click();
  await admin.getByRole('menuitem', { name: 'View Location' }).click();
  await expect(admin.getByRole('dialog')).toContainText("We don't know where Marcus Bell is.");
});

test('a mechanic can choose Not now, and sees when the browser blocks location access @tracking.consent', async ({
  sandbox,
}) => {
  const page = await openAsMechanic(sandbox, { permissions: [] });
  await findConsentPrompt(page).getByRole('button', { name: 'Not now' }).click();
  await expect(findConsentPrompt(page)).toHaveCount(0);
  await page.reload();
  await page.getByRole('tab', { name: 'Map & Navigation' }).click();
  const locationPanel = page.getByRole('region', { name: 'Current Location' });
  await expect(locationPanel).toContainText('You are not sharing your location.');
  await expect(findConsentPrompt(page)).toHaveCount(0);
  await page.getByRole('switch', { name: 'Share my location' }).click();
  await expect(locationPanel).toContainText(
    'Your browser is blocking location access for this page.',
  );
  await page.getByRole('switch', { name: /Available/ }).click();
  await expect(locationPanel).toContainText(
    'Your location is shared while you are available or on a job.',
  );
});

/** Makes the page appear hidden, as when the phone is locked, or visible again. */
async function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { value: next, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('the office sees a mechanic move and, while the mechanic’s page is hidden, the age of the position @tracking.movement @tracking.visible', async ({
  sandbox,
}) => {
  const page = await openAsMechanic(sandbox, {
    geolocation: currentLocation,
    permissions: ['geolocation'],
  });
  const sentBodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/mechanics/status')) sentBodies.push(request.postData() ?? '');
  });
  await findConsentPrompt(page).getByRole('button', { name: 'Share my location' }).click();
  const admin = await sandbox.openWithSession(sandbox.people.admin);
  const dialog = admin.getByRole('dialog');
  const openLocation = async () => {
    await admin.goto('/mechanics');
    await admin.getByRole('button', { name: 'Actions for Marcus Bell' }).click();
    await admin.getByRole('menuitem', { name: 'View Location' }).click();
  };
  await openLocation();
  await expect(dialog).toContainText('37.1235');

  await test.step('the dialog follows a mechanic who moves half a kilometer at a time', async () => {
    for (const latitude of [37.128, 37.132_5]) {
      await page.context().setGeolocation({ ...currentLocation, latitude });
      await expect(dialog).toContainText(latitude.toFixed(4));
      await expect(dialog).not.toContainText('As of');
    }
  });

  await test.step('an imprecise or physically impossible position is not shown', async () => {
    await page.context().setGeolocation({ ...currentLocation, latitude: 37.133, accuracy: 101 });
    const responded = page.waitForResponse(isReport);
    await page.context().setGeolocation({ ...currentLocation, latitude: 39 });
    expect(await (await responded).json()).toMatchObject({ location: { lat: 37.1325 } });
    expect(sentBodies.join()).not.toContain('37.133');
    await expect(dialog).toContainText('37.1325');
  });

  await test.step('while the page is hidden, the dialog shows the age of the position', async () => {
    await setVisibility(page, 'hidden');
    const previousCount = sentBodies.length;
    await page.context().setGeolocation({ ...currentLocation, latitude: 37.134 });
    const later = new Date('2026-03-03T17:03:00Z');
    sandbox.app.clock.set(later);
    await admin.clock.setFixedTime(later);
    await openLocation();
    await expect(dialog).toContainText('As of 9:00 AM.');
    await expectAccessible(admin);

    // The latest position is reported immediately, but no position from while the page was hidden.
    await page.context().setGeolocation({ ...currentLocation, latitude: 37.136 });
    await setVisibility(page, 'visible');
    await expect(dialog).toContainText('37.1360');
    await expect(dialog).not.toContainText('As of');
    expect(sentBodies.slice(previousCount).filter((body) => body.includes('37.134'))).toEqual([]);
  });
});

test('location sharing ends when the mechanic’s working hours end @tracking.hours', async ({
  sandbox,
}) => {
  const page = await openAsMechanic(sandbox, {
    geolocation: currentLocation,
    permissions: ['geolocation'],
  });
  const toggle = page.getByRole('switch', { name: /available/i });
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await toggle.click();
  await expect(toggle).toBeChecked();
  await findConsentPrompt(page).getByRole('button', { name: 'Share my location' }).click();
  await page.getByRole('tab', { name: 'Map & Navigation' }).click();
  const locationPanel = page.getByRole('region', { name: 'Current Location' });
  await expect(locationPanel).toContainText('37.1235');
  const indicator = page.getByRole('link', { name: 'Your location is shared' });
  await expect(indicator).toBeVisible();

  sandbox.app.clock.set(new Date('2026-03-04T02:00:00Z'));
  const responded = page.waitForResponse(isReport);
  await page.context().setGeolocation({ ...currentLocation, latitude: 37.13 });
  expect((await responded).ok()).toBe(true);
  await expect(locationPanel).toContainText('Sharing ended when your working hours ended.');
  await expect(indicator).toHaveCount(0);
});

test('the screen stays on from departure to arrival @tracking.screen', async ({ sandbox }) => {
  const { app, people, oilChange } = sandbox;
  const id = await makeAppointment(app, {
    date: today,
    status: 'confirmed',
    mechanic_id: people.mechanic.id,
    customer_id: people.customer.id,
    service_id: oilChange.id,
  });
  const change = async (body: object) => {
    const changed = await send(app, people.mechanic, 'PATCH', `/api/appointments/${id}`, body);
    expect(changed.statusCode).toBe(200);
  };
  const page = await sandbox.openWithSession(people.mechanic, {
    geolocation: currentLocation,
    permissions: ['geolocation'],
  });
  // Replaces the wake lock API, since the browser under test has no screen.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async () => {
          const lock = new EventTarget();
          return Object.assign(lock, {
            released: false,
            release: async () => lock.dispatchEvent(new Event('release')),
          });
        },
      },
    });
  });
  await page.goto('/');
  await findConsentPrompt(page).getByRole('button', { name: 'Share my location' }).click();
  await page.getByRole('tab', { name: 'Map & Navigation' }).click();
  const note = page.getByText('Your screen stays on while you drive to a job.');
  await expect(page.getByRole('region', { name: 'Current Location' })).toContainText('37.1235');
  await expect(note).toHaveCount(0);
  await change({ status: 'in_progress' });
  await expect(note).toBeVisible();
  await change({ arrived: true });
  await expect(note).toHaveCount(0);
});
