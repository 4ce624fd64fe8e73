import { expect, type Locator, type Page } from '@playwright/test';
import { makePlan, makeServiceArea, makeVehicle } from '@curbwrench/testing/builders';
import { makeMember, openLoggedIn, robin } from './account-steps.ts';
import { bookByCall } from './appointment-steps.ts';
import { makePayment } from './payment-steps.ts';
import { test, type Sandbox } from './sandbox.ts';

/* While a change is being sent its button says so, and a second press makes no second change. */

interface HeldChange {
  readonly path: string;
  /** The buttons that open the form. */
  readonly open?: readonly string[];
  /** What is filled in, by label. */
  readonly fill?: Readonly<Record<string, string>>;
  /** What is selected, by label: an option of a list, or a tile. */
  readonly choose?: Readonly<Record<string, string>>;
  readonly check?: string;
  readonly press: string;
  readonly said: string;
}

const customersChanges: readonly HeldChange[] = [
  {
    path: '/subscription-plans',
    open: ['Join Whole Year'],
    press: 'Join for $29.00',
    said: 'Joining...',
  },
  { path: '/account', fill: { 'First name': 'Kim' }, press: 'Save', said: 'Saving...' },
  {
    path: '/appointments/1',
    open: ['Add Notes'],
    fill: { 'Your notes (optional)': 'The gate is open.' },
    press: 'Save Notes',
    said: 'Saving...',
  },
];

const adminsChanges: readonly HeldChange[] = [
  { path: '/services', open: ['Delete Oil & Filter Change'], press: 'Delete', said: 'Deleting...' },
  {
    path: '/service-area-map',
    open: ['Delete Mission'],
    press: 'Delete area',
    said: 'Deleting...',
  },
  {
    path: '/subscription-plans',
    open: ['Archive Whole Year'],
    press: 'Archive plan',
    said: 'Archiving...',
  },
  {
    path: '/payments',
    open: ['More for payment #0001', 'Mark failed'],
    press: 'Mark failed',
    said: 'Marking...',
  },
  {
    path: '/settings?tab=people',
    open: ['Invite'],
    fill: { 'E-mail': 'kim@example.com' },
    press: 'Send invitation',
    said: 'Sending...',
  },
  {
    path: '/settings?tab=people',
    open: ['Manage Avery Cole'],
    choose: { Role: 'admin' },
    press: 'Change role',
    said: 'Changing...',
  },
  {
    path: '/settings?tab=people',
    open: ['Manage Avery Cole', 'Deactivate'],
    press: 'Yes, deactivate Avery',
    said: 'Deactivating...',
  },
  {
    path: '/payments',
    open: ['Record payment #0001'],
    check: 'Cash',
    press: 'Record $89.00',
    said: 'Recording...',
  },
  {
    path: '/payments',
    open: ['More for payment #0002', 'Refund'],
    fill: { Reason: 'The drain plug leaked.' },
    press: 'Refund',
    said: 'Refunding...',
  },
  {
    path: '/appointments/1',
    open: ['Reschedule'],
    check: '11:00 AM',
    press: 'Reschedule',
    said: 'Rescheduling...',
  },
  {
    path: '/appointments/1',
    open: ['Cancel Appointment'],
    fill: { 'Reason (optional)': 'They moved away.' },
    press: 'Cancel Appointment',
    said: 'Cancelling...',
  },
];

/** Of a person with a password and no second factor. */
const membersChanges: readonly HeldChange[] = [
  {
    path: '/account',
    fill: { 'New e-mail': 'robin@example.com', 'Your password': robin.password },
    press: 'Change e-mail',
    said: 'Sending...',
  },
  {
    path: '/account',
    fill: { 'Current password': robin.password, 'New password': 'another good long one' },
    press: 'Change password',
    said: 'Changing...',
  },
  {
    path: '/account',
    open: ['Delete account'],
    fill: { 'Your password': robin.password },
    press: 'Delete for good',
    said: 'Deleting...',
  },
  {
    path: '/account',
    open: ['Set up'],
    fill: { 'Your password': robin.password },
    press: 'Continue',
    said: 'Checking...',
  },
];

const securedMembersChanges: readonly HeldChange[] = [
  {
    path: '/account',
    open: ['Switch off'],
    fill: { 'Your password': robin.password, 'Code from your app, or a backup code': '123456' },
    press: 'Switch off',
    said: 'Switching off...',
  },
];

/** Of a link in a message; it is never read here. */
const token = 'x'.repeat(43);

