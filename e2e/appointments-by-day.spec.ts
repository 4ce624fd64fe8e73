import { expect, type Page } from '@playwright/test';
import { makeAppointment } from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { test, today, type Sandbox } from './sandbox.ts';

test('the list of appointments begins today, is grouped by day, and loads earlier ones on request', async ({
  sandbox,
}) => {
  await makeDays(sandbox);
  const page = await sandbox.openAs('admin', { viewport: { width: 1440, height: 900 } });
  await page.goto('/appointments');
  const earlier = page.getByRole('button', { name: 'Show earlier' });
  const heading = page.getByRole('heading', { level: 2, name: 'Today' });

  await test.step('today is first', async () => {
    await expect(daysOn(page)).toHaveText(['Today', 'Tomorrow', 'Thu, Mar 5', 'Tue, Jan 5, 2027']);
    await expect(page.getByRole('list', { name: 'Today' }).getByRole('article')).toHaveCount(2);
    await expectAccessible(page);
  });

  await test.step('Show earlier loads the latest earlier appointments, and today does not move', async () => {
    const before = await heading.boundingBox();
    await earlier.click();
    await expect(page.getByRole('article')).toHaveCount(5 + 20);
    const after = await heading.boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? NaN))).toBeLessThanOrEqual(2);
    await expect(daysOn(page)).toContainText(['Sun, Mar 1', 'Yesterday', 'Today']);
    await expectAccessible(page);
  });

  await test.step('pressing it again loads all earlier appointments', async () => {
    await earlier.press('Enter');
    await expect(page.getByRole('article')).toHaveCount(5 + 22);
    await expect(daysOn(page).first()).toHaveText('Fri, Feb 27');
    await expect(page.getByText('No earlier appointments.')).toBeVisible();
    await expect(earlier).toHaveCount(0);
  });

  await test.step('Upcoming and Past are grouped by day too', async () => {
    await page.getByRole('tab', { name: 'Upcoming' }).click();
    await expect(daysOn(page).first()).toHaveText('Today');
    await expect(earlier).toHaveCount(0);
    await page.getByRole('tab', { name: 'Past' }).click();
    await expect(daysOn(page).first()).toHaveText('Yesterday');
  });
});

test('dispatch has a New booking button on the board and on the appointments page, and a mechanic does not', async ({
  sandbox,
}) => {
  for (const [account, path] of [
    ['advisor', '/service-advisor'],
    ['advisor', '/appointments'],
    ['admin', '/appointments'],
  ] as const) {
    const page = await sandbox.openAs(account);
    await page.goto(path);
    await page.getByRole('main').getByRole('link', { name: 'New booking' }).click();
    await expect(page).toHaveURL(/\/book-service$/);
    await expect(page.getByLabel('Customer', { exact: true })).toBeVisible();
  }
  const mechanic = await sandbox.openAs('mechanic');
  await mechanic.goto('/appointments');
  await expect(mechanic.getByRole('tab', { name: 'Upcoming' })).toBeVisible();
  await expect(mechanic.getByRole('main').getByRole('link', { name: /book/i })).toHaveCount(0);
});

/** Makes two appointments today, three on later days, and 22 on three earlier days. */
async function makeDays({ app, people, oilChange }: Sandbox): Promise<void> {
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

/** Finds the headings of the days. */
function daysOn(page: Page) {
  return page.getByRole('tabpanel').getByRole('heading', { level: 2 });
}
