import { displayId } from '@curbwrench/contract/fields/display-id';
import { expect, type Locator, type Page } from '@playwright/test';
import { makeMechanic } from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { toast } from './booking-page.ts';
import { findBlock, findLane, makeJob, openBoard } from './board-steps.ts';
import { test, type Sandbox } from './sandbox.ts';

const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const;

/** Inserts an unassigned job at 11:00 AM. Returns its id. */
const makeUnassignedJob = (sandbox: Sandbox) =>
  makeJob(sandbox, { status: 'unassigned', mechanic_id: null });

/** Creates three mechanics: Ana is free all day, Marcus has another job later, and Cleo is busy at 11:00 AM. */
async function makeCandidates(sandbox: Sandbox) {
  const ana = await makeMechanic(sandbox.app, { firstName: 'Ana', lastName: 'Ortiz' });
  const cleo = await makeMechanic(sandbox.app, { firstName: 'Cleo', lastName: 'Reyes' });
  await makeJob(sandbox, { start_time: '15:00', end_time: '16:00' });
  const cleosJob = await makeJob(sandbox, { mechanic_id: cleo.id });
  return { ana, cleosJob };
}

const findDialog = (page: Page) => page.getByRole('dialog', { name: 'Assign Mechanic' });
const findAssignButton = (scope: Page | Locator, id: number) =>
  scope.getByRole('button', { name: `Assign Mechanic for ${displayId(id)}` });

test('the best match is selected, so two presses assign a mechanic from a list and from the board @dispatch.assign-dialog', async ({
  sandbox,
}) => {
  const { ana } = await makeCandidates(sandbox);
  const id = await makeUnassignedJob(sandbox);
  const page = await openBoard(sandbox);
  await findBlock(findLane(page, null), id).focus();
  await findAssignButton(page.getByRole('group', { name: 'Selected job' }), id).click();
  await findDialog(page).getByRole('button', { name: 'Confirm Assignment' }).click();
  await expect(toast(page, 'Mechanic Assigned')).toBeVisible();
  await expect(findBlock(findLane(page, ana), id)).toBeVisible();

  const second = await makeJob(sandbox, {
    status: 'unassigned',
    mechanic_id: null,
    start_time: '13:00',
    end_time: '14:00',
  });
  await page.goto('/appointments');
  await findAssignButton(page, second).click();
  await findDialog(page).getByRole('button', { name: 'Confirm Assignment' }).click();
  await expect(toast(page, 'Mechanic Assigned')).toBeVisible();
  await expect(findAssignButton(page, second)).toHaveCount(0);
});

test('each mechanic is a row with reasons, and the arrow keys move between those who can be assigned @dispatch.assign-dialog @dispatch.candidates', async ({
  sandbox,
}) => {
  const { cleosJob } = await makeCandidates(sandbox);
  const id = await makeUnassignedJob(sandbox);
  const page = await sandbox.openWithSession(sandbox.people.advisor, wide);
  await page.goto('/service-advisor');
  await findAssignButton(page.getByRole('tabpanel'), id).click();
  const rows = findDialog(page).getByRole('radiogroup', { name: 'Mechanic' }).locator('label');
  await expect(rows).toHaveText([/Ana Ortiz.*Free/, /Marcus Bell.*1 other job/, /Cleo Reyes/]);
  for (const row of await rows.all()) {
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await expect(rows.nth(2)).toContainText(`Busy with ${displayId(cleosJob)}`);
  const radio = (name: string) => findDialog(page).getByRole('radio', { name });
  await expect(radio('Cleo Reyes')).toBeDisabled();
  await expect(radio('Ana Ortiz')).toBeFocused();
  await expectAccessible(page, { alsoOnPhone: true });
  await page.keyboard.press('ArrowDown');
  await expect(radio('Marcus Bell')).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(radio('Ana Ortiz')).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Mechanic Assigned')).toBeVisible();
  await page.getByRole('tab', { name: /Confirmed/ }).click();
  const row = page
    .getByRole('tabpanel')
    .getByRole('article')
    .filter({ hasText: displayId(id) });
  await expect(row).toContainText('Marcus Bell');
});

test('if the selected mechanic can no longer be assigned, the selection is cleared, and no other mechanic is selected @dispatch.assign-dialog', async ({
  sandbox,
}) => {
  const { ana } = await makeCandidates(sandbox);
  const id = await makeUnassignedJob(sandbox);
  const page = await sandbox.openWithSession(sandbox.people.advisor, wide);
  await page.goto('/service-advisor');
  await findAssignButton(page.getByRole('tabpanel'), id).click();
  await expect(findDialog(page).getByRole('radio', { name: 'Ana Ortiz' })).toBeChecked();
  await makeJob(sandbox, { mechanic_id: ana.id });
  sandbox.expectErrorStatus(409, `/api/appointments/${id}`);
  await findDialog(page).getByRole('button', { name: 'Confirm Assignment' }).click();
  await expect(findDialog(page).getByText('Select a mechanic', { exact: true })).toBeVisible();
  await expect(findDialog(page).getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(findDialog(page).getByRole('radio', { name: 'Marcus Bell' })).toBeEnabled();
});
