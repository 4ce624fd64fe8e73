import { expect, type Page } from '@playwright/test';
import { makeAppointment, makeMechanic, type Person } from '@curbwrench/testing/builders';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { expectAccessible } from './accessibility.ts';
import { toast } from './booking-page.ts';
import { test, today, type Sandbox } from './sandbox.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

function makeJob(
  sandbox: Sandbox,
  mechanic: Pick<Person, 'id'>,
  startTime: string,
  endTime: string,
): Promise<number> {
  return makeAppointment(sandbox.app, {
    date: today,
    start_time: startTime,
    end_time: endTime,
    status: 'confirmed',
    mechanic_id: mechanic.id,
    customer_id: sandbox.people.customer.id,
    service_id: sandbox.oilChange.id,
  });
}

const findDialog = (page: Page) => page.getByRole('dialog', { name: "Reassign Marcus's jobs" });
const findSelect = (page: Page, what: 'Time' | 'Mechanic', id: number) =>
  findDialog(page).getByLabel(`${what} for ${displayId(id)}`);

/** Expects this time and mechanic to be chosen for a job. */
async function expectChoice(page: Page, id: number, time: string, mechanic: string): Promise<void> {
  await expect(findSelect(page, 'Time', id).locator('option:checked')).toHaveText(time);
  await expect(findSelect(page, 'Mechanic', id).locator('option:checked')).toHaveText(mechanic);
}

test('a mechanic calls in sick on a phone, and an advisor covers three jobs with one confirmation @sick.today @sick.cover', async ({
  sandbox,
}) => {
  const { app, people } = sandbox;
  const elena = await makeMechanic(app, { firstName: 'Elena', lastName: 'Ruiz' });
  const kit = await makeMechanic(app, { firstName: 'Kit', lastName: 'Okafor', skills: ['tires'] });
  const jobs = [
    await makeJob(sandbox, people.mechanic, '10:00', '11:00'),
    await makeJob(sandbox, people.mechanic, '13:00', '14:00'),
    await makeJob(sandbox, people.mechanic, '15:00', '16:00'),
  ] as const;
  // At 13:00 only Kit is free, and at 15:00 nobody is.
  await makeJob(sandbox, elena, '13:00', '14:00');
  for (const person of [elena, kit]) await makeJob(sandbox, person, '14:30', '15:30');
  const advisor = await sandbox.openAs('advisor');
  const attention = advisor.getByRole('region', { name: 'Appointments that need attention' });
  await expect(attention).toContainText('No overdue jobs or scheduling problems.');

  const mechanic = await sandbox.openAs('mechanic', phone);
  await test.step('one press marks the mechanic as sick', async () => {
    await expectAccessible(mechanic);
    await mechanic.getByRole('button', { name: 'Call In Sick' }).click();
    await expect(toast(mechanic, 'Get well soon')).toBeVisible();
    await expect(mechanic.getByRole('switch', { name: 'Out sick today' })).toBeDisabled();
  });

  await test.step('the office is notified of who called in sick and how many jobs need a new mechanic', async () => {
    await advisor.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    const notification = advisor.getByRole('link', { name: /Marcus Bell called in sick/ });
    await expect(notification).toContainText('3 jobs need a new mechanic');
    await notification.click();
    await expect(notification).toHaveCount(0);
  });

  await test.step('the advisor sees the jobs immediately, with a proposal for each', async () => {
    await expect(attention).toContainText('3 appointments need attention');
    const sick = advisor.getByRole('list', { name: 'Out sick today' });
    await expect(sick).toContainText('Marcus Bell is out sick today');
    await attention.getByRole('button', { name: 'Show appointments that need attention' }).click();
    await attention
      .getByRole('button', { name: "Reassign all of Marcus Bell's jobs" })
      .first()
      .click();
    await expectChoice(advisor, jobs[0], '10:00 AM', 'Elena Ruiz');
    await expectChoice(advisor, jobs[1], '1:00 PM', 'Kit Okafor');
    await expectChoice(advisor, jobs[2], '4:00 PM (new)', 'Elena Ruiz');
    await expectAccessible(advisor);
  });

  await test.step('the proposals can be changed, and are confirmed together', async () => {
    await findSelect(advisor, 'Mechanic', jobs[0]).selectOption('Kit Okafor');
    await findSelect(advisor, 'Time', jobs[2]).selectOption('10:00 AM (new)');
    await expectChoice(advisor, jobs[2], '10:00 AM (new)', 'Elena Ruiz');
    await findSelect(advisor, 'Mechanic', jobs[2]).selectOption('Kit Okafor');
    const confirm = findDialog(advisor).getByRole('button', { name: 'Confirm all' });
    await expect(confirm).toBeDisabled();
    await expect(findDialog(advisor)).toContainText(
      `This mechanic is also assigned to ${displayId(jobs[0])} at 10:00 AM.`,
    );
    await findSelect(advisor, 'Time', jobs[2]).selectOption('5:00 PM (new)');
    await confirm.click();
    await expect(toast(advisor, '3 jobs reassigned')).toBeVisible();
    await expect(findDialog(advisor)).toHaveCount(0);
    await expect(attention).toContainText('No overdue jobs or scheduling problems.');
  });
  const rows = await app.store.kysely
    .selectFrom('appointments')
    .select(['start_time', 'mechanic_id'])
    .where('id', 'in', jobs)
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { start_time: '10:00:00', mechanic_id: kit.id },
    { start_time: '13:00:00', mechanic_id: kit.id },
    { start_time: '17:00:00', mechanic_id: kit.id },
  ]);

  await test.step('the mechanic is back at work', async () => {
    await mechanic.getByRole('button', { name: "I'm Back" }).click();
    await expect(toast(mechanic, 'Welcome back')).toBeVisible();
    await expect(mechanic.getByRole('switch', { name: 'Available' })).toBeChecked();
    await expect(advisor.getByRole('list', { name: 'Out sick today' })).toHaveCount(0);
  });
});

