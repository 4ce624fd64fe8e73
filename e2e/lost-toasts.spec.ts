import { expect } from '@playwright/test';
import { toast } from './booking-page.ts';
import { test } from './stage.ts';

test('toasts that could not be fetched are fetched again by the next one', async ({ stage }) => {
  const page = await stage.openWithSession(stage.people.customer);
  stage.expectCaughtError('A part of the application could not be fetched.');
  const lost = page.waitForEvent('console', (message) =>
    message.text().includes('could not be fetched'),
  );
  await page.route('**/assets/overlays-*', (route) => {
    stage.expectLostConnection(new URL(route.request().url()).pathname);
    return route.abort('connectionreset');
  });
  await page.goto('/settings?tab=notifications');
  const save = page.getByRole('button', { name: 'Save Preferences' });
  const promotions = page.getByRole('switch', { name: 'Promotional Emails' });
  await promotions.click();
  await lost;
  await page.unroute('**/assets/overlays-*');
  await save.click();
  await promotions.click();
  await save.click();
  await expect(toast(page, 'Preferences saved')).toBeVisible();
});
