import { displayId } from '@curbwrench/contract/fields/display-id';
import { expect } from '@playwright/test';
import { makeMechanic } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { expectAccessible } from './accessibility.ts';
import { failureToast, toast } from './booking-page.ts';
import { changeThroughApi } from './appointment-steps.ts';
import { drag, findBlock, findLane, makeJob, openBoard } from './board-steps.ts';
import { tabTo } from './keyboard-steps.ts';
import { test, today, type Sandbox } from './sandbox.ts';

test(
  'a job is dragged to another mechanic and time, and Undo moves it back @board.day @board.place @board.fits @board.undo',
  { tag: '@main-path' },
  async ({ sandbox }) => {
    const { mechanic } = sandbox.people;
    const ana = await makeMechanic(sandbox.app, { firstName: 'Ana', lastName: 'Ortiz' });
    const cleo = await makeMechanic(sandbox.app, { firstName: 'Cleo', lastName: 'Reyes' });
    await addTimeOff(sandbox, cleo.id);
    const id = await makeJob(sandbox);
    const page = await openBoard(sandbox);
    const block = findBlock(findLane(page, mechanic), id);
    await expect(block).toContainText('Confirmed');
    await expectAccessible(page);
    await drag(block, 2.25, findLane(page, ana), async () => {
      await expect(findLane(page, ana).locator('[data-fits]').first()).toBeVisible();
      await expect(findLane(page, cleo)).toContainText('Is off that day.');
      await expect(findLane(page, cleo).locator('[data-fits]')).toHaveCount(0);
      await expect(findLane(page, ana).locator('[data-held-at]')).toContainText('1:15 PM');
    });
    const movedBlock = findBlock(findLane(page, ana), id);
    await expect(movedBlock).toContainText('1:15 PM');
    await expect(toast(page, `${displayId(id)} moved`)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(block).toContainText('11:00 AM');
    await expect(movedBlock).toHaveCount(0);
  },
);

test('if a move is refused, the job goes back and a toast says why @board.refusals', async ({
  sandbox,
}) => {
  const { mechanic } = sandbox.people;
  const ana = await makeMechanic(sandbox.app, { firstName: 'Ana', lastName: 'Ortiz' });
  const conflictingId = await makeJob(sandbox, { mechanic_id: ana.id });
  const id = await makeJob(sandbox);
  const page = await openBoard(sandbox);
  const block = findBlock(findLane(page, mechanic), id);
  sandbox.expectErrorStatus(409, `/api/appointments/${id}/placement`);
  await drag(block, 0, findLane(page, ana));
  await expect(failureToast(page, `Couldn't move ${displayId(id)}`)).toBeVisible();
  await expect(page.getByText(`busy with ${displayId(conflictingId)}`).first()).toBeVisible();
  await expect(block).toContainText('11:00 AM');
});

test('a job is assigned, moved, reassigned, unassigned and restored using only the keyboard @board.keyboard @board.undo', async ({
  sandbox,
}) => {
  const { mechanic } = sandbox.people;
  const ana = await makeMechanic(sandbox.app, { firstName: 'Ana', lastName: 'Ortiz' });
  const id = await makeJob(sandbox, { status: 'pending', mechanic_id: null });
  const page = await openBoard(sandbox);
  const block = findBlock(findLane(page, null), id);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await tabTo(block);
  await press('Enter', 'ArrowRight', 'Escape');
  await expect(block).toContainText('11:00 AM');

  await press('Enter', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowDown');
  await expect(page.getByText(/^11:15 AM, Marcus Bell\. Fits\.$/)).toBeAttached();
  await press('Enter');
  const marcusBlock = findBlock(findLane(page, mechanic), id);
  await expect(marcusBlock).toContainText('11:15 AM');
  await expect(marcusBlock).toContainText('Confirmed');
  await expect(marcusBlock).toBeFocused();

  await press('Enter', 'ArrowRight', 'Enter');
  await expect(marcusBlock).toContainText('11:30 AM');
  await expect(toast(page, '11:30 AM, Marcus Bell')).toBeVisible();

  await press('Enter', 'ArrowDown', 'Enter');
  const anaBlock = findBlock(findLane(page, ana), id);
  await expect(anaBlock).toBeFocused();
  await expect(anaBlock).not.toHaveAttribute('aria-busy');

  await press('Enter', 'ArrowUp', 'ArrowUp', 'Enter');
  await expect(block).toContainText('Unassigned');
  await expect(block).toContainText('11:30 AM');
  await expect(toast(page, '11:30 AM, Unassigned')).toBeVisible();

  await press('F8');
  await tabTo(page.getByRole('button', { name: 'Undo', exact: true }));
  await press('Enter');
  await expect(anaBlock).toContainText('11:30 AM');
});

test('two changes in quick succession can both be undone @board.undo', async ({ sandbox }) => {
  const { mechanic } = sandbox.people;
  const first = await makeJob(sandbox);
  const second = await makeJob(sandbox, { start_time: '14:00', end_time: '15:00' });
  const page = await openBoard(sandbox);
  const lane = findLane(page, mechanic);
  await drag(findBlock(lane, first), -1, lane);
  await expect(toast(page, `${displayId(first)} moved`)).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString()), 'nothing is selected').toBe('');
  await drag(findBlock(lane, second), 1, lane);
  await expect(toast(page, `${displayId(second)} moved`)).toBeVisible();
  await page.getByRole('button', { name: `Undo: ${displayId(first)} moved` }).click();
  await expect(findBlock(lane, first)).toContainText('11:00 AM');
  await expect(toast(page, `${displayId(first)} is back where it was`)).toBeVisible();
  await page.getByRole('button', { name: `Undo: ${displayId(second)} moved` }).click();
  await expect(findBlock(lane, second)).toContainText('2:00 PM');
});

