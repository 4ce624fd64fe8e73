import { expect, type Locator, type Page } from '@playwright/test';
import { makePlan, makeServiceArea, makeVehicle } from '@curbwrench/testing/builders';
import { makeMember, openLoggedIn, robin } from './account-steps.ts';
import { bookThroughApi } from './appointment-steps.ts';
import { insertPayment } from './payment-steps.ts';
import { test, type Sandbox } from './sandbox.ts';

/* While a form is being submitted, its button shows the progress, and a second press submits nothing. */

/** A form and the button that submits it. */
interface FormSubmission {
  readonly path: string;
  /** The buttons that open the form. */
  readonly openWith?: readonly string[];
  /** Values of text fields by label. */
  readonly fill?: Readonly<Record<string, string>>;
  /** Selected options by the label of their list. */
  readonly select?: Readonly<Record<string, string>>;
  /** The name of a radio button to check. */
  readonly radio?: string;
  readonly submit: string;
  readonly progressLabel: string;
}

const customerForms: readonly FormSubmission[] = [
  {
    path: '/subscription-plans',
    openWith: ['Join Whole Year'],
    submit: 'Join for $29.00',
    progressLabel: 'Joining...',
  },
  { path: '/account', fill: { 'First name': 'Kim' }, submit: 'Save', progressLabel: 'Saving...' },
  {
    path: '/appointments/1',
    openWith: ['Add Notes'],
    fill: { 'Your notes (optional)': 'The gate is open.' },
    submit: 'Save Notes',
    progressLabel: 'Saving...',
  },
];

const adminForms: readonly FormSubmission[] = [
  {
    path: '/services',
    openWith: ['Delete Oil & Filter Change'],
    submit: 'Delete',
    progressLabel: 'Deleting...',
  },
  {
    path: '/service-area-map',
    openWith: ['Delete Mission'],
    submit: 'Delete area',
    progressLabel: 'Deleting...',
  },
  {
    path: '/subscription-plans',
    openWith: ['Archive Whole Year'],
    submit: 'Archive plan',
    progressLabel: 'Archiving...',
  },
  {
    path: '/payments',
    openWith: ['More actions for payment #0001', 'Mark as failed'],
    submit: 'Mark as failed',
    progressLabel: 'Marking...',
  },
  {
    path: '/settings?tab=people',
    openWith: ['Invite'],
    fill: { Email: 'kim@example.com' },
    submit: 'Send invitation',
    progressLabel: 'Sending...',
  },
  {
    path: '/settings?tab=people',
    openWith: ['Manage Avery Cole'],
    select: { Role: 'admin' },
    submit: 'Change role',
    progressLabel: 'Changing...',
  },
  {
    path: '/settings?tab=people',
    openWith: ['Manage Avery Cole', 'Deactivate'],
    submit: 'Yes, deactivate Avery',
    progressLabel: 'Deactivating...',
  },
  {
    path: '/payments',
    openWith: ['Record payment #0001'],
    radio: 'Cash',
    submit: 'Record $89.00',
    progressLabel: 'Recording...',
  },
  {
    path: '/payments',
    openWith: ['More actions for payment #0002', 'Refund'],
    fill: { Reason: 'The drain plug leaked.' },
    submit: 'Refund',
    progressLabel: 'Refunding...',
  },
  {
    path: '/appointments/1',
    openWith: ['Reschedule'],
    radio: '11:00 AM',
    submit: 'Reschedule',
    progressLabel: 'Rescheduling...',
  },
  {
    path: '/appointments/1',
    openWith: ['Cancel appointment'],
    fill: { 'Reason (optional)': 'They moved away.' },
    submit: 'Cancel appointment',
    progressLabel: 'Canceling...',
  },
];

/** Forms for a person with a password but no second factor. */
const memberForms: readonly FormSubmission[] = [
  {
    path: '/account',
    fill: { 'New email': 'robin@example.com', 'Your password': robin.password },
    submit: 'Change email',
    progressLabel: 'Sending...',
  },
  {
    path: '/account',
    fill: { 'Current password': robin.password, 'New password': 'another good long one' },
    submit: 'Change password',
    progressLabel: 'Changing...',
  },
  {
    path: '/account',
    openWith: ['Delete account'],
    fill: { 'Your password': robin.password },
    submit: 'Delete permanently',
    progressLabel: 'Deleting...',
  },
  {
    path: '/account',
    openWith: ['Set up'],
    fill: { 'Your password': robin.password },
    submit: 'Continue',
    progressLabel: 'Checking...',
  },
];

const twoFactorMemberForms: readonly FormSubmission[] = [
  {
    path: '/account',
    openWith: ['Turn off'],
    fill: {
      'Your password': robin.password,
      'Code from your authenticator app, or a backup code': '123456',
    },
    submit: 'Turn off',
    progressLabel: 'Turning off...',
  },
];

/** A token in the format of those in email links. It is never checked, because the requests never reach the server. */
const token = 'x'.repeat(43);

