import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { highestPrice } from '@curbwrench/contract/fields/money';
import type { Subscription } from '@curbwrench/contract/plans/subscription-schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeTeam,
  makePerson,
  makePlan,
  makeService,
  makeServiceArea,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { setPlanPaymentStatus } from '@curbwrench/testing/plan-payments';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { renewSubscriptions } from '../../plans/renew-subscriptions.ts';

let app: TestApp;
let team: Team;
let customer: Person;
let vehicleId: number;

beforeAll(async () => {
  app = await startApp();
  await makeServiceArea(app, ['94103', '94107'], { name: 'South side', trip_fee: '15.00' });
});
afterAll(() => app.stop());

beforeEach(async () => {
  team = await makeTeam(app, 4);
  customer = await makePerson(app, 'customer');
  vehicleId = await makeVehicle(app, customer.id);
});

/** Joins a plan that includes the given number of uses of the team's service, and pays its first interval. */
async function joinAndPay(uses: number, discountPercent = 10): Promise<void> {
  await joinUnpaid(uses, discountPercent);
  await setPayment('completed');
}

const setPayment = (status: Parameters<typeof setPlanPaymentStatus>[2]) =>
  setPlanPaymentStatus(app, customer.id, status);

/** Joins the same plan as `joinAndPay`, but leaves the first payment pending. */
async function joinUnpaid(uses: number, discountPercent = 10): Promise<void> {
  const services = uses > 0 ? [{ serviceId: team.serviceId, uses }] : [];
  const planId = await makePlan(app, { name: 'Care', discount_percent: discountPercent }, services);
  await send(app, customer, 'POST', '/api/subscriptions', { planId, version: 1 });
}

function book(
  startTime: string,
  {
    address = '5 Elm Street',
    date = '2026-03-05',
    ...others
  }: { address?: string; date?: string; serviceId?: number; shownPrice?: string } = {},
  person = customer,
) {
  return send(app, person, 'POST', '/api/appointments', {
    vehicleId,
    serviceId: team.serviceId,
    date,
    startTime,
    location: JSON.stringify({ address }),
    ...(person === customer ? {} : { customerId: customer.id }),
    ...others,
  });
}

const bookAndGetPrice = async (...args: Parameters<typeof book>) =>
  (await book(...args)).json<Appointment>().price;

const readUsesLeft = async () => {
  const [subscription] = await read<Subscription[]>(app, customer, '/api/subscriptions');
  return subscription?.services[0]?.left;
};