test('the office marks a mechanic as sick with one press, and is told if the schedule changes before the jobs are covered @sick.all-or-none', async ({
  sandbox,
}) => {
  const { app, people } = sandbox;
  const elena = await makeMechanic(app, { firstName: 'Elena', lastName: 'Ruiz' });
  const firstJob = await makeJob(sandbox, people.mechanic, '10:00', '11:00');
  const secondJob = await makeJob(sandbox, people.mechanic, '11:00', '12:00');
  const advisor = await sandbox.openAs('advisor');
  await advisor.getByRole('button', { name: 'Mark Marcus Bell out sick' }).click();
  await expectChoice(advisor, firstJob, '10:00 AM', 'Elena Ruiz');
  await expectChoice(advisor, secondJob, '11:00 AM', 'Elena Ruiz');

  const conflictingJob = await makeJob(sandbox, elena, '11:00', '12:00');
  sandbox.expectErrorStatus(409, `/api/mechanics/${people.mechanic.id}/cover`);
  const confirm = findDialog(advisor).getByRole('button', { name: 'Confirm all' });
  await confirm.click();
  await expect(findDialog(advisor).getByRole('alert')).toHaveText(
    `Appointment ${displayId(secondJob)}: This mechanic is busy with ${displayId(conflictingJob)} until 12:00 PM. The suggestions below have been updated.`,
  );
  await expectChoice(advisor, firstJob, '10:00 AM', 'Elena Ruiz');
  await expectChoice(advisor, secondJob, '12:00 PM (new)', 'Elena Ruiz');
  await findSelect(advisor, 'Time', secondJob).selectOption('Leave for later');
  await expect(findDialog(advisor)).toContainText(
    'Left for later. This job still needs attention.',
  );
  await confirm.click();
  await expect(toast(advisor, '1 job reassigned')).toBeVisible();
  await expect(toast(advisor, '1 job still needs attention.')).toBeVisible();

  await test.step('an admin reassigns the rest from the Mechanics page, and marks the mechanic as back', async () => {
    const admin = await sandbox.openAs('admin');
    await admin.goto('/mechanics');
    const row = admin.getByRole('row').filter({ hasText: 'Marcus Bell' });
    await expect(row).toContainText('Out sick today');
    await row.getByRole('button', { name: 'Actions for Marcus Bell' }).click();
    await admin.getByRole('menuitem', { name: 'Reassign all jobs' }).click();
    await expectChoice(admin, secondJob, '12:00 PM (new)', 'Elena Ruiz');
    await findDialog(admin).getByRole('button', { name: 'Confirm all' }).click();
    await expect(toast(admin, '1 job reassigned')).toBeVisible();
    await row.getByRole('button', { name: 'Actions for Marcus Bell' }).click();
    await admin.getByRole('menuitem', { name: 'Mark as back' }).click();
    await expect(row).toContainText('Available');
    await expect(row).not.toContainText('Out sick today');
    await row.getByRole('button', { name: 'Mark Marcus Bell out sick' }).click();
    await expect(findDialog(admin)).toContainText('Marcus Bell has no jobs left today.');
  });
});

test('the office can mark a mechanic as sick even if they are not listed as available @sick.today', async ({
  sandbox,
}) => {
  const advisor = await sandbox.openAs('advisor');
  await advisor.getByRole('button', { name: 'Mark someone out sick' }).click();
  const chooser = advisor.getByRole('dialog', { name: 'Who is sick today?' });
  await expectAccessible(advisor);
  await chooser.getByRole('button', { name: 'Marcus Bell' }).click();
  await expect(findDialog(advisor)).toContainText('Marcus Bell has no jobs left today.');
});
