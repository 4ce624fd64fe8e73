import { expect, type Page } from '@playwright/test';
import { makePlan, makeServiceArea, makeVehicle } from '@curbwrench/server/testing/builders';
import { bookByCall } from './appointment-steps.ts';
import { makePayment } from './payment-steps.ts';
import { test, type Stage } from './stage.ts';

/* While a change is on its way its button says so, and a second press makes no second change. */

interface HeldChange {
  readonly path: string;
  /** The buttons that lead to the form. */
  readonly open?: readonly string[];
  /** What is filled in, by its label. */
  readonly fill?: Readonly<Record<string, string>>;
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
];

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
];

test('each button says that its change is on its way, and makes it once', async ({ stage }) => {
  await fillBusiness(stage);
  await walk(await stage.openWithSession(stage.people.customer), customersChanges);
  await walk(await stage.openWithSession(stage.people.admin), adminsChanges);
  await walk(await stage.openPage(), visitorsChanges);
});

async function walk(page: Page, changes: readonly HeldChange[]): Promise<void> {
  const sent: string[] = [];
  // They are never answered; the next page takes them back.
  await page.route('**/api/**', (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    sent.push(route.request().url());
  });
  for (const { path, open = [], fill = {}, press, said } of changes) {
    await test.step(`${path}: ${said}`, async () => {
      await page.goto(path);
      for (const name of open) await page.getByRole('button', { name, exact: true }).click();
      const form = page.getByRole('dialog').or(page.getByRole('main')).last();
      for (const [label, value] of Object.entries(fill)) {
        await form.getByLabel(label, { exact: true }).fill(value);
      }
      sent.length = 0;
      await form.getByRole('button', { name: press, exact: true }).click();
      const busy = form.getByRole('button', { name: said, exact: true });
      await expect(busy).toHaveAttribute('aria-busy', 'true');
      await expect.poll(() => sent).toHaveLength(1);
      await busy.dispatchEvent('click');
      await expect(busy).toBeVisible();
      expect(sent).toHaveLength(1);
    });
  }
}

async function fillBusiness(stage: Stage): Promise<void> {
  const { site, people } = stage;
  await makeVehicle(site, people.customer.id);
  await bookByCall(stage, '2026-03-05', '10:00');
  await makePayment(stage);
  await makeServiceArea(site, ['94110'], { name: 'Mission' });
  await makePlan(site, { name: 'Whole Year' });
}
