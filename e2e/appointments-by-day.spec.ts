import { expect, type Page } from '@playwright/test';
import { makeAppointment } from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { test, today, type Sandbox } from './sandbox.ts';

test('the appointment list starts with today, is grouped by day, and loads earlier appointments on request', async ({
  sandbox,
}) => {
  await makeAppointmentsOnSevenDays(sandbox);
  // The window is short enough that the page can scroll by the height of the earlier rows.
  const page = await sandbox.openAs('admin', { viewport: { width: 1440, height: 800 } });
  await page.goto('/appointments');
  const earlier = page.getByRole('button', { name: 'Show earlier' });
  const heading = page.getByRole('heading', { level: 2, name: 'Today, Tuesday' });

  await test.step('today is first', async () => {
    await expect(findDayHeadings(page)).toHaveText([
      'Today, Tuesday, Mar 03, 2026',
      'Tomorrow, Wednesday, Mar 04, 2026',
      'Thursday, Mar 05, 2026 (in 2 days)',
      'Tuesday, Jan 05, 2027',
    ]);
    await expect(
      page.getByRole('list', { name: 'Today, Tuesday' }).getByRole('article'),
    ).toHaveCount(2);
    await expectAccessible(page);
  });

  await test.step('without earlier appointments, Show earlier is not offered', async () => {
    await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('in_progress');
    await expect(page.getByText(/^No appointments found/)).toBeVisible();
    await expect(earlier).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('all');
    await expect(earlier).toBeVisible();
  });

  await test.step('Show earlier loads the most recent past appointments, and today does not move', async () => {
    const before = await heading.boundingBox();
    await earlier.click();
    await expect(page.getByRole('article')).toHaveCount(5 + 20);
    const after = await heading.boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? NaN))).toBeLessThanOrEqual(2);
    await expect(findDayHeadings(page)).toContainText([
      'Sunday, Mar 01, 2026',
      'Yesterday',
      'Today',
    ]);
    await expectAccessible(page);
  });

  await test.step('pressing Show earlier again loads all earlier appointments', async () => {
    await earlier.press('Enter');
    await expect(page.getByRole('article')).toHaveCount(5 + 22);
    await expect(findDayHeadings(page).first()).toHaveText('Friday, Feb 27, 2026');
    await expect(page.getByText('No earlier appointments.')).toBeVisible();
    await expect(earlier).toHaveCount(0);
  });

  await test.step('Upcoming and Past are grouped by day too', async () => {
    await page.getByRole('tab', { name: 'Upcoming' }).click();
    await expect(findDayHeadings(page).first()).toContainText('Today');
    await expect(earlier).toHaveCount(0);
    await page.getByRole('tab', { name: 'Past' }).click();
    await expect(findDayHeadings(page).first()).toContainText('Yesterday');
  });
});

test('the office can start a booking from every page, and New booking is the only primary action on the board and the lists @screens.menus @screens.main-action', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('admin');
  const newBooking = page.getByRole('link', { name: 'New booking' });
  for (const path of ['/', '/appointments', '/service-advisor', '/customers', '/payments']) {
    await page.goto(path);
    await expect(newBooking).toHaveCount(1);
    await expect(page.getByRole('banner').filter({ has: newBooking })).toBeVisible();
  }
  for (const path of ['/', '/appointments', '/service-advisor']) {
    await page.goto(path);
    await expect(newBooking).toBeVisible();
    await expect(page.locator('.bg-signal.text-on-signal')).toHaveCount(1);
  }
  await newBooking.click();
  await expect(page).toHaveURL(/\/book-service$/);
  await expect(page.getByLabel('Customer', { exact: true })).toBeVisible();
  const mechanic = await sandbox.openAs('mechanic');
  await mechanic.goto('/appointments');
  await expect(mechanic.getByRole('tab', { name: 'Upcoming' })).toBeVisible();
  await expect(mechanic.getByRole('main').getByRole('link', { name: /book/i })).toHaveCount(0);
});

test("the office's rows are single lines 44 px high with aligned columns on a desktop, and cards on a phone @dispatch.rows", async ({
  sandbox,
}) => {
  await makeAppointmentsOnSevenDays(sandbox);
  const page = await sandbox.openAs('advisor', { viewport: { width: 1440, height: 900 } });
  const rows = page.getByRole('tabpanel').getByRole('article');
  const measureRows = () =>
    rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));
  for (const path of ['/appointments', '/service-advisor?tab=confirmed']) {
    await page.goto(path);
    await expect(rows).toHaveCount(5);
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(measureRows, `${path} at ${width} px`).toEqual([44, 44, 44, 44, 44]);
      const details = page.getByRole('link', { name: /^View Details/ });
      const leftEdgeCount = await details.evaluateAll(
        (all) => new Set(all.map((link) => Math.round(link.getBoundingClientRect().left))).size,
      );
      expect(leftEdgeCount, `columns of ${path} at ${width} px`).toBe(1);
    }
    await expect(rows.first()).toContainText('2019 Honda Civic');
    await expect(rows.first().getByText('2019 Honda Civic')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => Math.min(...(await measureRows()))).toBeGreaterThan(150);
  }
});

/** Makes two appointments today, three on later days, and 22 on three earlier days. */
async function makeAppointmentsOnSevenDays({ app, people, oilChange }: Sandbox): Promise<void> {
  const job = {
    customer_id: people.customer.id,
    service_id: oilChange.id,
    mechanic_id: people.mechanic.id,
  };
  const confirmed = { ...job, status: 'confirmed' as const };
  for (const [date, hour] of [
    ['2027-01-05', '10'],
    ['2026-03-05', '10'],
    ['2026-03-04', '10'],
    [today, '12'],
    [today, '10'],
  ] as const) {
    const times = { start_time: `${hour}:00`, end_time: `${hour}:30` };
    await makeAppointment(app, { ...confirmed, ...times, date });
  }
  const done = { ...job, status: 'completed' as const };
  for (let number = 0; number < 22; number += 1) {
    const date = number < 8 ? '2026-03-02' : number < 16 ? '2026-03-01' : '2026-02-27';
    await makeAppointment(app, { ...done, date });
  }
}

/** Finds the headings above each day's appointments. */
function findDayHeadings(page: Page) {
  return page.getByRole('tabpanel').getByRole('heading', { level: 2 });
}
