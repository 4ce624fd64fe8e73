import { expect } from '@playwright/test';
import { makeVehicle } from '@curbwrench/testing/builders';
import { changeThroughApi, panel } from './appointment-steps.ts';
import { BookingPage, toast } from './booking-page.ts';
import { onSharedServer, test } from './sandbox.ts';

test.use(onSharedServer);

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const correctedText = 'Gate 4821#, then the second garage';

test('the mechanic’s job card shows what the customer entered under "How to get in", as corrected by the office', async ({
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
  const howToGetIn = customer.getByLabel('How to get in');
  await expect(howToGetIn).toHaveAttribute('maxlength', '60');
  await expect(howToGetIn).toHaveAccessibleDescription(
    /Only our office and your mechanic can see it/,
  );
  await howToGetIn.fill('Gate 4821#');
  await booking.submit.click();
  await expect(toast(customer, 'Appointment booked')).toBeVisible();
  const { id } = await sandbox.app.store.kysely
    .selectFrom('appointments')
    .select('id')
    .where('customer_id', '=', casey.id)
    .executeTakeFirstOrThrow();

  const advisor = await sandbox.openAs('advisor');
  await advisor.goto(`/appointments/${id}`);
  const howToGetInPanel = panel(advisor, 'How to get in');
  await expect(howToGetInPanel).toContainText('Gate 4821#');
  await howToGetInPanel.getByRole('button', { name: 'Edit' }).click();
  await howToGetInPanel.getByLabel('How to get in').fill(correctedText);
  await howToGetInPanel.getByRole('button', { name: 'Save' }).click();
  await expect(howToGetInPanel).toContainText(correctedText);
  await changeThroughApi(sandbox, avery, id, { status: 'confirmed', mechanicId: marcus.id });

  const mechanic = await sandbox.openAs('mechanic', phone);
  await expect(mechanic.getByRole('article').first()).toContainText(
    `How to get in: ${correctedText}`,
  );
  await mechanic.goto(`/appointments/${id}`);
  await expect(panel(mechanic, 'How to get in')).toContainText(correctedText);
  await expect(panel(mechanic, 'How to get in').getByRole('button')).toHaveCount(0);
});
