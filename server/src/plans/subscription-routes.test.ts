import type { Notification } from '@curbwrench/contract/notifications/schemas';
import type { Payment } from '@curbwrench/contract/payments/schemas';
import type { Plan } from '@curbwrench/contract/plans/schemas';
import type { Subscription } from '@curbwrench/contract/plans/subscription-schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { renewSubscriptions } from './renew-subscriptions.ts';
import { assignEventNumbers } from '../database/outbox-queries.ts';
import { makePerson, makePlan, makeService, type Person } from '@curbwrench/testing/builders';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let admin: Person;
let customer: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin');
});
afterAll(() => app.stop());

beforeEach(async () => {
  app.clock.set(testMorning);
  customer = await makePerson(app, 'customer');
});

const join = (
  person: Person,
  planId: number,
  version = 1,
  targetApp: Pick<TestApp, 'server'> = app,
) => send(targetApp, person, 'POST', '/api/subscriptions', { planId, version });

const readSubscription = async (person = customer) => {
  const [subscription] = await read<Subscription[]>(app, person, '/api/subscriptions');
  return subscription;
};

const readPayments = (person = customer) => read<Payment[]>(app, person, '/api/payments');

const setRenews = (id: number, renews: boolean) =>
  send(app, customer, 'PATCH', `/api/subscriptions/${id}`, { renews });

/** Returns a time around noon on a date in the business's time zone. */
const noonOn = (date: string) => new Date(`${date}T20:00:00Z`);

const planForm = {
  name: 'Care',
  description: 'Oil changes and a check.',
  price: '29.50',
  interval: 'month',
  discountPercent: 15,
  services: [] as { serviceId: number; uses: number }[],
};

describe('plans', () => {
  test('are created, changed and archived by admins', async () => {
    const serviceId = await makeService(app, { name: 'Oil change' });
    const created = await send(app, admin, 'POST', '/api/plans', {
      ...planForm,
      services: [{ serviceId, uses: 2 }],
    });
    expect(created.statusCode).toBe(201);
    const { id } = created.json<Plan>();
    expect(created.json<Plan>()).toEqual({
      ...planForm,
      id,
      services: [{ serviceId, name: 'Oil change', uses: 2 }],
      version: 1,
      archived: false,
      members: 0,
    });
    const changed = await send(app, admin, 'PATCH', `/api/plans/${id}`, {
      ...planForm,
      price: 31,
    });
    expect(changed.json<Plan>()).toMatchObject({ price: '31.00', version: 2, services: [] });
    await join(customer, id, 2);
    expect((await send(app, admin, 'DELETE', `/api/plans/${id}`)).statusCode).toBe(204);
    expect((await send(app, admin, 'DELETE', `/api/plans/${id}`)).statusCode).toBe(404);
    const listPlanIds = async (person: Person) =>
      (await read<Plan[]>(app, person, '/api/plans')).map((plan) => plan.id);
    expect(await listPlanIds(customer)).not.toContain(id);
    // A customer still has this plan, so the office sees it.
    expect(await read<Plan[]>(app, admin, '/api/plans')).toContainEqual(
      expect.objectContaining({ id, archived: true, members: 1 }),
    );
  });

  test.each([
    [{ name: 'x' }, 'Plan name must be at least 2 characters'],
    [{ description: 'short' }, 'Description must be at least 10 characters'],
    [{ price: 0 }, 'Price must be more than zero, with up to two decimal places'],
    [{ price: 10_000_000 }, 'Price must be 9,999,999.99 or less'],
    [{ discountPercent: 101 }, 'The discount must be a whole number from 0 to 100'],
    [{ discountPercent: 0 }, 'Please include a service or enter a discount'],
    [
      { services: [{ serviceId: 999_999, uses: 1 }] },
      'Please choose services that are currently offered',
    ],
    [{ services: [{ serviceId: 1, uses: 0 }] }, 'Uses must be a whole number from 1 to 99'],
  ])('are refused with %j', async (invalid, message) => {
    const response = await send(app, admin, 'POST', '/api/plans', { ...planForm, ...invalid });
    expect([response.statusCode, response.body]).toEqual([400, message]);
  });
});

