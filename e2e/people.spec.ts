import {
  makeAppointment,
  makePerson,
  makePersonWithoutAccount,
} from '@curbwrench/testing/builders';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { logIn, makeMember, robin, tokenSentTo } from './account-steps.ts';
import { delayRequests } from './appointment-steps.ts';
import { toast } from './booking-page.ts';
import { expectFailure, failReads } from './failed-read-steps.ts';
import { test, today } from './sandbox.ts';

test('the list of people fits a phone while it loads', async ({ sandbox }) => {
  const page = await sandbox.openAs('admin', { viewport: { width: 360, height: 800 } });
  const release = await delayRequests(page, '**/api/users*');
  await page.goto('/settings?tab=people');
  await expect(page.getByLabel('Search everyone')).toBeVisible();
  // A skeleton, shown while the list loads.
  await expect(page.locator('.animate-breathe').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await release();
  await expect(page.getByRole('button', { name: /^Manage / }).first()).toBeVisible();
});

test('a person without an account is listed, but without a Manage button @people.without-account', async ({
  sandbox,
}) => {
  await makePersonWithoutAccount(sandbox.app, { firstName: 'Pat', lastName: 'Phoneless' });
  const admin = await sandbox.openAs('admin');
  await openPeople(admin);
  const row = findPersonRow(admin, 'Pat Phoneless');
  await expect(row).toContainText('No account');
  await expect(row.getByRole('button')).toHaveCount(0);
});

test('resending an invitation invalidates the first link, and the person joins as a mechanic with the second', async ({
  sandbox,
}) => {
  const email = 'sam.ortiz@example.com';
  const admin = await sandbox.openAs('admin');
  await openPeople(admin);
  await invite(admin, email, 'Mechanic');
  const pendingInvitations = admin.getByRole('list', { name: 'Pending invitations' });
  await expect(pendingInvitations).toContainText(email);
  const firstToken = await tokenSentTo(sandbox, email);
  await pendingInvitations
    .getByRole('button', { name: `Resend the invitation to ${email}` })
    .click();
  await expect(toast(admin, 'Invitation resent')).toBeVisible();

  sandbox.expectErrorStatus(410, '/api/invitations/read');
  const page = await sandbox.openPage();
  await page.goto(`/invitation#token=${firstToken}`);
  await expect(
    page.getByRole('heading', { name: "This invitation can't be opened" }),
  ).toBeVisible();

  const secondToken = await tokenSentTo(sandbox, email);
  // A failed request does not mean that the invitation is invalid.
  sandbox.expectErrorStatus(500, '/api/invitations/read');
  await page.route('**/api/invitations/read', (route) =>
    route.fulfill({ status: 500, contentType: 'text/plain', body: 'Out of order.' }),
  );
  await page.goto(`/invitation#token=${secondToken}`);
  await expectFailure(page, "We couldn't load the invitation.");
  await page.unroute('**/api/invitations/read');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/to join as a mechanic/)).toBeVisible();
  await expect(page).toHaveURL(/\/invitation$/);
  await expect(page.getByText(email)).toBeVisible();
  await page.getByLabel('First name').fill('Sam');
  await page.getByLabel('Last name').fill('Ortiz');
  await page.getByRole('textbox', { name: 'Password' }).fill('wrenches in a row');
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mechanic Dashboard' })).toBeVisible();

  await admin.reload();
  await expect(admin.getByRole('list', { name: 'Pending invitations' })).toHaveCount(0);
  await expect(findPersonRow(admin, 'Sam Ortiz')).toContainText('Mechanic');
});

