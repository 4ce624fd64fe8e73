import { makeAppointment, makeMechanic } from '@curbwrench/testing/builders';
import { readCalendar } from '@curbwrench/testing/read-calendar';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { toast } from './booking-page.ts';
import { test, type Sandbox } from './sandbox.ts';

/** Reads the link that is shown, closes the dialog, and returns the path of the link. */
async function readLinkPath(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Your calendar link' });
  const link = await dialog.getByLabel('Link').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  return new URL(link).pathname;
}

/** Requests a link as a calendar app does: without the browser's session. */
const fetchFeed = ({ app }: Sandbox, path: string) => fetch(new URL(path, app.url));

const findRow = (page: Page, name: string): Locator =>
  page
    .getByRole('list', { name: 'Calendar feeds' })
    .getByRole('listitem')
    .filter({ hasText: name });

test('a mechanic subscribes to their jobs, and replacing the link turns off the old one @calendar.manage @calendar.renewal', async ({
  sandbox,
}) => {
  const { app, people } = sandbox;
  const id = await makeAppointment(app, {
    date: '2026-03-05',
    status: 'confirmed',
    mechanic_id: people.mechanic.id,
    customer_id: people.customer.id,
    service_id: sandbox.oilChange.id,
  });
  const page = await sandbox.openAs('mechanic');
  await page.goto('/settings');
  const row = findRow(page, 'your jobs');
  await expect(row).toContainText('Off');

  await row.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('dialog', { name: 'Your calendar link' })).toBeVisible();
  await expectAccessible(page);
  const first = await readLinkPath(page);
  await expect(row).toContainText('On since Tue, Mar 03, 2026, 9:00 AM');
  const response = await fetchFeed(sandbox, first);
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(readCalendar(await response.text()).events).toMatchObject([
    { summary: 'Oil & Filter Change, Casey M.', url: expect.stringContaining(`/${id}`) },
  ]);

  await row.getByRole('button', { name: 'Replace link' }).click();
  const confirmation = page.getByRole('dialog', {
    name: 'Replace the calendar link for your jobs?',
  });
  await expect(confirmation).toContainText('The old link will stop working.');
  await confirmation.getByRole('button', { name: 'Replace link' }).click();
  const second = await readLinkPath(page);
  expect((await fetchFeed(sandbox, first)).status).toBe(404);
  expect((await fetchFeed(sandbox, second)).status).toBe(200);

  await row.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn off the calendar feed for your jobs?' });
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(toast(page, 'Calendar feed turned off')).toBeVisible();
  await expect(row).toContainText('Off');
  expect((await fetchFeed(sandbox, second)).status).toBe(404);
});

test('an advisor subscribes to the jobs of one mechanic @calendar.manage', async ({ sandbox }) => {
  await makeMechanic(sandbox.app, { firstName: 'Rowan', lastName: 'Feedmark' });
  const page = await sandbox.openAs('advisor');
  await page.goto('/settings');
  await expect(findRow(page, 'all jobs')).toContainText('Off');
  await findRow(page, 'Rowan Feedmark').getByRole('button', { name: 'Create link' }).click();
  const response = await fetchFeed(sandbox, await readLinkPath(page));
  expect(readCalendar(await response.text()).name).toBe('Curbwrench: Rowan Feedmark');
  await expect(findRow(page, 'Rowan Feedmark')).toContainText('On');
  await expect(findRow(page, 'all jobs')).toContainText('Off');
  await page.goto('/team');
  await page.goto('/settings');
  await expect(findRow(page, 'Rowan Feedmark')).toContainText('On');
});

test('a customer has no calendar feed @calendar.who', async ({ sandbox }) => {
  const page = await sandbox.openAs('customer');
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Calendar feed' })).toBeHidden();
});
