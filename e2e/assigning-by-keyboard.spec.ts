import { expect, type Page } from '@playwright/test';
import { bookThroughApi } from './appointment-steps.ts';
import { toast } from './booking-page.ts';
import { tabTo } from './keyboard-steps.ts';
import { test } from './sandbox.ts';

test(
  'an advisor assigns a mechanic using only the keyboard, and focus is never lost @dispatch.assign-dialog',
  { tag: '@main-path' },
  async ({ sandbox }) => {
    await bookThroughApi(sandbox, '2026-03-04', '10:00');
    await bookThroughApi(sandbox, '2026-03-05', '10:00');
    const page = await sandbox.openWithSession(sandbox.people.advisor, { reducedMotion: 'reduce' });
    await page.goto('/service-advisor');
    const assign = page.getByRole('button', { name: /^Assign Mechanic/ });
    await expect(assign).toHaveCount(2);
    const dialog = page.getByRole('dialog', { name: 'Assign Mechanic' });

    await test.step('the skip link moves focus past the menu', async () => {
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    });

    await test.step('a dialog traps focus until Escape closes it and returns the focus', async () => {
      await tabTo(assign.first());
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('radio', { name: 'Marcus Bell' })).toBeFocused();
      expect(await measureLongestMotion(page), 'reduced motion').toBeLessThanOrEqual(0.001);
      for (let presses = 0; presses < 8; presses += 1) {
        await page.keyboard.press('Tab');
        await expect(dialog.locator(':focus')).toHaveCount(1);
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(assign.first()).toBeFocused();
    });

    await test.step('an assigned appointment leaves the list, which keeps focus', async () => {
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('radio', { name: 'Marcus Bell' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(toast(page, 'Mechanic Assigned')).toBeVisible();
      await expect(assign).toHaveCount(1);
      await expect(page.getByRole('tabpanel').locator(':focus')).toHaveCount(1);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('tabpanel').locator(':focus')).toHaveCount(1);
    });

    await test.step('a sheet returns the focus too, and a new page receives it', async () => {
      const menu = page.getByRole('button', { name: 'Your account: Avery Cole' });
      await menu.focus();
      await page.keyboard.press('Enter');
      const sheet = page.getByRole('dialog', { name: 'Your account' });
      await expect(sheet).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
      await expect(menu).toBeFocused();
      await page.getByRole('link', { name: 'Payments' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
      await expect(page.getByRole('main')).toBeFocused();
    });

    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/service-advisor');
    await assign.first().click();
    await expect(dialog).toBeVisible();
    expect(
      await measureLongestMotion(page),
      'motion without the preference for reduced motion',
    ).toBeGreaterThan(0.05);
  },
);

/** Returns how many seconds the longest animation or transition on the page takes. */
function measureLongestMotion(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('*')].flatMap((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element);
        return `${animationDuration},${transitionDuration}`.split(',').map(Number.parseFloat);
      }),
    ),
  );
}
