import { displayId } from '@curbwrench/contract/fields/display-id';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { findBlock, findLane, makeJob } from './board-steps.ts';
import { expectFocusIn } from './keyboard-steps.ts';
import { test, type Sandbox } from './sandbox.ts';

const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const;

/** Makes three jobs without a mechanic, at 9:30, 11:00 and 13:00, and opens the list of appointments. */
async function openAppointmentList(sandbox: Sandbox) {
  const unassigned = { status: 'unassigned', mechanic_id: null } as const;
  const ids = [
    await makeJob(sandbox, { ...unassigned, start_time: '09:30', end_time: '10:30' }),
    await makeJob(sandbox, { ...unassigned, start_time: '11:00', end_time: '12:00' }),
    await makeJob(sandbox, { ...unassigned, start_time: '13:00', end_time: '14:00' }),
  ] as const;
  const page = await sandbox.openWithSession(sandbox.people.advisor, wide);
  await page.goto('/appointments');
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.locator('[data-shortcut="assign"]')).toHaveCount(3);
  await expectShortcuts(page);
  return { page, ids };
}

/** Waits until the page handles shortcuts, that is, until it shows the office's search button. */
async function expectShortcuts(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Search (/)' })).toBeVisible();
}

const findRow = (page: Page, id: number) =>
  page.getByRole('article').filter({ hasText: displayId(id) });
const findShortcutsDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const findAssignDialog = (page: Page) => page.getByRole('dialog', { name: 'Assign Mechanic' });

test('shortcuts move between rows (j, k), assign a mechanic (a), open the appointment (Enter), start a booking (n) and list all shortcuts (?) @screens.shortcuts', async ({
  sandbox,
}) => {
  const { page, ids } = await openAppointmentList(sandbox);
  const { keyboard } = page;
  await keyboard.press('j');
  await expect(findRow(page, ids[0])).toBeFocused();
  await keyboard.press('j');
  await expect(findRow(page, ids[1])).toBeFocused();
  await expectAccessible(page);
  await keyboard.press('k');
  await keyboard.press('k');
  await expect(findRow(page, ids[0])).toBeFocused();

  await keyboard.press('a');
  await expect(findAssignDialog(page).getByRole('radio', { name: 'Marcus Bell' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(findAssignDialog(page)).toHaveCount(0);
  await expect(findRow(page, ids[0])).toContainText('Marcus Bell');

  await keyboard.press('j');
  await keyboard.press('Shift+?');
  await expect(findShortcutsDialog(page)).toContainText('Next appointment');
  await expectAccessible(page, { alsoOnPhone: true });
  await keyboard.press('Escape');
  await expect(findShortcutsDialog(page)).toHaveCount(0);
  await keyboard.press('/');
  const search = page.getByRole('dialog', { name: 'Search' });
  await expectFocusIn(search);
  await keyboard.press('Escape');
  await expect(search).toHaveCount(0);

  await keyboard.press('k');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/appointments\/\d+$/);
  await keyboard.press('n');
  await expect(page).toHaveURL(/\/book-service$/);
});

test('the shortcuts work after a panel is closed and while a button has focus @screens.shortcuts', async ({
  sandbox,
}) => {
  const { page, ids } = await openAppointmentList(sandbox);
  await page.getByRole('button', { name: 'Curbwrench Assistant' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close the assistant' }).click();
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await page.keyboard.press('j');
  await expect(findRow(page, ids[0])).toBeFocused();
});

test('on the board, shortcuts move between jobs (j, k) and assign a mechanic (a) @screens.shortcuts', async ({
  sandbox,
}) => {
  const { page, ids } = await openAppointmentList(sandbox);
  await page.goto('/service-advisor');
  await expectShortcuts(page);
  const block = findBlock(findLane(page, null), ids[0]);
  await block.focus();
  await page.keyboard.press('j');
  await expect(findBlock(findLane(page, null), ids[1])).toBeFocused();
  await page.keyboard.press('k');
  await expect(block).toBeFocused();
  await expect(page.locator(`[data-actions-of="${ids[0]}"]`)).toBeVisible();
  // While a job is picked up, the shortcuts do nothing.
  await page.keyboard.press('Enter');
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  await expect(findAssignDialog(page)).toHaveCount(0);
  await page.keyboard.press('a');
  await expect(findAssignDialog(page).getByRole('radio', { name: 'Marcus Bell' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(findBlock(findLane(page, sandbox.people.mechanic), ids[0])).toBeVisible();
});

test('single-key shortcuts do nothing in a field, in a dialog, with a modifier, or when turned off in Settings @screens.shortcuts', async ({
  sandbox,
}) => {
  const { page, ids } = await openAppointmentList(sandbox);
  const { keyboard } = page;
  const expectNothing = async (key: string) => {
    await keyboard.press(key);
    await expect(page).toHaveURL(/\/appointments$/);
    await expect(page.locator('article:focus')).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await page.getByRole('combobox', { name: 'Filter by status' }).focus();
  await expectNothing('n');
  await expectNothing('j');
  await page.getByRole('main').focus();
  await expectNothing('Alt+n');
  await expectNothing('Control+j');

  await keyboard.press('j');
  await expect(findRow(page, ids[0])).toBeFocused();
  await keyboard.press('a');
  await expectFocusIn(findAssignDialog(page));
  await keyboard.press('n');
  await keyboard.press('Escape');
  await expect(findAssignDialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/appointments$/);

  await page.goto('/settings');
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.goto('/appointments');
  await expect(findRow(page, ids[0])).toBeVisible();
  // The button no longer shows its shortcut, which is turned off.
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  for (const key of ['j', 'n', '/', '?']) await expectNothing(key);
  await keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
});
