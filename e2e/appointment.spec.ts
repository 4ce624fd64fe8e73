import { expect } from '@playwright/test';
import { makeMechanic } from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import {
  abortChanges,
  bookThroughApi,
  changeThroughApi,
  closePaymentDialog,
  expectDisabled,
  panel,
  respondWithInvalidJson,
} from './appointment-steps.ts';
import { expectToast, toast } from './booking-page.ts';
import { test, today } from './sandbox.ts';

const thursday = '2026-03-05';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('a customer adds notes to an appointment and reschedules it, its mechanic sees each change, and only the first of two cancellations succeeds @appointments.details @screens.titles', async ({
  sandbox,
}) => {
  const { customer: casey, mechanic: marcus, advisor: avery } = sandbox.people;
  const id = await bookThroughApi(sandbox, thursday, '10:00');
  await changeThroughApi(sandbox, avery, id, { status: 'confirmed', mechanicId: marcus.id });
  const customer = await sandbox.openAs('customer');
  const mechanic = await sandbox.openAs('mechanic', phone);

  await test.step('both open the same page and see only what their roles allow', async () => {
    await customer.getByRole('link', { name: 'View Details for #0001' }).click();
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText(
      '#0001 Oil & Filter Change',
    );
    await expect(customer).toHaveTitle(/^#0001 Oil & Filter Change · /);
    await expect(customer).toHaveURL(/\/appointments\/1$/);
    await expect(panel(customer, 'Your mechanic')).toContainText('Marcus Bell');
    await expect(
      panel(customer, 'Your mechanic').getByRole('link', { name: marcus.email }),
    ).toHaveAttribute('href', `mailto:${marcus.email}`);
    await expect(panel(customer, 'Price and terms')).toContainText('$89.00');
    await expect(panel(customer, 'Price and terms')).toContainText(
      'You can reschedule or cancel until Wed, Mar 04, 2026, 10:00 AM (24 hours before your appointment).',
    );
    await expect(panel(customer, 'History').getByRole('listitem')).toHaveText([
      /^Assigned to Marcus Bell.*Mar 03, 2026, 9:00 AM · by the office$/,
      /^Booked.*by you$/,
    ]);
    await expect(customer.getByRole('button', { name: 'Track Mechanic for #0001' })).toBeVisible();

    await mechanic.goto(`/appointments/${id}`);
    await expect(panel(mechanic, 'Customer')).toContainText('Casey Morgan');
    await expect(mechanic.getByText(casey.email)).toHaveCount(0);
    const call = mechanic.getByRole('link', { name: 'Call Customer' });
    await expect(call).toHaveAttribute('href', /^tel:\+1555\d+$/);
    const directions = mechanic.getByRole('link', { name: /Directions/ });
    await expect(directions).toHaveAttribute('href', /5%20Elm%20Street/);
    await expectAccessible(mechanic);
  });

  await test.step('the customer adds notes', async () => {
    await customer.getByRole('button', { name: 'Add Notes' }).click();
    await customer.getByLabel('Your notes').fill('The blue gate.\nThe dog is friendly.');
    await customer.getByRole('button', { name: 'Save Notes' }).click();
    await expect(toast(customer, 'Appointment Updated')).toBeVisible();
    await expect(panel(mechanic, 'Notes')).toContainText('The dog is friendly.');
    await expect(panel(mechanic, 'History')).toContainText('Notes changed');
  });

  await test.step('the customer reschedules it to another day', async () => {
    await customer.getByRole('button', { name: 'Reschedule' }).click();
    const dialog = customer.getByRole('dialog', { name: 'Reschedule #0001' });
    const submit = dialog.getByRole('button', { name: 'Reschedule' });
    await expect(dialog.getByRole('radio', { name: '10:00 AM', exact: true })).toBeEnabled();
    await expectAccessible(customer);
    await submit.click();
    await expect(dialog.getByText('Please select a time')).toBeVisible();
    await dialog.getByRole('radio', { name: '10:00 AM', exact: true }).check();
    await expect(
      dialog.getByText('The appointment is already scheduled for that time.').first(),
    ).toBeVisible();
    await expect(submit).toBeDisabled();
    await dialog.getByRole('button', { name: /Friday, March 6th, 2026/ }).click();
    await dialog.getByRole('radio', { name: '2:00 PM', exact: true }).check();
    await submit.click();
    await expect(
      toast(customer, "It's now scheduled for Fri, Mar 06, 2026 at 2:00 PM."),
    ).toBeVisible();
    await expect(panel(customer, 'History')).toContainText(
      'From Thu, Mar 05, 2026, 10:00 AM to Fri, Mar 06, 2026, 2:00 PM',
    );
    await expect(mechanic.getByRole('article')).toContainText('Mar 06, 2026');
  });

  await test.step('an advisor cancels it just before the customer does', async () => {
    await customer.getByRole('button', { name: 'Cancel appointment' }).click();
    const dialog = customer.getByRole('dialog', { name: 'Cancel this appointment?' });
    await dialog.getByLabel(/Reason/).fill('The car is sold.');
    const cancellation = { status: 'cancelled', reason: 'The road is closed.' };
    await changeThroughApi(sandbox, avery, id, cancellation);
    sandbox.expectErrorStatus(409, `/api/appointments/${id}`);
    await dialog.getByRole('button', { name: 'Cancel appointment' }).click();
    const reason = "409: A canceled appointment can't be canceled.";
    await expectToast(customer, 'Failed to update appointment', reason);
    await dialog.getByRole('button', { name: 'Keep appointment' }).click();
    await expect(panel(customer, 'History')).toContainText('The road is closed.');
  });

  await test.step('actions that are no longer possible are not offered', async () => {
    await mechanic.reload();
    const impossible = /Reschedule|Cancel|Notes|Start|Arrived|Complete|Decline/;
    for (const page of [customer, mechanic]) {
      await expect(page.getByRole('article')).toContainText('Cancelled');
      await expect(page.getByRole('main').getByRole('button', { name: impossible })).toHaveCount(0);
    }
    await expect(mechanic.getByRole('link', { name: /Directions/ })).toHaveCount(0);
  });
});

test("a mechanic does today's jobs one at a time, reports each step, and declines a job @appointments.start @appointments.details @mechanics.failures", async ({
  sandbox,
}) => {
  const { mechanic: marcus, advisor: avery, customer: casey } = sandbox.people;
  const ids = [
    await bookThroughApi(sandbox, today, '11:00'),
    await bookThroughApi(sandbox, today, '13:00'),
    await bookThroughApi(sandbox, thursday, '10:00'),
  ];
  const assignment = { status: 'confirmed', mechanicId: marcus.id };
  for (const id of ids) await changeThroughApi(sandbox, avery, id, assignment);
  const page = await sandbox.openAs('mechanic', phone);

  await test.step('Customer Details shows who is waiting and where', async () => {
    await page.getByRole('button', { name: 'Customer Details for #0001' }).click();
    const dialog = page.getByRole('dialog', { name: 'Casey Morgan' });
    await expect(dialog).toContainText('Casey Morgan');
    await expect(dialog).toContainText('2019 Honda Civic');
    await expect(dialog).toContainText('5 Elm Street, San Francisco');
    await expect(dialog.getByRole('link', { name: 'Call Customer' })).toHaveAttribute(
      'href',
      /^tel:/,
    );
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('a start that does not reach the server waits to be sent', async () => {
    await page.getByRole('link', { name: 'Bookings' }).click();
    for (const fact of [
      'Oil & Filter Change',
      'Confirmed',
      'Mar 03, 2026',
      '11:00 AM – 12:00 PM',
      `Customer #${casey.id.slice(0, 5)}`,
    ]) {
      await expect(page.getByRole('article').first()).toContainText(fact);
    }
    sandbox.expectLostConnection('/api/appointments/1');
    await page.route('**/api/appointments/1', (route) => route.abort('connectionreset'));
    await page.getByRole('button', { name: 'Start Service #0001' }).click();
    await expectToast(
      page,
      'Saved on this device',
      "We couldn't reach the server. We'll send your update as soon as we can.",
    );
    const waiting = page.getByText("Not sent yet. We'll send it when you're back online.");
    await expect(waiting).toBeVisible();
    await page.unroute('**/api/appointments/1');
    await respondWithInvalidJson(page, '**/api/appointments/1', 'PATCH');
    await page.reload();
    await expect(waiting).toBeVisible();
    await page.unroute('**/api/appointments/1');
    await page.reload();
    await expect(waiting).toBeHidden();
  });

  await test.step('the job is started, and the mechanic cannot start another yet', async () => {
    await expect(page.getByRole('button', { name: 'Complete Service #0001' })).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Start Service #0002' })).toBeDisabled();
    await page.getByRole('link', { name: 'View Details for #0002' }).click();
    await expectDisabled(
      page,
      'Start Service',
      'Appointment #0001 is still in progress; complete it first.',
    );
  });

  await test.step('the mechanic reports their arrival, only once, and completes the job', async () => {
    await page.goto('/appointments/1');
    await page.getByRole('button', { name: 'I Have Arrived' }).click();
    await expect(panel(page, 'History')).toContainText('Mechanic arrived');
    await expect(page.getByRole('button', { name: 'I Have Arrived' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Complete Service' }).click();
    const sheet = page.getByRole('dialog', { name: 'Complete #0001?' });
    await expect(sheet).toHaveAccessibleDescription('Oil & Filter Change: $89.00 will be due.');
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('article'), 'nothing has changed').toContainText('In Progress');
    await page.getByRole('button', { name: 'Complete Service' }).click();
    await sheet.getByRole('button', { name: 'Complete Service' }).click();
    await closePaymentDialog(page);
    await expect(panel(page, 'History')).toContainText('Service completed');
    await expect(panel(page, 'Price and terms')).toContainText('Pending');
  });

  await test.step('the mechanic declines a job on another day and no longer sees it', async () => {
    await page.goto('/appointments/3');
    await expectDisabled(
      page,
      'Start Service',
      'A job can only be started on its scheduled day, Thu, Mar 05, 2026.',
    );
    sandbox.expectErrorStatus(404, '/api/appointments/3');
    await page.getByRole('button', { name: 'Decline job' }).click();
    const dialog = page.getByRole('dialog', { name: 'Decline this job?' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel(/Reason/).fill('Too far from my other job.');
    await dialog.getByRole('button', { name: 'Decline job' }).click();
    await expect(page).toHaveURL(/\/appointments$/);
    await expect(page.getByRole('link', { name: 'View Details for #0002' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'View Details for #0003' })).toHaveCount(0);
    await page.goto('/appointments/3');
    await expect(page.getByRole('heading', { name: 'Appointment not found' })).toBeVisible();
  });

  await test.step('the advisor sees the reason, but the customer does not', async () => {
    const office = await sandbox.openAs('advisor');
    await office.goto('/appointments/3');
    await expect(panel(office, 'History')).toContainText('Declined by Marcus Bell');
    await expect(panel(office, 'History')).toContainText('Too far from my other job.');
    const customer = await sandbox.openAs('customer');
    await customer.goto('/appointments/3');
    await expect(panel(customer, 'History')).toContainText('Looking for another mechanic');
    await expect(customer.getByText('Too far')).toHaveCount(0);
  });
});

test('an advisor assigns an appointment, changes its mechanic and unassigns it with a reason @appointments.office @dispatch.attention @dispatch.board @dispatch.assign-failures', async ({
  sandbox,
}) => {
  const { customer: casey } = sandbox.people;
  await makeMechanic(sandbox.app, { firstName: 'Elena', lastName: 'Ruiz' });
  const id = await bookThroughApi(sandbox, today, '13:00');
  const page = await sandbox.openAs('advisor');

  await test.step('the advisor opens the appointment from the board', async () => {
    const row = page.getByRole('article', { name: 'Oil & Filter Change' });
    await expect(row).toContainText(`Customer #${casey.id.slice(0, 5)}`);
    await expect(row).toContainText('#0001');
    await row.getByRole('link', { name: 'View Details for #0001' }).click();
    await expect(panel(page, 'People')).toContainText('Casey Morgan');
    await expect(panel(page, 'People')).toContainText(casey.email);
    await expect(panel(page, 'People')).toContainText('Unassigned');
    await expect(page.getByRole('button', { name: 'Unassign mechanic' })).toHaveCount(0);
  });

  await test.step('an error appears if the request fails', async () => {
    await page.getByRole('button', { name: 'Assign Mechanic for #0001' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign Mechanic' });
    await expect(dialog).toHaveAccessibleDescription(
      'Select a mechanic to assign to this appointment.',
    );
    await expect(dialog).toContainText(/Mar 03, 2026.*1:00 PM – 2:00 PM.*5 Elm Street/);
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled();
    sandbox.expectLostConnection(`/api/appointments/${id}`);
    const abort = await abortChanges(page, `**/api/appointments/${id}`);
    await dialog.getByRole('radio', { name: 'Marcus Bell' }).check();
    await dialog.getByRole('button', { name: 'Confirm Assignment' }).click();
    await expect(dialog.getByRole('button', { name: 'Assigning...' })).toBeDisabled();
    abort();
    await expectToast(page, 'Error', 'Failed to assign mechanic');
    await page.unroute(`**/api/appointments/${id}`);
    await dialog.getByRole('button', { name: 'Confirm Assignment' }).click();
    await expectToast(
      page,
      'Mechanic Assigned',
      'The mechanic has been assigned and the appointment confirmed.',
    );
  });

  await test.step('the advisor assigns a different mechanic; the current one is not offered', async () => {
    await page.getByRole('button', { name: 'Change mechanic for #0001' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign Mechanic' });
    await expect(dialog.getByRole('radio', { name: 'Elena Ruiz' })).toBeChecked();
    await expect(dialog.getByRole('radio')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Confirm Assignment' }).click();
    await expect(panel(page, 'People')).toContainText('Elena Ruiz');
  });

  await test.step('the advisor unassigns it, and an admin assigns a mechanic again', async () => {
    await page.getByRole('button', { name: 'Unassign mechanic' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unassign the mechanic?' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page, { alsoOnPhone: true });
    await dialog.getByLabel(/Reason/).fill('She is needed elsewhere.');
    await dialog.getByRole('button', { name: 'Unassign mechanic' }).click();
    await expect(page.getByRole('article')).toContainText('Unassigned');
    const admin = await sandbox.openAs('admin');
    await admin.getByRole('link', { name: 'Details for #0001' }).click();
    await expect(panel(admin, 'History')).toContainText('by Avery Cole');
    await expect(panel(admin, 'History')).toContainText('She is needed elsewhere.');
    await admin.getByRole('button', { name: 'Assign Mechanic for #0001' }).click();
    const assign = admin.getByRole('dialog', { name: 'Assign Mechanic' });
    sandbox.expectLostConnection(`/api/appointments/${id}`);
    await admin.route(`**/api/appointments/${id}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort('connectionreset') : route.continue(),
    );
    await assign.getByRole('radio', { name: 'Marcus Bell' }).check();
    await assign.getByRole('button', { name: 'Confirm Assignment' }).click();
    const noConnection = "We couldn't reach the server. Check your connection.";
    await expectToast(admin, 'Failed to assign mechanic', noConnection);
    await admin.unroute(`**/api/appointments/${id}`);
    await respondWithInvalidJson(admin, `**/api/appointments/${id}`, 'PATCH');
    await assign.getByRole('button', { name: 'Confirm Assignment' }).click();
    await expect(toast(admin, 'An unknown error occurred')).toBeVisible();
    await admin.unroute(`**/api/appointments/${id}`);
    await assign.getByRole('button', { name: 'Confirm Assignment' }).click();
    await expect(toast(admin, 'The appointment has been assigned.')).toBeVisible();
  });
});
