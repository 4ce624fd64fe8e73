import { expect, type Page } from '@playwright/test';
import { makeAppointment, makeMechanic } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { expectAccessible } from './accessibility.ts';
import { respondWithInvalidJson } from './appointment-steps.ts';
import { failureToast, toast } from './booking-page.ts';
import { test, today } from './sandbox.ts';

const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('an admin manages mechanics: availability, schedule, location, messages and role @mechanics.page @mechanics.menu', async ({
  sandbox,
}) => {
  const { app, people } = sandbox;
  const reyes = await makeMechanic(app, { firstName: 'Dana', lastName: 'Reyes' });
  await makeMechanic(app, { firstName: 'Kit', lastName: 'Okafor', available: false });
  const makeJob = (mechanicId: string, date: string, start: string, end: string) =>
    makeAppointment(app, {
      date,
      start_time: start,
      end_time: end,
      status: 'confirmed',
      mechanic_id: mechanicId,
      customer_id: people.customer.id,
      service_id: sandbox.oilChange.id,
    });
  const startedId = await makeJob(reyes.id, today, '09:00', '10:00');
  await makeJob(reyes.id, today, '13:00', '14:00');
  await makeJob(reyes.id, '2026-03-05', '08:00', '09:00');
  await send(app, reyes, 'PATCH', `/api/appointments/${startedId}`, { status: 'in_progress' });
  await send(app, reyes, 'PATCH', '/api/mechanics/status', {
    location: { lat: 37.771_26, lng: -122.42 },
  });

  const page = await sandbox.openAs('admin');
  await page.getByRole('link', { name: 'View All mechanics' }).click();
  await expect(page).toHaveURL(/\/mechanics$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Mechanics' })).toBeVisible();
  const stat = (label: string) =>
    page.getByText(label, { exact: true }).locator('..').getByRole('definition');
  await expect(stat('Total Mechanics')).toHaveText('3');
  await expect(stat('Available Now')).toHaveText('1');
  await expect(stat('On Jobs')).toHaveText('1');

  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(3);
  for (const header of ['Name', 'Status', 'Email', 'Last Active']) {
    await expect(page.getByRole('columnheader', { name: header })).toBeVisible();
  }
  const row = rows.filter({ hasText: 'Dana Reyes' });
  await expect(row).toContainText('DR');
  await expect(row).toContainText(`ID: ${reyes.id}`);
  await expect(row).toContainText('On a job');
  await expect(row).toContainText(reyes.email);
  await expect(row).toContainText('just now');
  await expect(rows.filter({ hasText: 'Kit Okafor' })).toHaveText(/Offline.*Never/);
  await expect(rows.filter({ hasText: 'Marcus Bell' })).toContainText('Available');

  await test.step('an admin filters by status and searches by name or email', async () => {
    await page.getByRole('tab', { name: 'Offline 1' }).click();
    await expect(rows).toHaveText([/Kit Okafor/]);
    await page.getByRole('tab', { name: 'Available 1' }).click();
    await expect(rows).toHaveText([/Marcus Bell/]);
    await page.getByRole('tab', { name: 'On Job 1' }).click();
    await expect(rows).toHaveText([/Dana Reyes/]);
    await page.getByLabel('Search mechanics').fill('bell');
    await expect(page.getByText('No mechanics here match that name or email.')).toBeVisible();
    await page.getByRole('tab', { name: 'All 1' }).click();
    await expect(rows).toHaveText([/Marcus Bell/]);
    await page.getByLabel('Search mechanics').fill(reyes.email.toUpperCase());
    await expect(rows).toHaveText([/Dana Reyes/]);
    await page.reload();
    await expect(rows, 'the URL contains the filter').toHaveText([/Dana Reyes/]);
  });

  const dialog = page.getByRole('dialog');
  await test.step('an admin views the schedule', async () => {
    await chooseAction(page, 'Dana Reyes', 'View Schedule');
    await expect(dialog).toContainText("Dana Reyes's schedule");
    const days = dialog.getByRole('heading', { level: 3 });
    await expect(days).toHaveText([
      /Today, Tuesday, Mar 03, 2026\s*2 jobs/,
      /Thursday, Mar 05, 2026 \(in 2 days\)\s*1 job$/,
    ]);
    await expect(dialog.getByRole('article')).toHaveText([
      /9:00 AM – 10:00 AM.*In Progress.*Oil & Filter Change.*Casey Morgan/,
      /1:00 PM – 2:00 PM.*Confirmed/,
      /8:00 AM – 9:00 AM.*Confirmed/,
    ]);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Actions for Dana Reyes' })).toBeFocused();
  });

  await test.step('an admin views the last location', async () => {
    await chooseAction(page, 'Dana Reyes', 'View Location');
    await expect(dialog).toContainText('37.7713');
    await expect(dialog).toContainText('-122.4200');
    await expect(dialog).toContainText('just now');
    await expect(dialog.getByRole('link', { name: /Open in maps/ })).toHaveAttribute(
      'href',
      /37\.77126%2C-122\.42$/,
    );
    // The open dialog follows the mechanic.
    await send(app, reyes, 'PATCH', '/api/mechanics/status', {
      location: { lat: 37.8, lng: -122 },
    });
    await expect(dialog).toContainText('37.8000');
    await page.keyboard.press('Escape');
    await page.getByLabel('Search mechanics').fill('');
    await chooseAction(page, 'Kit Okafor', 'View Location');
    await expect(dialog).toContainText("We don't know where Kit Okafor is.");
    await page.keyboard.press('Escape');
    await chooseAction(page, 'Kit Okafor', 'View Schedule');
    await expect(dialog).toContainText('Kit Okafor has no upcoming jobs.');
    await page.keyboard.press('Escape');
  });

  await test.step('an admin can change the role only of a mechanic without open jobs', async () => {
    await chooseAction(page, 'Dana Reyes', 'Change Role');
    await expect(dialog).toContainText('Change User Role');
    const role = dialog.getByLabel('Role', { exact: true });
    await expect(role.getByRole('option')).toHaveText(['Customer', 'Mechanic', 'Admin']);
    await expect(role).toHaveValue('mechanic');
    await expect(dialog.getByRole('button', { name: 'Change Role' })).toBeDisabled();
    await expectAccessible(page);
    await role.selectOption('Customer');
    sandbox.expectErrorStatus(409, '/api/users/role');
    await dialog.getByRole('button', { name: 'Change Role' }).click();
    await expect(failureToast(page, 'Failed to update role')).toBeVisible();
    const reason =
      'This person still has 3 open jobs, starting with #0001. Please assign them to someone else first.';
    await expect(toast(page, `409: ${reason}`)).toBeVisible();
    await respondWithInvalidJson(page, '**/api/users/role', 'POST');
    await dialog.getByRole('button', { name: 'Change Role' }).click();
    await expect(toast(page, 'An unknown error occurred')).toBeVisible();
    await page.unroute('**/api/users/role');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();

    await chooseAction(page, 'Kit Okafor', 'Change Role');
    await role.selectOption('Admin');
    await dialog.getByRole('button', { name: 'Change Role' }).click();
    await expect(toast(page, 'Role updated')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(rows).toHaveCount(2);
    await expect(stat('Total Mechanics')).toHaveText('2');
  });

  await test.step('an admin opens the conversation with a mechanic', async () => {
    await chooseAction(page, 'Dana Reyes', 'Send Message');
    await expect(page).toHaveURL(`/chat-support?mechanic=${reyes.id}`);
    await expect(page.getByRole('main')).toContainText('Dana Reyes');
  });
});

test('an admin invites a mechanic from the mechanics page on a phone @mechanics.add', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('admin', phone);
  await page.goto('/mechanics');
  await expect(page.getByRole('row', { name: /Marcus Bell/ })).toBeVisible();
  await page.getByRole('tab', { name: /^On Job/ }).click();
  await expect(page.getByText('Nobody is on a job right now.')).toBeVisible();
  await page.getByRole('tab', { name: /^Offline/ }).click();
  await expect(page.getByText('Nobody is offline right now.')).toBeVisible();
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    'nothing is wider than the phone',
  ).toBe(true);

  await page.getByRole('button', { name: 'Add Mechanic' }).click();
  const explanation = page.getByRole('dialog', { name: 'Add Mechanic' });
  await expect(explanation).toContainText('invite them to create an account');
  await expect(explanation).toContainText('Change their role to Mechanic');
  await expectAccessible(page);
  await explanation.getByRole('button', { name: 'Invite mechanic' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite someone' });
  await expect(invite.getByLabel('Role')).toHaveValue('mechanic');
  await expect(invite).toContainText('An admin can find the message on the Account emails page.');
  await invite.getByLabel('Email').fill('new.mechanic@example.com');
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await expect(toast(page, 'Invitation saved')).toBeVisible();
  await expect(invite).toBeHidden();
});

test('an advisor who opens Mechanics from the menu sees that the page is only for admins @mechanics.page', async ({
  sandbox,
}) => {
  const advisor = await sandbox.openAs('advisor');
  await advisor.getByRole('link', { name: 'Mechanics', exact: true }).click();
  await expect(
    advisor.getByText('Only administrators can access the mechanics management page.'),
  ).toBeVisible();
  await expectAccessible(advisor);
  await advisor.getByRole('link', { name: 'Go to your dashboard' }).click();
  await expect(advisor.getByRole('heading', { level: 1, name: 'Service Advisor' })).toBeVisible();
});
