import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type { CustomerRecord } from '@curbwrench/contract/customers/schemas';
import type { Vehicle } from '@curbwrench/contract/vehicles/schemas';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  makeAccount,
  password,
  signIn,
  signUp,
  signUpBody,
  unusedEmail,
} from '@curbwrench/testing/accounts';
import { listEntriesAbout } from '@curbwrench/testing/audit-trail';
import { Browser, tokenSentTo } from '@curbwrench/testing/browser';
import {
  makeAppointment,
  makeTeam,
  makePerson,
  makePersonWithoutAccount,
  makePlan,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { read, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import {
  bookAsVisitor,
  demoWithoutAccounts,
  requestDemoCode,
} from '@curbwrench/testing/visitor-bookings';
import { getCurrentTime } from '../application/transaction.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import { claimVisitorBookings } from './claim-visitor-bookings.ts';

let app: TestApp;
let admin: Person;
let team: Team;

beforeAll(async () => {
  app = await startApp({ demoAccounts: demoWithoutAccounts });
  admin = await makePerson(app, 'admin');
  team = await makeTeam(app, 6);
});
afterAll(() => app.stop());
afterEach(() => sql`delete from rate_limits`.execute(app.store.kysely));

const newPassword = `${password} again`;

/** Signs up, and chooses the password through the emailed link. */
async function signUpAndChoosePassword(email: string, extraFields: object = {}): Promise<Browser> {
  const body = signUpBody(email, extraFields);
  expect((await new Browser(app).post('/api/account/sign-up', body)).statusCode).toBe(204);
  const token = await tokenSentTo(app, email);
  const chosen = await new Browser(app).post('/api/account/reset-password', {
    token,
    password: newPassword,
  });
  expect(chosen.statusCode).toBe(204);
  return signIn(app, email, newPassword);
}

/** Books as a visitor who verifies this address with a code. Returns the id of the person whose booking it is. */
async function bookForVisitor(email: string, startTime = '10:00'): Promise<string> {
  expect((await sendVisitorBooking(email, startTime)).statusCode).toBe(201);
  const { customer_id: id } = await app.store.kysely
    .selectFrom('appointments')
    .select('customer_id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

const sendVisitorBooking = async (email: string, startTime: string) =>
  bookAsVisitor(app, email, {
    ...(await requestDemoCode(app, email)),
    serviceId: team.serviceId,
    startTime,
  });

const findAccountId = async (email: string) =>
  (
    await app.store.kysely
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id;

async function countAppointments(customerId: string): Promise<number> {
  const rows = await app.store.kysely
    .selectFrom('appointments')
    .select('id')
    .where('customer_id', '=', customerId)
    .execute();
  return rows.length;
}

/** Creates a person who verified this address when booking as a visitor. They have one appointment and no account. */
async function makeVisitor(email: string): Promise<string> {
  const id = await makePersonWithoutAccount(app, { email });
  await sql`update people set email_verified_at = now() where id = ${id}`.execute(app.store.kysely);
  await makeAppointment(app, {
    date: '2026-02-03',
    status: 'completed',
    customer_id: id,
    service_id: team.serviceId,
    mechanic_id: team.mechanics[0].id,
  });
  return id;
}

const claimBookings = (accountId: string) =>
  inTransaction(app.store, (trx) => claimVisitorBookings(trx, accountId, getCurrentTime(app)));

describe('someone who booked as a visitor, and then verifies the same address', () => {
  test('by choosing a password after signing up, finds their bookings in their account @accounts.history-joined', async () => {
    const email = unusedEmail();
    const visitorId = await bookForVisitor(email);
    const browser = await signUpAndChoosePassword(email, {
      firstName: 'Vera',
      lastName: 'Visitor',
    });
    const appointments = (await browser.send('GET', '/api/appointments')).json<Appointment[]>();
    expect(appointments.map(({ date, startTime }) => [date, startTime])).toEqual([
      ['2026-03-05', '10:00'],
    ]);
    const vehicles = (await browser.send('GET', '/api/vehicles')).json<Vehicle[]>();
    expect(vehicles.map(({ make, model }) => `${make} ${model}`)).toEqual(['Honda Civic']);
    // The office finds one customer, even at the URL of the visitor's record.
    const record = await read<CustomerRecord>(app, admin, `/api/customers/${visitorId}`);
    expect(record).toMatchObject({
      id: await findAccountId(email),
      hasAccount: true,
      phone: '(415) 555-0199',
      addresses: ['5 Elm Street, San Francisco'],
      notes: null,
    });
    const entries = await listEntriesAbout(app, 'user', visitorId);
    expect(entries.filter(({ action }) => action === 'merged')).toMatchObject([
      { actor_id: null, after: { into_id: record.id } },
    ]);
    // The next booking with a code also belongs to the account.
    expect(await bookForVisitor(email, '14:00')).toBe(record.id);
  });

  test('by resetting their password, finds their bookings as well @accounts.history-joined', async () => {
    const email = unusedEmail();
    await makeVisitor(email);
    const browser = new Browser(app);
    await browser.post('/api/account/sign-up', signUpBody(email));
    await browser.post('/api/account/forgot-password', { email });
    const token = await tokenSentTo(app, email);
    const body = { token, password: newPassword };
    expect((await browser.post('/api/account/reset-password', body)).statusCode).toBe(204);
    expect(await countAppointments(await findAccountId(email))).toBe(1);
  });

  test('by changing the address of their account, finds their bookings, but only in a browser that is signed in to it @accounts.history-joined @accounts.history-password', async () => {
    const email = unusedEmail();
    await makeVisitor(email);
    const { id, browser } = await makeAccount(app);
    const change = await browser.post('/api/account/change-email', { email, password });
    expect(change.statusCode).toBe(204);
    const token = await tokenSentTo(app, email);
    const elsewhere = await new Browser(app).post('/api/account/verify-email', { token });
    expect([elsewhere.statusCode, elsewhere.body]).toEqual([
      409,
      'You have booked with this address before. Please log in to your account in this browser, then open the link again.',
    ]);
    expect(await countAppointments(id)).toBe(0);
    expect((await browser.post('/api/account/verify-email', { token })).statusCode).toBe(204);
    expect(await countAppointments(id)).toBe(1);
  });

  test('gets everything exactly once, even if the address is verified while a booking is made with it @accounts.history-joined', async () => {
    for (let round = 0; round < 3; round += 1) {
      const email = unusedEmail();
      await bookForVisitor(email, `1${round}:00`);
      await new Browser(app).post('/api/account/sign-up', signUpBody(email));
      const token = await tokenSentTo(app, email);
      const verify = () =>
        new Browser(app).post('/api/account/reset-password', { token, password: newPassword });
      const [booked, ...verified] = await Promise.all([
        sendVisitorBooking(email, `1${round + 3}:00`),
        verify(),
        verify(),
      ]);
      expect([booked.statusCode, ...sortedStatuses(verified)]).toEqual([201, 204, 410]);
      expect(await countAppointments(await findAccountId(email))).toBe(2);
      const { rows } = await sql`select 1 from people where email = ${email}`.execute(
        app.store.kysely,
      );
      expect(rows).toHaveLength(1);
    }
  });
});

describe('nobody gets the history of another person', () => {
  test('by signing up with their address without verifying it, even with two concurrent requests @accounts.history-proven', async () => {
    const email = unusedEmail();
    const visitorId = await makeVisitor(email);
    const signUpOnce = () => new Browser(app).post('/api/account/sign-up', signUpBody(email));
    await Promise.all([signUpOnce(), signUpOnce()]);
    const accountId = await findAccountId(email);
    await claimBookings(accountId);
    expect(await countAppointments(accountId)).toBe(0);
    expect(await countAppointments(visitorId)).toBe(1);
    const guess = { email, password };
    expect((await new Browser(app).post('/api/account/sign-in', guess)).statusCode).toBe(403);
  });

  test('who confirms a sign-up that they did not make @accounts.history-password', async () => {
    const early = unusedEmail();
    const strangersBrowser = new Browser(app);
    await strangersBrowser.post('/api/account/sign-up', signUpBody(early));
    const verifyToken = await tokenSentTo(app, early);
    await makeVisitor(early);
    // The link from before the booking only verifies the address.
    const verified = await new Browser(app).post('/api/account/verify-email', {
      token: verifyToken,
    });
    expect(verified.statusCode).toBe(410);
    await strangersBrowser.post('/api/account/resend-verification', { email: early });
    const late = unusedEmail();
    await makeVisitor(late);
    await strangersBrowser.post('/api/account/sign-up', signUpBody(late));
    for (const email of [early, late]) {
      const token = await tokenSentTo(app, email);
      const owner = new Browser(app);
      expect((await owner.post('/api/account/verify-email', { token })).statusCode).toBe(410);
      const chosen = await owner.post('/api/account/reset-password', {
        token,
        password: newPassword,
      });
      expect(chosen.statusCode).toBe(204);
      const guess = await strangersBrowser.post('/api/account/sign-in', { email, password });
      expect(guess.statusCode).toBe(401);
      expect(await countAppointments(await findAccountId(email))).toBe(1);
    }
  });

  test('whose address was only entered by the office, or has changed since it was verified @accounts.history-proven', async () => {
    const email = unusedEmail();
    const enteredByOffice = await makePersonWithoutAccount(app, { email });
    await makeVehicle(app, enteredByOffice);
    const withOldAddress = await makeVisitor(unusedEmail());
    await sql`update people set email = ${email} where id = ${withOldAddress}`.execute(
      app.store.kysely,
    );
    await signUp(app, email);
    const browser = await signIn(app, email);
    expect((await browser.send('GET', '/api/vehicles')).json()).toEqual([]);
    expect((await browser.send('GET', '/api/appointments')).json()).toEqual([]);
    expect(await countAppointments(withOldAddress)).toBe(1);
  });

  test('through the account of a staff member or a deactivated customer @accounts.history-proven', async () => {
    const mechanic = await makePerson(app, 'mechanic');
    const deactivated = await makePerson(app, 'customer');
    await sql`update accounts set active = false where id = ${deactivated.id}`.execute(
      app.store.kysely,
    );
    for (const { id, email } of [mechanic, deactivated]) {
      const visitorId = await makeVisitor(email);
      expect(await claimBookings(id)).toEqual([]);
      expect(await countAppointments(visitorId)).toBe(1);
    }
  });

  test('if both have a plan, which an admin has to resolve first @accounts.history-proven', async () => {
    const { id, email } = await makePerson(app, 'customer');
    const visitorId = await makeVisitor(email);
    const planId = await makePlan(app);
    for (const customerId of [id, visitorId]) {
      await app.store.kysely
        .insertInto('subscriptions')
        .values({
          customer_id: customerId,
          plan_id: planId,
          plan_name: 'Plan',
          price: '29.00',
          billing_interval: 'month',
          discount_percent: 0,
          started_on: '2026-01-01',
          created_at: new Date(),
        })
        .execute();
    }
    expect(await claimBookings(id)).toEqual([]);
    expect(await countAppointments(visitorId)).toBe(1);
  });
});
