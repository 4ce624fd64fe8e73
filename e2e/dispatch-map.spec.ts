import { displayId } from '@curbwrench/contract/fields/display-id';
import { expect, type Locator } from '@playwright/test';
import { makeMechanic } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { expectAccessible } from './accessibility.ts';
import { delayRequests } from './appointment-steps.ts';
import { toast } from './booking-page.ts';
import {
  findMarker,
  findCenter,
  findVan,
  findVanRow,
  findUnassignedRows,
  makeJob,
  openMap,
  reportPosition,
} from './dispatch-map-steps.ts';
import { tabTo } from './keyboard-steps.ts';
import { test } from './sandbox.ts';

/** Much less than the 30 seconds after which the lists are refetched even without an event. */
const wellBeforePolling = { timeout: 15_000 };

/** Drags a marker with the mouse to a point on the page; `beforeDrop` runs before it is dropped. */
async function drag(
  marker: Locator,
  to: { x: number; y: number },
  beforeDrop = async () => {},
): Promise<void> {
  const { mouse } = marker.page();
  const from = await findCenter(marker);
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 });
  await mouse.move(to.x, to.y, { steps: 5 });
  await beforeDrop();
  await mouse.up();
}

test(
  'the office watches three vans move to their jobs @dispatch.live-map @dispatch.live-lists',
  { tag: '@main-path' },
  async ({ sandbox }) => {
    const { app, people } = sandbox;
    const ana = await makeMechanic(app, { firstName: 'Ana', lastName: 'Ortiz' });
    const ben = await makeMechanic(app, { firstName: 'Ben', lastName: 'Novak' });
    const vans = [
      { mechanic: people.mechanic, name: 'Marcus Bell', start: [0.03, -0.03], job: [0.03, 0.03] },
      { mechanic: ana, name: 'Ana Ortiz', start: [0, -0.03], job: [0, 0.03] },
      { mechanic: ben, name: 'Ben Novak', start: [-0.03, -0.03], job: [-0.03, 0.03] },
    ] as const;
    for (const { mechanic, start, job } of vans) {
      await makeJob(sandbox, job, { status: 'confirmed', mechanic_id: mechanic.id });
      await reportPosition(sandbox, mechanic, start);
    }
    await makeMechanic(app, { firstName: 'Cleo', lastName: 'Hidden' });
    const page = await openMap(sandbox, { reducedMotion: 'reduce' });
    await expect(page.getByText('3 mechanics are sharing their location')).toBeVisible();
    for (const { mechanic, name, job } of vans) {
      const row = findVanRow(page, name);
      await expect(row).toContainText('Available');
      await expect(row).toContainText(/Updated just now, 3\.3 mi from #\d+/);
      const van = findVan(page, mechanic);
      await expect(van).toBeVisible();
      const before = await findCenter(van);
      await reportPosition(sandbox, mechanic, [job[0], 0]);
      await expect(row, name).toContainText(
        /Updated just now, 1\.6 mi from #\d+/,
        wellBeforePolling,
      );
      await expect.poll(async () => (await findCenter(van)).x).toBeGreaterThan(before.x + 50);
      expect(Math.abs((await findCenter(van)).y - before.y)).toBeLessThan(2);
    }
    await expect(page.getByRole('list', { name: 'Mechanics' })).not.toContainText('Cleo');
    await expectAccessible(page, { alsoOnPhone: true });

    await test.step('a mechanic who stops sharing has no van on the map, only jobs in the list', async () => {
      const change = { location: null };
      await send(app, ana, 'PATCH', '/api/mechanics/status', change);
      await expect(findVanRow(page, 'Ana Ortiz')).toContainText('Location not shared');
      await expect(findVan(page, ana)).toHaveCount(0);
    });

    await test.step('an older position is grayed out and shows its time', async () => {
      await app.store.kysely
        .updateTable('mechanics')
        .set({ position_at: new Date('2026-03-03T16:52:00Z') })
        .where('person_id', '=', ben.id)
        .execute();
      await page.reload();
      await expect(findVanRow(page, 'Ben Novak')).toContainText('Updated 8:52 AM, 1.6 mi from');
      await expect(findVan(page, ben).locator('.bg-muted')).toBeVisible();
      await expect(findVan(page, people.mechanic).locator('.bg-done')).toBeVisible();
    });

    await test.step('the map stays open in this browser until it is hidden', async () => {
      await page.getByRole('button', { name: 'Hide map' }).click();
      await expect(page.getByRole('list', { name: 'Mechanics' })).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Show map' })).toBeVisible();
    });
  },
);

test('a job dragged to a van is assigned, but one dropped elsewhere is not @dispatch.drop', async ({
  sandbox,
}) => {
  const { mechanic } = sandbox.people;
  const earlierId = await makeJob(sandbox, [-0.08, 0.02], {
    status: 'confirmed',
    mechanic_id: mechanic.id,
    start_time: '10:00',
    end_time: '10:50',
  });
  const id = await makeJob(sandbox, [0.01, -0.03]);
  await makeJob(sandbox, [0, -0.02], { date: '2026-03-09', status: 'unassigned' });
  await makeJob(sandbox, [0, -0.02], { date: '2026-03-10' });
  await reportPosition(sandbox, mechanic, [0.01, 0.03]);
  const page = await openMap(sandbox, { reducedMotion: 'reduce' });
  const rows = findUnassignedRows(page);
  await expect(rows).toHaveText([
    /1.*Today, 11:00 AM.*Oil & Filter Change/,
    /2.*Mon, Mar 9, 11:00 AM/,
  ]);
  const marker = findMarker(page, '1');
  const van = findVan(page, mechanic);
  await expect(marker).toBeVisible();
  await expect(van).toBeVisible();
  const position = await findCenter(marker);
  const target = await findCenter(van);
  const findMapDuringDrag = () => page.locator('.maplibregl-map[data-dragging]');

  await drag(marker, { x: target.x, y: target.y + 120 });
  await expect.poll(() => findCenter(marker)).toEqual(position);
  await expect(findMapDuringDrag()).toHaveCount(0);
  await expect(rows).toHaveCount(2);

  const assignRequest = page.waitForRequest(
    (request) => request.method() === 'PATCH' && request.url().endsWith(`/appointments/${id}`),
  );
  await drag(marker, target, () => expect(findMapDuringDrag()).toHaveCount(1));
  await assignRequest;
  await expect(toast(page, 'Mechanic Assigned')).toBeVisible();
  await expect(page.getByRole('region', { name: /^Notifications/ })).toContainText(
    `${displayId(id)} was assigned to Marcus Bell. Only 10 min between ${displayId(earlierId)} and this job`,
  );
  await expect(rows).toHaveText([/Mon, Mar 9/]);
  await expect(findVanRow(page, 'Marcus Bell')).toContainText('1 more today');
});

test('the map opens with all jobs in view, even if they are loaded after the vans @dispatch.live-map', async ({
  sandbox,
}) => {
  const { mechanic } = sandbox.people;
  await makeJob(sandbox, [-0.08, 0.02], { status: 'confirmed', mechanic_id: mechanic.id });
  await makeJob(sandbox, [0.01, -0.03]);
  await reportPosition(sandbox, mechanic, [0.01, 0.03]);
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  await page.goto('/service-advisor');
  await expect(page.getByRole('group', { name: 'Lanes' })).toBeVisible();
  const release = await delayRequests(page, /\/api\/appointments\?.*unassigned/);
  await page.getByRole('button', { name: 'Show map' }).click();
  await expect(findVanRow(page, 'Marcus Bell')).toBeVisible();
  await release();
  // Fails if a map control covers the marker.
  await findMarker(page, '1').hover();
});

test('while a dropped job is being assigned, another drop does nothing @dispatch.drop', async ({
  sandbox,
}) => {
  const { mechanic } = sandbox.people;
  const id = await makeJob(sandbox, [0.01, -0.03]);
  await reportPosition(sandbox, mechanic, [0.01, 0.03]);
  const page = await openMap(sandbox, { reducedMotion: 'reduce' });
  const marker = findMarker(page, '1');
  await expect(marker).toBeVisible();
  await expect(findVan(page, mechanic)).toBeVisible();
  const position = await findCenter(marker);
  const target = await findCenter(findVan(page, mechanic));
  let respond = () => {};
  const released = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route(`**/api/appointments/${id}/candidates`, async (route) => {
    await released;
    await route.continue();
  });
  let changeCount = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changeCount += 1;
  });
  await drag(marker, target);
  await expect.poll(() => findCenter(marker)).toEqual(position);
  await drag(marker, target);
  await expect.poll(() => findCenter(marker)).toEqual(position);
  respond();
  await expect(toast(page, 'Mechanic Assigned')).toBeVisible();
  await expect(findUnassignedRows(page)).toHaveCount(0);
  expect(changeCount).toBe(1);
});