describe('joining', () => {
  test('creates a subscription with one pending payment that has no appointment', async () => {
    const serviceId = await makeService(app, { name: 'Oil change' });
    const planId = await makePlan(app, { name: 'Care' }, [{ serviceId, uses: 2 }]);
    const response = await join(customer, planId);
    expect(response.statusCode).toBe(201);
    expect(response.json<Subscription>()).toMatchObject({
      planName: 'Care',
      price: '29.00',
      services: [{ serviceId, name: 'Oil change', uses: 2, left: 2 }],
      periodStart: '2026-03-03',
      periodEnd: '2026-04-03',
      renews: true,
      active: false,
      payment: { amount: '29.00', status: 'pending' },
    });
    expect(await readPayments()).toMatchObject([
      {
        amount: '29.00',
        status: 'pending',
        appointmentId: null,
        service: null,
        paymentMethod: null,
      },
    ]);
  });

  test('eight times concurrently, in two processes, creates one subscription', async () => {
    const secondApp = await startApp({ database: app.database, authSecret: app.authSecret });
    const planId = await makePlan(app);
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        join(customer, planId, 1, index % 2 ? app : secondApp),
      ),
    );
    await secondApp.stop();
    expect(sortedStatuses(responses)).toEqual(Array.from({ length: 8 }, () => 201));
    expect(new Set(responses.map((response) => response.json<Subscription>().id)).size).toBe(1);
    expect(await readPayments()).toHaveLength(1);
  });

  test('two plans at the same time succeeds for only one of them', async () => {
    const plans = [await makePlan(app), await makePlan(app)];
    const responses = await Promise.all(plans.map((planId) => join(customer, planId)));
    expect(sortedStatuses(responses)).toEqual([201, 409]);
    expect(await readPayments()).toHaveLength(1);
  });

  test('is refused if the plan changed since it was shown', async () => {
    const planId = await makePlan(app);
    await send(app, admin, 'PATCH', `/api/plans/${planId}`, planForm);
    const response = await join(customer, planId);
    expect([response.statusCode, response.body]).toEqual([
      409,
      'This plan just changed. Please review it again.',
    ]);
    expect(await readPayments()).toEqual([]);
  });

  test('is refused for an archived plan', async () => {
    const planId = await makePlan(app, { archived_at: new Date() });
    expect((await join(customer, planId)).statusCode).toBe(404);
  });

  test('locks in the terms, even if the plan is later changed and archived', async () => {
    const serviceId = await makeService(app);
    const planId = await makePlan(app, { name: 'Care' }, [{ serviceId, uses: 2 }]);
    await join(customer, planId);
    await send(app, admin, 'PATCH', `/api/plans/${planId}`, { ...planForm, name: 'Other' });
    await send(app, admin, 'DELETE', `/api/plans/${planId}`);
    app.clock.set(noonOn('2026-04-03'));
    await renewSubscriptions(app);
    expect(await readSubscription()).toMatchObject({
      planName: 'Care',
      discountPercent: 10,
      services: [{ serviceId, left: 2 }],
      periodStart: '2026-04-03',
      payment: { amount: '29.00' },
    });
  });
});

describe('canceling', () => {
  test('takes effect at the end of the billing period, and can be undone until then', async () => {
    const planId = await makePlan(app, { name: 'Care' });
    const { id } = (await join(customer, planId)).json<Subscription>();
    expect((await setRenews(id, false)).statusCode).toBe(204);
    expect(await readSubscription()).toMatchObject({
      renews: false,
      active: false,
      periodEnd: '2026-04-03',
    });
    const secondPlan = await join(customer, await makePlan(app));
    expect(secondPlan.body).toBe(
      'Your Care plan is still active; you can join another when it ends.',
    );
    await setRenews(id, true);
    app.clock.set(noonOn('2026-04-03'));
    await renewSubscriptions(app);
    expect(await readSubscription()).toMatchObject({ renews: true, periodEnd: '2026-05-03' });

    await setRenews(id, false);
    app.clock.set(noonOn('2026-05-03'));
    // The subscription is over after its last day, even before the renewal job has run.
    expect(await readSubscription()).toBeUndefined();
    expect((await setRenews(id, true)).statusCode).toBe(404);
    await renewSubscriptions(app);
    expect(await readPayments()).toHaveLength(2);
    expect((await join(customer, planId)).statusCode).toBe(201);
  });

  test('takes effect immediately if the payment failed', async () => {
    const { id } = (await join(customer, await makePlan(app))).json<Subscription>();
    await sql`update payments set status = 'failed' where customer_id = ${customer.id}`.execute(
      app.store.kysely,
    );
    expect(await readSubscription()).toMatchObject({ active: false });
    await setRenews(id, false);
    expect(await readSubscription()).toBeUndefined();
  });

  test("another customer's subscription gets the same response as a missing one", async () => {
    const { id } = (await join(customer, await makePlan(app))).json<Subscription>();
    const stranger = await makePerson(app, 'customer');
    const response = await send(app, stranger, 'PATCH', `/api/subscriptions/${id}`, {
      renews: false,
    });
    const missing = await send(app, stranger, 'PATCH', '/api/subscriptions/999999', {
      renews: false,
    });
    expect([response.statusCode, response.body]).toEqual([404, missing.body]);
    expect(await readSubscription()).toMatchObject({ renews: true });
  });
});

