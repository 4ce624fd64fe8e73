import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type { User } from '@curbwrench/contract/people/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAccount, password, signIn, signUp, unusedEmail } from '@curbwrench/testing/accounts';
import { Browser, emailsTo } from '@curbwrench/testing/browser';
import {
  makeTeam,
  makePerson,
  makePersonWithoutAccount,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { changeEmail } from '@curbwrench/testing/personal-data';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { findAccount } from '../accounts/queries/accounts.ts';

let app: TestApp;
let admin: Person;
let advisor: Person;
let team: Team;
let personId: string;
let appointmentId: number;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin');
  advisor = await makePerson(app, 'service_advisor');
  team = await makeTeam(app, 1);
  personId = await makePersonWithoutAccount(app, { firstName: 'Pat', lastName: 'Phoneless' });
  const booked = await send(app, advisor, 'POST', '/api/appointments', {
    customerId: personId,
    vehicleId: await makeVehicle(app, personId),
    serviceId: team.serviceId,
    date: '2026-03-05',
    startTime: '10:00',
    location: JSON.stringify({ address: '5 Elm Street' }),
  });
  if (booked.statusCode !== 201) throw new Error(booked.body);
  appointmentId = booked.json<{ id: number }>().id;
});
afterAll(() => app.stop());

const readContactEmail = async (id: string) =>
  app.store.kysely.selectFrom('people').select('email').where('id', '=', id).executeTakeFirst();
const setContactEmail = (id: string, email: string) =>
  app.store.kysely.updateTable('people').set({ email }).where('id', '=', id).execute();

describe('a person without an account @people.without-account', () => {
  test('is listed and found as a customer, without an email address or a second factor', async () => {
    for (const query of ['role=customer', 'search=phoneless', 'search=pat&role=customer']) {
      const users = await read<User[]>(app, admin, `/api/users?${query}`);
      expect(users).toMatchObject([
        { id: personId, role: 'customer', email: null, active: true, twoFactor: null },
      ]);
    }
    expect(await read<User>(app, advisor, `/api/users/${personId}`)).toMatchObject({
      lastName: 'Phoneless',
      email: null,
    });
    for (const role of ['mechanic', 'service_advisor', 'admin']) {
      const others = await read<User[]>(app, admin, `/api/users?role=${role}`);
      expect(others.map(({ id }) => id)).not.toContain(personId);
    }
  });

  test('has appointments that show no email address', async () => {
    const appointment = await read<Appointment>(app, advisor, `/api/appointments/${appointmentId}`);
    expect(appointment.customer).toMatchObject({ id: personId, email: null });
    const appointments = await read<{ id: number }[]>(
      app,
      admin,
      '/api/appointments?search=phoneless',
    );
    expect(appointments.map(({ id }) => id)).toEqual([appointmentId]);
  });

  test('can have payments with a receipt, and their mechanic can read their record', async () => {
    const [mechanic] = team.mechanics;
    const { id } = await app.store.kysely
      .insertInto('payments')
      .values({
        customer_id: personId,
        amount: '20.00',
        status: 'completed',
        created_at: new Date(),
        paid_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const payments = await read<{ id: number; customer: object }[]>(
      app,
      admin,
      '/api/payments?search=phoneless',
    );
    expect(payments).toMatchObject([{ id, customer: { id: personId, email: null } }]);
    const receipt = await send(app, admin, 'GET', `/api/payments/${id}/receipt.pdf`);
    expect([receipt.statusCode, receipt.body.slice(0, 5)]).toEqual([200, '%PDF-']);
    const assigned = await send(app, advisor, 'PATCH', `/api/appointments/${appointmentId}`, {
      status: 'confirmed',
      mechanicId: mechanic.id,
    });
    expect(assigned.statusCode).toBe(200);
    expect(await read(app, mechanic, `/api/users/${personId}`)).toMatchObject({ email: null });
  });

  test("is recognized by name in the assistant's answers", async () => {
    const answer = await send(app, admin, 'POST', '/api/chat', {
      message: 'Which payments of Pat Phoneless were refunded?',
    });
    expect(answer.json<{ response: string }>().response).toBe('There are no refunds.');
  });

  test('cannot be sent messages without an email address or consent to texts @messages.reply', async () => {
    const message = { text: 'Hello?', clientId: crypto.randomUUID() };
    const url = `/api/conversations/${personId}/messages`;
    const refused = await send(app, advisor, 'POST', url, message);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      "We can't email or text this person, and they don't have an account. Please call them.",
    ]);
  });

  test('cannot be given a role or deactivated', async () => {
    const change = { userId: personId, role: 'mechanic' };
    for (const refused of [
      await send(app, admin, 'POST', '/api/users/role', change),
      await send(app, admin, 'POST', `/api/users/${personId}/activation`, { active: false }),
    ]) {
      expect([refused.statusCode, refused.body]).toEqual([404, 'Person not found.']);
    }
  });

  test('can share an email address with others; a sign-up with it is not linked to any of them @people.not-joined', async () => {
    const email = unusedEmail();
    const otherId = await makePersonWithoutAccount(app);
    await setContactEmail(personId, email);
    await setContactEmail(otherId, email);
    const response = await new Browser(app).post('/api/account/sign-in', { email, password });
    expect(response.statusCode).toBe(401);
    expect(await emailsTo(app, email)).toEqual([]);

    await signUp(app, email);
    const signedInId = await (await signIn(app, email)).signedInUserId();
    expect([personId, otherId]).not.toContain(signedInId);
    expect(await findAccount(app.store.kysely, personId)).toBeNull();
    const browser = await signIn(app, email);
    expect((await browser.send('GET', '/api/appointments')).json()).toEqual([]);
    expect(await read<User>(app, admin, `/api/users/${personId}`)).toMatchObject({ email });
  });
});

test('changing the sign-in address also changes the contact address @accounts.email-change', async () => {
  const holder = await makeAccount(app);
  const email = unusedEmail();
  await changeEmail(app, holder.browser, email);
  expect(await readContactEmail(holder.id)).toEqual({ email });
  expect(await findAccount(app.store.kysely, holder.id)).toMatchObject({ email });
});