test("if the mechanics' jobs cannot be loaded, the list of vans says so instead of being empty @dispatch.live-lists", async ({
  sandbox,
}) => {
  const { mechanic } = sandbox.people;
  await makeJob(sandbox, [0.01, -0.03], { status: 'confirmed', mechanic_id: mechanic.id });
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  sandbox.expectErrorStatus(500, '/api/appointments');
  const isMechanicsJobsUrl = (url: URL) =>
    url.pathname === '/api/appointments' &&
    /in_progress/.test(url.search) &&
    /from=/.test(url.search);
  await page.route(isMechanicsJobsUrl, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/service-advisor');
  await page.getByRole('button', { name: 'Show map' }).click();
  const map = page.getByRole('region', { name: 'Live Map' });
  await expect(map.getByText("We couldn't load the mechanics' jobs.")).toBeVisible();
  const emptyListText = 'No mechanics are sharing their location, and none have open jobs today.';
  await expect(map.getByText(emptyListText)).toHaveCount(0);
  await page.unroute(isMechanicsJobsUrl);
  await map.getByRole('button', { name: 'Try again' }).click();
  await expect(findVanRow(page, 'Marcus Bell')).toContainText('11:00 AM');
});

test('if the server refuses a drop, a toast says why and the job stays unassigned @dispatch.drop', async ({
  sandbox,
}) => {
  const { mechanic } = sandbox.people;
  const conflictingId = await makeJob(sandbox, [-0.02, 0.02], {
    status: 'confirmed',
    mechanic_id: mechanic.id,
  });
  const id = await makeJob(sandbox, [0.01, -0.03]);
  await reportPosition(sandbox, mechanic, [0.01, 0.03]);
  const page = await openMap(sandbox, { reducedMotion: 'reduce' });
  const marker = findMarker(page, '1');
  await expect(marker).toBeVisible();
  await expect(findVan(page, mechanic)).toBeVisible();
  sandbox.expectErrorStatus(409, `/api/appointments/${id}`);
  const position = await findCenter(marker);
  await drag(marker, await findCenter(findVan(page, mechanic)));
  await expect(toast(page, `Couldn't assign ${displayId(id)}`)).toBeVisible();
  await expect(
    toast(page, `This mechanic is busy with ${displayId(conflictingId)} until 12:00 PM.`),
  ).toBeVisible();
  await expect(findUnassignedRows(page)).toHaveText([/Today, 11:00 AM/]);
  expect(await findCenter(marker)).toEqual(position);
});

test('a job is assigned in the list beside the map using only the keyboard @dispatch.live-lists', async ({
  sandbox,
}) => {
  const { mechanic } = sandbox.people;
  const first = await makeJob(sandbox, [0.01, -0.03]);
  await makeJob(sandbox, [0.02, -0.03], { start_time: '14:00', end_time: '15:00' });
  await reportPosition(sandbox, mechanic, [0.01, 0.03]);
  const page = await sandbox.openWithSession(sandbox.people.advisor, { reducedMotion: 'reduce' });
  await page.goto('/service-advisor');
  await tabTo(page.getByRole('button', { name: 'Show map' }));
  await page.keyboard.press('Enter');
  await expect(findVan(page, mechanic)).toBeVisible();
  await tabTo(page.getByRole('button', { name: `Assign a mechanic to ${displayId(first)}` }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Assign Mechanic' });
  await expect(dialog.getByRole('radio', { name: 'Marcus Bell' })).toBeFocused();
  await tabTo(dialog.getByRole('button', { name: 'Confirm Assignment' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Mechanic Assigned')).toBeVisible();
  await expect(findUnassignedRows(page)).toHaveText([/Today, 2:00 PM/]);
  await expect(findVanRow(page, 'Marcus Bell')).toContainText('11:00 AM');
  await expect(page.getByRole('region', { name: 'Live Map' }).locator(':focus')).toHaveCount(1);
});

test("in a browser that can't display maps, only the lists are shown @dispatch.live-lists", async ({
  sandbox,
}) => {
  const { mechanic } = sandbox.people;
  const id = await makeJob(sandbox, [0.01, -0.03]);
  await makeJob(sandbox, [0, 0], {
    start_time: '14:00',
    end_time: '15:00',
    latitude: null,
    longitude: null,
    place_precision: 'unknown',
  });
  await reportPosition(sandbox, mechanic, [0.01, 0.03]);
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto('/service-advisor');
  await page.getByRole('button', { name: 'Show map' }).click();
  await expect(page.getByText("This browser can't display maps.")).toBeVisible();
  await expect(findVanRow(page, 'Marcus Bell')).toContainText('Updated just now');
  await expect(findUnassignedRows(page)).toHaveText([/Today, 11:00 AM/, /Not on the map/]);
  await page.getByRole('button', { name: `Assign a mechanic to ${displayId(id)}` }).click();
  await expect(page.getByRole('dialog', { name: 'Assign Mechanic' })).toBeVisible();
});
