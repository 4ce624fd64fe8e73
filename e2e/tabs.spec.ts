import { expect } from '@playwright/test';
import { test } from './sandbox.ts';

test('an advisor moves through the board tabs using only the keyboard', async ({ sandbox }) => {
  const page = await sandbox.openAs('advisor');
  const tab = (name: RegExp) => page.getByRole('tab', { name });
  await tab(/^Pending/).focus();

  for (const [key, name] of [
    ['ArrowRight', /^Confirmed/],
    ['ArrowRight', /^In Progress/],
    ['End', /^Completed/],
    ['ArrowRight', /^Pending/],
    ['ArrowLeft', /^Completed/],
    ['Home', /^Pending/],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab(name)).toBeFocused();
    await expect(page.getByRole('tab', { selected: true })).toHaveText(name);
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    await expect(page.getByRole('tabpanel')).toHaveCount(1);
  }

  await page.keyboard.press('Tab');
  await expect(page.getByRole('tabpanel')).toBeFocused();
});

test('on a phone, the selected tab is visible, wherever it is in the row of tabs', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('advisor', { viewport: { width: 360, height: 800 } });
  await page.goto('/service-advisor?tab=completed');
  const tab = page.getByRole('tab', { name: /^Completed/ });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  // Only its horizontal position is checked; the vertical one depends on how many mechanics are listed.
  await expect
    .poll(async () => {
      const box = await tab.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 360;
    })
    .toBe(true);
  expect(await page.evaluate(() => window.scrollY), 'the page does not scroll').toBe(0);
});
