import { displayId } from '@curbwrench/contract/fields/display-id';
import { makeAppointment } from '@curbwrench/testing/builders';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { changeThroughApi } from './appointment-steps.ts';
import { toast } from './booking-page.ts';
import { test, today } from './sandbox.ts';

const findBell = (page: Page, unread: number) =>
  page.getByRole('button', {
    name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`,
    exact: true,
  });
const findEntries = (page: Page) =>
  page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');

test("a customer's bell shows what the office and the mechanic did, on all their devices @messages.bell", async ({
  sandbox,
}) => {
  const { customer, advisor, mechanic } = sandbox.people;
  const id = await makeAppointment(sandbox.app, {
    date: today,
    customer_id: customer.id,
    service_id: sandbox.oilChange.id,
  });
  const page = await sandbox.openAs('customer');
  const phone = await sandbox.openAs('customer', { viewport: { width: 360, height: 800 } });
  await expect(findBell(page, 0)).toBeVisible();

  await test.step('an empty list says what will appear there', async () => {
    await findBell(page, 0).click();
    await expect(
      page.getByText('No notifications. Updates about your appointments appear here.'),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(findBell(page, 0)).toBeFocused();
  });

  await changeThroughApi(sandbox, advisor, id, { mechanicId: mechanic.id, status: 'confirmed' });
  await expect(findBell(page, 1)).toBeVisible();
  await changeThroughApi(sandbox, mechanic, id, { status: 'in_progress' });
  // The customer is notified of the start only when it can no longer be undone, here because the mechanic arrives.
  await changeThroughApi(sandbox, mechanic, id, { arrived: true });
  await expect(findBell(page, 3)).toBeVisible();
  await expect(findBell(phone, 3)).toBeVisible();

  await test.step('opening the bell on the phone marks the listed entries as read on both devices', async () => {
    await findBell(phone, 3).click();
    await expect(findEntries(phone)).toHaveCount(3);
    await expect(findEntries(phone).nth(0)).toContainText('New: Your mechanic has arrived');
    await expect(findEntries(phone).nth(1)).toContainText('New: Your mechanic is on the way');
    await expect(findEntries(phone).nth(2)).toContainText('Your mechanic is Marcus Bell');
    await expect(findEntries(phone).nth(2)).toContainText(
      'Oil & Filter Change, Tue, Mar 03, 2026, 10:00 AM',
    );
    await expect(findBell(page, 0)).toBeVisible();
    await expectAccessible(phone);
  });

  await test.step('entries that arrive while the list is open are marked as read', async () => {
    await changeThroughApi(sandbox, mechanic, id, { status: 'completed' });
    await expect(findEntries(phone)).toHaveCount(4);
    await expect(findEntries(phone).nth(0)).toContainText('Your service is done');
    await expect(findBell(page, 0)).toBeVisible();
  });

  await findEntries(phone).nth(0).getByRole('link').click();
  await expect(phone).toHaveURL(new RegExp(`/appointments/${id}$`));
  await expect(phone.getByRole('dialog', { name: 'Notifications' })).toBeHidden();
});

test("the office is notified of what needs attention, and the bell's accessible name has the exact count", async ({
  sandbox,
}) => {
  const { app, people } = sandbox;
  const appointment = await makeAppointment(app, {
    date: '2026-03-10',
    customer_id: people.customer.id,
    service_id: sandbox.oilChange.id,
  });
  await app.store.kysely
    .insertInto('notifications')
    .values(
      Array.from({ length: 24 }, (_, index) => ({
        recipient_id: people.advisor.id,
        kind: 'booked',
        subject: 'appointment',
        subject_id: String(appointment),
        at: new Date(Date.parse('2026-02-27T17:00:00Z') + index * 60_000),
      })),
    )
    .execute();
  const page = await sandbox.openAs('advisor');
  await expect(findBell(page, 24)).toHaveText('9+');
  await changeThroughApi(sandbox, people.customer, appointment, {
    date: '2026-03-11',
    startTime: '14:00',
  });
  await expect(findBell(page, 25)).toBeVisible();

  await test.step('after the list fails to load, trying again works', async () => {
    sandbox.expectErrorStatus(503, '/api/notifications');
    await page.route('**/api/notifications', (route) =>
      route.fulfill({ status: 503, body: 'Please try again in a moment.' }),
    );
    await findBell(page, 25).click();
    await expect(page.getByText("We couldn't load your notifications.")).toBeVisible();
    await page.unroute('**/api/notifications');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(findEntries(page)).toHaveCount(20);
  });

  await expect(findEntries(page).first()).toContainText('Rescheduled booking needs a mechanic');
  await expect(findEntries(page).first()).toContainText('Mar 11, 2026, 2:00 PM');
  await expect(findEntries(page).nth(1)).toContainText('New booking needs a mechanic');
  // An entry older than a day shows its date, in the business's time zone.
  await expect(findEntries(page).nth(1)).toContainText('Feb 27, 2026');
  await expect(findBell(page, 5)).toBeVisible();
  await expectAccessible(page);
  await test.step('a toast says that entries could not be marked as read', async () => {
    sandbox.expectErrorStatus(503, '/api/notifications/read');
    await page.route('**/api/notifications/read', (route) =>
      route.fulfill({ status: 503, body: 'Please try again in a moment.' }),
    );
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(toast(page, 'Failed to mark notifications as read')).toBeVisible();
    await page.unroute('**/api/notifications/read');
  });
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(findBell(page, 0)).toBeVisible();

  await test.step('the next page still loads if a change arrives while it is loading', async () => {
    const isNextPageUrl = (url: string) => /\/api\/notifications\?cursor=/.test(url);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(
      (url) => isNextPageUrl(url.href),
      async (route) => {
        await released;
        await route.continue();
      },
    );
    const nextPageRequested = page.waitForRequest((request) => isNextPageUrl(request.url()));
    const nextPageAborted = page.waitForEvent('requestfailed', (request) =>
      isNextPageUrl(request.url()),
    );
    await page.getByRole('button', { name: 'Show more notifications' }).press('Enter');
    await nextPageRequested;
    await changeThroughApi(sandbox, people.customer, appointment, {
      date: '2026-03-11',
      startTime: '15:00',
    });
    await nextPageAborted;
    await expect(findEntries(page).first()).toContainText('Mar 11, 2026, 3:00 PM');
    await expect(findEntries(page)).toHaveCount(20);
    await expect(page.getByRole('button', { name: 'Loading...' })).toBeVisible();
    release();
    await expect(findEntries(page)).toHaveCount(26);
    await expect(page.locator(':focus')).toHaveText('End of notifications.');
  });
});

test('a mechanic is notified when a job is assigned to them and when it no longer is', async ({
  sandbox,
}) => {
  const { customer, advisor, mechanic } = sandbox.people;
  const id = await makeAppointment(sandbox.app, {
    date: '2026-03-10',
    customer_id: customer.id,
    service_id: sandbox.oilChange.id,
  });
  const page = await sandbox.openAs('mechanic');
  await changeThroughApi(sandbox, advisor, id, { mechanicId: mechanic.id, status: 'confirmed' });
  await findBell(page, 1).click();
  await expect(findEntries(page).first()).toContainText('You have a new job');
  await changeThroughApi(sandbox, advisor, id, { status: 'unassigned', reason: null });
  const number = displayId(id);
  // No mechanic is assigned anymore, so the entries say that the job is off the schedule.
  await expect(findEntries(page).nth(0)).toContainText(
    new RegExp(`${number} was unassigned.*It's no longer on your schedule\\.`),
  );
  await expect(findEntries(page).nth(1)).toContainText(
    new RegExp(`${number} was assigned.*It's no longer on your schedule\\.`),
  );
  await expect(findEntries(page).first().getByRole('link')).toHaveCount(0);

  await test.step('a message notification opens the conversation', async () => {
    const sent = await sandbox.app.server.inject({
      method: 'POST',
      url: `/api/conversations/${mechanic.id}/messages`,
      headers: advisor.headers,
      payload: { clientId: crypto.randomUUID(), text: 'Please call the office.' },
    });
    expect(sent.statusCode, sent.body).toBe(201);
    await findEntries(page).filter({ hasText: 'New message' }).getByRole('link').click();
    await expect(page).toHaveURL(/\/chat-support$/);
    await expect(page.getByText('Please call the office.')).toBeVisible();
  });
});