const visitorsChanges: readonly HeldChange[] = [
  {
    path: '/sign-in',
    fill: { 'E-mail': 'kim@example.com', Password: 'four green garden chairs' },
    press: 'Log in',
    said: 'Logging in...',
  },
  {
    path: '/sign-up',
    fill: {
      'First name': 'Kim',
      'Last name': 'Hale',
      'E-mail': 'kim@example.com',
      Password: 'four green garden chairs',
    },
    press: 'Create account',
    said: 'Creating...',
  },
  {
    path: '/forgot-password',
    fill: { 'E-mail': 'kim@example.com' },
    press: 'Send the link',
    said: 'Sending...',
  },
  {
    path: `/set-up#token=${token}`,
    fill: {
      'First name': 'Kim',
      'Last name': 'Hale',
      'E-mail': 'kim@example.com',
      Password: 'four green garden chairs',
    },
    press: 'Set up',
    said: 'Setting up...',
  },
  {
    path: `/reset-password#token=${token}`,
    fill: { 'New password': 'another good long one' },
    press: 'Change password',
    said: 'Changing...',
  },
  { path: `/verify-email#token=${token}`, press: 'Confirm my address', said: 'Confirming...' },
];

test('each button of a customer and of a visitor shows that its change is being sent, and sends it once', async ({
  sandbox,
}) => {
  await fillBusiness(sandbox);
  await walk(await sandbox.openWithSession(sandbox.people.customer), customersChanges);
  await walk(await sandbox.openPage(), visitorsChanges);
});

test('each button of the office shows that its change is being sent, and sends it once', async ({
  sandbox,
}) => {
  await fillBusiness(sandbox);
  await walk(await sandbox.openWithSession(sandbox.people.admin), adminsChanges);
});

test('each button of an account shows that its change is being sent, and sends it once', async ({
  sandbox,
}) => {
  const page = await openLoggedIn(sandbox, await makeMember(sandbox));
  await walk(page, membersChanges);

  await test.step('the code that turns it on', async () => {
    await page.unrouteAll();
    await page.goto('/account');
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Your password' }).fill(robin.password);
    await form.getByRole('button', { name: 'Continue' }).click();
    await form.getByRole('textbox', { name: 'Code', exact: true }).fill('123456');
    await expectHeld(form, await holdChanges(page), 'Switch on', 'Checking...');
  });

  await sandbox.app.store.kysely
    .updateTable('users')
    .set({ two_factor_enabled: true })
    .where('email', '=', robin.email)
    .execute();
  await walk(page, securedMembersChanges);
});

async function walk(page: Page, changes: readonly HeldChange[]): Promise<void> {
  const sent = await holdChanges(page);
  for (const { path, open = [], fill = {}, choose = {}, check, press, said } of changes) {
    await test.step(`${path}: ${said}`, async () => {
      await page.goto(path);
      for (const name of open) {
        const button = page.getByRole('button', { name, exact: true });
        await button.or(page.getByRole('menuitem', { name, exact: true })).click();
      }
      const form = page.getByRole('dialog').or(page.getByRole('main')).last();
      for (const [label, value] of Object.entries(fill)) {
        await form.getByRole('textbox', { name: label, exact: true }).fill(value);
      }
      for (const [label, value] of Object.entries(choose)) {
        await form.getByLabel(label, { exact: true }).selectOption(value);
      }
      // With the keyboard, since a tile covers its radio button.
      if (check !== undefined) await form.getByRole('radio', { name: check }).press('Space');
      await expectHeld(form, sent, press, said);
    });
  }
}

/** Holds back responses to changes; the next page releases them. Returns where each request is recorded. */
async function holdChanges(page: Page): Promise<string[]> {
  const sent: string[] = [];
  await page.route('**/api/**', (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    sent.push(route.request().url());
  });
  return sent;
}

/** Presses a button, expects its progress text, and that it cannot be pressed twice. */
async function expectHeld(
  form: Locator,
  sent: string[],
  press: string,
  said: string,
): Promise<void> {
  sent.length = 0;
  await form.getByRole('button', { name: press, exact: true }).click();
  const busy = form.getByRole('button', { name: said, exact: true });
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => sent).toHaveLength(1);
  await busy.dispatchEvent('click');
  await expect(busy).toBeVisible();
  expect(sent).toHaveLength(1);
}

async function fillBusiness(sandbox: Sandbox): Promise<void> {
  const { app, people } = sandbox;
  await makeVehicle(app, people.customer.id);
  await bookByCall(sandbox, '2026-03-05', '10:00');
  await makePayment(sandbox);
  await makePayment(sandbox, { status: 'completed' });
  await makeServiceArea(app, ['94110'], { name: 'Mission' });
  await makePlan(app, { name: 'Whole Year' });
}
