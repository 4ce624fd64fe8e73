import { makeServiceArea } from '@curbwrench/server/testing/builders';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { hold } from './appointment-steps.ts';
import { test, type Stage } from './stage.ts';

/* What a press opens may still have to come over the network, and may not come at all. */

test('an admin opens dialogs whose code is late, lost or gone, and keeps the page', async ({
  stage,
}) => {
  stage.expectCaughtError('A part of the application could not be fetched.');
  await makeServiceArea(stage.site, ['94110'], { name: 'Mission' });
  const page = await stage.openWithSession(stage.people.admin);
  const waiting = page.getByRole('dialog', { name: 'Loading' });
  const lost = page.getByRole('dialog', { name: 'Not loaded' });
  await page.goto('/service-area-map');
  // What a reload would take away.
  const typed = page.getByLabel('ZIP code', { exact: true });
  await typed.fill('94110');

  await test.step('while it is on its way, its frame says that the press was heard', async () => {
    const letGo = await hold(page, '**/assets/area-dialog-*.js');
    const add = page.getByRole('button', { name: 'Add Area' });
    await add.click();
    await expect(waiting.getByRole('status')).toHaveText('Loading');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(waiting).toBeHidden();
    await add.click();
    await expect(waiting).toBeVisible();
    await letGo();
    const dialog = page.getByRole('dialog', { name: 'Add Area' });
    await expect(dialog).toBeFocused();
    await expect(waiting).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(add).toBeFocused();
  });

  await test.step('lost on the way, the page stays, and another try opens it', async () => {
    const stopLosing = await lose(stage, page, '**/assets/delete-area-dialog-*.js');
    const remove = page.getByRole('button', { name: 'Delete Mission' });
    await remove.click();
    await expect(lost).toContainText("We couldn't load this part of the page.");
    await expectAccessible(page);
    await stopLosing();
    await lost.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('dialog', { name: /Mission/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(remove).toBeFocused();
    await expect(typed).toHaveValue('94110');
  });

  await test.step('gone for good, as after a new version, a new page is offered', async () => {
    await page.goto('/services');
    const stopLosing = await lose(stage, page, '**/assets/edit-service-*.js');
    await page.getByRole('button', { name: 'Add Service' }).click();
    await lost.getByRole('button', { name: 'Try again' }).click();
    await expect(lost).toContainText('This part is in a newer version of the page.');
    await stopLosing();
    await lost.getByRole('button', { name: 'Reload the page' }).click();
    await expect(lost).toBeHidden();
    await page.getByRole('button', { name: 'Add Service' }).click();
    await expect(page.getByRole('dialog', { name: 'Add Service' })).toBeVisible();
  });
});

/** Loses every request for it, until the answer is called. */
async function lose(stage: Stage, page: Page, url: string): Promise<() => Promise<void>> {
  await page.route(url, (route) => {
    stage.expectLostConnection(new URL(route.request().url()).pathname);
    return route.abort('connectionreset');
  });
  return () => page.unroute(url);
}
