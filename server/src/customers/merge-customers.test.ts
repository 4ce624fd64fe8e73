import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type { AuditEntry } from '@curbwrench/contract/audit/schemas';
import type { MergePreview } from '@curbwrench/contract/customers/merge-schemas';
import type { Customer, CustomerRecord } from '@curbwrench/contract/customers/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
import { makeLinkToken } from '@curbwrench/testing/appointment-links';
import { findRowsContaining } from '@curbwrench/testing/database-search';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { makeReview } from '@curbwrench/testing/reviews';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { sealAudit } from '../audit/changes.ts';
import { verifyAuditTrail } from '../audit/chain-queries.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import { erasePerson } from '../erasure/changes.ts';
import { personColumns } from './merge-changes.ts';

let app: TestApp;
let admin: Person;
let team: Team;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin', { firstName: 'Ada', lastName: 'Moss' });
  team = await makeTeam(app, 2);
});
afterAll(() => app.stop());

const preview = (id: string, otherId: string) =>
  read<MergePreview>(app, admin, `/api/customers/${id}/merge?otherId=${otherId}`);
const merge = (id: string, otherId: string, details: object = {}) =>
  send(app, admin, 'POST', `/api/customers/${id}/merge`, {
    otherId,
    version: 1,
    otherVersion: 1,
    ...details,
  });
const getRecord = (id: string) => read<CustomerRecord>(app, admin, `/api/customers/${id}`);
const book = (customerId: string, vehicleId: number, details: object) =>
  send(app, admin, 'POST', '/api/appointments', {
    customerId,
    vehicleId,
    serviceId: team.serviceId,
    startTime: '09:00',
    location: JSON.stringify({ address: '5 Twin Street' }),
    ...details,
  });