describe('booking with a plan', () => {
  test('is free for included uses and discounted afterward', async () => {
    await joinAndPay(1, 15);
    expect(await readUsesLeft()).toBe(1);
    expect(await bookAndGetPrice('08:00')).toBe('0.00');
    expect(await readUsesLeft()).toBe(0);
    expect(await bookAndGetPrice('09:00')).toBe('75.65');
  });

  test('is discounted for a service that is not included', async () => {
    await joinAndPay(0, 15);
    expect(await bookAndGetPrice('08:00')).toBe('75.65');
  });

  test("counts another service's uses separately", async () => {
    const otherId = await makeService(app);
    const services = [team.serviceId, otherId].map((serviceId) => ({ serviceId, uses: 1 }));
    const planId = await makePlan(app, { name: 'Both', discount_percent: 10 }, services);
    await send(app, customer, 'POST', '/api/subscriptions', { planId, version: 1 });
    await setPayment('completed');
    expect(await bookAndGetPrice('08:00', { serviceId: otherId })).toBe('0.00');
    expect(await bookAndGetPrice('09:00')).toBe('0.00');
    expect(await bookAndGetPrice('10:00')).toBe('80.10');
  });

  test('costs the same when an advisor books for the customer', async () => {
    await joinAndPay(1);
    const advisor = await makePerson(app, 'service_advisor');
    expect(await bookAndGetPrice('08:00', {}, advisor)).toBe('0.00');
    expect(await readUsesLeft()).toBe(0);
  });

  test('gives each included use to only one of several simultaneous bookings', async () => {
    await joinAndPay(2, 10);
    const times = ['08:00', '09:00', '10:00', '11:00', '12:00'];
    const responses = await Promise.all(times.map((time) => book(time)));
    expect(sortedStatuses(responses)).toEqual([201, 201, 201, 201, 201]);
    const prices = responses.map((response) => response.json<Appointment>().price);
    expect(prices.toSorted()).toEqual(['0.00', '0.00', '80.10', '80.10', '80.10']);
    expect(await readUsesLeft()).toBe(0);
  });

  test('is refused if it was shown as free but another booking took the last included use', async () => {
    await joinAndPay(1);
    const responses = await Promise.all(
      ['08:00', '09:00', '10:00'].map((time) => book(time, { shownPrice: '0.00' })),
    );
    expect(sortedStatuses(responses)).toEqual([201, 409, 409]);
    const refused = responses.find(({ statusCode }) => statusCode === 409);
    expect(refused?.body).toBe('The price has changed. Please check it and book again.');
  });

  test('returns its included use when canceled', async () => {
    await joinAndPay(1);
    const { id } = (await book('08:00')).json<Appointment>();
    expect(await bookAndGetPrice('09:00')).toBe('80.10');
    await send(app, customer, 'PATCH', `/api/appointments/${id}`, { status: 'cancelled' });
    expect(await readUsesLeft()).toBe(1);
    expect(await bookAndGetPrice('10:00')).toBe('0.00');
    expect(await readUsesLeft()).toBe(0);
  });

  test('gets no benefits until the plan is paid, as the subscription shows @plans.paid-interval', async () => {
    await joinUnpaid(1, 15);
    const readIsActive = async () => {
      const [subscription] = await read<Subscription[]>(app, customer, '/api/subscriptions');
      return subscription?.active;
    };
    expect(await readIsActive()).toBe(false);
    expect(await bookAndGetPrice('08:00')).toBe('89.00');
    expect(await readUsesLeft()).toBe(1);
    await setPayment('completed');
    expect(await readIsActive()).toBe(true);
    expect(await bookAndGetPrice('09:00')).toBe('0.00');
  });

  test('gets benefits even before payment, if the business allows it, until the payment fails', async () => {
    const lenientApp = await startApp({
      business: { plansStartBeforePayment: true },
      database: app.database,
      authSecret: app.authSecret,
    });
    const bookAndReadPrice = async (startTime: string) => {
      const booked = await send(lenientApp, customer, 'POST', '/api/appointments', {
        vehicleId,
        serviceId: team.serviceId,
        date: '2026-03-05',
        startTime,
        location: JSON.stringify({ address: '5 Elm Street' }),
      });
      return booked.json<Appointment>().price;
    };
    await joinUnpaid(1, 15);
    expect(await bookAndReadPrice('08:00')).toBe('0.00');
    expect(await bookAndReadPrice('09:00')).toBe('75.65');
    await setPayment('failed');
    expect(await bookAndReadPrice('10:00')).toBe('89.00');
    await lenientApp.stop();
  });

  test.each(['failed', 'refunded'] as const)(
    'keeps its reduced price but is flagged for the office after the plan payment changes to "%s" @dispatch.attention',
    async (status) => {
      await joinAndPay(1, 15);
      const ids = [];
      for (const startTime of ['08:00', '09:00']) {
        ids.push((await book(startTime)).json<Appointment>().id);
      }
      await setPayment('pending');
      const fullPriceId = (await book('10:00')).json<Appointment>().id;
      const advisor = await makePerson(app, 'service_advisor');
      const readPrices = async (person: Person) => {
        const url = `/api/appointments?customerId=${customer.id}&sort=date`;
        const list = await read<Appointment[]>(app, person, url);
        return list.map(({ id, price, attention }) => [id, price, attention]);
      };
      const [includedId, discountedId] = ids;
      const unflaggedRows = [
        [includedId, '0.00', null],
        [discountedId, '75.65', null],
        [fullPriceId, '89.00', null],
      ];
      expect(await readPrices(advisor)).toEqual(unflaggedRows);
      await setPayment(status);
      expect(await readPrices(advisor)).toEqual([
        [includedId, '0.00', 'plan_unpaid'],
        [discountedId, '75.65', 'plan_unpaid'],
        [fullPriceId, '89.00', null],
      ]);
      expect(await readPrices(customer)).toEqual(unflaggedRows);
      await setPayment('completed');
      expect(await readPrices(advisor)).toEqual(unflaggedRows);
    },
  );

  test('takes an included use from the interval in which the booking is made', async () => {
    await joinAndPay(1);
    await book('08:00');
    const before = app.clock.now();
    app.clock.set(new Date('2026-04-03T20:00:00Z'));
    await renewSubscriptions(app);
    expect(await readUsesLeft()).toBe(1);
    expect(await bookAndGetPrice('09:00', { date: '2026-04-06' }), 'not paid yet').toBe('89.00');
    await setPayment('completed');
    expect(await bookAndGetPrice('08:00', { date: '2026-04-06' })).toBe('0.00');
    app.clock.set(before);
  });

  test.each([
    ['the payment failed', sql`update payments set status = 'failed', paid_at = null`],
    ['the subscription has ended', sql`update subscriptions set ended_at = now()`],
    ["the subscription's last day has passed", sql`update subscriptions set renews = false`],
  ])('gets no benefits if %s', async (reason, change) => {
    await joinAndPay(1);
    await sql`${change} where customer_id = ${customer.id}`.execute(app.store.kysely);
    if (reason === "the subscription's last day has passed") {
      await sql`
        update subscription_periods p set starts = '2026-02-01', ends = '2026-03-03'
        from subscriptions s where s.id = p.subscription_id and s.customer_id = ${customer.id}
      `.execute(app.store.kysely);
    }
    expect(await bookAndGetPrice('08:00')).toBe('89.00');
  });
});

