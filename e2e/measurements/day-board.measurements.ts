import { addDays, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { makeAppointment, makeMechanic, type Person } from '@curbwrench/testing/builders';
import { expect, type Browser, type Page, type Request } from '@playwright/test';
import { findBlock, findLane } from '../board-steps.ts';
import { test, today, type Sandbox } from '../sandbox.ts';
import { defineMeasureDrop, type DropTimes } from './drop-times.ts';

/*
 * Measures how fast a large business's day board is: the time to the next frame during a drag and at the drop, and the
 * time until the drop is confirmed and drawn, compared with plain requests in the same run.
 */

const mechanicCount = 40;
const dropCount = 50;

/** How many lanes down or up each job is dragged, with one pointer move to each of them. */
const laneSteps = 5;

/** `frame` is in milliseconds; `roundTrips` is a multiple of the median round trip of a plain PATCH request. */
const targets = { frame: 50, roundTrips: 5 };

/** A day in the future, so that no job on it has begun. */
const date = addDays(today, 1);

/** Each mechanic's jobs begin on the hour and take an hour each; the hours in between are free. */
const startHours = [8, 10, 12, 14, 16];

/** The hour of one extra job, which plain requests reassign back and forth between two mechanics. */
const extraJobHour = 17;

test('50 drops on a board with 40 mechanics and 200 jobs', async ({ browser, sandbox }) => {
  const mechanics = [sandbox.people.mechanic];
  while (mechanics.length < mechanicCount) {
    const lastName = `Mechanic ${String(mechanics.length).padStart(2, '0')}`;
    mechanics.push(await makeMechanic(sandbox.app, { firstName: 'Robin', lastName }));
  }
  const jobIdsByMechanic: number[][] = [];
  for (const mechanic of mechanics) {
    const jobIds = [];
    for (const hour of startHours) jobIds.push(await makeJob(sandbox, mechanic, hour));
    jobIdsByMechanic.push(jobIds);
  }
  const extraJobId = await makeJob(sandbox, at(mechanics, 0), extraJobHour);
  const page = await openWithRealClock(browser, sandbox);
  const isIdle = trackRequests(page);
  await page.goto(`/service-advisor?date=${date}`);
  await expect(page.locator('[data-job]')).toHaveCount(mechanicCount * startHours.length + 1);
  await page.evaluate(defineMeasureDrop);

  const drops: DropTimes[] = [];
  const roundTrips: number[] = [];
  for (let drop = 0; drop < dropCount; drop += 1) {
    const from = drop % mechanicCount;
    // Some jobs are dragged down and others up, so that each lane gets one job, and both lanes are visible.
    const isDown = from % (2 * laneSteps) < laneSteps;
    const target = at(mechanics, from + (isDown ? laneSteps : -laneSteps));
    const id = at(at(jobIdsByMechanic, from), Math.floor(drop / mechanicCount));
    await expect.poll(isIdle).toBe(true);
    drops.push(await dropOneHourLater(page, id, at(mechanics, from), target));
    await expect.poll(isIdle).toBe(true);
    roundTrips.push(await assignDirectly(page, extraJobId, at(mechanics, 1 - (drop % 2))));
  }

  const moves = drops.flatMap(({ frameDelays }) => frameDelays.slice(1, -1));
  const pickUps = drops.map(({ frameDelays }) => frameDelays.at(0) ?? Number.NaN);
  const releases = drops.map(({ frameDelays }) => frameDelays.at(-1) ?? Number.NaN);
  const confirmations = drops.map(({ confirmationDelay }) => confirmationDelay);
  const ratio = percentile(confirmations, 95) / percentile(roundTrips, 50);
  console.log(
    [
      `next frame when picked up: p50 ${format(pickUps, 50)}, p95 ${format(pickUps, 95)} ms (< ${targets.frame})`,
      `next frame when moved: p50 ${format(moves, 50)}, p95 ${format(moves, 95)} ms (< ${targets.frame})`,
      `next frame when dropped: p50 ${format(releases, 50)}, p95 ${format(releases, 95)} ms (< ${targets.frame})`,
      `confirmed and drawn: p50 ${format(confirmations, 50)}, p95 ${format(confirmations, 95)} ms`,
      `plain request: p50 ${format(roundTrips, 50)}, p95 ${format(roundTrips, 95)} ms`,
      `confirmed p95 : plain p50 = ${ratio.toFixed(2)} (<= ${targets.roundTrips})`,
    ].join('\n'),
  );
  // The frame times are only printed, because they depend on how fast and how busy the machine is.
  expect(ratio).toBeLessThanOrEqual(targets.roundTrips);
});

/** Inserts a confirmed job that begins at this hour and lasts one hour. */
function makeJob(
  { app, people, oilChange }: Sandbox,
  mechanic: Person,
  hour: number,
): Promise<number> {
  return makeAppointment(app, {
    date,
    start_time: toTimeOfDay(hour * 60),
    end_time: toTimeOfDay(hour * 60 + 60),
    status: 'confirmed',
    mechanic_id: mechanic.id,
    customer_id: people.customer.id,
    service_id: oilChange.id,
  });
}

/** Opens a page for the service advisor. A page of the sandbox has a test clock, which replaces animation frames. */
async function openWithRealClock(browser: Browser, { app, people }: Sandbox): Promise<Page> {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width: 1440, height: 900 },
  });
  const [name = '', value = ''] = people.advisor.headers.cookie.split('=');
  await context.addCookies([{ name, value, url: app.url }]);
  return context.newPage();
}

/** Returns a function that tells whether the page has no pending request except its event stream. */
function trackRequests(page: Page): () => boolean {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().includes('/api/events')) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return () => pending.size === 0;
}

/** Drags a job to another mechanic's lane, one hour later in the day, and returns how long the drop took. */
async function dropOneHourLater(
  page: Page,
  id: number,
  source: Person,
  target: Person,
): Promise<DropTimes> {
  await findLane(page, source).evaluate((lane) => lane.scrollIntoView({ block: 'center' }));
  const block = await findBlock(findLane(page, source), id).boundingBox();
  const track = await findLane(page, target).locator('[data-track]').boundingBox();
  if (!block || !track) throw new Error('The block or the lane is not shown.');
  const x = block.x + block.width / 2;
  const y = block.y + block.height / 2;
  const times = page.evaluate(([job, lane]) => window.measureDrop(job, lane), [
    id,
    target.id,
  ] as const);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + block.width, track.y + track.height / 2, { steps: laneSteps });
  await page.mouse.up();
  return times;
}

/** Assigns a job to a mechanic with a plain request; returns the milliseconds of the round trip. */
async function assignDirectly(page: Page, id: number, { id: mechanicId }: Person): Promise<number> {
  return page.evaluate(
    async ({ path, body }) => {
      const start = performance.now();
      const response = await fetch(path, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body,
      });
      await response.text();
      if (!response.ok) throw new Error(`The change failed with status ${response.status}.`);
      return performance.now() - start;
    },
    {
      path: `/api/appointments/${id}`,
      body: JSON.stringify({ mechanicId, status: 'confirmed' }),
    },
  );
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items.at(index);
  if (item === undefined) throw new Error(`There is no item ${index}.`);
  return item;
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}

function format(values: readonly number[], percent: number): string {
  return percentile(values, percent).toFixed(1);
}
