import { makePerson, openSession } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { expect, type BrowserContextOptions, type Page } from '@playwright/test';
import { inFullBrowser } from './browser/launch-options.ts';
import { expectAccessible } from './accessibility.ts';
import { toast } from './booking-page.ts';
import { test, type Sandbox } from './sandbox.ts';

test.use(inFullBrowser);

// The demo's shared accounts cannot turn on notifications.
test.use({ serverOptions: { demo: false } });

const withWorker: BrowserContextOptions = {
  serviceWorkers: 'allow',
  permissions: ['notifications'],
};
const settings = '/settings?tab=notifications';

const publicKey =
  'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const authSecret = 'BTBZMqHH6r4Tts7J_aSIgg';

const findSwitch = (page: Page) =>
  page.getByRole('switch', { name: 'Notifications in this browser' });

/**
 * Replaces the push service, which a headless browser can't reach: subscribing succeeds with this endpoint, until the
 * browser unsubscribes.
 */
async function fakePushService(page: Page, endpoint: string): Promise<void> {
  await page.addInitScript(
    ({ fakeEndpoint, keys }) => {
      const storageKey = 'fake-push-service';
      const subscription = {
        endpoint: fakeEndpoint,
        toJSON: () => ({ endpoint: fakeEndpoint, expirationTime: null, keys }),
        unsubscribe: async () => {
          localStorage.removeItem(storageKey);
          return true;
        },
      };
      Object.assign(PushManager.prototype, {
        async subscribe(options: { userVisibleOnly: boolean; applicationServerKey: string }) {
          if (!options.userVisibleOnly || options.applicationServerKey.length !== 87) {
            throw new TypeError('The options are wrong.');
          }
          localStorage.setItem(storageKey, 'subscribed');
          return subscription;
        },
        getSubscription: async () =>
          localStorage.getItem(storageKey) === null ? null : subscription,
      });
    },
    { fakeEndpoint: endpoint, keys: { p256dh: publicKey, auth: authSecret } },
  );
}

const readEndpoints = async ({ app }: Sandbox, accountId: string) => {
  const rows = await app.store.kysely
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map(({ endpoint }) => endpoint);
};

test('a person turns notifications on and off in a browser, and sees which other browsers have them on @messages.push-browsers @messages.push-device', async ({
  sandbox,
}) => {
  const { customer } = sandbox.people;
  const endpoint = `https://fcm.googleapis.com/fcm/send/${customer.id}`;
  const otherEndpoint = `${endpoint}-other`;
  await send(
    sandbox.app,
    customer,
    'POST',
    '/api/push/subscriptions',
    { endpoint: otherEndpoint, keys: { p256dh: publicKey, auth: authSecret } },
    { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0' },
  );
  const page = await sandbox.openWithSession(customer, withWorker);
  await fakePushService(page, endpoint);
  await page.goto(settings);

  await test.step('turning them on', async () => {
    await expect(findSwitch(page)).not.toBeChecked();
    await expect(page.getByText('Firefox on Android')).toBeVisible();
    await expectAccessible(page);
    await findSwitch(page).click();
    await expect(findSwitch(page)).toBeChecked();
    expect(await readEndpoints(sandbox, customer.id)).toEqual([otherEndpoint, endpoint]);
    await page.reload();
    await expect(findSwitch(page)).toBeChecked();
  });

  await test.step('removing another browser', async () => {
    await page.getByRole('button', { name: 'Remove Firefox on Android' }).click();
    await expect(page.getByText('Firefox on Android')).toBeHidden();
    await expect(findSwitch(page)).toBeChecked();
    expect(await readEndpoints(sandbox, customer.id)).toEqual([endpoint]);
  });

  await test.step('a new session of the same person takes over the notifications', async () => {
    const { cookie } = await openSession(sandbox.app, customer.id);
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: sandbox.app.url }]);
    await page.reload();
    await expect
      .poll(async () => {
        const list = await send(
          sandbox.app,
          { headers: { cookie } },
          'GET',
          '/api/push/subscriptions',
        );
        return list.json<{ current: boolean }[]>().map(({ current }) => current);
      })
      .toEqual([true]);
    await expect(findSwitch(page)).toBeChecked();
  });

  await test.step('turning them off', async () => {
    await findSwitch(page).click();
    await expect(findSwitch(page)).not.toBeChecked();
    expect(await readEndpoints(sandbox, customer.id)).toEqual([]);
  });

  await test.step('a failure changes nothing and shows an error', async () => {
    sandbox.expectErrorStatus(503, '/api/push/subscriptions');
    await page.route('**/api/push/subscriptions', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, body: 'Please try again in a moment.' })
        : route.fallback(),
    );
    await findSwitch(page).click();
    await expect(toast(page, 'Failed to turn on notifications')).toBeVisible();
    await expect(findSwitch(page)).not.toBeChecked();
    expect(await readEndpoints(sandbox, customer.id)).toEqual([]);
  });
});

