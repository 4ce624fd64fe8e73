import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { recordDueReminders } from './reminder-job.ts';

let app: TestApp;
let advisor: Person;
let customer: Person;
let mechanic: Person;

beforeAll(async () => {
  app = await startApp();
  advisor = await makePerson(app, 'service_advisor');
});
afterAll(() => app.stop());

beforeEach(async () => {
  app.clock.set(testMorning);
  customer = await makePerson(app, 'customer');
  mechanic = await makeMechanic(app);
});

const minute = 60_000;
const hour = 60 * minute;
/** 10:00 on Thursday in the business's time zone. */
const start = new Date('2026-03-05T18:00:00Z');

/** Inserts a confirmed appointment that was booked at `bookedAt`. */
async function makeBooked(
  bookedAt: Date,
  details: {
    readonly date?: string;
    readonly start_time?: string;
    readonly end_time?: string;
  } = {},
): Promise<number> {
  const id = await makeAppointment(app, {
    date: '2026-03-05',
    status: 'confirmed',
    customer_id: customer.id,
    vehicle_id: await makeVehicle(app, customer.id),
    mechanic_id: mechanic.id,
    ...details,
  });
  await app.store.kysely
    .insertInto('appointment_events')
    .values({ appointment_id: id, kind: 'booked', at: bookedAt, detail: '{}' })
    .execute();
  return id;
}

/** Records what is due at `now`, more than once, and returns the kinds of all recorded email messages. */
async function readReminders(now: Date, kinds: readonly string[]): Promise<string[]> {
  app.clock.set(now);
  await Promise.all([recordDueReminders(app), recordDueReminders(app)]);
  await recordDueReminders(app);
  const rows = await app.store.kysely
    .selectFrom('outbound_messages')
    .select('kind')
    .where('channel', '=', 'email')
    .where('kind', 'in', [...kinds])
    .where('person_id', 'in', [customer.id, mechanic.id])
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
}

const reminders = (now: Date) => readReminders(now, ['reminder_day', 'reminder_hours']);
const jobLists = (now: Date) => readReminders(now, ['tomorrows_jobs']);
const before = (ms: number) => new Date(start.getTime() - ms);

test('customers get one reminder a day before the start and another one two hours before @messages.reminders', async () => {
  await makeBooked(testMorning);
  expect(await reminders(before(24 * hour + 1))).toEqual([]);
  expect(await reminders(before(24 * hour))).toEqual(['reminder_day']);
  expect(await reminders(before(2 * hour + 1))).toEqual(['reminder_day']);
  expect(await reminders(before(2 * hour))).toEqual(['reminder_day', 'reminder_hours']);
  expect(await reminders(before(1))).toHaveLength(2);
});

test('an appointment booked just before a reminder would be due does not get that reminder @messages.reminders', async () => {
  await makeBooked(before(25 * hour));
  expect(await reminders(before(24 * hour))).toEqual([]);
  expect(await reminders(before(2 * hour))).toEqual(['reminder_hours']);
});

test('a server that was down for a day does not send the first reminder in the last three hours @messages.reminders', async () => {
  await makeBooked(testMorning);
  expect(await reminders(before(3 * hour))).toEqual([]);
});

test('after an appointment is rescheduled, reminders are sent only for its new time @messages.reminders', async () => {
  const id = await makeBooked(testMorning);
  expect(await reminders(before(24 * hour))).toEqual(['reminder_day']);
  const rescheduled = await send(app, advisor, 'PATCH', `/api/appointments/${id}`, {
    date: '2026-03-10',
    startTime: '13:00',
  });
  expect(rescheduled.statusCode, rescheduled.body).toBe(200);
  expect(await reminders(before(2 * hour))).toEqual(['reminder_day']);
  // 13:00 on Tuesday, two days after daylight saving time began.
  const newStart = Date.parse('2026-03-10T20:00:00Z');
  expect(await reminders(new Date(newStart - 24 * hour - 1))).toHaveLength(1);
  expect(await reminders(new Date(newStart - 24 * hour))).toHaveLength(2);
});

test('a reminder is due exactly 24 hours before the start, even if daylight saving time begins in between @messages.reminders', async () => {
  // Sunday, March 8, 10:00 is 17:00 UTC: the night before was an hour shorter.
  await makeBooked(testMorning, { date: '2026-03-08' });
  const sunday = Date.parse('2026-03-08T17:00:00Z');
  expect(await reminders(new Date(sunday - 24 * hour - 1))).toEqual([]);
  expect(await reminders(new Date(sunday - 24 * hour))).toEqual(['reminder_day']);
});

test('canceled appointments get no reminders @messages.reminders', async () => {
  const ids = [
    await makeBooked(testMorning),
    await makeBooked(testMorning, { start_time: '12:00', end_time: '13:00' }),
  ];
  await app.store.kysely
    .updateTable('appointments')
    .set({ status: 'cancelled' })
    .where('id', 'in', ids)
    .execute();
  expect(await reminders(before(24 * hour))).toEqual([]);
});

test("mechanics get the list of tomorrow's jobs once, at 5 PM @messages.job-list", async () => {
  await makeBooked(testMorning);
  await makeBooked(testMorning, { start_time: '12:00', end_time: '13:00' });
  // Wednesday, 17:00.
  const due = new Date('2026-03-05T01:00:00Z');
  expect(await jobLists(new Date(due.getTime() - 1))).toEqual([]);
  expect(await jobLists(due)).toEqual(['tomorrows_jobs']);
  expect(await jobLists(new Date(due.getTime() + hour))).toEqual(['tomorrows_jobs']);
});
