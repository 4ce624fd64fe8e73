import { expect, type Locator, type Page } from '@playwright/test';
import { makePlan, makeServiceArea, makeVehicle } from '@curbwrench/testing/builders';
import { makeMember, openLoggedIn, robin } from './account-steps.ts';
import { bookThroughApi } from './appointment-steps.ts';
import { makePayment } from './payment-steps.ts';
import { test, type Sandbox } from './sandbox.ts';

/* While a change is being sent its button says so, and a second press makes no second change. */

interface FormChange {
  readonly path: string;
  /** The buttons that open the form. */
  readonly open?: readonly string[];
  /** What is filled in, by label. */
  readonly fill?: Readonly<Record<string, string>>;
  /** What is selected, by label: an option of a list, or a tile. */
  readonly choose?: Readonly<Record<string, string>>;
  readonly check?: string;
  readonly press: string;
  readonly progressLabel: string;
}

const customerChanges: readonly FormChange[] = [
  {
    path: '/subscription-plans',
    open: ['Join Whole Year'],
    press: 'Join for $29.00',
    progressLabel: 'Joining...',
  },
  { path: '/account', fill: { 'First name': 'Kim' }, press: 'Save', progressLabel: 'Saving...' },
  {
    path: '/appointments/1',
    open: ['Add Notes'],
    fill: { 'Your notes (optional)': 'The gate is open.' },
    press: 'Save Notes',
    progressLabel: 'Saving...',
  },
];

const adminChanges: readonly FormChange[] = [
  {
    path: '/services',
    open: ['Delete Oil & Filter Change'],
    press: 'Delete',
    progressLabel: 'Deleting...',
  },
  {
    path: '/service-area-map',
    open: ['Delete Mission'],
    press: 'Delete area',
    progressLabel: 'Deleting...',
  },
  {
    path: '/subscription-plans',
    open: ['Archive Whole Year'],
    press: 'Archive plan',
    progressLabel: 'Archiving...',
  },
  {
    path: '/payments',
    open: ['More for payment #0001', 'Mark failed'],
    press: 'Mark failed',
    progressLabel: 'Marking...',
  },
  {
    path: '/settings?tab=people',
    open: ['Invite'],
    fill: { 'E-mail': 'kim@example.com' },
    press: 'Send invitation',
    progressLabel: 'Sending...',
  },
  {
    path: '/settings?tab=people',
    open: ['Manage Avery Cole'],
    choose: { Role: 'admin' },
    press: 'Change role',
    progressLabel: 'Changing...',
  },
  {
    path: '/settings?tab=people',
    open: ['Manage Avery Cole', 'Deactivate'],
    press: 'Yes, deactivate Avery',
    progressLabel: 'Deactivating...',
  },
  {
    path: '/payments',
    open: ['Record payment #0001'],
    check: 'Cash',
    press: 'Record $89.00',
    progressLabel: 'Recording...',
  },
  {
    path: '/payments',
    open: ['More for payment #0002', 'Refund'],
    fill: { Reason: 'The drain plug leaked.' },
    press: 'Refund',
    progressLabel: 'Refunding...',
  },
  {
    path: '/appointments/1',
    open: ['Reschedule'],
    check: '11:00 AM',
    press: 'Reschedule',
    progressLabel: 'Rescheduling...',
  },
  {
    path: '/appointments/1',
    open: ['Cancel Appointment'],
    fill: { 'Reason (optional)': 'They moved away.' },
    press: 'Cancel Appointment',
    progressLabel: 'Cancelling...',
  },
];

/** Of a person with a password and no second factor. */
const memberChanges: readonly FormChange[] = [
  {
    path: '/account',
    fill: { 'New e-mail': 'robin@example.com', 'Your password': robin.password },
    press: 'Change e-mail',
    progressLabel: 'Sending...',
  },
  {
    path: '/account',
    fill: { 'Current password': robin.password, 'New password': 'another good long one' },
    press: 'Change password',
    progressLabel: 'Changing...',
  },
  {
    path: '/account',
    open: ['Delete account'],
    fill: { 'Your password': robin.password },
    press: 'Delete for good',
    progressLabel: 'Deleting...',
  },
  {
    path: '/account',
    open: ['Set up'],
    fill: { 'Your password': robin.password },
    press: 'Continue',
    progressLabel: 'Checking...',
  },
];

