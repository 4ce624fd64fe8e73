import { expect, type Locator } from '@playwright/test';
import { bookThroughApi } from './appointment-steps.ts';
import { toast } from './booking-page.ts';
import { test, today } from './sandbox.ts';

test('the board polls every 30 seconds, a toast disappears on its own, and a tooltip opens after a delay @screens.polling @screens.toasts @screens.tooltips', async ({
  sandbox,
}) => {
  const id = await bookThroughApi(sandbox, today, '13:00');
  const page = await sandbox.openAs('advisor');
  const row = page.getByRole('article', { name: 'Oil & Filter Change' });
  const region = page.getByRole('region', { name: /Notifications/ });

  await test.step('F8 focuses a toast, which disappears after five seconds', async () => {
    await row.getByRole('button', { name: /Assign Mechanic/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign Mechanic' });
    await dialog.getByRole('button', { name: 'Confirm Assignment' }).click();
    await expect(toast(page, 'Mechanic Assigned')).toBeVisible();
    // The dialog has focus until it is closed, a moment after the toast appears.
    await expect(dialog).toBeHidden();
    await expect(row).toBeHidden();
    await page.keyboard.press('F8');
    await expect(region.getByRole('list')).toBeFocused();
    expect((await region.getByRole('list').boundingBox())?.width).toBeLessThanOrEqual(420);
    // The toast stays while it has focus.
    await page.getByRole('tab', { name: /^Confirmed/ }).click();
    await expect(page.getByRole('tab', { name: /^Confirmed/, selected: true })).toBeVisible();
    await expect(row).toBeVisible();
    await page.clock.runFor(5000);
    await expect(toast(page, 'Mechanic Assigned')).toBeHidden();
  });

  await test.step('a tooltip opens on hover, and closes with Escape', async () => {
    const tooltip = page.getByRole('tooltip', { includeHidden: true });
    await page.getByRole('button', { name: 'Dark theme' }).hover();
    await expect(tooltip).toHaveText('Dark theme');
    await page.keyboard.press('Escape');
    await expect(tooltip).toHaveCount(0);
  });

  await test.step('the board polls every 30 seconds', async () => {
    // Changes the appointment in the database, without a live event.
    await sandbox.app.store.kysely
      .updateTable('appointments')
      .set({ status: 'completed' })
      .where('id', '=', id)
      .execute();
    await page.clock.runFor(32_000);
    await expect(page.getByText('No confirmed appointments.')).toBeVisible();
  });

  await test.step('the mechanic dashboard polls too', async () => {
    const mechanic = await sandbox.openAs('mechanic');
    await expect(mechanic.getByRole('region', { name: 'Completed (1)' })).toBeVisible();
    await sandbox.app.store.kysely
      .updateTable('appointments')
      .set({ status: 'cancelled' })
      .where('id', '=', id)
      .execute();
    await mechanic.clock.runFor(32_000);
    await expect(
      mechanic.getByText("You don't have any appointments scheduled for today."),
    ).toBeVisible();

    await test.step('a toast is dismissed by swiping it far enough to the right', async () => {
      await mechanic.getByRole('switch', { name: /available/i }).click();
      const offlineToast = toast(mechanic, 'You are now offline');
      await expect(offlineToast).toBeVisible();
      // A toast stays while it has focus or is under the pointer.
      await mechanic.keyboard.press('F8');
      await expect(
        mechanic.getByRole('region', { name: /Notifications/ }).getByRole('list'),
      ).toBeFocused();
      // The swipe threshold is 50 pixels.
      await dragRight(offlineToast, 45);
      await expect(offlineToast).toBeVisible();
      await dragRight(offlineToast, 65);
      await expect(offlineToast).toBeHidden();
    });
  });
});

/** Drags an element this many pixels to the right with the mouse, and releases it. */
async function dragRight(element: Locator, pixels: number): Promise<void> {
  const page = element.page();
  await element.hover();
  const box = await element.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 4, (box?.y ?? 0) + 4];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels, y, { steps: 5 });
  await page.mouse.up();
}