describe('a renewal', () => {
  test('charges once at the end of the billing period, even in two processes', async () => {
    await join(customer, await makePlan(app));
    const secondApp = await startApp({ database: app.database, authSecret: app.authSecret });
    for (const { clock } of [app, secondApp]) clock.set(noonOn('2026-04-02'));
    await Promise.all([renewSubscriptions(app), renewSubscriptions(secondApp)]);
    expect(await readPayments()).toHaveLength(1);
    for (const { clock } of [app, secondApp]) clock.set(noonOn('2026-04-03'));
    await Promise.all([
      renewSubscriptions(app),
      renewSubscriptions(secondApp),
      renewSubscriptions(app),
      renewSubscriptions(secondApp),
    ]);
    await secondApp.stop();
    expect(await readPayments()).toHaveLength(2);
    expect(await readSubscription()).toMatchObject({
      periodStart: '2026-04-03',
      periodEnd: '2026-05-03',
    });
  });

  test('sends a notification; joining does not', async () => {
    await join(customer, await makePlan(app));
    app.clock.set(noonOn('2026-04-03'));
    await renewSubscriptions(app);
    await assignEventNumbers(app.store.kysely);
    const [latestPayment] = await readPayments();
    expect(await read<Notification[]>(app, customer, '/api/notifications')).toMatchObject([
      { kind: 'payment', payment: { id: latestPayment?.id, status: 'pending' }, appointment: null },
    ]);
    expect(await read<Notification[]>(app, admin, '/api/notifications')).toEqual([]);
  });

  test('does not charge for billing periods that passed without a renewal', async () => {
    await join(customer, await makePlan(app));
    app.clock.set(noonOn('2026-07-20'));
    await renewSubscriptions(app);
    expect(await readSubscription()).toMatchObject({
      periodStart: '2026-07-03',
      periodEnd: '2026-08-03',
    });
    expect(await readPayments()).toHaveLength(2);
  });

  test.each([
    ['the last payment failed', sql`update payments set status = 'failed'`, 'customer_id'],
    ['the customer is deactivated', sql`update accounts set active = false`, 'id'],
  ])('ends the plan when %s', async (_, change, column) => {
    await join(customer, await makePlan(app));
    await sql`${change} where ${sql.ref(column)} = ${customer.id}`.execute(app.store.kysely);
    app.clock.set(noonOn('2026-04-03'));
    await renewSubscriptions(app);
    const { rows } = await sql<{ ended: boolean }>`
      select ended_at is not null as ended from subscriptions where customer_id = ${customer.id}
    `.execute(app.store.kysely);
    expect(rows).toEqual([{ ended: true }]);
  });
});

test("the office reads a customer's subscription only by specifying the customer; customers read only their own", async () => {
  await join(customer, await makePlan(app));
  const advisor = await makePerson(app, 'service_advisor');
  const url = '/api/subscriptions';
  expect(await read(app, advisor, `${url}?customerId=${customer.id}`)).toHaveLength(1);
  expect((await send(app, advisor, 'GET', url)).body).toBe('Please select a customer');
  // Customers read only their own subscription, whatever id they send.
  const stranger = await makePerson(app, 'customer');
  expect(await read(app, stranger, `${url}?customerId=${customer.id}`)).toEqual([]);
});
