import { displayId } from '@curbwrench/contract/fields/display-id';
import { expect, type Page } from '@playwright/test';
import { makeMechanic } from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { makeJob } from './board-steps.ts';
import { toast } from './booking-page.ts';
import { renderedByServer, test, type Sandbox } from './sandbox.ts';

const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' } as const;

/** Opens the advisor's page on a phone, and then the board. */
async function openPhoneBoard(sandbox: Sandbox): Promise<Page> {
  const page = await sandbox.openWithSession(sandbox.people.advisor, phone);
  await page.goto('/service-advisor');
  const pendingTab = page.getByRole('tab', { name: /^Pending/ });
  await expect(pendingTab).toBeVisible();
  await page.getByRole('button', { name: 'Board view' }).click();
  await expect(pendingTab).toBeHidden();
  return page;
}

const selectLane = (page: Page, lane: string) =>
  page.getByLabel('Mechanic', { exact: true }).selectOption({ label: lane });

test('on a phone the lists come first, and the board shows one mechanic at a time @board.phone', async ({
  sandbox,
}) => {
  await makeMechanic(sandbox.app, { firstName: 'Ana', lastName: 'Ortiz' });
  const id = await makeJob(sandbox);
  const waitingId = await makeJob(sandbox, {
    start_time: '14:00',
    end_time: '15:00',
    status: 'pending',
    mechanic_id: null,
  });
  const page = await openPhoneBoard(sandbox);
  const unassigned = page.getByRole('list', { name: 'Unassigned' });
  await expect(unassigned).toContainText(displayId(waitingId));
  await expect(unassigned).not.toContainText(displayId(id));
  const marcusList = page.getByRole('list', { name: 'Marcus Bell' });
  await expect(marcusList).toHaveCount(0);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(marcusList.locator('> li')).toHaveText([
    'Free 8:00 AM to 11:00 AM',
    /Oil & Filter Change/,
    'Free 12:00 PM to 6:00 PM',
  ]);
  await expect(unassigned).toHaveCount(0);
  await expectAccessible(page, { alsoOnPhone: true });
  await page.reload();
  await expect(marcusList).toBeVisible();
  await selectLane(page, 'Needs attention (1)');
  await expect(page.getByRole('list', { name: 'Needs attention' })).toContainText(
    displayId(waitingId),
  );
  await page.getByRole('button', { name: 'List view' }).click();
  await expect(page.getByRole('tab', { name: /^Pending/ })).toBeVisible();
});

test('on a phone a dialog assigns, moves and unassigns a job, and Undo puts it back @board.phone @board.undo', async ({
  sandbox,
}) => {
  const ana = await makeMechanic(sandbox.app, { firstName: 'Ana', lastName: 'Ortiz' });
  const id = await makeJob(sandbox, { status: 'pending', mechanic_id: null });
  const conflictingId = await makeJob(sandbox, { mechanic_id: ana.id });
  const page = await openPhoneBoard(sandbox);
  const move = async (mechanic: string, start: string) => {
    await page.getByRole('button', { name: `Move ${displayId(id)}` }).click();
    const dialog = page.getByRole('dialog', { name: `Move ${displayId(id)}` });
    await dialog.getByLabel('Mechanic').selectOption(mechanic);
    await dialog.getByLabel('Start').selectOption(start);
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  };
  const undo = () => page.getByRole('button', { name: 'Undo', exact: true }).click();

  await move('Marcus Bell', '11:30 AM');
  await expect(toast(page, '11:30 AM, Marcus Bell')).toBeVisible();
  await selectLane(page, 'Marcus Bell (1)');
  await move('Unassigned', '1:15 PM');
  await expect(toast(page, '1:15 PM, Unassigned')).toBeVisible();
  await undo();
  await expect(page.getByRole('list', { name: 'Marcus Bell' })).toContainText('11:30 AM');

  sandbox.expectErrorStatus(409, `/api/appointments/${id}/placement`);
  await page.getByRole('button', { name: `Move ${displayId(id)}` }).click();
  const dialog = page.getByRole('dialog', { name: `Move ${displayId(id)}` });
  await dialog.getByLabel('Mechanic').selectOption('Ana Ortiz');
  await expect(dialog).toContainText("The job doesn't fit at this time.");
  await expectAccessible(page, { alsoOnPhone: true });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText(`busy with ${displayId(conflictingId)}`).first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Marcus Bell' })).toContainText('11:30 AM');
});

test.describe('on a page that the server rendered', () => {
  test.use(renderedByServer);
  const path = '/service-advisor?view=board';

  test('a phone shows a placeholder for the board before any script has run @board.phone', async ({
    sandbox,
  }) => {
    const { advisor } = sandbox.people;
    const page = await sandbox.openWithSession(advisor, { ...phone, javaScriptEnabled: false });
    const placeholder = page.locator('#page .animate-breathe:visible');
    // The rendering thread may still be starting.
    await expect(async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(placeholder).toHaveCount(1);
    const box = await placeholder.boundingBox();
    expect(box?.height).toBeGreaterThan(200);
  });

  test('a wide window has no placeholder for the phone once the board has loaded', async ({
    sandbox,
  }) => {
    const page = await sandbox.openWithSession(sandbox.people.advisor);
    await page.goto(path);
    await expect(page.getByRole('group', { name: 'Lanes' })).toBeVisible();
    await expect(page.locator('#page .animate-breathe')).toHaveCount(0);
  });
});
