import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  makeService,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { readMessageValues, type RenderRequest } from './queries/message-values.ts';

let app: TestApp;
let customer: Person;
let mechanic: Person;
let advisor: Person;
let appointmentId: number;

beforeAll(async () => {
  app = await startApp();
  customer = await makePerson(app, 'customer', { firstName: 'Carla', lastName: 'Reyes' });
  advisor = await makePerson(app, 'service_advisor', { firstName: 'Lee' });
  mechanic = await makeMechanic(app, { firstName: 'Marcus' });
});
afterAll(() => app.stop());

beforeEach(async () => {
  appointmentId = await makeJob({});
});

async function makeJob(details: { start_time?: string; end_time?: string }): Promise<number> {
  await sql`delete from appointment_events`.execute(app.store.kysely);
  await sql`update appointments set status = 'cancelled' where mechanic_id = ${mechanic.id}`.execute(
    app.store.kysely,
  );
  return makeAppointment(app, {
    date: '2026-03-04',
    status: 'confirmed',
    address: '1 Pine Street',
    customer_id: customer.id,
    mechanic_id: mechanic.id,
    vehicle_id: await makeVehicle(app, customer.id, {
      make: 'Honda',
      model: 'Civic',
      year: 2019,
    }),
    service_id: await makeService(app, { name: 'Oil Change' }),
    ...details,
  });
}

const readValues = (subject: Partial<RenderRequest> & Pick<RenderRequest, 'kind' | 'personId'>) =>
  readMessageValues(app.store.kysely, {
    appointmentId,
    now: app.clock.now(),
    business: { ...app.business, name: 'Curbwrench', phone: '(555) 010-0100' },
    link: 'https://a.example',
    ...subject,
  });

async function insertEvent(kind: string, detail: object): Promise<void> {
  await sql`
    insert into appointment_events (appointment_id, kind, at, detail)
    values (${appointmentId}, ${kind}, ${app.clock.now()}, ${JSON.stringify(detail)}::jsonb)
  `.execute(app.store.kysely);
}

const always = { business: 'Curbwrench', phone: '(555) 010-0100', link: 'https://a.example' };
const job = {
  services: 'Oil Change',
  vehicle: '2019 Honda Civic',
  when: 'Wed, Mar 4 at 10:00 AM (tomorrow)',
  day: 'Wednesday, March 4',
  time: '10:00 AM',
  endTime: '11:00 AM',
  address: '1 Pine Street',
};

