import {
  messageKinds,
  transitionMessages,
  type MessageKind,
} from '@curbwrench/contract/messaging/kinds';
import type { NotificationPreferences } from '@curbwrench/contract/notifications/schemas';
import { transitionNames } from '@curbwrench/contract/appointments/lifecycle';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  makeAppointment,
  makePersonWithoutAccount,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { stopAttentionAlerts } from '@curbwrench/testing/database-contents';
import { read, send } from '@curbwrench/testing/requests';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import { testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { startUndoMs, undoMs } from '@curbwrench/contract/appointments/undo-time';

let app: TestApp;
let advisor: Person;
let customer: Person;
let vehicleId: number;
let team: Team;
let mechanic: Person;
let colleague: Person;

const today = '2026-03-03';
const thursday = '2026-03-05';

prepareAppWithTeam(2, (prepared) => {
  ({ app, advisor, customer, vehicleId, team } = prepared);
  mechanic = team.mechanics[0];
  colleague = team.mechanics[1] ?? mechanic;
});

// The job that alerts the office has its own tests; here it would record extra messages whenever it runs.
beforeEach(() => stopAttentionAlerts(app.store));

/** All kinds of messages that the tests in this file have recorded so far, by the transition that caused them. */
const seenKinds = new Map<string, Set<MessageKind>>();
let lastId = 0;
beforeEach(async () => {
  const row = await app.store.kysely
    .selectFrom('outbound_messages')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  lastId = Number(row?.id ?? 0);
});
afterEach(() => app.clock.set(testMorning));

/** Returns the email messages recorded since the last call, each as 'kind person', sorted. */
async function readNewMessages(transition?: keyof typeof transitionMessages): Promise<string[]> {
  const rows = await app.store.kysely
    .selectFrom('outbound_messages')
    .select(['id', 'kind', 'person_id'])
    .where('id', '>', lastId)
    .where('channel', '=', 'email')
    .orderBy('id')
    .execute();
  lastId = Math.max(lastId, ...rows.map(({ id }) => id));
  if (transition) {
    const seen = seenKinds.get(transition) ?? new Set();
    for (const { kind } of rows) seen.add(kind as MessageKind);
    seenKinds.set(transition, seen);
  }
  const names = new Map([
    [customer.id, 'customer'],
    [mechanic.id, 'mechanic'],
    [colleague.id, 'colleague'],
    [advisor.id, 'advisor'],
  ]);
  return rows.map(({ kind, person_id: id }) => `${kind} ${names.get(id) ?? id}`).toSorted();
}

const make = (details: Partial<Parameters<typeof makeAppointment>[1]> = {}) =>
  makeAppointment(app, {
    date: thursday,
    customer_id: customer.id,
    vehicle_id: vehicleId,
    service_id: team.serviceId,
    ...details,
  });
const makeConfirmed = (details: Partial<Parameters<typeof makeAppointment>[1]> = {}) =>
  make({ status: 'confirmed', mechanic_id: mechanic.id, ...details });

async function change(id: number, body: object, person: Person): Promise<void> {
  const { statusCode, body: responseBody } = await send(
    app,
    person,
    'PATCH',
    `/api/appointments/${id}`,
    body,
  );
  expect(statusCode, responseBody).toBe(200);
}

async function advanceClock(ms: number): Promise<void> {
  app.clock.set(new Date(app.clock.now().getTime() + ms));
  await app.sendDueNotifications();
}

test('booking sends the customer a confirmation and notifies the office @messages.kinds', async () => {
  const response = await send(app, customer, 'POST', '/api/appointments', {
    vehicleId,
    serviceId: team.serviceId,
    date: thursday,
    startTime: '10:00',
    location: JSON.stringify({ address: '1 Curb Street' }),
  });
  expect(response.statusCode, response.body).toBe(201);
  expect(await readNewMessages('book')).toEqual(['booked customer', 'office_booking advisor']);
});

test('the office is not notified of its own booking, but the customer is @messages.kinds', async () => {
  const response = await send(app, advisor, 'POST', '/api/appointments', {
    customerId: customer.id,
    vehicleId,
    serviceId: team.serviceId,
    date: thursday,
    startTime: '10:00',
    location: JSON.stringify({ address: '1 Curb Street' }),
  });
  expect(response.statusCode, response.body).toBe(201);
  expect(await readNewMessages('book')).toEqual(['booked customer']);
});

test('assigning tells the customer who is coming, and notifies the mechanics involved @messages.kinds', async () => {
  const id = await make();
  await change(id, { mechanicId: mechanic.id, status: 'confirmed' }, advisor);
  expect(await readNewMessages('assign')).toEqual(['confirmed customer', 'job_assigned mechanic']);
  await change(id, { mechanicId: colleague.id, status: 'confirmed' }, advisor);
  expect(await readNewMessages('assign')).toEqual([
    'job_assigned colleague',
    'job_removed mechanic',
    'reassigned customer',
  ]);
});

test('a job that loses its mechanic notifies the mechanic or the office, unless they caused it @messages.kinds', async () => {
  const id = await makeConfirmed();
  await change(id, { status: 'unassigned', reason: 'Flat tire' }, mechanic);
  expect(await readNewMessages('unassign')).toEqual(['office_attention advisor']);
  const other = await makeConfirmed({ vehicle_id: await makeVehicle(app, customer.id) });
  await change(other, { status: 'unassigned' }, advisor);
  expect(await readNewMessages('unassign')).toEqual(['job_removed mechanic']);
});

test('rescheduling notifies the customer and the mechanic @messages.kinds', async () => {
  const id = await makeConfirmed();
  await change(id, { date: '2026-03-06', startTime: '13:00' }, advisor);
  expect(await readNewMessages('reschedule')).toEqual(['job_changed mechanic', 'moved customer']);
  // The mechanic has another job at the new time.
  await makeConfirmed({
    date: '2026-03-09',
    vehicle_id: await makeVehicle(app, customer.id),
  });
  await change(id, { date: '2026-03-09', startTime: '10:00' }, customer);
  expect(await readNewMessages('reschedule')).toEqual([
    'job_removed mechanic',
    'moved customer',
    'office_attention advisor',
  ]);
});

test('the customer is notified that the mechanic is on the way only when the start can no longer be undone @messages.undo', async () => {
  const id = await makeConfirmed({ date: today });
  await change(id, { status: 'in_progress' }, mechanic);
  await advanceClock(startUndoMs - 1);
  expect(await readNewMessages('start')).toEqual([]);
  await advanceClock(1);
  expect(await readNewMessages('start')).toEqual(['on_the_way customer']);
});

test('an undone start notifies nobody @messages.undo', async () => {
  const id = await makeConfirmed({ date: today });
  await change(id, { status: 'in_progress' }, mechanic);
  await change(id, { startUndone: true }, mechanic);
  await advanceClock(startUndoMs);
  expect(await readNewMessages('undo_start')).toEqual([]);
});

test('a change on the dispatch board notifies the customer in one message, when it can no longer be undone @messages.undo', async () => {
  const id = await makeConfirmed();
  const response = await send(app, advisor, 'POST', `/api/appointments/${id}/placement`, {
    date: thursday,
    startTime: '14:00',
    mechanicId: colleague.id,
  });
  expect(response.statusCode, response.body).toBe(200);
  await advanceClock(undoMs - 1);
  expect(await readNewMessages()).toEqual([]);
  await advanceClock(1);
  expect(await readNewMessages('reschedule')).toEqual([
    'job_assigned colleague',
    'job_removed mechanic',
    'moved customer',
  ]);
});

test('arriving, completing and canceling notify the customer @messages.kinds', async () => {
  const id = await makeConfirmed({ date: today });
  await change(id, { status: 'in_progress' }, mechanic);
  await advanceClock(startUndoMs);
  await readNewMessages('start');
  await change(id, { arrived: true }, mechanic);
  expect(await readNewMessages('arrive')).toEqual(['arrived customer']);
  await change(id, { status: 'completed' }, mechanic);
  expect(await readNewMessages('complete')).toEqual([
    'finished customer',
    'review_request customer',
  ]);
  const other = await makeConfirmed();
  await change(other, { status: 'cancelled' }, customer);
  expect(await readNewMessages('cancel')).toEqual(['cancelled customer', 'job_removed mechanic']);
});

test('changing the notes notifies nobody @messages.kinds', async () => {
  const id = await makeConfirmed();
  await change(id, { notes: 'The blue one.' }, customer);
  expect(await readNewMessages('edit_notes')).toEqual([]);
  await change(id, { gateCode: '12' }, customer);
  expect(await readNewMessages('edit_gate_code')).toEqual([]);
});

test('every transition caused exactly the messages that the table lists @messages.kinds', () => {
  const expected = Object.fromEntries(
    ['book' as const, ...transitionNames].map((name) => [
      name,
      transitionMessages[name].toSorted(),
    ]),
  );
  const seen = Object.fromEntries(
    ['book' as const, ...transitionNames].map((name) => [
      name,
      [...(seenKinds.get(name) ?? [])].toSorted(),
    ]),
  );
  // Rescheduling to a new mechanic also sends the messages of an assignment, except the customer's.
  seen['reschedule'] = seen['reschedule']?.filter((kind) => kind !== 'job_assigned') ?? [];
  expect(seen).toEqual(expected);
});

test("a customer's message notifies the office, but not the customer @messages.kinds", async () => {
  const response = await send(app, customer, 'POST', `/api/conversations/${customer.id}/messages`, {
    clientId: crypto.randomUUID(),
    text: 'Is the gate open?',
  });
  expect(response.statusCode, response.body).toBeLessThan(300);
  expect(await readNewMessages()).toEqual(['office_message advisor']);
});

test('preferences turn off the messages that they apply to @messages.preferences', async () => {
  const preferences = {
    appointmentReminders: true,
    mechanicUpdates: false,
    paymentReceipts: false,
    push: true,
    sms: false,
    promotionalEmails: false,
    newsletter: true,
    bookingEmails: true,
    attentionEmails: true,
    messageEmails: true,
  };
  await send(app, customer, 'PATCH', '/api/notifications/preferences', preferences);
  const id = await makeConfirmed({ date: today });
  await change(id, { status: 'in_progress' }, mechanic);
  await advanceClock(startUndoMs);
  await change(id, { arrived: true }, mechanic);
  await change(id, { status: 'completed' }, mechanic);
  expect(await readNewMessages()).toEqual(['review_request customer']);
});

test('everyone in the office can turn off each type of email for themselves @messages.office-emails', async () => {
  const defaults = await read<NotificationPreferences>(
    app,
    advisor,
    '/api/notifications/preferences',
  );
  expect(defaults).toMatchObject({
    bookingEmails: true,
    attentionEmails: true,
    messageEmails: true,
  });
  const save = (edit: Partial<NotificationPreferences>) =>
    send(app, advisor, 'PATCH', '/api/notifications/preferences', { ...defaults, ...edit });
  const [first] = team.mechanics;
  const declineNewJob = async () => {
    const id = await make({
      date: thursday,
      start_time: '14:00',
      end_time: '15:00',
      status: 'confirmed',
      mechanic_id: first.id,
    });
    await change(id, { status: 'unassigned', reason: null }, first);
    await change(id, { status: 'cancelled' }, advisor);
    await readNewMessages();
  };
  const countAttentionEmails = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from outbound_messages
      where kind = 'office_attention' and channel = 'email' and person_id = ${advisor.id}
    `.execute(app.store.kysely);
    return rows[0]?.count ?? 0;
  };
  const before = await countAttentionEmails();
  await declineNewJob();
  expect(await countAttentionEmails()).toBe(before + 1);
  expect((await save({ attentionEmails: false })).statusCode).toBe(200);
  await declineNewJob();
  expect(await countAttentionEmails()).toBe(before + 1);
  const readNewOfficeMessages = async () =>
    (await readNewMessages()).filter((each) => each.startsWith('office'));
  const sendMessage = () =>
    send(app, customer, 'POST', `/api/conversations/${customer.id}/messages`, {
      text: 'Hello?',
      clientId: crypto.randomUUID(),
    });
  await sendMessage();
  expect(await readNewOfficeMessages()).toEqual(['office_message advisor']);
  await save({ messageEmails: false });
  await sendMessage();
  expect(await readNewOfficeMessages()).toEqual([]);
  await save({});
});

test('a customer without an account is notified, but for one without an email address no message is recorded @messages.kinds', async () => {
  const walkIn = await makePersonWithoutAccount(app, { email: 'walk-in@example.com' });
  const unreachable = await makePersonWithoutAccount(app);
  for (const personId of [walkIn, unreachable]) {
    const id = await make({
      customer_id: personId,
      vehicle_id: await makeVehicle(app, personId),
    });
    await change(id, { status: 'cancelled' }, advisor);
  }
  expect(await readNewMessages()).toEqual([`cancelled ${walkIn}`]);
});

test('each kind belongs to a transition, a background job, a conversation, a payment, or a request for a code or link @messages.kinds', () => {
  const caused = new Set<MessageKind>(Object.values(transitionMessages).flat());
  const others = Object.keys(messageKinds).filter((kind) => !caused.has(kind as MessageKind));
  expect(others.toSorted()).toEqual([
    'booking_code',
    'new_link',
    'office_attention_list',
    'office_message',
    'office_reply',
    'payment_received',
    'reminder_day',
    'reminder_hours',
    'texted_cancel',
    'tomorrows_jobs',
  ]);
});
