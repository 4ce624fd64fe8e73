import type { Notification } from '@curbwrench/contract/notifications/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withNotification } from '../application/events.ts';
import { done, runInTransaction } from '../application/transaction.ts';
import { assignEventNumbers } from '../database/outbox-queries.ts';
import { cleanUp } from '../clean-up-job.ts';
import {
  makeAppointment,
  makeTeam,
  makePerson,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { openEventStream } from '@curbwrench/testing/event-stream';
import { read, readPages, send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { waitFor } from '@curbwrench/testing/wait-for';

let app: TestApp;
let admin: Person;
let advisor: Person;
let customer: Person & { vehicleId: number };
let team: Team;

beforeAll(async () => {
  app = await startApp({ listen: true });
  admin = await makePerson(app, 'admin');
  advisor = await makePerson(app, 'service_advisor');
});
afterAll(() => app.stop());
beforeEach(async () => {
  const person = await makePerson(app, 'customer');
  customer = { ...person, vehicleId: await makeVehicle(app, person.id) };
  team = await makeTeam(app, 2);
  await sql`delete from notifications`.execute(app.store.kysely);
});

/** Processes all committed events, then returns a person's notifications. */
async function readNotifications(person: Person): Promise<Notification[]> {
  await assignEventNumbers(app.store.kysely);
  return read<Notification[]>(app, person, '/api/notifications');
}

const listKinds = async (person: Person) =>
  (await readNotifications(person)).map(({ kind }) => kind);

async function countUnread(person: Person): Promise<number> {
  await assignEventNumbers(app.store.kysely);
  return (await read<{ unread: number }>(app, person, '/api/notifications/count')).unread;
}

const markRead = (person: Person, from: number, to: number) =>
  send(app, person, 'POST', '/api/notifications/read', { from, to });

async function book(actor: Person, startTime = '10:00'): Promise<number> {
  const booked = await send(app, actor, 'POST', '/api/appointments', {
    vehicleId: customer.vehicleId,
    serviceId: team.serviceId,
    date: '2026-03-10',
    startTime,
    location: JSON.stringify({ address: '5 Bell Street' }),
    ...(actor.id === customer.id ? {} : { customerId: customer.id }),
  });
  expect(booked.statusCode).toBe(201);
  return booked.json<{ id: number }>().id;
}

async function change(actor: Person, id: number, body: object): Promise<void> {
  const changed = await send(app, actor, 'PATCH', `/api/appointments/${id}`, body);
  expect([changed.statusCode, changed.body]).toEqual([200, expect.anything()]);
}

const assign = (actor: Person, id: number, mechanic: Person) =>
  change(actor, id, { status: 'confirmed', mechanicId: mechanic.id });

async function getFullName({ id }: Person): Promise<string> {
  const { first_name: first, last_name: last } = await app.store.kysely
    .selectFrom('people')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return `${first} ${last}`;
}

/** Creates a job today for the first mechanic of the team. */
const makeJobToday = () =>
  makeAppointment(app, {
    date: '2026-03-03',
    start_time: '09:00',
    end_time: '10:00',
    status: 'confirmed',
    customer_id: customer.id,
    mechanic_id: team.mechanics[0].id,
    service_id: team.serviceId,
    vehicle_id: customer.vehicleId,
  });

describe('people are notified about an appointment', () => {
  test('when it is booked: the office, which has to assign a mechanic, but not the person who booked', async () => {
    const id = await book(customer);
    expect(await readNotifications(advisor)).toMatchObject([
      { kind: 'booked', read: false, appointment: { id, date: '2026-03-10', startTime: '10:00' } },
    ]);
    expect([await listKinds(admin), await listKinds(customer)]).toEqual([['booked'], []]);
  });

  test('when the office books it: the customer and the rest of the office', async () => {
    await book(advisor);
    expect([await listKinds(customer), await listKinds(admin), await listKinds(advisor)]).toEqual([
      ['booked'],
      ['booked'],
      [],
    ]);
  });

  test('when it is assigned: the customer, the mechanic and the previous mechanic', async () => {
    const [first, second] = team.mechanics;
    const id = await book(customer);
    await assign(advisor, id, first);
    await assign(advisor, id, second ?? first);
    expect([await listKinds(customer), await listKinds(second ?? first)]).toEqual([
      ['assigned', 'assigned'],
      ['assigned'],
    ]);
    // The office has only the notifications about the booking.
    expect([await listKinds(admin), await listKinds(advisor)]).toEqual([['booked'], ['booked']]);
    // The first mechanic no longer has the job, and sees only its number.
    expect(await readNotifications(first)).toMatchObject([
      { kind: 'assigned', appointment: null, subject: { kind: 'appointment', id: String(id) } },
      { kind: 'assigned', appointment: null },
    ]);
  });

  test('when its mechanic changes: the customer, with both names, even if it had no mechanic in between @appointments.reassigned', async () => {
    const [firstMechanic] = team.mechanics;
    const secondMechanic = team.mechanics[1] ?? firstMechanic;
    const listNames = async (person: Person) =>
      (await readNotifications(person))
        .filter(({ kind }) => kind === 'assigned')
        .map((notification) => [
          notification.mechanicChanged,
          notification.mechanicName,
          notification.formerMechanicName,
        ]);
    const [firstName, secondName] = [
      await getFullName(firstMechanic),
      await getFullName(secondMechanic),
    ];
    const id = await book(customer);
    await assign(advisor, id, firstMechanic);
    expect(await listNames(customer)).toEqual([[false, firstName, null]]);
    await assign(advisor, id, secondMechanic);
    // The first notification no longer has a name, because its mechanic is no longer assigned.
    const first = [false, null, null];
    const second = [true, secondName, firstName];
    expect(await listNames(customer)).toEqual([second, first]);
    expect(await listNames(secondMechanic), 'no names of colleagues').toEqual([[true, null, null]]);
    expect(await listNames(firstMechanic)).toEqual([
      [true, null, null],
      [false, null, null],
    ]);
    await change(advisor, id, { status: 'unassigned', reason: null });
    await assign(advisor, id, firstMechanic);
    expect((await listNames(customer))[0], 'after a time without a mechanic').toEqual([
      true,
      firstName,
      secondName,
    ]);
    await change(advisor, id, { status: 'unassigned', reason: null });
    await assign(advisor, id, firstMechanic);
    expect((await listNames(customer))[0], 'the same mechanic again').toEqual([
      false,
      firstName,
      null,
    ]);
  });

  test('when it is declined: its customer, and the office, which needs another mechanic', async () => {
    const [mechanic] = team.mechanics;
    const id = await book(customer);
    await assign(advisor, id, mechanic);
    await change(mechanic, id, { status: 'unassigned', reason: null });
    expect([
      await listKinds(customer),
      await listKinds(advisor),
      await listKinds(mechanic),
    ]).toEqual([['unassigned', 'assigned'], ['unassigned', 'booked'], ['assigned']]);
  });

  test('when it is rescheduled: its mechanic, or the office if it has none', async () => {
    const [mechanic] = team.mechanics;
    const assignedId = await book(customer);
    await assign(advisor, assignedId, mechanic);
    await change(customer, assignedId, { date: '2026-03-11', startTime: '11:00' });
    const pendingId = await book(customer, '14:00');
    await change(customer, pendingId, { date: '2026-03-12', startTime: '12:00' });
    expect([await listKinds(mechanic), await listKinds(customer)]).toEqual([
      ['rescheduled', 'assigned'],
      ['assigned'],
    ]);
    expect(
      (await readNotifications(advisor)).map(({ kind, appointment }) => [kind, appointment?.id]),
    ).toEqual([
      ['rescheduled', pendingId],
      ['booked', pendingId],
      ['booked', assignedId],
    ]);
  });

  test('when it is completed, and when its start can no longer be undone: the customer', async () => {
    const [mechanic] = team.mechanics;
    const id = await makeJobToday();
    await change(mechanic, id, { status: 'in_progress' });
    expect(await listKinds(customer)).toEqual([]);
    await change(mechanic, id, { status: 'completed' });
    expect(await listKinds(customer)).toEqual(['completed', 'started']);
    expect([await listKinds(mechanic), await listKinds(admin)]).toEqual([[], []]);
  });

  test('when it is canceled: the mechanic, and the customer too if the office cancels', async () => {
    const [mechanic] = team.mechanics;
    const id = await book(customer);
    await assign(advisor, id, mechanic);
    await change(customer, id, { status: 'cancelled', reason: null });
    expect([await listKinds(mechanic), await listKinds(customer)]).toEqual([
      ['cancelled', 'assigned'],
      ['assigned'],
    ]);
    const secondId = await makeJobToday();
    await change(admin, secondId, { status: 'cancelled', reason: 'The van broke down' });
    expect([(await listKinds(mechanic))[0], (await listKinds(customer))[0]]).toEqual([
      'cancelled',
      'cancelled',
    ]);
  });

  test('when a change is refused: nobody', async () => {
    const id = await makeJobToday();
    await change(team.mechanics[0], id, { status: 'in_progress' });
    const refused = await send(app, customer, 'PATCH', `/api/appointments/${id}`, {
      status: 'cancelled',
      reason: null,
    });
    expect([refused.statusCode, await listKinds(team.mechanics[0])]).toEqual([403, []]);
  });

  test('but not if they are deactivated or no longer staff', async () => {
    const deactivatedAdvisor = await makePerson(app, 'service_advisor');
    const formerAdmin = await makePerson(app, 'admin');
    await book(customer);
    await assignEventNumbers(app.store.kysely);
    await sql`update accounts set active = false where id = ${deactivatedAdvisor.id}`.execute(
      app.store.kysely,
    );
    await sql`update accounts set role = 'customer' where id = ${formerAdmin.id}`.execute(
      app.store.kysely,
    );
    await book(customer, '13:00');
    // Previous notifications no longer show their content.
    expect(await readNotifications(formerAdmin)).toMatchObject([
      { kind: 'booked', appointment: null },
    ]);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from notifications where recipient_id = ${deactivatedAdvisor.id}
    `.execute(app.store.kysely);
    expect(rows[0]?.count).toBe(1);
  });
});

describe('payments and messages', () => {
  async function notify(actor: Person, kind: 'payment' | 'message', id: number, recipient: Person) {
    await runInTransaction(app, actor.id, async () =>
      done(null, [
        withNotification(
          kind === 'payment'
            ? { kind: 'payment', subjectId: id, customerId: recipient.id }
            : { kind: 'user', subjectId: id, customerId: recipient.id },
          { kind, to: [recipient.id], by: actor.id },
        ),
      ]),
    );
  }

  test('a payment notification includes the payment and its appointment if the viewer may see them', async () => {
    const id = await makeJobToday();
    const { rows } = await sql<{ id: number }>`
      insert into payments (customer_id, appointment_id, amount, status, created_at)
      values (${customer.id}, ${id}, 89, 'failed', now()) returning id
    `.execute(app.store.kysely);
    const paymentId = rows[0]?.id ?? 0;
    const stranger = await makePerson(app, 'customer');
    await notify(admin, 'payment', paymentId, customer);
    await notify(admin, 'payment', paymentId, stranger);
    expect(await readNotifications(customer)).toMatchObject([
      {
        kind: 'payment',
        payment: { id: paymentId, status: 'failed', amount: '89.00', refundedAmount: '0.00' },
        appointment: { id },
      },
    ]);
    expect(await readNotifications(stranger)).toMatchObject([
      { kind: 'payment', payment: null, appointment: null },
    ]);
  });

  test('messages of one conversation share one notification until it is read', async () => {
    await notify(advisor, 'message', 7, customer);
    await notify(advisor, 'message', 7, customer);
    await assignEventNumbers(app.store.kysely);
    await notify(advisor, 'message', 7, customer);
    await notify(advisor, 'message', 8, customer);
    const notifications = await readNotifications(customer);
    expect(notifications.map(({ subject }) => subject.id)).toEqual(['8', '7']);
    // The notification is about the latest message, so reading it before that message arrived doesn't count.
    const [, sharedNotification] = notifications;
    await notify(advisor, 'message', 7, customer);
    await assignEventNumbers(app.store.kysely);
    await markRead(customer, sharedNotification?.id ?? 0, sharedNotification?.id ?? 0);
    expect(await countUnread(customer)).toBe(2);
    const [first] = await readNotifications(customer);
    await markRead(customer, first?.id ?? 0, first?.id ?? 0);
    expect(await countUnread(customer)).toBe(1);
    await notify(advisor, 'message', 7, customer);
    expect(
      (await readNotifications(customer)).map((notification) => [
        notification.subject.id,
        notification.read,
      ]),
    ).toEqual([
      ['7', false],
      ['7', true],
      ['8', false],
    ]);
  });

  test('many messages share one notification even if none of their events has a number yet', async () => {
    const advisors = await Promise.all(
      Array.from({ length: 20 }, () => makePerson(app, 'service_advisor')),
    );
    await sql`
      insert into outbox (kind, subject_id, customer_id, at, notice)
      select 'conversation', ${customer.id}, ${customer.id}, now(), ${JSON.stringify({
        kind: 'message',
        to: [],
        dispatch: true,
        by: customer.id,
      })}::jsonb
      from generate_series(1, 1000)
    `.execute(app.store.kysely);
    const startedAt = performance.now();
    await assignEventNumbers(app.store.kysely);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(await countUnread(advisor)).toBe(1);
    expect(await countUnread(admin)).toBe(1);
    // Otherwise later tests would notify these 20 people.
    await app.store.kysely
      .updateTable('accounts')
      .set({ active: false })
      .where(
        'id',
        'in',
        advisors.map(({ id }) => id),
      )
      .execute();
  });
});

describe('reading notifications', () => {
  test("marks only the notifications that were shown, and only the viewer's own", async () => {
    for (let count = 0; count < 25; count += 1) {
      await sql`insert into notifications (recipient_id, kind, subject, subject_id, at)
        values (${customer.id}, 'completed', 'appointment', '999999', now())`.execute(
        app.store.kysely,
      );
    }
    const firstPage = await readNotifications(customer);
    expect([firstPage.length, await countUnread(customer)]).toEqual([20, 25]);
    const allPages = await readPages<Notification>(app, customer, '/api/notifications');
    expect(allPages.map(({ id }) => id)).toEqual(
      allPages.map(({ id }) => id).toSorted((a, b) => b - a),
    );
    expect(allPages).toHaveLength(25);

    const [latestId, oldestId] = [firstPage.at(0)?.id ?? 0, firstPage.at(-1)?.id ?? 0];
    // A request can't mark another person's notifications as read.
    expect((await markRead(admin, oldestId, latestId)).statusCode).toBe(204);
    expect(await countUnread(customer)).toBe(25);
    expect((await markRead(customer, oldestId, latestId)).statusCode).toBe(204);
    expect(await countUnread(customer)).toBe(5);
    expect((await markRead(customer, 1, latestId)).statusCode).toBe(204);
    expect(await countUnread(customer)).toBe(0);
  });

  test("sends an event only to the viewer's own devices, not to the office", async () => {
    const ownStream = await openEventStream(app.url, customer);
    const adminStream = await openEventStream(app.url, admin);
    try {
      const id = await makeJobToday();
      await change(advisor, id, { status: 'cancelled', reason: null });
      const [notification] = await readNotifications(customer);
      await markRead(customer, notification?.id ?? 0, notification?.id ?? 0);
      // The second time nothing is unread, so there is no event.
      await markRead(customer, notification?.id ?? 0, notification?.id ?? 0);
      await send(app, admin, 'PATCH', '/api/notifications/preferences', {
        ...(await read<object>(app, admin, '/api/notifications/preferences')),
        sms: true,
      });
      const listRecipients = (stream: typeof ownStream) =>
        stream
          .events()
          .filter(({ data }) => data.includes('"notification"'))
          .map(({ data }) => (JSON.parse(data) as { id: string }).id);
      await waitFor(() => expect(listRecipients(adminStream)).toEqual([admin.id]));
      await waitFor(() => expect(listRecipients(ownStream)).toEqual([customer.id]));
    } finally {
      ownStream.close();
      adminStream.close();
    }
  });

  test('is possible for 90 days; then notifications are deleted, read or unread', async () => {
    for (const days of [89, 91]) {
      await sql`insert into notifications (recipient_id, kind, subject, subject_id, at)
        values (${customer.id}, 'completed', 'appointment', ${String(days)},
          ${new Date(testMorning.getTime() - days * 24 * 3_600_000)})`.execute(app.store.kysely);
    }
    await cleanUp(app.store, testMorning);
    expect((await readNotifications(customer)).map(({ subject }) => subject.id)).toEqual(['89']);
  });
});

describe('preferences @messages.preferences', () => {
  const url = '/api/notifications/preferences';
  const defaults = {
    appointmentReminders: true,
    mechanicUpdates: true,
    paymentReceipts: true,
    push: true,
    sms: false,
    promotionalEmails: false,
    newsletter: true,
    bookingEmails: true,
    attentionEmails: true,
    messageEmails: true,
  };

  test('are the defaults until they are saved, separately for each person', async () => {
    expect(await read(app, customer, url)).toEqual(defaults);
    const preferences = { ...defaults, sms: true, newsletter: false };
    const saved = await send(app, customer, 'PATCH', url, preferences);
    expect([saved.statusCode, saved.json()]).toEqual([200, preferences]);
    expect(await read(app, customer, url)).toEqual(preferences);
    expect(await read(app, admin, url)).not.toEqual(preferences);
    const again = await send(app, customer, 'PATCH', url, defaults);
    expect([again.statusCode, await read(app, customer, url)]).toEqual([200, defaults]);
  });

  test('are refused if one is invalid', async () => {
    const refused = await send(app, customer, 'PATCH', url, { ...defaults, push: 'often' });
    expect([refused.statusCode, refused.body]).toEqual([400, 'Please specify yes or no.']);
  });
});
