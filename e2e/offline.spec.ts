import { expect, type Page } from '@playwright/test';
import { makeAppointment } from '@curbwrench/server/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { enterDemo, test, today, type Stage } from './stage.ts';

const phone = {
  viewport: { width: 360, height: 800 },
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'allow',
} as const;

function makeJob({ site, people, oilChange }: Stage, start: string, address: string) {
  return makeAppointment(site, {
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

const banner = (page: Page) =>
  page.getByText(/^You're offline\. This is the schedule of .+\(0m ago\)\.$/);

/** What the worker has kept of answers: their paths, whose they are, and all of their text. */
function keptIn(page: Page) {
  return page.evaluate(async () => {
    const cache = await caches.open('kept-answers');
    const answers = await Promise.all(
      (await cache.keys()).map(async (request) => {
        const answer = await cache.match(request, { ignoreVary: true });
        return {
          path: new URL(request.url).pathname,
          reader: answer?.headers.get('x-reader') ?? null,
          text: (await answer?.text()) ?? '',
        };
      }),
    );
    return answers;
  });
}

/** Until a schedule of this person could be shown without a network. */
async function scheduleKept(page: Page, reader: string): Promise<void> {
  await expect
    .poll(async () => {
      const kept = await keptIn(page);
      return [...new Set(kept.filter((one) => one.reader === reader).map(({ path }) => path))];
    })
    .toEqual(
      expect.arrayContaining(['/api/auth/user', '/api/appointments', '/api/appointments/counts']),
    );
}

test('a mechanic without a network opens the schedule that was last seen', async ({ stage }) => {
  stage.expectOffline();
  const job = await makeJob(stage, '10:00', '5 Elm Street, San Francisco');
  await makeJob(stage, '13:00', '9 Oak Street, San Francisco');
  const page = await stage.openAs('mechanic', phone);
  const { mechanic } = stage.people;
  const context = page.context();
  await scheduleKept(page, mechanic.id);

  await test.step('without a network it opens, and says how old it is', async () => {
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: "Today's Appointments" })).toBeVisible();
    await expect(page.getByText('5 Elm Street, San Francisco')).toBeVisible();
    await expect(page.getByText('9 Oak Street, San Francisco')).toBeVisible();
    await expect(banner(page)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a change is not pretended', async () => {
    await page.getByRole('switch').first().click();
    await expect(page.getByText("We couldn't reach the server.").first()).toBeVisible();
  });

  await test.step('what was never seen says so', async () => {
    await page.getByRole('link', { name: 'Bookings' }).click();
    await expect(page.getByText("We couldn't load the appointments.")).toBeVisible();
    await page.goBack();
  });

  await test.step('with the network it heals itself', async () => {
    const rows = stage.site.store.kysely.updateTable('appointments');
    await rows.set({ address: '7 Ash Street, Oakland' }).where('id', '=', job).execute();
    await context.setOffline(false);
    await expect(page.getByText('7 Ash Street, Oakland')).toBeVisible();
    await expect(banner(page)).toBeHidden();
  });

  await test.step('after logging out nothing of it is left', async () => {
    await page.getByRole('button', { name: /^Your account/ }).click();
    stage.expectEndedSessions();
    await page.getByRole('link', { name: 'Log out' }).click();
    await expect(page.getByRole('button', { name: 'Mechanic', exact: true })).toBeVisible();
    await expect
      .poll(async () => (await keptIn(page)).filter(({ path }) => path !== '/api/business'))
      .toEqual([]);
    await context.setOffline(true);
    await page.goto('/');
    await expect(page.getByText("This page couldn't be loaded.")).toBeVisible();
    await expect(page.getByText('7 Ash Street')).toBeHidden();
    await context.setOffline(false);
  });
});

test('another person on the same browser sees nothing of the first', async ({ stage }) => {
  stage.expectOffline();
  const { mechanic, admin } = stage.people;
  await makeJob(stage, '10:00', '5 Elm Street, San Francisco');
  const page = await stage.openAs('mechanic', phone);
  const context = page.context();
  await scheduleKept(page, mechanic.id);

  await test.step('somebody else’s session, however it came', async () => {
    const [name = '', value = ''] = admin.headers.cookie.split('=');
    stage.expectEndedSessions();
    await context.addCookies([{ name, value, url: stage.site.url }]);
    await page.evaluate(() => localStorage.clear());
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await expect
      .poll(async () =>
        [...new Set((await keptIn(page)).map(({ reader }) => reader ?? ''))].toSorted(),
      )
      .toEqual(['', admin.id]);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await expect(page.getByText('Marcus')).toBeHidden();
    await context.setOffline(false);
  });

  await test.step('somebody who signs in and loses the network at once', async () => {
    await page.goto('/appointments');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('link', { name: 'Log out' }).click();
    await enterDemo(page, 'mechanic');
    await scheduleKept(page, mechanic.id);
    // As a sign-in does it whose answer is the last thing that comes through.
    await page.evaluate(() =>
      fetch('/api/demo/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account: 'customer' }),
      }),
    );
    await context.setOffline(true);
    expect((await keptIn(page)).filter(({ reader }) => reader !== null)).toEqual([]);
    await page.goto('/');
    await expect(page.getByText("This page couldn't be loaded.")).toBeVisible();
  });
});