test("when someone else signs in, a person's notifications in this browser stop @messages.push-one-person", async ({
  sandbox,
}) => {
  const { customer } = sandbox.people;
  const endpoint = `https://fcm.googleapis.com/fcm/send/${customer.id}-shared`;
  const page = await sandbox.openWithSession(customer, withWorker);
  await fakePushService(page, endpoint);
  await page.goto(settings);
  await findSwitch(page).click();
  await expect(findSwitch(page)).toBeChecked();

  const next = await makePerson(sandbox.app, 'customer');
  const [name = '', value = ''] = next.headers.cookie.split('=');
  await page.context().addCookies([{ name, value, url: sandbox.app.url }]);
  await page.goto('/');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('fake-push-service')))
    .toBeNull();
  await page.goto(settings);
  await expect(findSwitch(page)).not.toBeChecked();
  expect(await readEndpoints(sandbox, next.id)).toEqual([]);
});

test('a browser that blocks notifications says so @messages.push-device', async ({ sandbox }) => {
  const page = await sandbox.openWithSession(sandbox.people.mechanic, { serviceWorkers: 'allow' });
  // A test cannot block notifications the way a person does in the browser's settings.
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
  );
  await page.goto(settings);
  await expect(findSwitch(page)).toBeDisabled();
  await expect(page.getByText('Notifications from this site are blocked.')).toBeVisible();
});

test('a message from the server is shown as a notification, which opens its page @messages.push-notification', async ({
  sandbox,
}) => {
  const page = await sandbox.openWithSession(sandbox.people.mechanic, withWorker);
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  const devTools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const deliver = (data: string) =>
    devTools.send('ServiceWorker.deliverPushMessage', {
      origin: sandbox.app.url,
      registrationId,
      data,
    });
  const readNotifications = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({
        title,
        body,
        tag,
      }));
    });

  await test.step('a second message on the same topic replaces the first', async () => {
    const message = {
      title: 'New job',
      body: 'Oil change at 10:00.',
      path: settings,
      topic: 'appointment-12',
    };
    await deliver(JSON.stringify(message));
    await deliver(JSON.stringify({ ...message, body: 'Oil change at 11:00.' }));
    await expect
      .poll(readNotifications)
      .toEqual([{ title: 'New job', body: 'Oil change at 11:00.', tag: 'appointment-12' }]);
  });

  await test.step('pressing it opens its page in the open tab', async () => {
    const [worker] = page.context().serviceWorkers();
    // A page cannot click an operating system notification. The browser rejects the handler's `waitUntil` for a
    // synthetic event like this one, but only after the handler has started.
    await worker?.evaluate(`(async () => {
      const [notification] = await self.registration.getNotifications();
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    })()`);
    await expect(page).toHaveURL(new RegExp(`${settings.replace('?', '\\?')}$`));
    expect(await readNotifications()).toEqual([]);
  });

  await test.step('a message that cannot be parsed still shows a notification', async () => {
    await deliver('not JSON');
    await expect.poll(readNotifications).toEqual([{ title: 'New message', body: '', tag: '' }]);
  });
});
