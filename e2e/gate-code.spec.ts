import { expect } from '@playwright/test';
import { makeVehicle } from '@curbwrench/testing/builders';
import { changeThroughApi, panel } from './appointment-steps.ts';
import { BookingPage, toast } from './booking-page.ts';
import { test } from './sandbox.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const correctedText = 'Gate 4821#, then the second garage';

test('the mechanic’s job card shows what the customer entered under "Access instructions", as corrected by the office', async ({
  sandbox,
}) => {
  const { customer: casey, mechanic: marcus, advisor: avery } = sandbox.people;
  await makeVehicle(sandbox.app, casey.id, { make: 'Honda', model: 'Civic', year: 2019 });
  const customer = await sandbox.openAs('customer');
  const booking = new BookingPage(customer);
  await booking.open();
  await booking.fill({
    vehicle: '2019 Honda Civic',
    service: sandbox.oilChange.name,
    day: 'Tuesday, March 3rd, 2026',
    time: '3:00 PM',
    address: '5 Elm Street, San Francisco',
  });
  const accessField = customer.getByLabel('Access instructions');
  await expect(accessField).toHaveAttribute('maxlength', '60');
  await expect(accessField).toHaveAccessibleDescription(
    /Only the office and the mechanic can see this/,
  );
  await accessField.fill('Gate 4821#');
  await booking.submit.click();
  await expect(toast(customer, 'Appointment booked')).toBeVisible();
  const { id } = await sandbox.app.store.kysely
    .selectFrom('appointments')
    .select('id')
    .where('customer_id', '=', casey.id)
    .executeTakeFirstOrThrow();

  const advisor = await sandbox.openAs('advisor');
  await advisor.goto(`/appointments/${id}`);
  const accessPanel = panel(advisor, 'Access instructions');
  await expect(accessPanel).toContainText('Gate 4821#');
  await accessPanel.getByRole('button', { name: 'Edit' }).click();
  await accessPanel.getByLabel('Access instructions').fill(correctedText);
  await accessPanel.getByRole('button', { name: 'Save' }).click();
  await expect(accessPanel).toContainText(correctedText);
  await changeThroughApi(sandbox, avery, id, { status: 'confirmed', mechanicId: marcus.id });

  const mechanic = await sandbox.openAs('mechanic', phone);
  await expect(mechanic.getByRole('article').first()).toContainText(
    `Access instructions: ${correctedText}`,
  );
  await mechanic.goto(`/appointments/${id}`);
  await expect(panel(mechanic, 'Access instructions')).toContainText(correctedText);
  await expect(panel(mechanic, 'Access instructions').getByRole('button')).toHaveCount(0);
});
