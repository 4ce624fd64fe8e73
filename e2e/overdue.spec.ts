import { makeAppointment, makeMechanic } from '@curbwrench/testing/builders';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { toast } from './booking-page.ts';
import { test } from './sandbox.ts';

test('the office finds overdue open appointments, and resolves them', async ({ sandbox }) => {
  const { app, people } = sandbox;
  const advisor = await sandbox.openAs('advisor');
  const overdue = advisor.getByRole('region', { name: 'Appointments that need attention' });
  await expect(overdue).toContainText('No overdue jobs or scheduling problems.');

  const details = { customer_id: people.customer.id, service_id: sandbox.oilChange.id };
  await makeAppointment(app, { ...details, date: '2026-03-02', status: 'unassigned' });
  await makeAppointment(app, {
    ...details,
    date: '2026-02-27',
    status: 'confirmed',
    mechanic_id: people.mechanic.id,
  });
  await makeAppointment(app, {
    ...details,
    date: '2026-02-27',
    start_time: '14:00',
    end_time: '15:00',
    status: 'in_progress',
    mechanic_id: (await makeMechanic(app)).id,
  });

  await test.step('overdue appointments are counted, and listed on request', async () => {
    await advisor.reload();
    await expect(overdue).toContainText('3 appointments need attention');
    await overdue.getByRole('button', { name: 'Show appointments that need attention' }).click();
    const rows = overdue.getByRole('article');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(0)).toContainText(
      "The start time has passed, and the job hasn't been started.",
    );
    await expect(rows.nth(0)).toContainText('Mechanic: Marcus Bell');
    await expect(rows.nth(1)).toContainText(
      "The job was started on an earlier day and hasn't been completed.",
    );
    await expect(rows.nth(2)).toContainText(
      'The start time has passed, and no mechanic has been assigned.',
    );
    await expectAccessible(advisor);
  });

  await test.step('an advisor resolves one from the list', async () => {
    await overdue
      .getByRole('link', { name: /View Details/ })
      .first()
      .click();
    await advisor.getByRole('button', { name: 'Cancel appointment' }).click();
    const dialog = advisor.getByRole('dialog', { name: 'Cancel this appointment?' });
    await dialog.getByRole('button', { name: 'Cancel appointment' }).click();
    await expect(toast(advisor, 'Appointment Updated')).toBeVisible();
    await advisor.goBack();
    await expect(overdue).toContainText('2 appointments need attention');
  });

  await test.step('an admin finds them on the dashboard and in the appointments list too', async () => {
    const admin = await sandbox.openAs('admin');
    const overdueForAdmin = admin.getByRole('region', { name: 'Appointments that need attention' });
    await expect(overdueForAdmin).toContainText('2 appointments need attention');
    await overdueForAdmin
      .getByRole('button', { name: 'Show appointments that need attention' })
      .click();
    await expect(overdueForAdmin.getByRole('article')).toHaveCount(2);
    await expectAccessible(admin);
    await admin.goto('/appointments');
    await expect(overdueForAdmin).toContainText('2 appointments need attention');
    await overdueForAdmin
      .getByRole('button', { name: 'Show appointments that need attention' })
      .click();
    await expect(overdueForAdmin.getByRole('button', { name: /Assign Mechanic/ })).toHaveCount(1);
    await overdueForAdmin
      .getByRole('button', { name: 'Hide appointments that need attention' })
      .click();
    await expect(overdueForAdmin.getByRole('article')).toHaveCount(0);
  });
});
