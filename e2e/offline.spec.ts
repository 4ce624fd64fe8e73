import { expect, type Page } from '@playwright/test';
import { makeAppointment } from '@curbwrench/testing/builders';
import { inFullBrowser } from './browser/launch-options.ts';
import { expectAccessible } from './accessibility.ts';
import { enterDemo, test, today, type Sandbox } from './sandbox.ts';

test.use(inFullBrowser);

const phone = {
  viewport: { width: 360, height: 800 },
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'allow',
} as const;

function makeJob({ app, people, oilChange }: Sandbox, start: string, address: string) {
  return makeAppointment(app, {
    date: today,
    start_time: start,
    end_time: `${Number(start.slice(0, 2)) + 1}:00`,
    status: 'confirmed',
    mechanic_id: people.mechanic.id,
    customer_id: people.customer.id,
    service_id: oilChange.id,
    address,
  });
}

/** Finds the offline notice of a schedule that `ageStoredResponses` has made three hours older. */
const findOfflineNotice = (page: Page) =>
  page.getByText(
    /^You're offline\. This schedule is from Tue, Mar 03, 2026,? 5:[0-4]\d AM \(3h ago\)\.$/,
  );

/** Makes the stored responses three hours and ten minutes older; the service worker does not use the test's clock. */
function ageStoredResponses(page: Page) {
  return page.evaluate(async () => {
    const cache = await caches.open('api-responses');
    for (const request of await cache.keys()) {
      const response = await cache.match(request, { ignoreVary: true });
      if (!response) continue;
      const storedAt = Number(response.headers.get('x-cached-at'));
      const headers = new Headers(response.headers);
      headers.set('x-cached-at', String(storedAt - 190 * 60_000));
      await cache.put(request, new Response(await response.blob(), { headers }));
    }
  });
}

/** Reads the path, the viewer and the body of each response that the service worker has stored. */
function readStoredResponses(page: Page) {
  return page.evaluate(async () => {
    const cache = await caches.open('api-responses');
    const responses = await Promise.all(
      (await cache.keys()).map(async (request) => {
        const response = await cache.match(request, { ignoreVary: true });
        return {
          path: new URL(request.url).pathname,
          viewer: response?.headers.get('x-viewer') ?? null,
          text: (await response?.text()) ?? '',
        };
      }),
    );
    return responses;
  });
}

/** Waits until the worker has stored everything that the viewer's schedule needs offline. */
async function waitForStoredSchedule(page: Page, viewer: string): Promise<void> {
  await expect
    .poll(async () => {
      const stored = await readStoredResponses(page);
      return [
        ...new Set(stored.filter((entry) => entry.viewer === viewer).map(({ path }) => path)),
      ];
    })
    .toEqual(
      expect.arrayContaining(['/api/auth/user', '/api/appointments', '/api/appointments/counts']),
    );
}

test('an offline mechanic can open the schedule that was last loaded @screens.offline', async ({
  sandbox,
}) => {
  sandbox.expectOffline();
  const job = await makeJob(sandbox, '10:00', '5 Elm Street, San Francisco');
  await makeJob(sandbox, '13:00', '9 Oak Street, San Francisco');
  const page = await sandbox.openAs('mechanic', phone);
  const { mechanic } = sandbox.people;
  const context = page.context();
  await waitForStoredSchedule(page, mechanic.id);

  await test.step('the schedule opens offline and shows how old it is', async () => {
    await context.setOffline(true);
    await ageStoredResponses(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: "Today's Appointments" })).toBeVisible();
    await expect(page.getByText('5 Elm Street, San Francisco')).toBeVisible();
    await expect(page.getByText('9 Oak Street, San Francisco')).toBeVisible();
    await expect(findOfflineNotice(page)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a change that could not be sent is reported as failed', async () => {
    await page.getByRole('switch').first().click();
    await expect(page.getByText("We couldn't reach the server.").first()).toBeVisible();
  });

  await test.step('pages that were never loaded show an error', async () => {
    await page.getByRole('link', { name: 'Bookings' }).click();
    await expect(page.getByText("We couldn't load the appointments.")).toBeVisible();
    await page.goBack();
  });

  await test.step('the schedule is loaded again when the phone is back online', async () => {
    const rows = sandbox.app.store.kysely.updateTable('appointments');
    await rows.set({ address: '7 Ash Street, Oakland' }).where('id', '=', job).execute();
    await context.setOffline(false);
    await expect(page.getByText('7 Ash Street, Oakland')).toBeVisible();
    await expect(page.getByText("You're offline.")).toBeHidden();
  });

  await test.step('logging out removes the stored schedule', async () => {
    await page.getByRole('button', { name: /^Your account/ }).click();
    sandbox.expectEndedSessions();
    await page.getByRole('link', { name: 'Log out' }).click();
    await expect(page.getByRole('button', { name: 'Mechanic', exact: true })).toBeVisible();
    await expect
      .poll(async () =>
        (await readStoredResponses(page)).filter(({ path }) => path !== '/api/business'),
      )
      .toEqual([]);
    await context.setOffline(true);
    await page.goto('/');
    await expect(page.getByText("This page couldn't be loaded.")).toBeVisible();
    await expect(page.getByText('7 Ash Street')).toBeHidden();
    await context.setOffline(false);
  });
});

