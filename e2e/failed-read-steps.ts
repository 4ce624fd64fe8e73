import { expect, type Locator, type Page } from '@playwright/test';
import type { Sandbox } from './sandbox.ts';

/** Expects a message that something could not be loaded, with a way to try again. */
export async function expectFailure(within: Page | Locator, sentence: string): Promise<void> {
  const failed = within.getByRole('alert').filter({ hasText: sentence });
  await expect(failed).toBeVisible();
  await expect(failed.getByRole('button', { name: 'Try again' })).toBeVisible();
}

/** Presses all of the buttons; polling may have succeeded in the meantime. */
export function pressTryAgain(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const button of document.querySelectorAll('button')) {
      if (button.textContent.includes('Try again')) button.click();
    }
  });
}

const dataCalls = /\/api\/(?!auth\/user|business|events)/;

/**
 * Makes reading calls fail until the returned function is called: all except the signed-in person and
 * the business, or those to one address.
 */
export async function failReads(
  sandbox: Sandbox,
  page: Page,
  calls: string | RegExp = dataCalls,
): Promise<() => Promise<void>> {
  await page.route(calls, (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    sandbox.expectRefusal(500, new URL(route.request().url()).pathname);
    return route.fulfill({ status: 500, contentType: 'text/plain', body: 'Out of order.' });
  });
  return () => page.unroute(calls);
}