test('a job is moved with a dialog @board.place', async ({ sandbox }) => {
  const ana = await makeMechanic(sandbox.app, { firstName: 'Ana', lastName: 'Ortiz' });
  const id = await makeJob(sandbox);
  const page = await openBoard(sandbox);
  await findBlock(findLane(page, sandbox.people.mechanic), id).click();
  await page.getByRole('button', { name: `Move ${displayId(id)}` }).click();
  const dialog = page.getByRole('dialog', { name: `Move ${displayId(id)}` });
  await dialog.getByLabel('Mechanic').selectOption('Ana Ortiz');
  await dialog.getByLabel('Start').selectOption('2:45 PM');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(findBlock(findLane(page, ana), id)).toContainText('2:45 PM');
  await expect(toast(page, `${displayId(id)} moved`)).toBeVisible();
});

test('changes by other people appear, but the job being dragged stays where it is @board.race @board.fits', async ({
  sandbox,
}) => {
  const { mechanic, admin } = sandbox.people;
  const ana = await makeMechanic(sandbox.app, { firstName: 'Ana', lastName: 'Ortiz' });
  const draggedId = await makeJob(sandbox);
  const other = await makeJob(sandbox, { start_time: '14:00', end_time: '15:00' });
  await makeJob(sandbox, {
    start_time: '14:00',
    end_time: '15:00',
    status: 'pending',
    mechanic_id: null,
  });
  const page = await openBoard(sandbox);
  await drag(findBlock(findLane(page, mechanic), draggedId), 2, findLane(page, ana), async () => {
    const dragged = findLane(page, ana).locator('[data-held-at]');
    await expect(dragged).toContainText('1:00 PM to 2:00 PM');
    const before = await dragged.boundingBox();
    await changeThroughApi(sandbox, admin, draggedId, { mechanicId: ana.id, status: 'confirmed' });
    // Adds a row to the lane above, and a job that needs attention.
    await changeThroughApi(sandbox, admin, other, { status: 'unassigned' });
    await expect(findBlock(findLane(page, null), other)).toBeVisible({ timeout: 15_000 });
    await expect(findBlock(findLane(page, mechanic), draggedId)).toBeVisible();
    await expect(dragged).toContainText('1:00 PM to 2:00 PM');
    expect(await dragged.boundingBox()).toEqual(before);
  });
  await expect(findBlock(findLane(page, ana), draggedId)).toContainText('1:00 PM');
});

test('the printable schedule lists times, customers, addresses and notes @board.day-sheet', async ({
  sandbox,
}) => {
  await makeJob(sandbox, { address: '7 Elm Street', notes: 'Mind the dog.' });
  const page = await openBoard(sandbox);
  await page.getByRole('button', { name: 'Print schedule' }).click();
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('dialog', { name: /^Daily schedule/ });
  for (const text of [
    'Tuesday, Mar 03, 2026',
    'Marcus Bell',
    '11:00 AM',
    'Casey Morgan',
    '7 Elm Street',
    'Mind the dog.',
  ]) {
    await expect(sheet.getByText(text).first()).toBeVisible();
  }
});

test('the page starts with the board at full width above the lists, with the map beside it in very wide windows @board.day @dispatch.live-map', async ({
  sandbox,
}) => {
  const id = await makeJob(sandbox, { status: 'pending', mechanic_id: null });
  const page = await openBoard(sandbox);
  const board = page.getByRole('group', { name: 'Lanes' });
  const map = page.getByRole('region', { name: 'Live Map', exact: true });
  const list = page.getByRole('tab', { name: /^Pending/ });
  const getBox = async (locator: typeof board) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error('The element is not visible.');
    return { ...box, bottom: box.y + box.height, right: box.x + box.width };
  };
  await expect(findBlock(findLane(page, null), id)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Board view' })).toBeHidden();
  expect((await getBox(board)).width).toBeGreaterThan(1000);
  expect((await getBox(list)).y).toBeGreaterThan((await getBox(board)).bottom);
  await expect(page.getByRole('button', { name: 'Show map' })).toBeVisible();

  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect(map.getByRole('list', { name: 'Unassigned' })).toBeVisible();
  expect((await getBox(map)).x).toBeGreaterThan((await getBox(board)).right);
  expect((await getBox(map)).y).toBeLessThan((await getBox(board)).y);
  await map.getByRole('button', { name: 'Hide map' }).click();
  await page.reload();
  await expect(map.getByRole('button', { name: 'Show map' })).toBeVisible();
});

/** Gives a mechanic all of today off. */
async function addTimeOff({ app, people }: Sandbox, mechanicId: string): Promise<void> {
  const response = await send(app, people.admin, 'POST', `/api/mechanics/${mechanicId}/time-off`, {
    startDate: today,
    startTime: '00:00',
    endDate: today,
    endTime: '24:00',
    reason: 'Vacation',
  });
  expect(response.statusCode, response.body).toBe(200);
}
