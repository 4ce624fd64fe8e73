import { expect } from '@playwright/test';
import { test } from './stage.ts';

test.beforeEach(({ stage }) => stage.expectEndedSessions());

test('a customer finds the way around on a phone, and out', async ({ stage }) => {
  const page = await stage.openAs('customer', { viewport: { width: 360, height: 800 } });
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Bookings', 'Services', 'Profile']);
  for (const [link, heading] of [
    ['Bookings', 'Appointments'],
    ['Services', 'Services'],
    ['Profile', 'Settings'],
    ['Home', 'Dashboard'],
  ] as const) {
    await bar.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(bar.getByRole('link', { name: link })).toHaveAttribute('aria-current', 'page');
  }
  const initials = page.getByRole('button', { name: 'Your account: Casey Morgan' });
  await expect(initials).toHaveText('CM');
  await initials.click();
  const account = page.getByRole('dialog', { name: 'Your account' });
  await expect(account).toContainText('Customer');
  await account.getByRole('link', { name: 'Log out' }).click();
  await expect(
    page.getByText('Professional mobile mechanic services - we come to you!'),
  ).toBeVisible();
});

test('each role has its menu on a desktop, and every entry leads somewhere', async ({ stage }) => {
  const page = await stage.openAs('admin');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const entries = await menu.getByRole('link').allTextContents();
  expect(entries[0]).toBe('Dashboard');
  expect(entries.at(-1)).toBe('Settings');
  for (const entry of entries) {
    await menu.getByRole('link', { name: entry, exact: true }).click();
    await expect(menu.getByRole('link', { name: entry, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('404 Page Not Found');
  }
});