/** Creates a customer without an account, with a row in every table that refers to customers. */
async function makeCustomerWithHistory(lastName: string): Promise<string> {
  const db = app.store.kysely;
  const id = await makePersonWithoutAccount(app, {
    firstName: 'Zenobia',
    lastName,
    email: `${lastName.toLowerCase()}@twin.example`,
  });
  const vehicleId = await makeVehicle(app, id);
  const appointmentId = await makeAppointment(app, {
    date: '2026-02-03',
    status: 'completed',
    customer_id: id,
    vehicle_id: vehicleId,
    service_id: team.serviceId,
    mechanic_id: team.mechanics[0].id,
  });
  await makeReview(app, appointmentId);
  const now = new Date('2026-02-03T20:00:00Z');
  // A person without an account changes an appointment by its link.
  await makeLinkToken(app, appointmentId, id);
  await db
    .insertInto('appointment_events')
    .values({ appointment_id: appointmentId, kind: 'rescheduled', at: now, actor_id: id })
    .execute();
  const payment = await db
    .insertInto('payments')
    .values({
      customer_id: id,
      appointment_id: appointmentId,
      amount: '89.00',
      status: 'completed',
      created_at: now,
      paid_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('refunds')
    .values({
      payment_id: payment.id,
      customer_id: id,
      amount: '1.00',
      reason: 'Late',
      created_at: now,
    })
    .execute();
  await db
    .insertInto('subscriptions')
    .values({
      customer_id: id,
      plan_id: await makePlan(app),
      plan_name: 'Old plan',
      price: '29.00',
      billing_interval: 'month',
      discount_percent: 0,
      started_on: '2025-01-01',
      ended_at: now,
      created_at: now,
    })
    .execute();
  await db
    .insertInto('customer_addresses')
    .values({
      customer_id: id,
      address: `7 ${lastName} Lane`,
      place_precision: 'unknown',
      last_used_at: now,
    })
    .execute();
  await db
    .insertInto('emails')
    .values({
      person_id: id,
      recipient: 'zenobia@twin.example',
      subject: 'Hello',
      text: 'Hello Zenobia',
      state: 'stored',
      next_attempt_at: now,
      created_at: now,
    })
    .execute();
  await db
    .insertInto('outbound_messages')
    .values({
      kind: 'finished',
      channel: 'email',
      person_id: id,
      appointment_id: appointmentId,
      conversation_id: id,
      state: 'sent',
      next_attempt_at: now,
      expires_at: now,
      created_at: now,
    })
    .execute();
  await db
    .insertInto('conversations')
    .values({
      person_id: id,
      last_number: 2,
      last_person_number: 1,
      last_office_number: 2,
      person_last_read_number: 2,
      office_last_read_number: 1,
      last_at: now,
    })
    .execute();
  await db
    .insertInto('external_customer_ids')
    .values({ source: 'jobber', external_id: id, customer_id: id })
    .execute();
  await db
    .insertInto('booking_codes')
    .values({ token_hash: `token of ${id}`, code_hash: 'hash', expires_at: now, person_id: id })
    .execute();
  await db
    .insertInto('sms_consents')
    .values({
      person_id: id,
      number: '+14155552671',
      source: 'code',
      text_version: '1',
      agreed_at: now,
    })
    .execute();
  for (const [index, authorId] of [id, admin.id].entries()) {
    await sql`insert into messages (person_id, number, author_id, client_id, text, sent_at)
      values (${id}, ${index + 1}, ${authorId}, gen_random_uuid(), ${`Message of ${lastName}`}, ${now})`.execute(
      db,
    );
  }
  return id;
}

/** For each column that merging changes, counts the rows with this id. */
async function countReferences(id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [reference, treatment] of Object.entries(personColumns)) {
    const [table = '', column = ''] = reference.split('.');
    if (treatment !== 'moves') continue;
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}
    `.execute(app.store.kysely);
    counts[reference] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** Lists the columns that refer to people, directly or through other tables, and those named like a person's id. */
async function listPersonColumns(): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    with recursive identified as (
      select 'people'::regclass::oid as table_id, 'id'::name as column_name
      union
      select conrelid, referring.attname from identified
      join pg_constraint on confrelid = table_id and contype = 'f'
      join pg_attribute referred on referred.attrelid = confrelid and referred.attnum = confkey[1]
        and referred.attname = identified.column_name
      join pg_attribute referring on referring.attrelid = conrelid and referring.attnum = conkey[1]
    )
    select relname || '.' || column_name as reference from identified join pg_class on oid = table_id
    union
    select table_name || '.' || column_name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'ARRAY') and (
      column_name in ('reader', 'declined_by', 'invited_by')
      or column_name ~ '(person|customer|mechanic|account|user|actor|author|owner|recipient)_id$'
      or (table_name, column_name) in (('merged_customers', 'id'), ('audit_entries', 'subject_id')))
  `.execute(app.store.kysely);
  return rows.map(({ reference }) => reference).toSorted();
}

describe("the columns with a person's id", () => {
  test('are all handled by merging @customers.merge-all', async () => {
    expect(await listPersonColumns()).toEqual(Object.keys(personColumns).toSorted());
  });

  test('include any new column that refers to people', async () => {
    const db = app.store.kysely;
    await sql`alter table services add column inventor text references people`.execute(db);
    try {
      expect(await listPersonColumns()).toContain('services.inventor');
    } finally {
      await sql`alter table services drop column inventor`.execute(db);
    }
  });

  test('refer to the kept customer for everything that moves @customers.merge-all', async () => {
    const id = await makeCustomerWithHistory('Stays');
    const earlierId = await makePersonWithoutAccount(app);
    const otherId = await makeCustomerWithHistory('Leaves');
    expect((await merge(otherId, earlierId)).statusCode).toBe(200);
    const before = await countReferences(otherId);
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
    const keptBefore = await countReferences(id);
    expect((await merge(id, otherId, { otherVersion: 2 })).statusCode).toBe(200);
    const after = await countReferences(id);
    for (const [reference, count] of Object.entries(before)) {
      // The two conversations become one, and there is one more merged record.
      const offset = { 'conversations.person_id': -1, 'merged_customers.into_id': 1 }[reference];
      expect([reference, after[reference]]).toEqual([
        reference,
        (keptBefore[reference] ?? 0) + count + (offset ?? 0),
      ]);
    }
    expect(Object.values(await countReferences(otherId)).every((count) => count === 0)).toBe(true);
    const { rows } = await sql<{ number: number; text: string }>`
      select number, text from messages where person_id = ${id} order by number`.execute(
      app.store.kysely,
    );
    expect(rows.map(({ number, text }) => `${number} ${text}`)).toEqual([
      '1 Message of Stays',
      '2 Message of Stays',
      '3 Message of Leaves',
      '4 Message of Leaves',
    ]);
    const conversation = await app.store.kysely
      .selectFrom('conversations')
      .selectAll()
      .where('person_id', '=', id)
      .executeTakeFirst();
    expect(conversation).toMatchObject({
      last_number: 4,
      last_person_number: 3,
      last_office_number: 4,
      person_last_read_number: 4,
      office_last_read_number: 3,
    });
    expect((await getRecord(earlierId)).id).toBe(id);
  });
});

describe('merging', () => {
  test('has a preview of what stays, what moves, and why the merge would be refused @customers.merge', async () => {
    const id = await makePersonWithoutAccount(app, { firstName: 'Jane', lastName: 'First' });
    const otherId = await makeCustomerWithHistory('Second');
    expect(await preview(id, otherId)).toMatchObject({
      kept: { id },
      removed: { id: otherId },
      result: {
        firstName: 'Jane',
        lastName: 'First',
        email: 'second@twin.example',
        addresses: ['7 Second Lane'],
        notes: 'From the merged record: Zenobia Second',
      },
      moves: { vehicles: 1, appointments: 1, payments: 1, plans: 1, messages: 2 },
      problems: [],
    });
    const customer = await makePerson(app, 'customer', { firstName: 'Acc', lastName: 'Ount' });
    expect((await preview(id, customer.id)).problems).toEqual([
      'Acc Ount has an account, so keep their record instead.',
    ]);
    const refused = await merge(id, customer.id);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'Acc Ount has an account, so keep their record instead.',
    ]);
  });

  test("combines the records, and the removed customer's page shows the kept one @customers.merge", async () => {
    const id = await makePersonWithoutAccount(app, { firstName: 'Jane', lastName: 'Joined' });
    const otherId = await makeCustomerWithHistory('Vanished');
    const merged = await merge(id, otherId);
    expect([merged.statusCode, merged.json<CustomerRecord>()]).toEqual([
      200,
      expect.objectContaining({ id, email: 'vanished@twin.example', version: 2 }),
    ]);
    expect(await getRecord(otherId)).toEqual(await getRecord(id));
    const found = await read<Customer[]>(app, admin, '/api/customers?search=Zenobia%20Vanished');
    expect(found).toEqual([]);
    expect((await merge(id, otherId, { version: 2 })).statusCode).toBe(404);
    expect((await merge(id, id, { version: 2 })).statusCode).toBe(400);
    const { rows } = await sql<{ kind: string }>`
      select distinct kind from outbox where customer_id = ${id}`.execute(app.store.kysely);
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual([
      'appointment',
      'conversation',
      'payment',
      'subscription',
      'user',
      'vehicle',
    ]);
  });

  test('is refused if either record changed after the preview @customers.merge-version', async () => {
    const id = await makePersonWithoutAccount(app);
    const otherId = await makePersonWithoutAccount(app);
    const change = { version: 1, notes: 'Prefers mornings' };
    await send(app, admin, 'PATCH', `/api/customers/${otherId}`, change);
    const refused = await merge(id, otherId);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'One of these customers was changed by someone else. Please review both and try again.',
    ]);
    expect((await merge(otherId, id)).statusCode).toBe(409);
    expect((await getRecord(otherId)).id).toBe(otherId);
  });

  test('is refused while both have an open plan, but moves the plan if there is only one @customers.merge-refused', async () => {
    const planId = await makePlan(app);
    const [id, otherId, third] = await Promise.all([
      makePersonWithoutAccount(app),
      makePersonWithoutAccount(app),
      makePersonWithoutAccount(app),
    ]);
    for (const customerId of [id, otherId]) {
      await sql`insert into subscriptions (customer_id, plan_id, plan_name, price, billing_interval,
        discount_percent, started_on, created_at)
        values (${customerId}, ${planId}, 'Plan', 29, 'month', 0, '2026-03-01', now())`.execute(
        app.store.kysely,
      );
    }
    const refused = await merge(id, otherId);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('are both on a plan. One of the plans must end first.');
    expect((await merge(third, otherId)).statusCode).toBe(200);
    expect(await countReferences(third)).toMatchObject({ 'subscriptions.customer_id': 1 });
  });

  test('is in the audit trail with both names, even after another merge @customers.merge-audit', async () => {
    const makeTrailCustomer = (firstName: string) =>
      makePersonWithoutAccount(app, { firstName, lastName: 'Trail' });
    const [first, second, third] = [
      await makeTrailCustomer('Ann'),
      await makeTrailCustomer('Bea'),
      await makeTrailCustomer('Cat'),
    ];
    expect((await merge(second, first)).statusCode).toBe(200);
    expect((await merge(third, second, { otherVersion: 2 })).statusCode).toBe(200);
    await sealAudit(app.store.kysely);
    const entries = await read<AuditEntry[]>(
      app,
      admin,
      `/api/audit?subject=user&subjectId=${first}`,
    );
    const entry = entries.find(({ action }) => action === 'merged');
    expect(entry).toMatchObject({
      actor: { id: admin.id },
      subject: { kind: 'user', id: first, name: 'Ann Trail' },
    });
    expect(entry?.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'intoId', after: second, afterName: 'Bea Trail' }),
        expect.objectContaining({ field: 'name', after: 'Ann Trail' }),
      ]),
    );
  });

  test('means that erasing the kept customer also erases the removed one @customers.merge-erasure', async () => {
    const customer = await makePerson(app, 'customer');
    const otherId = await makePersonWithoutAccount(app, {
      firstName: 'Quillan',
      lastName: 'Thornbury',
      email: 'quillan@thornbury.example',
      phone: '(555) 777-1234',
    });
    await makeVehicle(app, otherId, { plate_number: 'QTHORN1' });
    expect((await merge(customer.id, otherId)).statusCode).toBe(200);
    await app.store.kysely
      .insertInto('conversations')
      .values({
        person_id: customer.id,
        last_number: 1,
        last_office_number: 1,
        last_at: new Date(),
      })
      .execute();
    await sql`insert into messages (person_id, number, author_id, client_id, text, sent_at)
      values (${customer.id}, 1, ${admin.id}, gen_random_uuid(), 'Is Quillan Thornbury home?', now())`.execute(
      app.store.kysely,
    );
    const values = ['Quillan', 'Thornbury', '777-1234', 'QTHORN1'];
    expect(await findRowsContaining(app, values)).not.toEqual([]);
    await inTransaction(app.store, (trx) => erasePerson(trx, customer.id, new Date()));
    expect(await findRowsContaining(app, values)).toEqual([]);
    expect((await send(app, admin, 'GET', `/api/customers/${otherId}`)).statusCode).toBe(404);
    await sealAudit(app.store.kysely);
    expect(await verifyAuditTrail(app.store.kysely)).toMatchObject({ isIntact: true });
  });
});

