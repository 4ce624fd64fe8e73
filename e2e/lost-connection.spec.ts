import { lastEventHeader } from '@curbwrench/contract/events/last-event';
import { TcpProxy } from '@curbwrench/testing/tcp-proxy';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { bookThroughApi, changeThroughApi } from './appointment-steps.ts';
import { test } from './sandbox.ts';

test('a lost connection is shown; after it recovers, the page shows what changed while it was lost', async ({
  sandbox,
}) => {
  const id = await bookThroughApi(sandbox, '2026-03-04', '10:00');
  const network = await TcpProxy.to(Number(new URL(sandbox.app.url).port));
  sandbox.expectOffline();
  try {
    const page = await sandbox.openWithSession(sandbox.people.customer, {
      baseURL: `http://127.0.0.1:${network.port}`,
    });
    const stream = page.waitForResponse('**/api/events*');
    await page.goto('/appointments');
    const appointment = page.getByRole('article');
    await expect(appointment).toContainText('Mechanic: Not yet assigned');
    await stream;
    const banner = page.getByRole('status').filter({ hasText: 'Connection lost.' });

    await test.step('a short interruption is not shown', async () => {
      const reconnected = page.waitForResponse('**/api/events*');
      network.cut();
      await reconnected;
      await expect(banner).toHaveCount(0);
    });

    await test.step('a longer interruption is shown', async () => {
      network.isRefusing = true;
      network.cut();
      await expect(banner).toContainText(
        "This page may be out of date; we're trying to reconnect.",
      );
      await expectAccessible(page, { subject: 'a lost connection', alsoOnPhone: true });
      await changeThroughApi(sandbox, sandbox.people.advisor, id, {
        mechanicId: sandbox.people.mechanic.id,
        status: 'confirmed',
      });
      await expect(appointment, 'the content stays').toContainText('Not yet assigned');
    });

    await test.step('the connection recovers', async () => {
      network.isRefusing = false;
      // The longer the interruption lasts, the further apart the attempts to reconnect are: up to half a minute.
      await expect(banner).toHaveCount(0, { timeout: 90_000 });
      await expect(appointment).toContainText('Mechanic: Marcus Bell');
    });
  } finally {
    await network.close();
  }
});

test('changes made while the live connection is being established are not missed', async ({
  sandbox,
}) => {
  const { customer, advisor, mechanic } = sandbox.people;
  const id = await bookThroughApi(sandbox, '2026-03-04', '10:00');
  const page = await sandbox.openWithSession(mechanic);
  let releaseStream = () => {};
  const released = new Promise<void>((resolve) => {
    releaseStream = resolve;
  });
  await page.route('**/api/events*', async (route) => {
    await released;
    await route.continue();
  });
  const countResponse = page.waitForResponse('**/api/notifications/count');
  await page.goto('/');
  const previousEventNumber = Number((await (await countResponse).allHeaders())[lastEventHeader]);
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await changeThroughApi(sandbox, advisor, id, { mechanicId: mechanic.id, status: 'confirmed' });
  // Wait until the change has its event number. A stream that began now would not report it.
  await expect
    .poll(async () => {
      const response = await sandbox.app.server.inject({
        url: '/api/business',
        headers: customer.headers,
      });
      return Number(response.headers[lastEventHeader]);
    })
    .toBeGreaterThan(previousEventNumber);
  releaseStream();
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
});
