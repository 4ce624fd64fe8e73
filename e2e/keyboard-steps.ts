import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the target has focus, like a person without a mouse. */
export async function tabTo(target: Locator): Promise<void> {
  const page: Page = target.page();
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`60 presses of Tab did not reach ${String(target)}.`);
}

/** Waits until a dialog has focus, because it handles Escape only while it does. */
export async function expectFocusIn(dialog: Locator): Promise<void> {
  await expect(dialog.and(dialog.page().locator(':focus-within'))).toHaveCount(1);
}