test('a job covered by an included use leaves nothing to pay', async () => {
  await joinAndPay(1);
  const [mechanic] = team.mechanics;
  const advisor = await makePerson(app, 'service_advisor');
  const date = '2026-03-03';
  for (const [startTime, payment] of [
    ['11:00', { amount: '0.00', status: 'completed' }],
    ['12:00', { amount: '80.10', status: 'pending' }],
  ] as const) {
    const { id } = (await book(startTime, { date })).json<Appointment>();
    const url = `/api/appointments/${id}`;
    const assignment = { mechanicId: mechanic.id, status: 'confirmed' };
    await send(app, advisor, 'PATCH', url, assignment);
    for (const status of ['in_progress', 'completed']) {
      await send(app, mechanic, 'PATCH', url, { status });
    }
    expect(await read<Appointment>(app, customer, url)).toMatchObject({
      status: 'completed',
      payment,
    });
  }
});

describe('the price of a booking', () => {
  test('cannot be set by the client; the price that was shown is only used for comparison', async () => {
    await joinAndPay(0, 50);
    const response = await book('08:00', { shownPrice: '0.01' });
    expect(response.statusCode).toBe(409);
    expect(await bookAndGetPrice('08:00', { shownPrice: '44.50' })).toBe('44.50');
  });

  test("includes the trip fee if the address's ZIP code is in an area", async () => {
    expect(
      await bookAndGetPrice('08:00', { address: '5 Elm Street, San Francisco, CA 94103' }),
    ).toBe('104.00');
    expect(await bookAndGetPrice('09:00', { address: '94103 Elm Street' })).toBe('89.00');
  });

  test('is limited to the highest allowed amount', async () => {
    const address = '5 Elm Street 94103';
    const setPrices = (price: string, fee: string) =>
      Promise.all([
        sql`update services set price = ${price} where id = ${team.serviceId}`.execute(
          app.store.kysely,
        ),
        sql`update service_areas set trip_fee = ${fee} where name = 'South side'`.execute(
          app.store.kysely,
        ),
      ]);
    // Such a price can only have been stored before the limit existed.
    await setPrices('99999999.99', '0.01');
    const response = await book('08:00', { address });
    expect([response.statusCode, response.body]).toEqual([
      400,
      'This booking is over our online limit. Please call us.',
    ]);
    await setPrices(highestPrice, highestPrice);
    expect(await bookAndGetPrice('08:00', { address, shownPrice: '19999999.98' })).toBe(
      '19999999.98',
    );
    await setPrices('89.00', '15.00');
  });

  test('includes a trip fee that no plan reduces @areas.fee', async () => {
    await joinAndPay(1, 50);
    const address = '5 Elm Street 94107-1234, USA';
    expect(await bookAndGetPrice('08:00', { address })).toBe('15.00');
    expect(await bookAndGetPrice('09:00', { address })).toBe('59.50');
  });

  test('includes the fee of a circular area if the ZIP code is clearly inside it @areas.fee', async () => {
    await makeServiceArea(app, [], {
      name: 'Circle',
      trip_fee: '20.00',
      latitude: 30.2713,
      longitude: -97.7426,
      radius_miles: '10',
    });
    const inside = '1100 Congress Ave, Austin, TX 78701';
    const refusal = await book('08:00', { address: inside, shownPrice: '89.00' });
    expect([refusal.statusCode, refusal.body]).toEqual([
      409,
      'The price has changed. Please check it and book again.',
    ]);
    const booked = (
      await book('08:00', { address: inside, shownPrice: '109.00' })
    ).json<Appointment>();
    expect(booked.price).toBe('109.00');
    expect(booked.lines.slice(1)).toMatchObject([
      { kind: 'fee', description: 'Trip fee, Circle', unitPrice: '20.00' },
    ]);
    // Near the edge, with an unknown ZIP code, and without a ZIP code.
    for (const [time, address] of [
      ['09:00', '5 Elm Street, Pflugerville, TX 78660'],
      ['11:00', '5 Elm Street, Austin, TX 00000'],
      ['12:00', '5 Elm Street, Austin, TX'],
    ] as const) {
      expect(await bookAndGetPrice(time, { address, shownPrice: '89.00' })).toBe('89.00');
    }
    await app.store.kysely.deleteFrom('service_areas').where('name', '=', 'Circle').execute();
  });

  test('is stored with its line items @booking.lines', async () => {
    await joinAndPay(1);
    const { id } = (await book('08:00', { address: 'Elm Street 94103' })).json<Appointment>();
    await sql`update service_areas set trip_fee = 99 where name = 'South side'`.execute(
      app.store.kysely,
    );
    const url = `/api/appointments/${id}`;
    expect(await read<Appointment>(app, customer, url)).toMatchObject({
      price: '15.00',
      lines: [
        { kind: 'service', description: expect.any(String) as string, unitPrice: '89.00' },
        { kind: 'discount', description: 'Included in the Care plan', unitPrice: '-89.00' },
        { kind: 'fee', description: 'Trip fee, South side', unitPrice: '15.00' },
      ],
    });
    await sql`update service_areas set trip_fee = 15 where name = 'South side'`.execute(
      app.store.kysely,
    );
  });
});
