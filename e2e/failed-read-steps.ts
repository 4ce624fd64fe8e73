import { expect, type Locator, type Page } from '@playwright/test';
import type { Sandbox } from './sandbox.ts';

/** Expects a message that something could not be loaded, with a way to try again. */
export async function expectFailure(scope: Page | Locator, message: string): Promise<void> {
  const alert = scope.getByRole('alert').filter({ hasText: message });
  await expect(alert).toBeVisible();
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
}

/** Presses every 'Try again' button, or none if polling has already loaded the data. */
export function pressTryAgain(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const button of document.querySelectorAll('button')) {
      if (button.textContent.includes('Try again')) button.click();
    }
  });
}

/** All requests except those for the signed-in person, the business and the live stream. */
const dataRequests = /\/api\/(?!auth\/user|business(?!\/)|events)/;

/**
 * Makes GET requests fail with status 500 until the returned function is called: by default all except
 * those for the signed-in person, the business and the live stream.
 */
export async function failReads(
  sandbox: Sandbox,
  page: Page,
  requests: string | RegExp = dataRequests,
): Promise<() => Promise<void>> {
  await page.route(requests, (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    sandbox.expectErrorStatus(500, new URL(route.request().url()).pathname);
    return route.fulfill({ status: 500, contentType: 'text/plain', body: 'Out of order.' });
  });
  return () => page.unroute(requests);
}