test('caches of previous versions are deleted when the service worker is installed', async ({
  sandbox,
}) => {
  const page = await sandbox.openWithSession(sandbox.people.mechanic, phone);
  // A file of the same origin that does not start a service worker.
  await page.goto('/manifest.webmanifest');
  const readCacheNames = () => page.evaluate(() => caches.keys());
  await page.evaluate(() =>
    Promise.all(['kept-answers', 'app-older'].map((name) => caches.open(name))),
  );
  expect(await readCacheNames()).toEqual(['kept-answers', 'app-older']);
  await page.goto('/');
  await expect.poll(readCacheNames).not.toContain('kept-answers');
  // The cache of responses is created only when the first response is cached.
  const fileCacheNames = (await readCacheNames()).filter((name) => name !== 'api-responses');
  expect(fileCacheNames).toEqual([expect.stringMatching(/^app-(?!older)/)]);
});

test('another person in the same browser sees no stored data of the first person', async ({
  sandbox,
}) => {
  sandbox.expectOffline();
  const { mechanic, admin } = sandbox.people;
  await makeJob(sandbox, '10:00', '5 Elm Street, San Francisco');
  const page = await sandbox.openAs('mechanic', phone);
  const context = page.context();
  await waitForStoredSchedule(page, mechanic.id);

  await test.step('after the session is replaced by another person’s', async () => {
    const [name = '', value = ''] = admin.headers.cookie.split('=');
    sandbox.expectEndedSessions();
    await context.addCookies([{ name, value, url: sandbox.app.url }]);
    await page.evaluate(() => localStorage.clear());
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    // Without this response, the reloaded page would not know who is signed in.
    await expect
      .poll(async () =>
        (await readStoredResponses(page)).some(
          ({ viewer, path }) => viewer === admin.id && path === '/api/auth/user',
        ),
      )
      .toBe(true);
    await expect
      .poll(async () =>
        [
          ...new Set((await readStoredResponses(page)).map(({ viewer }) => viewer ?? '')),
        ].toSorted(),
      )
      .toEqual(['', admin.id]);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await expect(page.getByText('Marcus')).toBeHidden();
    await context.setOffline(false);
  });

  await test.step('after another person signs in and immediately goes offline', async () => {
    await page.goto('/appointments');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('link', { name: 'Log out' }).click();
    await enterDemo(page, 'mechanic');
    await waitForStoredSchedule(page, mechanic.id);
    // The mechanic's page may still report a position, which is then refused.
    sandbox.expectErrorStatus(403, '/api/mechanics/status');
    // The phone goes offline right after the response to the sign-in.
    await page.evaluate(() =>
      fetch('/api/demo/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account: 'customer' }),
      }),
    );
    await context.setOffline(true);
    expect((await readStoredResponses(page)).filter(({ viewer }) => viewer !== null)).toEqual([]);
    await page.goto('/');
    await expect(page.getByText("This page couldn't be loaded.")).toBeVisible();
  });
});