const visitorForms: readonly FormSubmission[] = [
  {
    path: '/sign-in',
    fill: { Email: 'kim@example.com', Password: 'four green garden chairs' },
    submit: 'Log in',
    progressLabel: 'Logging in...',
  },
  {
    path: '/sign-up',
    fill: {
      'First name': 'Kim',
      'Last name': 'Hale',
      Email: 'kim@example.com',
      Password: 'four green garden chairs',
    },
    submit: 'Create account',
    progressLabel: 'Creating...',
  },
  {
    path: '/forgot-password',
    fill: { Email: 'kim@example.com' },
    submit: 'Send link',
    progressLabel: 'Sending...',
  },
  {
    path: `/set-up#token=${token}`,
    fill: {
      'First name': 'Kim',
      'Last name': 'Hale',
      Email: 'kim@example.com',
      Password: 'four green garden chairs',
    },
    submit: 'Set up',
    progressLabel: 'Setting up...',
  },
  {
    path: `/reset-password#token=${token}`,
    fill: { 'New password': 'another good long one' },
    submit: 'Change password',
    progressLabel: 'Changing...',
  },
  {
    path: `/verify-email#token=${token}`,
    submit: 'Confirm my address',
    progressLabel: 'Confirming...',
  },
];

test('each submit button for customers and visitors shows its progress and sends one request', async ({
  sandbox,
}) => {
  await insertBusinessData(sandbox);
  await expectEachSentOnce(await sandbox.openWithSession(sandbox.people.customer), customerForms);
  await expectEachSentOnce(await sandbox.openPage(), visitorForms);
});

test('each submit button for the office shows its progress and sends one request', async ({
  sandbox,
}) => {
  await insertBusinessData(sandbox);
  await expectEachSentOnce(await sandbox.openWithSession(sandbox.people.admin), adminForms);
});

test('each submit button on the account page shows its progress and sends one request', async ({
  sandbox,
}) => {
  const page = await openLoggedIn(sandbox, await makeMember(sandbox));
  await expectEachSentOnce(page, memberForms);

  await test.step('the code that turns on the second factor', async () => {
    await page.unrouteAll();
    await page.goto('/account');
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Your password' }).fill(robin.password);
    await form.getByRole('button', { name: 'Continue' }).click();
    await form.getByRole('textbox', { name: 'Code', exact: true }).fill('123456');
    await expectSentOnce(form, await holdChangeRequests(page), 'Turn on', 'Checking...');
  });

  await sandbox.app.store.kysely
    .updateTable('accounts')
    .set({ two_factor_enabled: true })
    .where('email', '=', robin.email)
    .execute();
  await expectEachSentOnce(page, twoFactorMemberForms);
});

async function expectEachSentOnce(page: Page, forms: readonly FormSubmission[]): Promise<void> {
  const sentUrls = await holdChangeRequests(page);
  for (const {
    path,
    openWith = [],
    fill = {},
    select = {},
    radio,
    submit,
    progressLabel,
  } of forms) {
    await test.step(`${path}: ${progressLabel}`, async () => {
      await page.goto(path);
      for (const name of openWith) {
        const button = page.getByRole('button', { name, exact: true });
        await button.or(page.getByRole('menuitem', { name, exact: true })).click();
      }
      const form = page.getByRole('dialog').or(page.getByRole('main')).last();
      for (const [label, value] of Object.entries(fill)) {
        await form.getByRole('textbox', { name: label, exact: true }).fill(value);
      }
      for (const [label, value] of Object.entries(select)) {
        await form.getByLabel(label, { exact: true }).selectOption(value);
      }
      // Uses the keyboard, since a tile covers its radio button.
      if (radio !== undefined) await form.getByRole('radio', { name: radio }).press('Space');
      await expectSentOnce(form, sentUrls, submit, progressLabel);
    });
  }
}

/** Holds all requests that change data, without ever responding. Returns the list to which their URLs are added. */
async function holdChangeRequests(page: Page): Promise<string[]> {
  const sentUrls: string[] = [];
  await page.route('**/api/**', (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    sentUrls.push(route.request().url());
  });
  return sentUrls;
}

/** Presses a submit button, and expects that it shows its progress label and that a second press sends nothing. */
async function expectSentOnce(
  form: Locator,
  sentUrls: string[],
  submit: string,
  progressLabel: string,
): Promise<void> {
  sentUrls.length = 0;
  await form.getByRole('button', { name: submit, exact: true }).click();
  const busy = form.getByRole('button', { name: progressLabel, exact: true });
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => sentUrls).toHaveLength(1);
  await busy.dispatchEvent('click');
  await expect(busy).toBeVisible();
  expect(sentUrls).toHaveLength(1);
}

async function insertBusinessData(sandbox: Sandbox): Promise<void> {
  const { app, people } = sandbox;
  await makeVehicle(app, people.customer.id);
  await bookThroughApi(sandbox, '2026-03-05', '10:00');
  await insertPayment(sandbox);
  await insertPayment(sandbox, { status: 'completed' });
  await makeServiceArea(app, ['94110'], { name: 'Mission' });
  await makePlan(app, { name: 'Whole Year' });
}
