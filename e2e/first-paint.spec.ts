import { expect } from '@playwright/test';
import { delayRequests } from './appointment-steps.ts';
import { test } from './sandbox.ts';

/* Tests what the browser shows before any script has loaded, if the server did not render the page. */

test('a visitor sees the landing page in their own theme before any script loads', async ({
  sandbox,
}) => {
  const page = await sandbox.openPage({ colorScheme: 'light' });
  await page.goto('/book-service');
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  const release = await delayRequests(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  const tagline = page.getByRole('heading', { level: 1, name: /^Professional mobile mechanic/ });
  await expect(tagline).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await release();
  await expect(page.getByRole('button', { name: 'Customer', exact: true })).toBeEnabled();
  await expect(tagline).toHaveCount(1);
});

test('a signed-in person never sees the landing page', async ({ sandbox }) => {
  const page = await sandbox.openWithSession(sandbox.people.customer);
  const release = await delayRequests(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('#app .animate-spin')).toBeVisible();
  await expect(page.getByText('Professional mobile mechanic services')).toHaveCount(0);
  await release();
  await expect(page.getByText('Welcome back, Casey!')).toBeVisible();
});

test('a demo user whose session ended does not see the landing page while being signed in again', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('customer');
  await page.goto('about:blank');
  await page.context().clearCookies();
  sandbox.expectEndedSessions();
  const release = await delayRequests(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-known', '');
  await expect(page.getByText('Professional mobile mechanic services')).toBeHidden();
  await release();
  await expect(page.getByText('Welcome back, Casey!')).toBeVisible();
});
