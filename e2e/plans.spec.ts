import {
  makePlan,
  makeService,
  makeServiceArea,
  makeVehicle,
} from '@curbwrench/server/testing/builders';
import { send } from '@curbwrench/server/testing/requests';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { BookingPage, toast } from './booking-page.ts';
import { markFailed } from './payment-steps.ts';
import { test, today, type Stage } from './stage.ts';

/** 'Whole Year': one oil change and 10 % off everything else, for 120.00 a year. */
function makeWholeYear({ site, oilChange }: Stage): Promise<number> {
  const services = [{ serviceId: oilChange.id, uses: 1 }];
  return makePlan(
    site,
    {
      name: 'Whole Year',
      description: 'A year of care for one price.',
      price: '120.00',
      billing_interval: 'year',
    },
    services,
  );
}

const friday = {
  service: 'Oil & Filter Change - $89.00',
  day: 'Friday, March 6th, 2026',
  address: '5 Elm Street',
};

test('a customer joins a plan and books what it includes', async ({ stage }) => {
  await makeWholeYear(stage);
  await makeVehicle(stage.site, stage.people.customer.id);
  const page = await stage.openAs('customer');
  await page.getByRole('link', { name: /Maintenance plans/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Maintenance Plans' })).toBeVisible();
  const card = page.getByRole('article', { name: 'Whole Year' });
  await expect(card).toContainText('$120.00 per year');
  await expect(card).toContainText('Oil & Filter Change, once per year');
  await expect(card).toContainText('10% off everything else');

  await card.getByRole('button', { name: 'Join Whole Year' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join Whole Year?' });
  await expect(dialog).toContainText('The first $120.00 is due now');
  await dialog.getByRole('button', { name: 'Join for $120.00' }).dblclick();
  await expect(page).toHaveURL(/\/subscription-success$/);
  await expect(
    page.getByRole('heading', { level: 1, name: 'You have the plan Whole Year' }),
  ).toBeVisible();
  await expect(page.getByText('Your payment is pending')).toBeVisible();
  await expect(page.getByText(/On Mar 03, 2027, at the same price/)).toBeVisible();
  const { site, people } = stage;
  const paid = await send(site, people.customer, 'GET', '/api/payments');
  expect(paid.json()).toMatchObject([{ amount: '120.00', status: 'pending', appointmentId: null }]);

  const offer = page.getByRole('article', { name: 'Oil & Filter Change' });
  await test.step('the service says so beside its own price', async () => {
    await page.goto('/services');
    await expect(offer).toContainText('$89.00');
    await expect(offer).toContainText('Included in your plan');
    await expectAccessible(page);
  });

  await test.step('the included use is in the summary and in the price', async () => {
    const booking = new BookingPage(page);
    await booking.open();
    await booking.fill({ ...friday, vehicle: '2019 Honda Civic', time: '10:00 AM' });
    const summary = page.getByRole('region', { name: 'Booking Summary' });
    await expect(summary).toContainText('$0.00');
    await expect(summary).toContainText('Included in the plan Whole Year: 1 of 1 left.');
    const details = page.getByRole('region', { name: 'Service Details' });
    await expect(details).toContainText('Included in your plan');
    await booking.submit.click();
    await expect(toast(page, 'Appointment booked')).toBeVisible();
    const booked = await send(site, people.customer, 'GET', '/api/appointments');
    expect(booked.json()).toMatchObject([{ price: '0.00' }]);

    await booking.open();
    await booking.service.selectOption(friday.service);
    await expect(summary).toContainText('$80.10');
    await expect(summary).toContainText('10% off with the plan Whole Year.');
    await expect(details).toContainText('$80.10 with your plan');
    await page.goto('/services');
    await expect(offer).toContainText('$80.10 with your plan');
  });
});

test('a receipt says what the plan took off and what the area added', async ({ stage }) => {
  const { site, people } = stage;
  const planId = await makeWholeYear(stage);
  await makeServiceArea(site, ['94103'], { name: 'South side', call_out_fee: '15.00' });
  const vehicleId = await makeVehicle(site, people.customer.id);
  await send(site, people.customer, 'POST', '/api/subscriptions', { planId, version: 1 });
  for (const startTime of ['10:00', '11:00']) {
    const booking = {
      vehicleId,
      serviceId: stage.oilChange.id,
      date: today,
      startTime,
      location: JSON.stringify({ address: '5 Elm Street 94103' }),
    };
    const booked = await send(site, people.customer, 'POST', '/api/appointments', booking);
    const url = `/api/appointments/${booked.json<{ id: number }>().id}`;
    const assignment = { mechanicId: people.mechanic.id, status: 'confirmed' };
    await send(site, people.admin, 'PATCH', url, assignment);
    for (const status of ['in_progress', 'completed']) {
      await send(site, people.mechanic, 'PATCH', url, { status });
    }
  }

  const page = await stage.openAs('customer', { viewport: { width: 360, height: 800 } });
  const statement = page.getByRole('dialog', { name: 'Statement' });
  const says = async (name: string, amount: string) => {
    const line = statement.locator('dl > div').filter({ hasText: name });
    await expect(line).toContainText(amount);
  };
  await page.goto('/payments');
  // The plan's own payment is the first.
  await page.getByRole('button', { name: 'Receipt #0002' }).click();
  await says('List price', '$89.00');
  await says('Included in the plan Whole Year', '−$89.00');
  await says('Call-out fee, South side', '$15.00');
  await says('Amount', '$15.00');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Receipt #0003' }).click();
  await says('Taken off by the plan Whole Year', '−$8.90');
  await says('Amount', '$95.10');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Receipt #0001' }).click();
  await expect(statement).toContainText('Direct Payment');
  await expect(statement.getByText('List price')).toHaveCount(0);

  await test.step("the appointment's page says the same", async () => {
    await page.goto('/appointments/2');
    const price = page.getByRole('region', { name: 'Price and terms' });
    await expect(price).toContainText('Taken off by the plan Whole Year');
    await expect(price).toContainText('$95.10');
  });
});

test('a customer leaves their plan at the end of the interval, and stays after all', async ({
  stage,
}) => {
  const planId = await makeWholeYear(stage);
  const joining = { planId, version: 1 };
  await send(stage.site, stage.people.customer, 'POST', '/api/subscriptions', joining);
  const page = await stage.openAs('customer');
  await page.getByRole('link', { name: 'Your plan: Whole Year' }).click();
  const mine = page.getByRole('region', { name: 'Your plan: Whole Year' });
  await expect(mine).toContainText('1 of 1 left');
  await expect(mine).toContainText('$120.00 for this interval is still to be paid');
  await mine.getByRole('button', { name: 'Leave plan' }).click();
  const leave = page.getByRole('dialog', { name: 'Leave Whole Year?' });
  await expect(leave).toContainText('Your plan works until Mar 03, 2027');
  await expectAccessible(page);
  await leave.getByRole('button', { name: 'Leave plan' }).click();
  await expect(toast(page, 'Plan left')).toBeVisible();
  await expect(mine).toContainText('Ends Mar 03, 2027');
  await expect(mine).toContainText("you won't be charged again");
  await mine.getByRole('button', { name: 'Keep my plan' }).click();
  await expect(toast(page, 'Plan kept')).toBeVisible();
  await expect(mine).toContainText('Renews on Mar 03, 2027');

  await test.step('one whose payment failed is paused, and left at once', async () => {
    await markFailed(stage, 1);
    await expect(mine.getByText('Paused', { exact: true })).toBeVisible();
    await expect(mine).toContainText(
      'The payment of $120.00 failed, so the plan changes no prices now. Please call us on +1 555 0100.',
    );
    await mine.getByRole('button', { name: 'Leave plan' }).click();
    await expect(leave).toContainText('so your plan ends at once');
    await leave.getByRole('button', { name: 'Leave plan' }).click();
    await expect(toast(page, 'Whole Year has ended.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Join Whole Year' })).toBeEnabled();
  });
});

test('an admin adds a plan; what is wrong in the form is said at its field', async ({ stage }) => {
  await makeService(stage.site, { name: 'Brake Check' });
  const admin = await stage.openAs('admin');
  await admin.goto('/services');
  await admin.getByRole('link', { name: /Maintenance plans/ }).click();
  await expect(admin.getByText('There are no plans yet.')).toBeVisible();
  await admin.getByRole('button', { name: 'Add Plan' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Add Plan' });
  await dialog.getByLabel('Discount on everything else').fill('0');
  await dialog.getByRole('button', { name: 'Add Plan' }).click();
  for (const sentence of [
    'Plan name must be at least 2 characters',
    'Description must be at least 10 characters',
    'Price must be more than zero, with at most two decimals',
  ]) {
    await expect(dialog.getByText(sentence)).toBeVisible();
  }
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expectAccessible(admin);

  // Once pressed, the form says at each change what is wrong with it.
  const percent = 'The discount is a whole number from 0 to 100';
  for (const [label, right, wrong, sentence] of [
    ['Name', 'Brakes', 'x'.repeat(101), 'Please keep this under 100 characters.'],
    ['Name', 'Brakes', 'Bell \u0007', 'This text holds characters that cannot be kept.'],
    ['Description', 'Twice a year.', 'x'.repeat(501), 'Please keep this under 500 characters.'],
    ['Price', '25', '10000000', 'Price can be at most 9,999,999.99'],
    ['Discount on everything else', '100', '101', percent],
    ['Discount on everything else', '1', '-1', percent],
    ['Discount on everything else', '7', '7.5', percent],
    ['Discount on everything else', '0', '', percent],
  ] as const) {
    await dialog.getByLabel(label).fill(wrong);
    await expect(dialog.getByText(sentence)).toBeVisible();
    await dialog.getByLabel(label).fill(right);
    await expect(dialog.getByText(sentence)).toHaveCount(0);
  }

  await dialog.getByLabel('Name').fill('Brakes');
  await dialog.getByLabel('Description').fill('A look at the brakes each quarter.');
  await dialog.getByLabel('Price').fill('25');
  await dialog.getByLabel('Paid').selectOption('Every three months');
  await dialog.getByRole('button', { name: 'Add Plan' }).click();
  await expect(dialog.getByText('Please include a service, or give a discount')).toBeVisible();
  await dialog.getByRole('button', { name: 'Include a service' }).click();
  await dialog.getByLabel('Service 1', { exact: true }).selectOption('Brake Check');
  await dialog.getByLabel('Uses').fill('x');
  await dialog.getByRole('button', { name: 'Add Plan' }).click();
  await expect(dialog.getByText('Uses are a whole number from 1 to 99')).toBeVisible();
  await dialog.getByLabel('Uses').fill('2');
  await test.step('no service twice, and no more than fifty', async () => {
    const include = dialog.getByRole('button', { name: 'Include a service' });
    await include.click();
    await dialog.getByLabel('Service 2', { exact: true }).selectOption('Brake Check');
    await dialog.getByRole('button', { name: 'Add Plan' }).click();
    await expect(dialog.getByText('Each service can be included once')).toBeVisible();
    for (let more = 3; more <= 51; more += 1) await include.dispatchEvent('click');
    await dialog.getByRole('button', { name: 'Add Plan' }).click();
    await expect(dialog.getByText('A plan includes at most 50 services')).toBeVisible();
    for (let last = 51; last > 1; last -= 1) {
      await dialog.getByRole('button', { name: `Remove service ${last}` }).dispatchEvent('click');
    }
  });
  await dialog.getByRole('button', { name: 'Add Plan' }).click();
  await expect(toast(admin, 'Plan created')).toBeVisible();
  const card = admin.getByRole('article', { name: 'Brakes' });
  await expect(card).toContainText('$25.00 per quarter');
  await expect(card).toContainText('Brake Check, twice per quarter');
  await expect(card).toContainText('0 members');
});

test('an admin edits and archives a plan; who saw it before it changed is told', async ({
  stage,
}) => {
  stage.expectRefusal(409, '/api/subscriptions');
  await makePlan(stage.site, { name: 'Brakes', price: '25.00', billing_interval: 'quarter' });
  const admin = await stage.openAs('admin');
  await admin.goto('/subscription-plans');
  const card = admin.getByRole('article', { name: 'Brakes' });
  const customer = await stage.openAs('customer');
  await customer.goto('/subscription-plans');
  await customer.getByRole('button', { name: 'Join Brakes' }).click();
  const join = customer.getByRole('dialog', { name: 'Join Brakes?' });
  await expect(join).toContainText('$25.00 per quarter');

  await card.getByRole('button', { name: 'Edit Brakes' }).click();
  const edit = admin.getByRole('dialog', { name: 'Edit Plan' });
  await edit.getByLabel('Price').fill('27.50');
  // The customer's page hears of it at once, so it is kept from asking again.
  await customer.route('**/api/plans', (route) => route.abort('connectionreset'));
  stage.expectLostConnection('/api/plans');
  await edit.getByRole('button', { name: 'Save Plan' }).click();
  await expect(toast(admin, 'Plan updated')).toBeVisible();
  await join.getByRole('button', { name: 'Join for $25.00' }).click();
  await expect(toast(customer, 'Failed to join the plan')).toBeVisible();
  await expect(
    toast(customer, '409: This plan has just changed; please look at it again.'),
  ).toBeVisible();
  await customer.unroute('**/api/plans');
  await customer.reload();
  await customer.getByRole('button', { name: 'Join Brakes' }).click();
  await join.getByRole('button', { name: 'Join for $27.50' }).click();
  await expect(customer).toHaveURL(/\/subscription-success$/);

  await expect(card).toContainText('1 member');
  await card.getByRole('button', { name: 'Archive Brakes' }).click();
  const archive = admin.getByRole('dialog', { name: 'Archive Brakes?' });
  await expect(archive).toContainText('The one customer who has it keeps it');
  await archive.getByRole('button', { name: 'Archive plan' }).click();
  await expect(toast(admin, 'Plan archived')).toBeVisible();
  await expect(card).toContainText('Archived, 1 member');
});

test('an advisor and a mechanic read the plans, and neither join nor change one', async ({
  stage,
}) => {
  const mechanic = await stage.openAs('mechanic');
  await mechanic.goto('/subscription-plans');
  await expect(mechanic.getByText('There are no plans on offer at the moment.')).toBeVisible();
  await mechanic.goto('/subscription-success');
  await expect(mechanic.getByText('Plans are joined by customers.')).toBeVisible();
  await makeWholeYear(stage);
  await mechanic.getByRole('link', { name: 'See the plans' }).click();
  const advisor = await stage.openAs('advisor');
  await advisor.getByRole('link', { name: 'Services', exact: true }).click();
  await advisor.getByRole('link', { name: /Maintenance plans/ }).click();
  for (const page of [mechanic, advisor]) {
    const card = page.getByRole('article', { name: 'Whole Year' });
    await expect(card).toContainText('$120.00 per year');
    await expect(card).toContainText('Oil & Filter Change, once per year');
    await expect(page.getByText('member')).toHaveCount(0);
    await expect(card.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add Plan' })).toHaveCount(0);
  }
});

test('the last included use is gone before the booking: nobody pays what they did not see', async ({
  stage,
}) => {
  stage.expectRefusal(409, '/api/appointments');
  const { site, people } = stage;
  const planId = await makeWholeYear(stage);
  const vehicleId = await makeVehicle(site, people.customer.id);
  await send(site, people.customer, 'POST', '/api/subscriptions', { planId, version: 1 });
  const page = await stage.openAs('customer');
  // As on a phone that hears of nothing for a while.
  await page.route('**/api/events*', (route) => route.abort('connectionreset'));
  stage.expectLostConnection('/api/events');
  const booking = new BookingPage(page);
  await booking.open();
  await booking.fill({ ...friday, vehicle: '2019 Honda Civic', time: '10:00 AM' });
  const summary = page.getByRole('region', { name: 'Booking Summary' });
  await expect(summary).toContainText('$0.00');
  await send(site, people.customer, 'POST', '/api/appointments', {
    vehicleId,
    serviceId: stage.oilChange.id,
    date: '2026-03-05',
    startTime: '10:00',
    location: JSON.stringify({ address: '5 Elm Street' }),
  });
  await booking.submit.click();
  await expect(toast(page, 'Booking failed')).toBeVisible();
  await expect(
    toast(page, '409: The price has changed; please check it and book again.'),
  ).toBeVisible();
  await expect(summary).toContainText('$80.10');
  await booking.submit.click();
  await expect(toast(page, 'Appointment booked')).toBeVisible();
});
