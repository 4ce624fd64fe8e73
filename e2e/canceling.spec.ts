import { expect } from '@playwright/test';
import { makePerson } from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { bookThroughApi, changeThroughApi } from './appointment-steps.ts';
import { toast } from './booking-page.ts';
import { test, today } from './sandbox.ts';

test('a job in progress can be canceled only with a reason, and another customer cannot open it', async ({
  sandbox,
}) => {
  const { mechanic: marcus, advisor: avery } = sandbox.people;
  const id = await bookThroughApi(sandbox, today, '13:00');
  await changeThroughApi(sandbox, avery, id, { status: 'confirmed', mechanicId: marcus.id });
  await changeThroughApi(sandbox, marcus, id, { status: 'in_progress' });
  const page = await sandbox.openAs('advisor');
  await page.goto(`/appointments/${id}`);

  await test.step('a job in progress is canceled only with a reason', async () => {
    const cancel = page.getByRole('button', { name: 'Cancel appointment' });
    await expect(cancel).toBeVisible();
    await expect(page.getByRole('button', { name: /Reschedule|Mechanic/ })).toHaveCount(0);
    await cancel.click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' });
    const confirm = dialog.getByRole('button', { name: 'Cancel appointment' });
    await confirm.click();
    await expect(
      dialog.getByText('Please enter a reason for canceling a job in progress.'),
    ).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Reason').fill('The customer is ill.');
    await confirm.click();
    await expect(toast(page, 'Appointment Updated')).toBeVisible();
    await expect(page.getByRole('article')).toContainText('Cancelled');
  });

  await test.step('another customer cannot open it', async () => {
    const stranger = await sandbox.openWithSession(await makePerson(sandbox.app, 'customer'));
    sandbox.expectErrorStatus(404, `/api/appointments/${id}`);
    await stranger.goto(`/appointments/${id}`);
    await expect(
      stranger.getByText("This appointment doesn't exist, or you don't have access to it."),
    ).toBeVisible();
    const visitor = await sandbox.openPage();
    sandbox.expectErrorStatus(401, '/api/auth/user');
    await visitor.goto(`/appointments/${id}`);
    await expect(visitor.getByText('Authentication required')).toBeVisible();
  });
});