describe('concurrent changes either succeed or are refused, and nothing is lost @customers.merge-race', () => {
  test('two merges in opposite directions', async () => {
    const [id, otherId] = [
      await makeCustomerWithHistory('Left'),
      await makeCustomerWithHistory('Right'),
    ];
    const responses = await Promise.all([
      merge(id, otherId),
      merge(otherId, id),
      merge(id, otherId),
      merge(otherId, id),
    ]);
    expect(sortedStatuses(responses)).toEqual([200, 404, 404, 404]);
    const keptId = (await getRecord(id)).id;
    expect(await countReferences(keptId)).toMatchObject({
      'appointments.customer_id': 2,
      'payments.customer_id': 2,
      'vehicles.customer_id': 2,
    });
  });

  test('a merge and bookings for the removed customer', async () => {
    const [id, otherId] = [
      await makePersonWithoutAccount(app),
      await makePersonWithoutAccount(app),
    ];
    const vehicles = [await makeVehicle(app, otherId), await makeVehicle(app, otherId)] as const;
    const [merged, ...bookings] = await Promise.all([
      merge(id, otherId),
      book(otherId, vehicles[0], { date: '2026-03-09' }),
      book(otherId, vehicles[1], { date: '2026-03-10' }),
      send(app, admin, 'POST', '/api/vehicles', {
        customerId: otherId,
        make: 'Kia',
        model: 'Rio',
        year: 2020,
      }),
    ]);
    expect(merged.statusCode).toBe(200);
    expect(bookings.filter(({ statusCode }) => ![201, 400].includes(statusCode))).toEqual([]);
    const kept = await countReferences(id);
    const booked = bookings.slice(0, 2).filter(({ statusCode }) => statusCode === 201);
    expect(kept['appointments.customer_id']).toBe(booked.length);
    for (const { id: appointmentId } of booked.map((reply) => reply.json<Appointment>())) {
      const path = `/api/appointments/${appointmentId}`;
      expect(await read<Appointment>(app, admin, path)).toMatchObject({ customer: { id } });
    }
  });

  test('a merge and the completion of a job, which creates its payment', async () => {
    const [mechanic] = team.mechanics;
    const [id, otherId] = [
      await makePersonWithoutAccount(app),
      await makePersonWithoutAccount(app),
    ];
    const vehicleId = await makeVehicle(app, otherId);
    const appointmentId = await makeAppointment(app, {
      date: '2026-03-03',
      status: 'in_progress',
      customer_id: otherId,
      vehicle_id: vehicleId,
      service_id: team.serviceId,
      mechanic_id: mechanic.id,
    });
    const [merged, completed] = await Promise.all([
      merge(id, otherId),
      send(app, mechanic, 'PATCH', `/api/appointments/${appointmentId}`, { status: 'completed' }),
    ]);
    expect([merged.statusCode, completed.statusCode]).toEqual([200, 200]);
    expect(await countReferences(id)).toMatchObject({
      'appointments.customer_id': 1,
      'payments.customer_id': 1,
    });
  });

  test('a merge and an erasure', async () => {
    const customer = await makePerson(app, 'customer');
    const otherId = await makePersonWithoutAccount(app, { firstName: 'Xanthippe' });
    const [merged] = await Promise.all([
      merge(customer.id, otherId),
      inTransaction(app.store, (trx) => erasePerson(trx, customer.id, new Date())),
    ]);
    expect([200, 404]).toContain(merged.statusCode);
    const isErased = (await findRowsContaining(app, ['Xanthippe'])).length === 0;
    const page = await send(app, admin, 'GET', `/api/customers/${otherId}`);
    expect([isErased, page.statusCode]).toEqual(
      merged.statusCode === 200 ? [true, 404] : [false, 200],
    );
  });
});
