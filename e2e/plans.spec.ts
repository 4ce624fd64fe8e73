import {
  makeAppointment,
  makePlan,
  makeServiceArea,
  makeVehicle,
} from '@curbwrench/testing/builders';
import { setPlanPaymentStatus } from '@curbwrench/testing/plan-payments';
import { send } from '@curbwrench/testing/requests';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { BookingPage, toast } from './booking-page.ts';
import { markFailed } from './payment-steps.ts';
import { test, today, type Sandbox } from './sandbox.ts';

/** Makes the plan 'Whole Year': one oil change and 10% off everything else for $120.00 a year. */
function makeWholeYear({ app, oilChange }: Sandbox): Promise<number> {
  const services = [{ serviceId: oilChange.id, uses: 1 }];
  return makePlan(
    app,
    {
      name: 'Whole Year',
      description: 'A year of care for one price.',
      price: '120.00',
      billing_interval: 'year',
    },
    services,
  );
}

const fridayBooking = {
  service: 'Oil & Filter Change',
  day: 'Friday, March 6th, 2026',
  address: '5 Elm Street',
};

test('a customer joins a plan and books what it includes @plans.join', async ({ sandbox }) => {
  await makeWholeYear(sandbox);
  await makeVehicle(sandbox.app, sandbox.people.customer.id);
  const page = await sandbox.openAs('customer');
  await page.getByRole('link', { name: /Maintenance plans/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Maintenance Plans' })).toBeVisible();
  const card = page.getByRole('article', { name: 'Whole Year' });
  await expect(card).toContainText('$120.00 per year');
  await expect(card).toContainText('Oil & Filter Change, once per year');
  await expect(card).toContainText('10% off everything else');

  await card.getByRole('button', { name: 'Join Whole Year' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join Whole Year?' });
  await expect(dialog).toContainText('The first $120.00 is due now');
  await expectAccessible(page, { subject: 'joining a plan', alsoOnPhone: true });
  await dialog.getByRole('button', { name: 'Join for $120.00' }).dblclick();
  await expect(page).toHaveURL(/\/subscription-success$/);
  await expect(
    page.getByRole('heading', { level: 1, name: "You're on the Whole Year plan" }),
  ).toBeVisible();
  await expect(page.getByText('Your payment is pending')).toBeVisible();
  await expect(page.getByText(/On Wed, Mar 03, 2027, at the same price/)).toBeVisible();
  const { app, people } = sandbox;
  const payments = await send(app, people.customer, 'GET', '/api/payments');
  expect(payments.json()).toMatchObject([
    { amount: '120.00', status: 'pending', appointmentId: null },
  ]);

  const serviceCard = page.getByRole('article', { name: 'Oil & Filter Change' });
  await test.step('the service shows the plan price once the plan fee is paid', async () => {
    await page.goto('/services');
    await expect(serviceCard).toContainText('$89.00');
    await expect(serviceCard).not.toContainText('Included in your plan');
    const booking = new BookingPage(page);
    await booking.open();
    await booking.serviceRow(fridayBooking.service).check();
    const summary = page.getByRole('region', { name: 'Booking Summary' });
    await expect(summary).toContainText('$89.00');
    await expect(summary).toContainText("Your plan's benefits start once this year's fee is paid.");

    await send(app, people.admin, 'POST', '/api/payments/1/record', { paymentMethod: 'cash' });
    await expect(summary).toContainText('$0.00');
    await page.goto('/services');
    await expect(serviceCard).toContainText('Included in your plan');
    await expectAccessible(page);
  });

  await test.step('the included use is shown in the summary and deducted from the price', async () => {
    const booking = new BookingPage(page);
    await booking.open();
    await booking.fill({ ...fridayBooking, vehicle: '2019 Honda Civic', time: '10:00 AM' });
    const summary = page.getByRole('region', { name: 'Booking Summary' });
    await expect(summary).toContainText('$0.00');
    await expect(summary).toContainText('Included in the Whole Year plan: 1 of 1 left.');
    const details = page.getByRole('region', { name: 'Service Details' });
    await expect(details).toContainText('Included in your plan');
    await booking.submit.click();
    await expect(toast(page, 'Appointment booked')).toBeVisible();
    const appointments = await send(app, people.customer, 'GET', '/api/appointments');
    expect(appointments.json()).toMatchObject([{ price: '0.00' }]);

    await booking.open();
    await booking.serviceRow(fridayBooking.service).check();
    await expect(summary).toContainText('$80.10');
    await expect(summary).toContainText('Whole Year plan (10% off)−$8.90');
    await expect(details).toContainText('$80.10 with your plan');
    await page.goto('/services');
    await expect(serviceCard).toContainText('$80.10 with your plan');
  });
});

test("a receipt shows the plan's discount and the service area's trip fee", async ({ sandbox }) => {
  const { app, people } = sandbox;
  const planId = await makeWholeYear(sandbox);
  await makeServiceArea(app, ['94103'], { name: 'South side', trip_fee: '15.00' });
  const vehicleId = await makeVehicle(app, people.customer.id);
  await send(app, people.customer, 'POST', '/api/subscriptions', { planId, version: 1 });
  await setPlanPaymentStatus(app, people.customer.id, 'completed');
  for (const startTime of ['11:00', '12:00']) {
    const booking = {
      vehicleId,
      serviceId: sandbox.oilChange.id,
      date: today,
      startTime,
      location: JSON.stringify({ address: '5 Elm Street 94103' }),
    };
    const response = await send(app, people.customer, 'POST', '/api/appointments', booking);
    const url = `/api/appointments/${response.json<{ id: number }>().id}`;
    const assignment = { mechanicId: people.mechanic.id, status: 'confirmed' };
    await send(app, people.admin, 'PATCH', url, assignment);
    for (const status of ['in_progress', 'completed']) {
      await send(app, people.mechanic, 'PATCH', url, { status });
    }
  }

  const page = await sandbox.openAs('customer', { viewport: { width: 360, height: 800 } });
  const invoice = page.getByRole('dialog', { name: 'Invoice' });
  const expectLineItem = async (name: string, amount: string) => {
    const lineItem = invoice.locator('dl > div').filter({ hasText: name }).last();
    await expect(lineItem).toContainText(amount);
  };
  await page.goto('/payments');
  // The first payment is for the plan.
  await page.getByRole('button', { name: 'Receipt #0002' }).click();
  await expectLineItem('Oil & Filter Change', '$89.00');
  await expectLineItem('Included in the Whole Year plan', '−$89.00');
  await expectLineItem('Trip fee, South side', '$15.00');
  await expectLineItem('Total', '$15.00');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Receipt #0003' }).click();
  await expectLineItem('Whole Year plan (10% off)', '−$8.90');
  await expectLineItem('Total', '$95.10');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Receipt #0001' }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await expect(receipt).toContainText('Direct Payment');
  await expect(receipt.getByText('Oil & Filter Change')).toHaveCount(0);

  await test.step("the appointment's page shows the same discount and amount", async () => {
    await page.goto('/appointments/2');
    const price = page.getByRole('region', { name: 'Price and terms' });
    await expect(price).toContainText('Whole Year plan (10% off)');
    await expect(price).toContainText('$95.10');
  });
});

test('a customer cancels their plan as of the end of the billing interval, then changes their mind @plans.leave', async ({
  sandbox,
}) => {
  const planId = await makeWholeYear(sandbox);
  const joinRequest = { planId, version: 1 };
  await send(sandbox.app, sandbox.people.customer, 'POST', '/api/subscriptions', joinRequest);
  const page = await sandbox.openAs('customer');
  await page.getByRole('link', { name: 'Your plan: Whole Year' }).click();
  const ownPlan = page.getByRole('region', { name: 'Your plan: Whole Year' });
  await expect(ownPlan).toContainText('1 of 1 left');
  await expect(ownPlan.getByText('Awaiting payment', { exact: true })).toBeVisible();
  await expect(ownPlan).toContainText(
    "Your plan's benefits start once this year's fee is paid. $120.00 for this billing interval is unpaid",
  );
  await test.step('the office sees the unpaid fee when assigning a mechanic', async () => {
    await makeAppointment(sandbox.app, {
      date: '2026-03-05',
      customer_id: sandbox.people.customer.id,
      service_id: sandbox.oilChange.id,
      held_mechanic_id: sandbox.people.mechanic.id,
    });
    const office = await sandbox.openAs('advisor');
    await office.getByRole('button', { name: 'Assign Mechanic for #0001' }).first().click();
    await expect(office.getByRole('dialog', { name: 'Assign Mechanic' })).toContainText(
      'Unpaid plan fee: $120.00 for Whole Year.',
    );
    await office.close();
  });
  await setPlanPaymentStatus(sandbox.app, sandbox.people.customer.id, 'completed');
  await page.reload();
  await expect(ownPlan.getByText('Active', { exact: true })).toBeVisible();
  await ownPlan.getByRole('button', { name: 'Cancel plan' }).click();
  const cancelDialog = page.getByRole('dialog', { name: 'Cancel Whole Year?' });
  await expect(cancelDialog).toContainText('Your plan stays active until Wed, Mar 03, 2027');
  await expectAccessible(page);
  await cancelDialog.getByRole('button', { name: 'Cancel plan' }).click();
  await expect(toast(page, 'Plan canceled')).toBeVisible();
  await expect(ownPlan).toContainText('Ends on Wed, Mar 03, 2027');
  await expect(ownPlan).toContainText("you won't be charged again");
  await ownPlan.getByRole('button', { name: 'Resume plan' }).click();
  await expect(toast(page, 'Plan resumed')).toBeVisible();
  await expect(ownPlan).toContainText('Renews on Wed, Mar 03, 2027');

  await test.step('a plan whose payment failed is paused, and can be canceled immediately', async () => {
    await markFailed(sandbox, 1);
    await expect(ownPlan.getByText('Paused', { exact: true })).toBeVisible();
    await expect(ownPlan).toContainText(
      "The payment of $120.00 failed, so your plan's benefits are on hold. Please call us at +1 555 0100.",
    );
    await ownPlan.getByRole('button', { name: 'Cancel plan' }).click();
    await expect(cancelDialog).toContainText('so your plan ends immediately');
    await cancelDialog.getByRole('button', { name: 'Cancel plan' }).click();
    await expect(toast(page, 'Whole Year has ended.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Join Whole Year' })).toBeEnabled();
  });
});

test('an advisor and a mechanic can see the plans, but cannot join or change one', async ({
  sandbox,
}) => {
  const mechanic = await sandbox.openAs('mechanic');
  await mechanic.goto('/subscription-plans');
  await expect(mechanic.getByText('No plans are available right now.')).toBeVisible();
  await mechanic.goto('/subscription-success');
  await expect(mechanic.getByText('Only customers can join plans.')).toBeVisible();
  await makeWholeYear(sandbox);
  await mechanic.getByRole('link', { name: 'View plans' }).click();
  const advisor = await sandbox.openAs('advisor');
  await advisor.getByRole('link', { name: 'Services', exact: true }).click();
  await advisor.getByRole('link', { name: /Maintenance plans/ }).click();
  for (const page of [mechanic, advisor]) {
    const card = page.getByRole('article', { name: 'Whole Year' });
    await expect(card).toContainText('$120.00 per year');
    await expect(card).toContainText('Oil & Filter Change, once per year');
    await expect(page.getByText('member')).toHaveCount(0);
    await expect(card.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add plan' })).toHaveCount(0);
  }
});

test('a booking is refused if its price has changed since it was shown', async ({ sandbox }) => {
  sandbox.expectErrorStatus(409, '/api/appointments');
  const { app, people } = sandbox;
  const planId = await makeWholeYear(sandbox);
  const vehicleId = await makeVehicle(app, people.customer.id);
  await send(app, people.customer, 'POST', '/api/subscriptions', { planId, version: 1 });
  await setPlanPaymentStatus(app, people.customer.id, 'completed');
  const page = await sandbox.openAs('customer');
  // The page gets no live events, like a phone with a bad connection.
  await page.route('**/api/events*', (route) => route.abort('connectionreset'));
  sandbox.expectLostConnection('/api/events');
  const booking = new BookingPage(page);
  await booking.open();
  await booking.fill({ ...fridayBooking, vehicle: '2019 Honda Civic', time: '10:00 AM' });
  const summary = page.getByRole('region', { name: 'Booking Summary' });
  await expect(summary).toContainText('$0.00');
  await send(app, people.customer, 'POST', '/api/appointments', {
    vehicleId,
    serviceId: sandbox.oilChange.id,
    date: '2026-03-05',
    startTime: '10:00',
    location: JSON.stringify({ address: '5 Elm Street' }),
  });
  await booking.submit.click();
  await expect(toast(page, 'Booking failed')).toBeVisible();
  await expect(
    toast(page, '409: The price has changed. Please check it and book again.'),
  ).toBeVisible();
  await expect(summary).toContainText('$80.10');
  await booking.submit.click();
  await expect(toast(page, 'Appointment booked')).toBeVisible();
});
