import { expect, type BrowserContextOptions, type Page, type Response } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { toast } from './booking-page.ts';
import { test, type Sandbox } from './sandbox.ts';

// In the demo a mechanic's location is simulated, without asking for consent.
test.use({ serverOptions: { demo: false } });

const here = { latitude: 37.123_46, longitude: -122.543_21 };

async function openAsMechanic(sandbox: Sandbox, options: BrowserContextOptions): Promise<Page> {
  const page = await sandbox.openWithSession(sandbox.people.mechanic, options);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Mechanic Dashboard' })).toBeVisible();
  return page;
}

const findConsentPrompt = (page: Page) =>
  page.getByRole('region', { name: 'Share your location while you work?' });

/** The calls that report and remove a position. */
const statusCalls = '**/api/mechanics/status';

function isRemoval(response: Response): boolean {
  return response.request().postData() === '{"location":null}';
}

function isReport(response: Response): boolean {
  return response.request().postData()?.includes('"lat"') ?? false;
}

/** Holds reports of a position until `release` is called; `begun` resolves at the first report. */
async function holdReports(page: Page): Promise<{ begun: Promise<void>; release: () => void }> {
  let begin = () => {};
  let release = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(statusCalls, async (route) => {
    if (route.request().postData()?.includes('"lat"')) {
      begin();
      await released;
    }
    await route.continue();
  });
  return { begun, release };
}

test('a mechanic consents before any location is sent, and can stop sharing @tracking.consent', async ({
  sandbox,
}) => {
  const page = await openAsMechanic(sandbox, { geolocation: here, permissions: ['geolocation'] });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/mechanics/status')) sent.push(request.postData() ?? '');
  });
  await expect(findConsentPrompt(page)).toContainText('It is deleted after a day');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Job Map' }).click();
  const locationPanel = page.getByRole('region', { name: 'Current Location' });
  await expect(locationPanel).toContainText('You are not sharing your location.');
  const sharing = page.getByRole('switch', { name: 'Share my location' });
  await expect(sharing).not.toBeChecked();
  expect(sent).toEqual([]);

  await findConsentPrompt(page).getByRole('button', { name: 'Share my location' }).click();
  await expect(findConsentPrompt(page)).toHaveCount(0);
  await expect(sharing).toBeChecked();
  await expect(locationPanel).toContainText('37.1235');
  await expect(locationPanel).toContainText('-122.5432');
  await expect(locationPanel).toContainText('Updated 0m ago');
  await expect(locationPanel.getByText(/made up/)).toHaveCount(0);

  await test.step('the choice is remembered, and the office sees it', async () => {
    const admin = await sandbox.openWithSession(sandbox.people.admin);
    await admin.goto('/mechanics');
    await admin.getByRole('button', { name: 'Actions for Marcus Bell' }).click();
    await admin.getByRole('menuitem', { name: 'View Location' }).click();
    await expect(admin.getByRole('dialog')).toContainText('37.1235');

    sent.length = 0;
    await page.reload();
    await expect.poll(() => sent).not.toEqual([]);
    await expect(findConsentPrompt(page)).toHaveCount(0);

    sandbox.expectRefusal(503, '/api/mechanics/status');
    await page.route('**/api/mechanics/status', (route) =>
      route.fulfill({ status: 503, body: 'Please try again in a moment.' }),
    );
    await sharing.click();
    await expect(toast(page, 'Failed to remove your last location')).toBeVisible();
    await expect(locationPanel, 'the location that is still stored is still shown').toContainText(
      '37.1235',
    );
    await page.unroute('**/api/mechanics/status');
    const shared = page.waitForResponse('**/api/mechanics/status');
    await sharing.click();
    expect((await shared).ok()).toBe(true);
    await sharing.click();
    await expect(locationPanel).toContainText('You are not sharing your location.');
    await expect(admin.getByRole('dialog')).toContainText("We don't know where Marcus Bell is.");
  });

  await test.step('no location is sent once sharing is off', async () => {
    sent.length = 0;
    await page.reload();
    await expect(locationPanel).toContainText('You are not sharing your location.');
    expect(sent).toEqual([]);
  });
});

test('a report in flight when a mechanic stops sharing is removed too', async ({ sandbox }) => {
  const page = await openAsMechanic(sandbox, { geolocation: here, permissions: ['geolocation'] });
  await page.getByRole('link', { name: 'Job Map' }).click();
  const locationPanel = page.getByRole('region', { name: 'Current Location' });
  const sharing = page.getByRole('switch', { name: 'Share my location' });
  await expect(sharing).not.toBeChecked();

  const held = await holdReports(page);
  await sharing.click();
  await held.begun;
  const removed = page.waitForResponse(isRemoval);
  await sharing.click();
  expect((await removed).ok(), 'the known location is removed immediately').toBe(true);

  // The held report arrives after the removal.
  const arrived = page.waitForResponse(isReport);
  const removedAgain = page.waitForResponse(isRemoval);
  held.release();
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

test('a mechanic can choose Not now, and sees when the browser blocks the location @tracking.consent', async ({
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
  await expect(locationPanel).toContainText('Your browser blocks the location for this page.');
  await page.getByRole('switch', { name: /Available/ }).click();
  await expect(locationPanel).toContainText(
    'Your location is shared while you are available or on a job.',
  );
});
