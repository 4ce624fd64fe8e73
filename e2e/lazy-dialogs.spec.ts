import { makeServiceArea } from '@curbwrench/testing/builders';
import { expect, type Page } from '@playwright/test';
import { inFullBrowser } from './browser/launch-options.ts';
import { expectAccessible } from './accessibility.ts';
import { delayRequests } from './appointment-steps.ts';
import { test, type Sandbox } from './sandbox.ts';

// After the request for a module has failed, the headless shell does not request the module again.
test.use(inFullBrowser);

test('a dialog whose code is loading or could not be loaded says so, and the page stays unchanged', async ({
  sandbox,
}) => {
  sandbox.expectCaughtError('Part of the application could not be loaded.');
  await makeServiceArea(sandbox.app, ['94110'], { name: 'Mission' });
  const page = await sandbox.openWithSession(sandbox.people.admin);
  await page.goto('/service-area-map');
  // A reload of the page would clear this field.
  const zipField = page.getByLabel('ZIP code', { exact: true });
  await zipField.fill('94110');

  const release = await delayRequests(page, '**/assets/area-dialog-*.js');
  const add = page.getByRole('button', { name: 'Add area' });
  const loading = page.getByRole('dialog', { name: 'Loading' });
  await add.click();
  await expect(loading.getByRole('status')).toHaveText('Loading');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(loading).toBeHidden();
  await add.click();
  await release();
  await expect(page.getByRole('dialog', { name: 'Add area' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(add).toBeFocused();

  const stopFailingDelete = await failRequests(sandbox, page, '**/assets/delete-area-dialog-*.js');
  await page.getByRole('button', { name: 'Delete Mission' }).click();
  const notLoaded = page.getByRole('dialog', { name: 'Failed to load' });
  await expect(notLoaded).toContainText("We couldn't load this part of the page.");
  await expectAccessible(page);
  await stopFailingDelete();
  await notLoaded.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: /Mission/ })).toBeFocused();
  await expect(zipField).toHaveValue('94110');

  // If loading fails twice, the dialog offers a reload: a new version may have removed the file.
  await page.goto('/services');
  const stopFailingService = await failRequests(sandbox, page, '**/assets/service-dialog-*.js');
  await page.getByRole('button', { name: 'Add Service' }).click();
  await notLoaded.getByRole('button', { name: 'Try again' }).click();
  await expect(notLoaded).toContainText('This part of the page may have been updated.');
  await stopFailingService();
  await notLoaded.getByRole('button', { name: 'Reload page' }).click();
  await expect(notLoaded).toBeHidden();
  await page.getByRole('button', { name: 'Add Service' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Service' })).toBeVisible();
});

/** Fails every request to a URL until the returned function is called. */
async function failRequests(
  sandbox: Sandbox,
  page: Page,
  url: string,
): Promise<() => Promise<void>> {
  await page.route(url, (route) => {
    sandbox.expectLostConnection(new URL(route.request().url()).pathname);
    return route.abort('connectionreset');
  });
  return () => page.unroute(url);
}
