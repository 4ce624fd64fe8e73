import { expect } from '@playwright/test';
import { ConsoleMonitor } from './console-monitor.ts';
import { setUpBusiness, test } from './new-business.ts';

test('a new business gets its first admin through the link that the server prints', async ({
  browser,
  setupLink,
}) => {
  const monitor = new ConsoleMonitor();
  const page = await browser.newPage();
  monitor.follow(page);
  await page.goto(new URL('/', setupLink).href);
  await expect(page.getByRole('button', { name: 'Admin' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByText("This business isn't set up yet.")).toBeVisible();

  await page.goto(setupLink);
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByLabel('First name')).toBeFocused();
  await setUpBusiness(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();

  await test.step('the link works only once', async () => {
    const secondPage = await browser.newPage();
    await secondPage.goto(setupLink);
    await secondPage.getByLabel('First name').fill('Mallory');
    await secondPage.getByLabel('Last name').fill('Reed');
    await secondPage.getByLabel('Email').fill('mallory@example.com');
    await secondPage.getByRole('textbox', { name: 'Password' }).fill('seven copper kettles');
    await secondPage.getByRole('button', { name: 'Set up' }).click();
    await expect(secondPage.getByRole('alert')).toContainText('already set up');
    await secondPage.close();
  });
  await page.close();
  expect(monitor.unexpected).toEqual([]);
});
