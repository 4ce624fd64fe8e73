import { expect, type Locator } from '@playwright/test';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { makeAppointment } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { expectAccessible } from './accessibility.ts';
import { test, today, type Sandbox } from './sandbox.ts';

const defaultLocation = {
  latitude: 37.7849,
  longitude: -122.4194,
  place_precision: 'house',
} as const;

/** Inserts an oil change for the sandbox's customer. */
function makeJob(
  { app, people, oilChange }: Sandbox,
  details: Partial<Parameters<typeof makeAppointment>[1]>,
): Promise<number> {
  const common = { date: today, customer_id: people.customer.id, service_id: oilChange.id };
  return makeAppointment(app, { ...common, ...defaultLocation, ...details });
}

test('the assign dialog says how far away the previous job is, and warns of a drive that is too long @dispatch.distance', async ({
  sandbox,
}) => {
  const previousJob = await makeJob(sandbox, {
    status: 'confirmed',
    mechanic_id: sandbox.people.mechanic.id,
    latitude: 37.695,
    start_time: '10:00',
    end_time: '10:50',
  });
  await makeJob(sandbox, { start_time: '11:00', end_time: '12:00' });
  const page = await sandbox.openAs('advisor');
  await page.getByRole('button', { name: /^Assign Mechanic/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign Mechanic' });
  await expect(dialog.getByRole('radio', { name: 'Marcus Bell' })).toBeChecked();
  const number = displayId(previousJob);
  await expect(
    dialog.getByText(`About 20 min from the previous job (${number})`, { exact: true }),
  ).toBeVisible();
  await expect(
    dialog.getByText(
      `Only 10 min between ${number} and this job, but the drive takes about 20 min`,
      { exact: true },
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Confirm Assignment' }).click();
  await expect(dialog).toHaveCount(0);
});

test('Track Mechanic comes after View Details until the day of the job, and the promised arrival is in the history @tracking.button @tracking.promised', async ({
  sandbox,
}) => {
  const { app, people } = sandbox;
  const assignment = { status: 'confirmed', mechanic_id: people.mechanic.id } as const;
  const id = await makeJob(sandbox, assignment);
  const laterJob = await makeJob(sandbox, { ...assignment, date: '2026-03-05' });
  const page = await sandbox.openAs('customer');
  const findActions = (card: Locator) => card.getByText(/^(Track Mechanic|View Details)$/);
  await expect(findActions(page.getByRole('article'))).toHaveText([
    'Track Mechanic',
    'View Details',
  ]);
  await page.goto('/appointments');
  const findRow = (jobId: number) =>
    page.getByRole('article').filter({ hasText: displayId(jobId) });
  await expect(findActions(findRow(id))).toHaveText(['Track Mechanic', 'View Details']);
  await expect(findActions(findRow(laterJob))).toHaveText(['View Details', 'Track Mechanic']);

  const location = { lat: 37.8, lng: -122.4194 };
  await send(app, people.mechanic, 'PATCH', '/api/mechanics/status', { location });
  await send(app, people.mechanic, 'PATCH', `/api/appointments/${id}`, { status: 'in_progress' });
  await page.goto(`/appointments/${id}`);
  await expect(page.getByRole('list', { name: 'History' })).toContainText(
    'Estimated arrival: 9:06 AM',
  );
});
