import { expect } from '@playwright/test';
import { delayRequests } from './appointment-steps.ts';
import { enterDemo, renderedByServer, test } from './sandbox.ts';

/* Tests what the browser shows before any script has loaded. */

test.describe('on a server that renders pages', () => {
  test.use(renderedByServer);

  test('a visitor sees the landing page in the theme they chose before any script loads', async ({
    sandbox,
  }) => {
    const page = await sandbox.openPage({ colorScheme: 'light' });
    await page.goto('/book-service');
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    // The thread that renders pages may still be starting.
    await expect(async () => {
      const response = await page.request.get('/', { headers: { 'sec-fetch-mode': 'navigate' } });
      expect(await response.text()).toContain('<div id="landing">');
    }).toPass();
    const release = await delayRequests(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    const tagline = page.getByRole('heading', { level: 1, name: /^Professional mobile mechanic/ });
    await expect(tagline).toBeVisible();
    await expect(page.getByText('Oil & Filter Change').first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    const serverTagline = await tagline.elementHandle();
    await release();
    // Until React has attached its handlers to the form, submitting it opens another page.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('form') ?? {}).some((key) =>
        key.startsWith('__reactProps'),
      ),
    );
    await page.getByLabel('Do we serve your area?').fill('94103');
    await page.getByRole('button', { name: 'Check ZIP code' }).click();
    await expect(page.getByText("We can't tell from 94103 alone.")).toBeVisible();
    expect(await serverTagline?.evaluate((element) => element.isConnected), 'hydrated').toBe(true);
  });
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
  const page = await sandbox.openPage();
  await page.goto('/');
  await enterDemo(page, 'customer');
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
