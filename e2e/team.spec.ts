import { expect, type Page } from '@playwright/test';
import { makeAppointment, makeMechanic } from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { toast } from './booking-page.ts';
import { test } from './sandbox.ts';

/* Tests hours, skills, time off and holidays. The test date is Tuesday, March 3, 2026. */

const friday = '2026-03-06';

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const findDay = (page: Page, name: string, day: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}, ${day}`) });

test('an advisor who shortens a mechanic’s Friday hours is first shown which jobs this strands @hours.preview @hours.weekly', async ({
  sandbox,
}) => {
  const { app, people } = sandbox;
  const dana = await makeMechanic(app, { firstName: 'Dana', lastName: 'Reyes' });
  await makeAppointment(app, {
    date: friday,
    start_time: '15:00',
    end_time: '16:00',
    status: 'confirmed',
    mechanic_id: dana.id,
    customer_id: people.customer.id,
    service_id: sandbox.oilChange.id,
  });
  const page = await sandbox.openAs('advisor');
  await page.locator('#page').getByRole('link', { name: 'Team schedule' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Team schedule' })).toBeVisible();
  await expect(findDay(page, 'Dana Reyes', 'Fri, Mar 06')).toContainText('8 AM–6 PM');

  await chooseAction(page, 'Dana Reyes', 'Weekly hours');
  const dialog = page.getByRole('dialog', { name: 'Weekly hours' });
  await dialog.getByLabel('Friday: until').fill('07:00');
  await expect(dialog.getByText('must end after it starts')).toBeVisible();
  await dialog.getByLabel('Friday: until').fill('14:00');
  await dialog.getByRole('button', { name: 'Save Hours' }).click();
  await expect(dialog).toContainText('This would leave 1 appointment without a mechanic');
  await expect(dialog).toContainText('Assigned to Dana Reyes.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save anyway' }).click();
  await expect(toast(page, 'Weekly hours saved')).toBeVisible();
  await expect(findDay(page, 'Dana Reyes', 'Fri, Mar 06')).toContainText('8 AM–2 PM');

  await page.goto('/service-advisor');
  await page.getByRole('button', { name: 'Show appointments that need attention' }).click();
  await expect(page.getByText('Dana no longer works at that time.')).toBeVisible();
});

test('an advisor gives a mechanic a skill, changes one day, and closes the business on a holiday @hours.exception @hours.skills @holidays.federal', async ({
  sandbox,
}) => {
  await makeMechanic(sandbox.app, { firstName: 'Dana', lastName: 'Reyes' });
  const page = await sandbox.openAs('advisor');
  await page.goto('/team');
  await chooseAction(page, 'Dana Reyes', 'Skills');
  await page.getByLabel('Another skill').fill('Hybrids');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Save Skills' }).click();
  await expect(toast(page, 'Skills saved')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: /Hybrids/ })).toBeVisible();
  await chooseAction(page, 'Dana Reyes', 'Skills');
  await page.getByLabel('Another skill').fill('Towing');
  await page.getByRole('button', { name: 'Save Skills' }).click();
  await expect(page.getByRole('rowheader', { name: /Hybrids, Towing/ })).toBeVisible();

  await findDay(page, 'Dana Reyes', 'Sat, Mar 07').click();
  await page.getByRole('radio', { name: 'Different hours' }).check();
  await page.getByLabel('Hours: from').fill('09:30');
  await page.getByLabel('Hours: until').fill('12:00');
  await page.getByRole('button', { name: 'Save Day' }).click();
  await expect(findDay(page, 'Dana Reyes', 'Sat, Mar 07')).toContainText('9:30 AM–12 PM');
  await expect(findDay(page, 'Dana Reyes', 'Sat, Mar 07')).toContainText('This day only');

  await page.getByRole('button', { name: 'Holidays' }).click();
  await page.getByRole('button', { name: 'Add Memorial Day, Mon, May 25, 2026' }).click();
  await expect(page.getByRole('list', { name: 'Holidays' })).toContainText('Memorial Day');
  await page.getByLabel('Date', { exact: true }).fill(friday);
  await page.getByLabel('Name', { exact: true }).fill('Company Day');
  await page.getByRole('form', { name: 'New holiday' }).getByRole('button').click();
  await expect(page.getByRole('list', { name: 'Holidays' })).toContainText('Company Day');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(findDay(page, 'Dana Reyes', 'Fri, Mar 06')).toContainText('Closed');
  await page.getByRole('link', { name: 'Next week' }).click();
  await expect(page.getByText('Sun, Mar 08, 2026 to Sat, Mar 14, 2026')).toBeVisible();
});

test('a mechanic enters their own time off on a phone and removes it again @time-off.add @time-off.remove', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('mechanic');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Hours and Time Off' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My hours' })).toBeVisible();
  await page.getByRole('button', { name: 'Add time off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add time off' });
  await dialog.getByLabel('First day', { exact: true }).fill(friday);
  await dialog.getByLabel('Reason').fill('Dentist');
  await dialog.getByRole('button', { name: 'Add time off' }).click();
  await expect(toast(page, 'Time off added')).toBeVisible();
  await page.getByRole('tab', { name: 'Fri 6' }).click();
  await expect(page.getByRole('tabpanel').getByText('Dentist')).toBeVisible();
  await page.getByRole('button', { name: /^Remove .* time off/ }).click();
  const confirmation = page.getByRole('dialog', { name: /^Remove .* time off\?/ });
  await expect(confirmation).toContainText('Fri, Mar 06, 2026, Dentist');
  await expectAccessible(page);
  await confirmation.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('tabpanel').getByText('Dentist')).toHaveCount(0);
});

test('the office sees how many jobs each mechanic has in the week and on each day @hours.team', async ({
  sandbox,
}) => {
  const { app, people } = sandbox;
  const dana = await makeMechanic(app, { firstName: 'Dana', lastName: 'Reyes' });
  for (const time of ['09', '15'])
    await makeAppointment(app, {
      date: friday,
      start_time: `${time}:00`,
      end_time: `${time}:45`,
      status: 'confirmed',
      mechanic_id: dana.id,
      customer_id: people.customer.id,
      service_id: sandbox.oilChange.id,
    });
  const page = await sandbox.openAs('advisor');
  await page.goto('/team');
  await expect(findDay(page, 'Dana Reyes', 'Fri, Mar 06')).toContainText('2 jobs');
  await expect(findDay(page, 'Dana Reyes', 'Thu, Mar 05')).not.toContainText('job');
  await expect(page.getByRole('rowheader', { name: /Dana Reyes/ })).toContainText(
    '2 jobs, 1h 30m of 50h',
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tab', { name: 'Fri 6' }).click();
  await expectAccessible(page, { alsoOnPhone: true });
});
