import { makePerson } from '@curbwrench/testing/builders';
import { makeMessages } from '@curbwrench/testing/conversations';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test } from './sandbox.ts';

const phone = { viewport: { width: 360, height: 800 } };
const path = '/chat-support';

/** Returns the time this many minutes before the test's current time. */
const minutesAgo = (minutes: number) =>
  new Date(Date.parse('2026-03-03T17:00:00Z') - minutes * 60_000);

test('a customer writes to the office and an advisor answers, and both see it immediately @messages.office', async ({
  sandbox,
}) => {
  const advisor = await sandbox.openAs('advisor');
  await advisor.goto(path);
  await expect(advisor.getByText('No messages yet.')).toBeVisible();
  await expect(advisor.getByText('Choose a conversation to read it and reply.')).toBeVisible();
  await expectNoPageScrolling(advisor);

  const customer = await sandbox.openAs('customer', phone);
  await customer.goto(path);
  await expect(customer.getByText(/Ask us anything/)).toBeVisible();
  const field = findMessageField(customer, 'the office');
  await expect(customer.getByRole('button', { name: 'Send' })).toBeDisabled();
  await field.press('Enter');
  await field.fill('   ');
  await field.press('Enter');
  await expect(customer.getByRole('article')).toHaveCount(0);
  await field.fill('My Civic grinds when I brake.');
  await field.press('Shift+Enter');
  await field.pressSequentially('Is it safe to drive?');
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await expect(findMessageLog(customer)).toContainText('My Civic grinds when I brake.\nIs it safe');
  await expect(findMessageLog(customer)).toContainText('Today');
  await expect(customer.getByText('Sending...')).toHaveCount(0);

  await expect(advisor.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();
  const row = findConversationList(advisor).getByRole('link', { name: /Casey Morgan/ });
  await expect(row).toContainText('My Civic grinds when I brake.');
  await expect(row).toContainText('1 unread');
  await expect(advisor.getByRole('button', { name: 'Unread 1' })).toBeVisible();
  await row.click();
  await expect(findMessageLog(advisor).getByText('New', { exact: true })).toBeVisible();
  await expect(row).not.toContainText('unread');
  await expect(advisor.getByRole('button', { name: 'Unread 0' })).toBeVisible();
  await expect(findMessageField(advisor, 'Casey Morgan')).toBeFocused();
  await expectNoPageScrolling(advisor);
  await advisor.keyboard.type('Please leave it parked.');
  await advisor.keyboard.press('Enter');
  await expect(row).toContainText('You: Please leave it parked.');
  await expectAccessible(advisor);

  await expect(findMessageLog(customer)).toContainText('Avery · Office');
  await expect(findMessageLog(customer)).toContainText('Please leave it parked.');
  await expect(findMessageLog(customer)).not.toContainText('Cole');
  await expectAccessible(customer);
  await customer.reload();
  await expect(findMessageLog(customer).getByRole('article')).toHaveCount(2);
  await expect(findMessageLog(customer).getByText('New', { exact: true })).toHaveCount(0);
});

test('an admin writes to a mechanic, who answers; the inbox can be searched, and on a phone a link leads back to it @messages.mechanic', async ({
  sandbox,
}) => {
  const { mechanic, customer } = sandbox.people;
  const rowan = await makePerson(sandbox.app, 'customer', { firstName: 'Rowan', lastName: 'Gone' });
  await makeMessages(sandbox.app, rowan.id, [
    { authorId: rowan.id, text: 'Hello?', at: minutesAgo(3000) },
  ]);
  await sandbox.app.store.kysely
    .updateTable('accounts')
    .set({ active: false })
    .where('id', '=', rowan.id)
    .execute();
  const admin = await sandbox.openAs('admin', phone);
  await admin.goto(`${path}?mechanic=${mechanic.id}`);
  await expect(admin.getByRole('heading', { name: 'Marcus Bell' })).toBeVisible();
  await expect(admin.getByText(/No messages yet/)).toBeVisible();
  await findMessageField(admin, 'Marcus Bell').fill('Can you bring the spare hub?');
  await admin.getByRole('button', { name: 'Send' }).click();
  await expect(findMessageLog(admin)).toContainText('Can you bring the spare hub?');

  const marcus = await sandbox.openAs('mechanic', phone);
  await test.step('the mechanic opens the conversation from a notification', async () => {
    await expect(marcus.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();
    await marcus.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await marcus.getByRole('link', { name: 'New message' }).click();
    await expect(findMessageLog(marcus)).toContainText('Can you bring the spare hub?');
    await expect(marcus.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  });
  // A mechanic cannot open another person's conversation by its URL.
  await marcus.goto(`${path}?customer=${customer.id}`);
  await expect(marcus).toHaveTitle(/^Messages/);
  await expect(findMessageLog(marcus)).toContainText('Dana · Office');
  await expect(marcus.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
  await findMessageField(marcus, 'the office').fill('Will do.');
  await marcus.getByRole('button', { name: 'Send' }).click();
  await expect(findMessageLog(admin)).toContainText('Will do.');

  await admin.getByRole('link', { name: 'All conversations' }).click();
  await expect(findConversationList(admin).getByRole('listitem')).toHaveCount(2);
  await expect(
    findConversationList(admin).getByRole('link', { name: /Marcus Bell/ }),
  ).toContainText('Mechanic');
  await expectAccessible(admin);
  await admin.getByLabel('Search by name').fill('nobody');
  await expect(admin.getByText('No conversations with anyone by that name.')).toBeVisible();
  await admin.getByLabel('Search by name').fill('rowan');
  await findConversationList(admin)
    .getByRole('link', { name: /Rowan Gone/ })
    .click();
  await expect(
    admin.getByText("This person can't log in, so they won't see your message."),
  ).toBeVisible();
  await expect(admin.getByRole('textbox')).toHaveCount(0);
  await admin.goBack();
  await admin.getByRole('button', { name: /^Unread/ }).click();
  await expect(admin.getByText('No unread messages from anyone by that name.')).toBeVisible();
  await admin.getByLabel('Search by name').fill('');
  await expect(admin.getByText('No unread messages.')).toBeVisible();

  sandbox.expectErrorStatus(404, '/api/conversations/nobody-1');
  sandbox.expectErrorStatus(404, '/api/conversations/nobody-1/messages');
  await admin.goto(`${path}?customer=nobody-1`);
  await expect(admin.getByText("This conversation doesn't exist.")).toBeVisible();

  const visitor = await sandbox.openPage();
  await visitor.goto(path);
  await expect(visitor.getByRole('heading', { name: 'Authentication required' })).toBeVisible();
});

test.describe("a customer's conversation with the office", () => {
  test('shows why a message was not sent, and sends it once when the customer tries again', async ({
    sandbox,
  }) => {
    const { customer } = sandbox.people;
    const messagesPath = `/api/conversations/${customer.id}/messages`;
    const page = await sandbox.openAs('customer');
    await page.goto(path);
    const field = findMessageField(page, 'the office');
    await expect(field).toBeFocused();

    await field.fill('x'.repeat(4001));
    await expect(page.getByText('Please keep this to 4000 characters or fewer.')).toBeVisible();
    await field.press('Enter');
    await expect(page.getByRole('article')).toHaveCount(0);

    const failure = page.getByRole('alert');
    let releaseRequests = () => {};
    const released = new Promise<void>((resolve) => {
      releaseRequests = resolve;
    });
    const dropConnection = ({ afterStoring }: { afterStoring: boolean }) =>
      page.route(`**${messagesPath}`, async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await released;
        if (afterStoring) await route.fetch();
        return route.abort('connectionreset');
      });
    sandbox.expectLostConnection(messagesPath);
    await dropConnection({ afterStoring: false });
    await field.fill('Are you open on Saturday?');
    await field.press('Enter');
    // The message is in the thread before the response arrives.
    await expect(page.getByText('Are you open on Saturday?')).toBeVisible();
    await expect(page.getByText('Sending...')).toBeVisible();
    await expect(field).toHaveValue('');
    releaseRequests();
    await expect(failure).toContainText("Not sent. We couldn't reach the server.");
    await page.unrouteAll();
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(failure).toHaveCount(0);
    await expect(page.getByRole('article')).toHaveCount(1);

    await test.step('a message whose response was lost is stored and shown once', async () => {
      await dropConnection({ afterStoring: true });
      await field.fill('Until when?');
      await field.press('Enter');
      await expect(page.getByText('Sending...')).toHaveCount(0);
      await expect(failure).toHaveCount(0);
      await expect(page.getByRole('article')).toHaveCount(2);
      await page.unrouteAll();
      await page.reload();
      await expect(page.getByRole('article')).toHaveCount(2);
    });

    sandbox.expectErrorStatus(409, messagesPath);
    await page.route(`**${messagesPath}`, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 409, contentType: 'text/plain', body: 'Not now.' })
        : route.continue(),
    );
    await field.fill('And on Sunday?');
    await field.press('Enter');
    await expect(failure).toContainText('Not sent. Not now.');
    await expectAccessible(page);
    await failure.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('article')).toHaveCount(2);
  });

  test('loads earlier messages while scrolling without moving the visible ones', async ({
    sandbox,
  }) => {
    const { customer } = sandbox.people;
    await makeMessages(
      sandbox.app,
      customer.id,
      Array.from({ length: 120 }, (_, index) => ({
        authorId: customer.id,
        text: `Message number ${index + 1}.`,
        at: minutesAgo(3000 - index * 10),
      })),
    );
    const page = await sandbox.openAs('customer', phone);
    await page.goto(path);
    const latest = page.getByText('Message number 120.', { exact: true });
    await expect(latest).toBeInViewport();
    await expect(page.getByText('Message number 71.', { exact: true })).toBeAttached();
    await expect(page.getByText('Message number 70.', { exact: true })).toHaveCount(0);

    await test.step('messages loaded above do not move the visible ones', async () => {
      const anchor = page.getByText('Message number 71.', { exact: true });
      await page.getByRole('log').evaluate((log) => {
        log.scrollTop = 200;
      });
      const before = await anchor.boundingBox();
      await expect(page.getByText('Message number 21.', { exact: true })).toBeAttached();
      const after = await anchor.boundingBox();
      // The 50 messages that were added would have moved it much further.
      expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(80);
      await page.getByRole('log').evaluate((log) => {
        log.scrollTop = 0;
      });
      await expect(page.getByText('Message number 1.', { exact: true })).toBeAttached();
      await expect(page.getByRole('article')).toHaveCount(120);
      await expect(page.getByRole('button', { name: 'Show earlier messages' })).toHaveCount(0);
      await expect(page.getByText('Sun, Mar 1')).toBeAttached();
      await expect(page.getByText('Yesterday')).toBeAttached();
    });

    await test.step('a button announces a new message and scrolls to it', async () => {
      await page.getByRole('log').evaluate((log) => {
        log.scrollTop = 300;
      });
      const staff = await sandbox.openAs('advisor');
      await staff.goto(`${path}?customer=${customer.id}`);
      await findMessageField(staff, 'Casey Morgan').fill('An answer.');
      await staff.keyboard.press('Enter');
      const newMessages = page.getByRole('button', { name: 'New messages' });
      await expect(newMessages).toBeVisible();
      expect(await page.getByRole('log').evaluate((log) => log.scrollTop)).toBeLessThan(400);
      await newMessages.click();
      await expect(page.getByText('An answer.')).toBeInViewport();
      await expect(newMessages).toHaveCount(0);
    });
  });
});

function findMessageField(page: Page, to: string) {
  return page.getByRole('textbox', { name: `Message to ${to}` });
}

function findMessageLog(page: Page) {
  return page.getByRole('log');
}

function findConversationList(page: Page) {
  return page.getByRole('list', { name: 'Conversations' });
}

/** Waits for the assistant button, and expects that only parts of the page scroll, not the page itself. */
async function expectNoPageScrolling(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Curbwrench Assistant' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight))
    .toBeLessThanOrEqual(0);
}