test('a person who already has an account logs in to accept an invitation @people.invitations', async ({
  sandbox,
}) => {
  await makeMember(sandbox);
  const admin = await sandbox.openAs('admin');
  await openPeople(admin);
  await invite(admin, robin.email, 'Service Advisor');
  const page = await sandbox.openPage();
  const token = await tokenSentTo(sandbox, robin.email);
  const requests: string[] = [];
  page.on('request', (request) => {
    requests.push(`${request.url()} ${JSON.stringify(request.headers())}`);
  });
  await page.goto(`/invitation#token=${token}`);
  await page.getByRole('link', { name: 'Log in to accept' }).click();
  await logIn(page, robin);
  await expect(page).toHaveURL(/\/invitation$/);
  sandbox.expectEndedSessions();
  await page.getByRole('button', { name: 'Accept' }).click();
  // No request contains the token in its URL or headers, which servers and proxies log.
  expect(requests.filter((request) => request.includes(token))).toEqual([]);
  await expect(page.getByRole('heading', { level: 1, name: 'Service Advisor' })).toBeVisible();
});

test('an admin withdraws an invitation', async ({ sandbox }) => {
  sandbox.expectErrorStatus(410, '/api/invitations/read');
  const email = 'sam.ortiz@example.com';
  const admin = await sandbox.openAs('admin');
  await openPeople(admin);
  await invite(admin, email, 'Admin');
  // The token is read first, because withdrawing deletes the message.
  const token = await tokenSentTo(sandbox, email);
  await admin.getByRole('button', { name: `Withdraw the invitation to ${email}` }).press('Enter');
  await expect(admin.getByRole('list', { name: 'Pending invitations' })).toHaveCount(0);
  await expect(admin.getByRole('tabpanel').locator(':focus')).toHaveCount(1);
  const page = await sandbox.openPage();
  await page.goto(`/invitation#token=${token}`);
  await expect(
    page.getByRole('heading', { name: "This invitation can't be opened" }),
  ).toBeVisible();
});

