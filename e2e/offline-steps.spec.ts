import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { makeMechanic } from '@curbwrench/testing/builders';
import { read } from '@curbwrench/testing/requests';
import { testMorning } from '@curbwrench/testing/start-app';
import { inFullBrowser } from './browser/launch-options.ts';
import { expectAccessible } from './accessibility.ts';
import { bookThroughApi, changeThroughApi } from './appointment-steps.ts';
import { startBrowserProcess } from './browser/browser-process.ts';
import { onOwnServer, test, today, type Sandbox } from './sandbox.ts';

test.use(onOwnServer);

test.use(inFullBrowser);

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'allow',
} as const;

const minutesLater = (count: number) => new Date(testMorning.getTime() + count * 60_000);
const waitingText = "Not sent yet. We'll send it when you're back online.";

/** Makes a job for today that Marcus is assigned to. */
async function makeJob(sandbox: Sandbox): Promise<number> {
  const { advisor, mechanic } = sandbox.people;
  const id = await bookThroughApi(sandbox, today, '13:00');
  await changeThroughApi(sandbox, advisor, id, { status: 'confirmed', mechanicId: mechanic.id });
  return id;
}

/** Returns the job's steps with their times, as the office sees them. */
async function readSteps({ app, people }: Sandbox, id: number) {
  const path = `/api/appointments/${id}`;
  const { events } = await read<AppointmentDetails>(app, people.advisor, path);
  return events
    .filter(({ kind }) => ['started', 'arrived', 'completed'].includes(kind))
    .map(({ kind, at }) => `${kind} ${new Date(at).toISOString()}`);
}

const stepAt = (kind: string, minutes: number) => `${kind} ${minutesLater(minutes).toISOString()}`;

/** Waits until the service worker can show the schedule offline. */
async function waitForStoredSchedule(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const cache = await caches.open('api-responses');
        const requests = await cache.keys();
        return requests.map(({ url }) => new URL(url).pathname + new URL(url).search);
      }),
    )
    .toEqual(
      expect.arrayContaining([
        '/api/auth/user',
        expect.stringMatching(/appointments\/counts/),
        expect.stringMatching(/appointments\?date=/),
        expect.stringMatching(/appointments\?status=in_progress/),
      ]),
    );
  await page.evaluate(() => navigator.serviceWorker.ready);
}

async function setTime(sandbox: Sandbox, context: BrowserContext, minutes: number) {
  sandbox.app.clock.set(minutesLater(minutes));
  await context.clock.setFixedTime(minutesLater(minutes));
}

/** Makes a job, opens its mechanic's schedule, and goes offline. */
async function openOffline(sandbox: Sandbox) {
  sandbox.expectOffline();
  const id = await makeJob(sandbox);
  const page = await sandbox.openAs('mechanic', phone);
  const context = page.context();
  await waitForStoredSchedule(page);
  await context.setOffline(true);
  return { id, page, context };
}

async function complete(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Complete Service/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Mileage').fill('61200');
  await sheet.getByRole('button', { name: 'Complete Service' }).click();
  await expect(sheet).toBeHidden();
}

test('job steps recorded offline are sent in order when the phone is back online @mechanics.offline-steps', async ({
  sandbox,
}) => {
  const { id, page, context } = await openOffline(sandbox);

  await test.step('each step is stored, and the next one is offered', async () => {
    await setTime(sandbox, context, 10);
    await page.getByRole('button', { name: /^Start Service/ }).click();
    await expect(page.getByText('Started at 9:10 AM')).toBeVisible();
    await expect(page.getByText(waitingText)).toBeVisible();
    await setTime(sandbox, context, 30);
    await page.getByRole('button', { name: /^I Have Arrived/ }).click();
    await expect(page.getByText('Started at 9:10 AM · Arrived at 9:30 AM')).toBeVisible();
    await expectAccessible(page);
    await setTime(sandbox, context, 75);
    await complete(page);
    await expect(page.getByText(/Completed at 10:15 AM/)).toBeVisible();
    expect(await readSteps(sandbox, id)).toEqual([]);
  });

  await setTime(sandbox, context, 120);
  await context.setOffline(false);
  await expect(page.getByText(waitingText)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Completed (1)' })).toBeVisible();
  expect(await readSteps(sandbox, id)).toEqual([
    stepAt('started', 10),
    stepAt('arrived', 30),
    stepAt('completed', 75),
  ]);
  await page.goto(`/appointments/${id}`);
  await expect(page.getByText('Submitted offline, sent Tue, Mar 03, 2026, 11:00 AM')).toHaveCount(
    3,
  );
});

test('a start recorded offline can be undone before it is sent @mechanics.undo-waiting-start', async ({
  sandbox,
}) => {
  const { id, page, context } = await openOffline(sandbox);
  await setTime(sandbox, context, 10);
  const start = page.getByRole('button', { name: /^Start Service/ });
  await start.click();
  await expect(page.getByText(waitingText)).toBeVisible();
  await page.getByRole('button', { name: /^Undo the start of/ }).click();
  await expect(page.getByText(waitingText)).toBeHidden();
  await expect(start).toBeEnabled();
  await setTime(sandbox, context, 20);
  await start.click();
  await expect(page.getByText('Started at 9:20 AM')).toBeVisible();
  await setTime(sandbox, context, 30);
  await context.setOffline(false);
  await expect(page.getByText(waitingText)).toBeHidden();
  expect(await readSteps(sandbox, id)).toEqual([stepAt('started', 20)]);
});

test('a step recorded offline is sent only once, even after the tab was closed @mechanics.offline-steps', async ({
  sandbox,
}) => {
  const { id, page, context } = await openOffline(sandbox);
  await setTime(sandbox, context, 10);
  await page.getByRole('button', { name: /^Start Service/ }).click();
  await expect(page.getByText(waitingText)).toBeVisible();
  await page.close();
  await setTime(sandbox, context, 60);
  await context.setOffline(false);

  let requestCount = 0;
  context.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().endsWith(`/api/appointments/${id}`)) {
      requestCount += 1;
    }
  });
  const tabs = await Promise.all([context.newPage(), context.newPage()]);
  await Promise.all(tabs.map((tab) => tab.goto('/')));
  for (const tab of tabs) {
    await expect(tab.getByRole('button', { name: /^I Have Arrived/ })).toBeVisible();
    await expect(tab.getByText(waitingText)).toBeHidden();
  }
  expect(await readSteps(sandbox, id)).toEqual([stepAt('started', 10)]);
  expect(requestCount).toBe(1);
});

