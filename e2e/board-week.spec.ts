import { displayId } from '@curbwrench/contract/fields/display-id';
import { expect } from '@playwright/test';
import { makeMechanic } from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { findBlock, findLane, makeJob, openBoard } from './board-steps.ts';
import { test } from './sandbox.ts';

test("the week view shows how much of each mechanic's time is booked, and pressing a day opens it @board.week", async ({
  sandbox,
}) => {
  await makeMechanic(sandbox.app, { firstName: 'Ana', lastName: 'Ortiz' });
  const onFriday = { date: '2026-03-06' };
  const first = await makeJob(sandbox, onFriday);
  await makeJob(sandbox, { ...onFriday, start_time: '13:00', end_time: '14:30' });
  await makeJob(sandbox, { ...onFriday, status: 'pending', mechanic_id: null });
  const page = await openBoard(sandbox);
  await page.getByRole('button', { name: 'Week', exact: true }).click();
  const table = page.getByRole('table', { name: 'Workload by mechanic and day' });
  await expect(
    page.getByRole('heading', { name: 'Sun, Mar 01, 2026 to Sat, Mar 07, 2026' }),
  ).toBeVisible();
  await expect(table.getByRole('rowheader')).toHaveText([
    /^Unassigned/,
    /^Marcus Bell2 jobs2h 30m of 50h/,
    /^Ana OrtizNo jobs0h of 50h/,
  ]);
  const friday = table.getByRole('button', { name: 'Marcus Bell, Friday: 2 jobs, 2h 30m of 10h' });
  await expect(table.getByRole('button', { name: 'Unassigned, Friday: 1 job, 1h' })).toBeVisible();
  await expectAccessible(page, { includeBestPractices: true });
  await friday.click();
  await expect(page).toHaveURL(/date=2026-03-06/);
  await expect(findBlock(findLane(page, sandbox.people.mechanic), first)).toBeVisible();

  await page.getByRole('button', { name: 'Week', exact: true }).click();
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(
    page.getByRole('heading', { name: 'Sun, Mar 08, 2026 to Sat, Mar 14, 2026' }),
  ).toBeVisible();
  await expect(table.getByRole('button', { name: /^Marcus Bell, Friday: No jobs/ })).toBeVisible();
});

test("on a phone one mechanic's week is shown @board.week @board.phone", async ({ sandbox }) => {
  const id = await makeJob(sandbox);
  const page = await sandbox.openWithSession(sandbox.people.advisor, {
    viewport: { width: 390, height: 844 },
  });
  await page.goto('/service-advisor?view=week');
  await page.getByRole('button', { name: 'Marcus Bell, Tuesday: 1 job, 1h of 10h' }).waitFor();
  await expectAccessible(page, { alsoOnPhone: true });
  await page.getByRole('button', { name: 'Marcus Bell, Tuesday: 1 job, 1h of 10h' }).click();
  await expect(page.getByRole('list', { name: 'Marcus Bell' })).toContainText(displayId(id));
});