test(
  'an admin finds people, changes a role and deactivates a person; a refusal gives its reason',
  { tag: '@main-path' },
  async ({ sandbox }) => {
    sandbox.expectErrorStatus(403, '/api/users/role');
    sandbox.expectErrorStatus(403, '/api/account/sign-in');
    sandbox.expectErrorStatus(401, '/api/account/sign-in');
    sandbox.expectErrorStatus(401, '/api/events');
    await makeMember(sandbox);
    for (let index = 0; index < 25; index += 1) await makePerson(sandbox.app, 'customer');
    const admin = await sandbox.openAs('admin');
    await openPeople(admin);
    const people = admin.getByRole('list', { name: 'People' });
    await expect(people.getByRole('listitem')).toHaveCount(20);
    await admin.getByRole('button', { name: 'Show more people' }).click();
    await expect(people.getByRole('listitem')).toHaveCount(30);

    await admin.getByLabel('Role').selectOption('Admin');
    await expect(people.getByRole('listitem')).toHaveCount(1);
    await test.step("a demo account's role cannot be changed", async () => {
      await admin.getByRole('button', { name: 'Manage Dana Whitaker' }).click();
      const dialog = admin.getByRole('dialog', { name: 'Dana Whitaker' });
      await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Customer');
      await dialog.getByRole('button', { name: 'Change role' }).click();
      await expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveAccessibleDescription(
        /shared demo account/,
      );
      await dialog.getByRole('button', { name: 'Close' }).click();
    });

    await admin.getByLabel('Role').selectOption('All roles');
    await admin.getByLabel('Search everyone').fill('robin');
    await expect(people.getByRole('listitem')).toHaveCount(1);
    await admin.getByRole('button', { name: 'Manage Robin Hale' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Robin Hale' });
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Service Advisor');
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await expect(toast(admin, 'Role updated')).toBeVisible();

    const page = await sandbox.openPage();
    await page.goto('/sign-in');
    await logIn(page, robin);
    await expect(page.getByRole('heading', { level: 1, name: 'Service Advisor' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    const deactivate = dialog.getByRole('button', { name: 'Yes, deactivate Robin' });
    await expect(deactivate).toBeVisible();
    await expectAccessible(admin, { subject: 'deactivating a person', alsoOnPhone: true });
    sandbox.expectEndedSessions();
    await deactivate.click();
    await expect(dialog.getByText("This person is deactivated and can't log in.")).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(findPersonRow(admin, 'Robin Hale')).toContainText('Deactivated');
    await expect(page.getByRole('heading', { name: 'Authentication required' })).toBeVisible();
    await page.goto('/sign-in');
    await logIn(page, robin);
    await expect(page.getByRole('alert')).toBeVisible();
  },
);

test('an admin removes the second factor of a person who lost their authenticator app and backup codes', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(400, '/api/users/lost-1/second-factor/remove');
  await makeMember(sandbox);
  const { kysely } = sandbox.app.store;
  await kysely
    .updateTable('accounts')
    .set({ role: 'admin' })
    .where('email', '=', robin.email)
    .execute();
  const lockedOut = await makePerson(sandbox.app, 'mechanic', {
    id: 'lost-1',
    firstName: 'Lou',
    lastName: 'Stern',
  });
  await kysely
    .insertInto('two_factors')
    .values({ id: lockedOut.id, account_id: lockedOut.id, secret: 'lost', backup_codes: 'lost' })
    .execute();
  await kysely
    .updateTable('accounts')
    .set({ two_factor_enabled: true })
    .where('id', '=', lockedOut.id)
    .execute();
  const admin = await sandbox.openPage();
  await admin.goto('/sign-in');
  await logIn(admin, robin);
  await expect(admin.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await openPeople(admin);
  const stopFailing = await failReads(sandbox, admin, '**/api/account');
  await admin.getByRole('button', { name: 'Manage Lou Stern' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Lou Stern' });
  await dialog.getByRole('button', { name: 'Remove two-factor authentication' }).click();
  await expectFailure(dialog, "We couldn't load your account.");
  await stopFailing();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('button', { name: 'Yes, remove it' })).toBeVisible();
  await expectAccessible(admin, { subject: 'removing a second factor', alsoOnPhone: true });
  await dialog.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(dialog.getByText('Please enter your password')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('not this one');
  await dialog.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(dialog.getByText('That password is incorrect.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(robin.password);
  await dialog.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(toast(admin, 'Two-factor authentication removed')).toBeVisible();
  await expect(dialog.getByText('Two-factor authentication is on.')).toHaveCount(0);
});

test("an admin who works as a mechanic can switch between both roles' screens", async ({
  sandbox,
}) => {
  const { admin: dana, mechanic } = sandbox.people;
  const page = await sandbox.openAs('admin');
  await expect(page.getByRole('switch', { name: 'Mechanic view' })).toHaveCount(0);
  await openPeople(page);
  await page.getByRole('button', { name: 'Manage Dana Whitaker' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dana Whitaker' });
  await dialog.getByRole('switch', { name: 'Also works as a mechanic' }).click();
  await expect(dialog.getByRole('switch')).toBeChecked();
  await dialog.getByRole('button', { name: 'Close' }).click();

  const job = { service_id: sandbox.oilChange.id, status: 'confirmed', date: today } as const;
  await makeAppointment(sandbox.app, { ...job, mechanic_id: dana.id, address: '7 Own Road' });
  await makeAppointment(sandbox.app, { ...job, mechanic_id: mechanic.id, address: '9 Other Road' });
  await page.getByRole('complementary').getByRole('switch', { name: 'Mechanic view' }).click();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mechanic Dashboard' })).toBeVisible();
  await expect(page.getByText('7 Own Road')).toBeVisible();
  await expect(page.getByText('9 Other Road')).toHaveCount(0);
  await expect(page.getByRole('main').getByText("Today's Jobs").locator('..')).toContainText('1');
  await page.reload();
  await page.getByRole('button', { name: /Start Service/ }).click();
  await expect(page.getByRole('button', { name: /Complete Service/ })).toBeVisible();

  await page.getByRole('complementary').getByRole('switch', { name: 'Mechanic view' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
});

async function openPeople(page: Page): Promise<void> {
  await page.goto('/settings?tab=people');
  await expect(page.getByRole('list', { name: 'People' })).toBeVisible();
}

async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption(role);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
}

function findPersonRow(page: Page, name: string) {
  return page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: name });
}