const twoFactorMemberChanges: readonly FormChange[] = [
  {
    path: '/account',
    open: ['Switch off'],
    fill: { 'Your password': robin.password, 'Code from your app, or a backup code': '123456' },
    press: 'Switch off',
    progressLabel: 'Switching off...',
  },
];

/** Of a link in a message; it is never read here. */
const token = 'x'.repeat(43);

const visitorChanges: readonly FormChange[] = [
  {
    path: '/sign-in',
    fill: { 'E-mail': 'kim@example.com', Password: 'four green garden chairs' },
    press: 'Log in',
    progressLabel: 'Logging in...',
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
    progressLabel: 'Creating...',
  },
  {
    path: '/forgot-password',
    fill: { 'E-mail': 'kim@example.com' },
    press: 'Send the link',
    progressLabel: 'Sending...',
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
    progressLabel: 'Setting up...',
  },
  {
    path: `/reset-password#token=${token}`,
    fill: { 'New password': 'another good long one' },
    press: 'Change password',
    progressLabel: 'Changing...',
  },
  {
    path: `/verify-email#token=${token}`,
    press: 'Confirm my address',
    progressLabel: 'Confirming...',
  },
];

test('each button of a customer and of a visitor shows that its change is being sent, and sends it once', async ({
  sandbox,
}) => {
  await fillBusiness(sandbox);
  await expectEachSentOnce(await sandbox.openWithSession(sandbox.people.customer), customerChanges);
  await expectEachSentOnce(await sandbox.openPage(), visitorChanges);
});

test('each button of the office shows that its change is being sent, and sends it once', async ({
  sandbox,
}) => {
  await fillBusiness(sandbox);
  await expectEachSentOnce(await sandbox.openWithSession(sandbox.people.admin), adminChanges);
});

test('each button of an account shows that its change is being sent, and sends it once', async ({
  sandbox,
}) => {
  const page = await openLoggedIn(sandbox, await makeMember(sandbox));
  await expectEachSentOnce(page, memberChanges);

  await test.step('the code that turns it on', async () => {
    await page.unrouteAll();
    await page.goto('/account');
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Your password' }).fill(robin.password);
    await form.getByRole('button', { name: 'Continue' }).click();
    await form.getByRole('textbox', { name: 'Code', exact: true }).fill('123456');
    await expectSentOnce(form, await holdChangeRequests(page), 'Switch on', 'Checking...');
  });

  await sandbox.app.store.kysely
    .updateTable('users')
    .set({ two_factor_enabled: true })
    .where('email', '=', robin.email)
    .execute();
  await expectEachSentOnce(page, twoFactorMemberChanges);
});

async function expectEachSentOnce(page: Page, changes: readonly FormChange[]): Promise<void> {
  const sent = await holdChangeRequests(page);
  for (const { path, open = [], fill = {}, choose = {}, check, press, progressLabel } of changes) {
    await test.step(`${path}: ${progressLabel}`, async () => {
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
      await expectSentOnce(form, sent, press, progressLabel);
    });
  }
}

/** Holds back responses to changes; the next page releases them. Returns where each request is recorded. */
async function holdChangeRequests(page: Page): Promise<string[]> {
  const sent: string[] = [];
  await page.route('**/api/**', (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    sent.push(route.request().url());
  });
  return sent;
}

/** Presses a button, expects its progress text, and that it cannot be pressed twice. */
async function expectSentOnce(
  form: Locator,
  sent: string[],
  press: string,
  progressLabel: string,
): Promise<void> {
  sent.length = 0;
  await form.getByRole('button', { name: press, exact: true }).click();
  const busy = form.getByRole('button', { name: progressLabel, exact: true });
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => sent).toHaveLength(1);
  await busy.dispatchEvent('click');
  await expect(busy).toBeVisible();
  expect(sent).toHaveLength(1);
}

async function fillBusiness(sandbox: Sandbox): Promise<void> {
  const { app, people } = sandbox;
  await makeVehicle(app, people.customer.id);
  await bookThroughApi(sandbox, '2026-03-05', '10:00');
  await makePayment(sandbox);
  await makePayment(sandbox, { status: 'completed' });
  await makeServiceArea(app, ['94110'], { name: 'Mission' });
  await makePlan(app, { name: 'Whole Year' });
}
