import { expect } from '@playwright/test';
import { makeAppointment } from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { changeThroughApi, panel } from './appointment-steps.ts';
import { toast } from './booking-page.ts';
import { test, today, type Sandbox } from './sandbox.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Makes a confirmed job today for the mechanic. */
function makeJob({ app, people, oilChange }: Sandbox): Promise<number> {
  return makeAppointment(app, {
    date: today,
    start_time: '13:00',
    end_time: '14:00',
    status: 'confirmed',
    customer_id: people.customer.id,
    mechanic_id: people.mechanic.id,
    service_id: oilChange.id,
  });
}

test('an accidental start can be undone from the toast, and the office sees that in the history @mechanics.undo-start', async ({
  sandbox,
}) => {
  const id = await makeJob(sandbox);
  const page = await sandbox.openAs('mechanic', phone);
  await page.getByRole('button', { name: /^Start Service/ }).click();
  await expect(page.getByRole('button', { name: /^I Have Arrived/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Marked as not started')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Start Service/ })).toBeEnabled();

  const office = await sandbox.openAs('advisor');
  await office.goto(`/appointments/${id}`);
  const history = panel(office, 'History').getByRole('listitem');
  await expect(history.filter({ hasText: 'Marked as not started' })).toContainText('Marcus Bell');
});

test("a start can be undone on the job's page until the job is changed again @mechanics.undo-start", async ({
  sandbox,
}) => {
  const id = await makeJob(sandbox);
  const page = await sandbox.openAs('mechanic', phone);
  await page.goto(`/appointments/${id}`);
  const undo = page.getByRole('button', { name: 'Undo start' });
  const start = page.getByRole('button', { name: /^Start Service/ });
  await start.click();
  await expect(undo).toBeVisible();
  await expectAccessible(page);
  await undo.click();
  await expect(start).toBeVisible();
  await expect(undo).toBeHidden();
  await start.click();
  await expect(undo).toBeVisible();
  const { customer } = sandbox.people;
  await changeThroughApi(sandbox, customer, id, { gateCode: '4821' });
  sandbox.expectErrorStatus(409, `/api/appointments/${id}`);
  await expect(undo).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(
    toast(page, 'This appointment has changed in the meantime, so nothing was undone.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^I Have Arrived/ })).toBeVisible();
});

test('after arrival, the toast no longer offers to undo the start @mechanics.undo-start', async ({
  sandbox,
}) => {
  await makeJob(sandbox);
  const page = await sandbox.openAs('mechanic', phone);
  await page.getByRole('button', { name: /^Start Service/ }).click();
  const undo = page.getByRole('button', { name: /^Undo/ });
  await expect(undo).toBeVisible();
  await page.getByRole('button', { name: /^I Have Arrived/ }).click();
  await expect(undo).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Complete Service/ })).toBeVisible();
});