test('a message to a customer describes their own appointment, with only the first name of the mechanic @messages.values', async () => {
  const number = expect.stringMatching(/^#\d{4,}$/) as string;
  expect(await readValues({ kind: 'confirmed', personId: customer.id })).toEqual({
    firstName: 'Carla',
    ...always,
    ...job,
    number,
    mechanic: 'Marcus',
    linkActions: 'View, reschedule, or cancel',
  });
  const other = await makePerson(app, 'customer');
  expect(await readValues({ kind: 'confirmed', personId: other.id })).toBeNull();
  expect(await readValues({ kind: 'confirmed', personId: mechanic.id })).toBeNull();
});

test('a message to a mechanic describes a job assigned to them, but reveals little about a job they lost @messages.values', async () => {
  const number = expect.stringMatching(/^#\d{4,}$/) as string;
  expect(await readValues({ kind: 'job_assigned', personId: mechanic.id })).toEqual({
    firstName: 'Marcus',
    ...always,
    ...job,
    number,
    customer: 'Carla Reyes',
  });
  const formerMechanic = await makeMechanic(app, { firstName: 'Fred' });
  expect(await readValues({ kind: 'job_assigned', personId: formerMechanic.id })).toBeNull();
  const lost = await readValues({ kind: 'job_removed', personId: formerMechanic.id });
  expect(Object.keys(lost ?? {}).toSorted()).toEqual([
    'business',
    'day',
    'firstName',
    'number',
    'phone',
    'services',
    'time',
    'when',
  ]);
});

test('a message to the office can describe any appointment, and only the office gets such messages @messages.values', async () => {
  const values = await readValues({ kind: 'office_booking', personId: advisor.id });
  expect(values).toMatchObject({ firstName: 'Lee', customer: 'Carla Reyes' });
  expect(await readValues({ kind: 'office_booking', personId: mechanic.id })).toBeNull();
  expect(await readValues({ kind: 'office_booking', personId: 'nobody' })).toBeNull();
  const message = await readValues({
    kind: 'office_message',
    personId: advisor.id,
    appointmentId: null,
    conversationId: customer.id,
  });
  expect(message).toEqual({ firstName: 'Lee', ...always, customer: 'Carla Reyes' });
});

test('the expected arrival, the amount and the reason come from the appointment @messages.values', async () => {
  await insertEvent('started', {
    promisedArrival: '2026-03-04T18:05:00.000Z',
    arrivalSource: 'router',
  });
  expect(await readValues({ kind: 'on_the_way', personId: customer.id })).toMatchObject({
    arrival: 'about 10:05 AM',
  });
  expect(await readValues({ kind: 'finished', personId: customer.id })).toMatchObject({
    amount: '$89.00',
  });
  await insertEvent('cancelled', { reason: 'The car was sold.' });
  expect(await readValues({ kind: 'cancelled', personId: customer.id })).toMatchObject({
    reason: 'The car was sold.',
  });
  await insertEvent('declined', { reason: 'Too far', formerMechanicId: mechanic.id });
  expect(await readValues({ kind: 'office_attention', personId: advisor.id })).toMatchObject({
    reason: 'The mechanic declined the job. "Too far"',
  });
});

test('a message offers to change the appointment until the cutoff, and gives the number to call after that @messages.link-actions', async () => {
  const readActions = async (kind: RenderRequest['kind'], now: string, phone: string | null) => {
    const business = { ...app.business, phone };
    const message = { kind, personId: customer.id, now: new Date(now), business };
    const values = await readValues(message);
    return [values?.linkActions, values?.changeByPhone];
  };
  const phone = '(555) 010-0100';
  const cutoff = '2026-03-03T18:00:00.000Z';
  const afterCutoff = '2026-03-03T18:00:00.001Z';
  for (const kind of ['booked', 'confirmed', 'moved', 'reminder_day', 'texted_cancel'] as const) {
    expect(await readActions(kind, cutoff, phone)).toEqual([
      'View, reschedule, or cancel',
      undefined,
    ]);
    expect(await readActions(kind, afterCutoff, phone)).toEqual([
      'View your appointment',
      'To reschedule or cancel, call us at (555) 010-0100.',
    ]);
  }
  expect(await readActions('confirmed', afterCutoff, null)).toEqual([
    'View your appointment',
    undefined,
  ]);
});

test('the document for a finished job is an invoice until it is paid, and then a receipt, even after a refund @messages.receipt', async () => {
  const readDocument = async () =>
    (await readValues({ kind: 'finished', personId: customer.id }))?.document;
  expect(await readDocument()).toBe('invoice');
  const now = app.clock.now();
  await sql`insert into payments (customer_id, appointment_id, amount, status, created_at)
    values (${customer.id}, ${appointmentId}, 89, 'pending', ${now})`.execute(app.store.kysely);
  expect(await readDocument()).toBe('invoice');
  const change = (status: string, paidAt: Date, refunded: number) =>
    sql`update payments set status = ${status}, paid_at = ${paidAt}, refunded_amount = ${refunded}
      where appointment_id = ${appointmentId}`.execute(app.store.kysely);
  await change('completed', now, 0);
  expect(await readDocument()).toBe('receipt');
  await change('refunded', now, 89);
  expect(await readDocument()).toBe('receipt');
});

test("a list of jobs contains the mechanic's jobs on that day, in order @messages.values", async () => {
  await makeAppointment(app, {
    date: '2026-03-04',
    start_time: '08:00',
    end_time: '09:00',
    status: 'confirmed',
    address: '2 Oak Street',
    customer_id: customer.id,
    mechanic_id: mechanic.id,
  });
  const readJobList = (date: string) =>
    readValues({ kind: 'tomorrows_jobs', personId: mechanic.id, appointmentId: null, date });
  const values = await readJobList('2026-03-04');
  expect(values?.day).toBe('Wednesday, March 4');
  expect(values?.jobs?.split('\n\n')).toEqual([
    expect.stringMatching(/^8:00 AM to 9:00 AM: .+; 2 Oak Street$/),
    '10:00 AM to 11:00 AM: Oil Change; 2019 Honda Civic; 1 Pine Street',
  ]);
  expect((await readJobList('2026-03-05'))?.jobs).toBeUndefined();
});
