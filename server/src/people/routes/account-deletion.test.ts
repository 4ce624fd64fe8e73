import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeAccount,
  password,
  signIn,
  signUp,
  type AccountHolder,
} from '@curbwrench/testing/accounts';
import { Browser } from '@curbwrench/testing/browser';
import {
  makeAppointment,
  makeTeam,
  makeMechanic,
  makePerson,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { findTablesContaining } from '@curbwrench/testing/database-search';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const wrongPassword = 'That password is incorrect.';

describe('deleting an account', () => {
  const deleteAccount = ({ browser }: Pick<AccountHolder, 'browser'>, secret = password) =>
    browser.post('/api/account/delete', { password: secret });

  test('removes the person’s name and personal data from the history @data.erasure', async () => {
    const holder = await makeAccount(app);
    const { id, email, browser } = holder;
    await browser.send('PATCH', '/api/account', {
      firstName: 'Zebulon',
      lastName: 'Quickwater',
      phone: '+1 555 7777',
    });
    const otherBrowser = await signIn(app, email);
    const vehicle = await makeVehicle(app, id, { plate_number: 'ZQ 1', vin: 'VINZQ12345' });
    await makeAppointment(app, {
      customer_id: id,
      vehicle_id: vehicle,
      date: '2026-02-10',
      status: 'cancelled',
      address: '7 Quickwater Lane',
      latitude: 37.7,
      longitude: -122.4,
      notes: 'Call Zebulon',
      gate_code: 'Zebulon 4821',
    });
    await app.store.kysely
      .insertInto('notifications')
      .values({
        recipient_id: id,
        kind: 'completed',
        subject: 'appointment',
        subject_id: '1',
        at: new Date(),
      })
      .execute();
    const preferencesUrl = '/api/notifications/preferences';
    const preferenceValues = (await browser.send('GET', preferencesUrl)).json<object>();
    expect((await browser.send('PATCH', preferencesUrl, preferenceValues)).statusCode).toBe(200);
    const wrongAttempt = await deleteAccount(holder, 'not it at all');
    expect([wrongAttempt.statusCode, wrongAttempt.body]).toEqual([400, wrongPassword]);

    expect((await deleteAccount(holder)).statusCode).toBe(204);
    expect(browser.session).toBeUndefined();
    expect(await otherBrowser.signedInUserId()).toBeNull();
    const db = app.store.kysely;
    const person = await db
      .selectFrom('people')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(person).toMatchObject({
      name: 'Deleted person',
      email: null,
      phone: null,
      image: null,
      deleted_at: expect.any(Date) as unknown,
    });
    const account = db.selectFrom('accounts').select('id').where('id', '=', id);
    expect(await account.execute()).toEqual([]);
    const appointment = await db
      .selectFrom('appointments')
      .selectAll()
      .where('customer_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(appointment).toMatchObject({
      latitude: null,
      notes: null,
      gate_code: null,
      status: 'cancelled',
    });
    const notifications = db
      .selectFrom('notifications')
      .select('id')
      .where('recipient_id', '=', id);
    const savedPreferences = db
      .selectFrom('notification_preferences')
      .select('sms')
      .where('person_id', '=', id);
    expect([await notifications.execute(), await savedPreferences.execute()]).toEqual([[], []]);
    const car = await db
      .selectFrom('vehicles')
      .selectAll()
      .where('id', '=', vehicle)
      .executeTakeFirstOrThrow();
    expect(car).toMatchObject({ make: 'Honda', year: 2019, plate_number: null, vin: null });
    for (const word of ['Zebulon', 'Quickwater', '555 7777', 'ZQ 1', 'VINZQ', email]) {
      expect([word, await findTablesContaining(app, word)]).toEqual([word, []]);
    }

    const signInAgain = await new Browser(app).post('/api/account/sign-in', { email, password });
    expect(signInAgain.statusCode).toBe(401);
    const newId = await signUpAndGetId(email);
    expect(newId).not.toBe(id);
  });

  test("removes the person's reasons for declining jobs, but not other people's reasons", async () => {
    const mechanic = await makeAccount(app, 'admin');
    const other = await makeMechanic(app);
    const advisor = await makePerson(app, 'service_advisor');
    await makePerson(app, 'admin');
    const db = app.store.kysely;
    await db.insertInto('mechanics').values({ person_id: mechanic.id }).execute();
    await db
      .insertInto('time_off')
      .values({
        mechanic_id: mechanic.id,
        during: '[2026-04-06 00:00,2026-04-07 00:00)',
        reason: 'Surgery in April',
      })
      .execute();
    const sendAsOther = (url: string, payload: object) =>
      app.server.inject({ method: 'PATCH', url, payload, headers: other.headers });
    const decline = async (
      date: string,
      mechanicId: string,
      reason: string,
      sendPatch: typeof sendAsOther,
    ) => {
      const id = await makeAppointment(app, {
        date,
        mechanic_id: mechanicId,
        status: 'confirmed',
      });
      const body = { status: 'unassigned', reason };
      expect((await sendPatch(`/api/appointments/${id}`, body)).statusCode).toBe(200);
      return id;
    };
    const first = await decline('2026-03-12', mechanic.id, 'My knee needs a surgeon', (url, body) =>
      mechanic.browser.send('PATCH', url, body),
    );
    const second = await decline('2026-03-13', other.id, 'A private matter', sendAsOther);
    const url = `/api/appointments/${first}`;
    const cancellation = { status: 'cancelled', reason: 'We have no parts for it' };
    expect((await mechanic.browser.send('PATCH', url, cancellation)).statusCode).toBe(200);

    expect((await deleteAccount(mechanic)).statusCode).toBe(204);
    const readReasons = async (id: number) => {
      const response = await app.server.inject({
        url: `/api/appointments/${id}`,
        headers: advisor.headers,
      });
      return response
        .json<AppointmentDetails>()
        .events.map(({ kind, reason, by }) => [kind, by?.name ?? null, reason]);
    };
    expect(await readReasons(first)).toEqual([
      ['declined', 'Deleted person', null],
      ['cancelled', null, 'We have no parts for it'],
    ]);
    expect(await readReasons(second)).toEqual([
      ['declined', expect.any(String), 'A private matter'],
    ]);
    for (const word of ['surgeon', 'Surgery']) {
      expect([word, await findTablesContaining(app, word)]).toEqual([word, []]);
    }
  });

  test('removes the person’s email address from everything that others can read', async () => {
    const customer = await makeAccount(app);
    const mechanic = await makeAccount(app, 'mechanic');
    const otherCustomer = await makePerson(app, 'customer');
    const advisor = await makePerson(app, 'service_advisor');
    const { kysely } = app.store;
    await kysely.insertInto('mechanics').values({ person_id: mechanic.id }).execute();
    const job = { date: '2026-02-11', status: 'completed', mechanic_id: mechanic.id } as const;
    const ownAppointment = await makeAppointment(app, { ...job, customer_id: customer.id });
    const otherAppointment = await makeAppointment(app, {
      ...job,
      start_time: '12:00',
      end_time: '13:00',
      customer_id: otherCustomer.id,
    });
    const { id: payment } = await kysely
      .insertInto('payments')
      .values({
        customer_id: customer.id,
        appointment_id: ownAppointment,
        amount: '89.00',
        status: 'completed',
        created_at: app.clock.now(),
        paid_at: app.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const read = async (url: string, { headers }: Person) => {
      const response = await app.server.inject({ url, headers });
      expect([url, response.statusCode]).toEqual([url, 200]);
      return response.json<unknown>();
    };
    expect(await read(`/api/appointments/${ownAppointment}`, advisor)).toMatchObject({
      customer: { email: customer.email },
      mechanic: { email: mechanic.email },
    });

    for (const holder of [customer, mechanic])
      expect((await deleteAccount(holder)).statusCode).toBe(204);
    expect(await read(`/api/appointments/${ownAppointment}`, advisor)).toMatchObject({
      customer: { firstName: 'Deleted', email: null },
      mechanic: { firstName: 'Deleted', email: null },
    });
    expect(await read(`/api/payments/${payment}`, advisor)).toMatchObject({
      customer: { firstName: 'Deleted', email: null },
    });
    expect(await read(`/api/appointments/${otherAppointment}`, otherCustomer)).toMatchObject({
      mechanic: { firstName: 'Deleted', email: null },
    });
    expect(await read(`/api/mechanics/${mechanic.id}`, otherCustomer)).toMatchObject({
      email: null,
    });
  });

  test('does not let advisors read a deleted mechanic as if they were a customer @people.list', async () => {
    const mechanic = await makeAccount(app, 'mechanic');
    const advisor = await makePerson(app, 'service_advisor');
    const admin = await makePerson(app, 'admin');
    expect((await deleteAccount(mechanic)).statusCode).toBe(204);
    const readBy = async ({ headers }: Person) =>
      (await app.server.inject({ url: `/api/users/${mechanic.id}`, headers })).statusCode;
    expect([await readBy(advisor), await readBy(admin)]).toEqual([404, 200]);
  });

  test('leaves an appointment readable only by the office and its mechanic', async () => {
    const customer = await makeAccount(app);
    const mechanic = await makeMechanic(app);
    const id = await makeAppointment(app, {
      customer_id: customer.id,
      mechanic_id: mechanic.id,
      date: '2026-02-12',
      status: 'completed',
    });
    // Saved before the deletion, which clears the cookie in the browser.
    const cookieBeforeDeletion = customer.browser.cookie;
    expect((await deleteAccount(customer)).statusCode).toBe(204);
    const readBy = async (headers: Record<string, string>) => {
      const { statusCode } = await app.server.inject({ url: `/api/appointments/${id}`, headers });
      return statusCode;
    };
    const statuses = {
      admin: await readBy((await makePerson(app, 'admin')).headers),
      advisor: await readBy((await makePerson(app, 'service_advisor')).headers),
      mechanic: await readBy(mechanic.headers),
      otherMechanic: await readBy((await makeMechanic(app)).headers),
      otherCustomer: await readBy((await makePerson(app, 'customer')).headers),
      deletedCustomer: await readBy({ cookie: cookieBeforeDeletion }),
      personWithTheSameAddress: await readBy({
        cookie: (await signIn(app, await signUp(app, customer.email))).cookie,
      }),
    };
    expect(statuses).toEqual({
      admin: 200,
      advisor: 200,
      mechanic: 200,
      otherMechanic: 404,
      otherCustomer: 404,
      deletedCustomer: 401,
      personWithTheSameAddress: 404,
    });
  });

  test.each(['pending', 'unassigned'] as const)(
    'is refused while the customer has an appointment that is %s',
    async (status) => {
      const holder = await makeAccount(app);
      await makeAppointment(app, { customer_id: holder.id, date: '2026-03-10', status });
      const response = await deleteAccount(holder);
      expect([response.statusCode, response.body]).toEqual([
        409,
        expect.stringMatching(
          /^You still have appointment #\d+. Please cancel your open appointments/,
        ),
      ]);
      expect(await holder.browser.signedInUserId()).toBe(holder.id);
    },
  );

  test.each(['confirmed', 'in_progress'] as const)(
    'is refused for the customer and the mechanic of a job that is %s',
    async (status) => {
      const customer = await makeAccount(app);
      const mechanic = await makeAccount(app, 'mechanic');
      await app.store.kysely.insertInto('mechanics').values({ person_id: mechanic.id }).execute();
      await makeAppointment(app, {
        customer_id: customer.id,
        mechanic_id: mechanic.id,
        date: '2026-03-10',
        status,
      });
      expect((await deleteAccount(customer)).statusCode).toBe(409);
      expect((await deleteAccount(mechanic)).statusCode).toBe(409);
      expect(await mechanic.browser.signedInUserId()).toBe(mechanic.id);
    },
  );

  test('at the same time as a booking leaves no appointment for a deleted customer', async () => {
    const { serviceId } = await makeTeam(app, 1);
    for (const [round, time] of ['08:00', '10:00', '12:00', '14:00'].entries()) {
      const holder = await makeAccount(app);
      const vehicleId = await makeVehicle(app, holder.id);
      const booking = {
        vehicleId,
        serviceId,
        date: '2026-03-11',
        startTime: time,
        location: JSON.stringify({ address: '1 Curb Street' }),
      };
      const book = () => holder.browser.post('/api/appointments', booking);
      const [first, second] =
        round % 2 === 0
          ? await Promise.all([deleteAccount(holder), book()])
          : (await Promise.all([book(), deleteAccount(holder)])).toReversed();
      // Only one of the two succeeds: the deletion (its status comes first) or the booking.
      expect(['204 401', '204 400', '409 201']).toContain(
        `${first?.statusCode} ${second?.statusCode}`,
      );
    }
  });

  test('is refused for the last admin', async () => {
    await app.store.kysely
      .updateTable('accounts')
      .set({ active: false })
      .where('role', '=', 'admin')
      .execute();
    const admin = await makeAccount(app, 'admin');
    const response = await deleteAccount(admin);
    expect([response.statusCode, response.body]).toEqual([
      409,
      'There must be at least one active admin.',
    ]);
    await makePerson(app, 'admin');
    expect((await deleteAccount(admin)).statusCode).toBe(204);
  });

  async function signUpAndGetId(email: string): Promise<string | null> {
    return (await signIn(app, await signUp(app, email))).signedInUserId();
  }
});

test('an admin cannot book for a deactivated customer', async () => {
  const holder = await makeAccount(app);
  const vehicleId = await makeVehicle(app, holder.id);
  const { serviceId } = await makeTeam(app, 1);
  const admin = await makePerson(app, 'admin');
  const booking = {
    customerId: holder.id,
    vehicleId,
    serviceId,
    location: JSON.stringify({ address: '1 Curb Street' }),
  };
  const book = () =>
    app.server.inject({
      method: 'POST',
      url: '/api/appointments',
      headers: admin.headers,
      payload: { ...booking, date: '2026-03-12', startTime: '09:00' },
    });
  await app.store.kysely
    .updateTable('accounts')
    .set({ active: false })
    .where('id', '=', holder.id)
    .execute();
  expect((await book()).body).toBe('Please select a customer');
  await app.store.kysely
    .updateTable('accounts')
    .set({ active: true })
    .where('id', '=', holder.id)
    .execute();
  expect((await book()).statusCode).toBe(201);
});
