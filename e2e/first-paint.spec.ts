import { makeAppointment } from '@curbwrench/server/testing/builders';
import { expect, type Page } from '@playwright/test';
import { hold } from './appointment-steps.ts';
import { test } from './stage.ts';

/* What a page is about comes with the page: nobody waits for a call to see it (decision 22). */

test('a customer sees what comes next before any call has been answered', async ({ stage }) => {
  const { customer } = stage.people;
  await makeAppointment(stage.site, {
    customer_id: customer.id,
    service_id: stage.oilChange.id,
    date: '2026-03-05',
    start_time: '14:00',
    end_time: '15:00',
    address: '12 Ponsonby Road',
  });
  const page = await stage.openWithSession(customer);

  await test.step('when it is, they see before any script has come', async () => {
    const letGo = await hold(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    const shell = page.locator('#first-paint');
    await expect(shell.getByText('2:00 PM – 3:00 PM')).toBeVisible();
    await expect(shell.getByText('Mar 05, 2026')).toBeVisible();
    await expect(shell.getByText('My Appointments')).toBeVisible();
    // The first frame has the line to itself: the rest is only noted until it is there.
    await expect(page.locator('link[rel="modulepreload"]')).toHaveCount(0);
    await letGo();
    await expect(page.getByText('Welcome back, Casey!')).toBeVisible();
    await expect(shell).toHaveCount(0);
    expect(await page.locator('link[rel="modulepreload"]').count()).toBeGreaterThan(3);
  });

  const asked = await holdCalls(page);
  await page.goto('/');
  const card = page.getByRole('region', { name: 'Upcoming Appointment' }).getByRole('article');
  await expect(card.getByRole('heading', { name: 'Oil & Filter Change' })).toBeVisible();
  await expect(card).toContainText('2:00 PM – 3:00 PM');
  await expect(card).toContainText('12 Ponsonby Road');
  // The rest of the dashboard still waits for its own calls.
  await expect.poll(() => asked).toContain('/api/vehicles');
  expect(asked.filter((call) => call.startsWith('/api/appointments?from='))).toEqual([]);

  await page.goto('/appointments');
  const list = page.getByRole('list', { name: 'Upcoming appointments' });
  await expect(list.getByRole('heading', { name: 'Oil & Filter Change' })).toBeVisible();
  // Another tab is another question.
  asked.length = 0;
  await page.getByRole('tab', { name: 'Past' }).click();
  await expect.poll(() => asked).toContain('/api/appointments?when=past&sort=-date&limit=20');
  expect(asked.filter((call) => call.includes('when=upcoming'))).toEqual([]);
});

/** Leaves every call without an answer; says which are made. */
async function holdCalls(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/api/**', (route) => {
    const { pathname, search } = new URL(route.request().url());
    asked.push(pathname + search);
  });
  return asked;
}