test("a waiting step is shown with its job's number if the schedule no longer shows the job @mechanics.offline-steps", async ({
  sandbox,
}) => {
  const { id, page, context } = await openOffline(sandbox);
  await page.getByRole('button', { name: /^Start Service/ }).click();
  await expect(page.getByText(waitingText)).toBeVisible();
  await setTime(sandbox, context, 24 * 60);
  await page.reload();
  const notice = page.getByRole('status').filter({ hasText: waitingText });
  await expect(notice).toContainText(`${displayId(id)}: Started at 9:00 AM`);
  await expect(notice).toHaveCount(1);
});

test('a step recorded offline survives if the browser is killed @mechanics.offline-steps', async ({
  sandbox,
}) => {
  const id = await makeJob(sandbox);
  const { mechanic } = sandbox.people;
  const [name = '', value = ''] = mechanic.headers.cookie.split('=');
  const first = await startBrowserProcess();
  try {
    await first.context.clock.setFixedTime(minutesLater(10));
    await first.context.addCookies([{ name, value, url: sandbox.app.url }]);
    const page = await first.context.newPage();
    await page.goto(sandbox.app.url);
    const start = page.getByRole('button', { name: /^Start Service/ });
    await expect(start).toBeVisible();
    await first.context.setOffline(true);
    await start.click();
    await expect(page.getByText(waitingText)).toBeVisible();
    await first.kill();

    sandbox.app.clock.set(minutesLater(60));
    const second = await startBrowserProcess(first.profile);
    try {
      await second.context.clock.setFixedTime(minutesLater(60));
      await second.context.addCookies([{ name, value, url: sandbox.app.url }]);
      const reopened = await second.context.newPage();
      await reopened.goto(sandbox.app.url);
      await expect(reopened.getByRole('button', { name: /^I Have Arrived/ })).toBeVisible();
      await expect.poll(() => readSteps(sandbox, id)).toEqual([stepAt('started', 10)]);
    } finally {
      await second.kill();
    }
  } finally {
    await first.remove();
  }
});

test('steps recorded offline are refused if the office has reassigned the job, and a notice says so @mechanics.late-step-refused', async ({
  sandbox,
}) => {
  sandbox.expectOffline();
  const id = await makeJob(sandbox);
  const other = await makeMechanic(sandbox.app);
  const page = await sandbox.openAs('mechanic', phone);
  const context = page.context();
  await waitForStoredSchedule(page);
  await context.setOffline(true);
  await setTime(sandbox, context, 10);
  await page.getByRole('button', { name: /^Start Service/ }).click();
  await page.getByRole('button', { name: /^I Have Arrived/ }).click();
  await complete(page);

  const { advisor } = sandbox.people;
  await changeThroughApi(sandbox, advisor, id, { status: 'confirmed', mechanicId: other.id });
  await setTime(sandbox, context, 60);
  sandbox.expectErrorStatus(409, `/api/appointments/${id}`);
  await context.setOffline(false);
  const notice = page
    .getByRole('alert')
    .filter({ hasText: `${displayId(id)}: update not recorded` });
  await expect(notice).toContainText('This job is no longer assigned to you.');
  await expect(notice).toContainText(
    'Started at 9:10 AM · Arrived at 9:10 AM · Completed at 9:10 AM',
  );
  await expectAccessible(page);
  expect(await readSteps(sandbox, id)).toEqual([]);

  await page.reload();
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: "Today's Appointments" })).toBeVisible();
  await expect(notice).toBeHidden();
});

test("a mechanic's step is not sent while another person is signed in to the same browser @mechanics.late-step-person", async ({
  sandbox,
}) => {
  const { id, page, context } = await openOffline(sandbox);
  await page.getByRole('button', { name: /^Start Service/ }).click();
  await expect(page.getByText(waitingText)).toBeVisible();
  await page.close();
  await context.setOffline(false);

  // Another mechanic signs in on the same phone.
  const other = await makeMechanic(sandbox.app);
  const [name = '', value = ''] = other.headers.cookie.split('=');
  sandbox.expectEndedSessions();
  await context.addCookies([{ name, value, url: sandbox.app.url }]);
  const next = await context.newPage();
  const isStep = ({ method, url }: { method: string; url: string }) =>
    method === 'PATCH' && url.includes('/api/appointments/');
  let requestCount = 0;
  context.on('request', (request) => {
    if (isStep({ method: request.method(), url: request.url() })) requestCount += 1;
  });
  await next.addInitScript(() => localStorage.clear());
  await next.goto('/');
  await expect(next.getByRole('heading', { name: "Today's Appointments" })).toBeVisible();
  await expect(next.getByText(/don't have any appointments/)).toBeVisible();
  expect(await readSteps(sandbox, id)).toEqual([]);
  expect(requestCount).toBe(0);
});
