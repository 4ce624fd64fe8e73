import { auditFieldLabels } from '@curbwrench/contract/audit/field-labels';
import type { AuditEntry, AuditSubject } from '@curbwrench/contract/audit/schemas';
import { addDays } from '@curbwrench/contract/fields/calendar';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasePersonalValues } from './changes.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import { toLocalTime } from '../application/rules/business-time.ts';
import {
  makeTeam,
  makeMechanic,
  makePerson,
  makeService,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { read, readPages, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin', { firstName: 'Ada', lastName: 'Boss' });
});
afterAll(() => app.stop());

/** Reads the trail, including the latest changes. */
const readTrail = (query: string) => read<AuditEntry[]>(app, admin, `/api/audit?${query}`);

const notHidden = { erased: false, secret: false };

/** Books through the API for a new customer. */
async function book(): Promise<{ id: number; customer: Person; mechanic: Person }> {
  const team = await makeTeam(app, 1);
  const customer = await makePerson(app, 'customer', { firstName: 'Cora', lastName: 'Client' });
  const response = await send(app, customer, 'POST', '/api/appointments', {
    vehicleId: await makeVehicle(app, customer.id),
    serviceId: team.serviceId,
    date: '2026-03-05',
    startTime: '10:00',
    location: JSON.stringify({ address: '5 Elm Street' }),
    notes: 'Ring twice',
  });
  expect(response.statusCode).toBe(201);
  return { id: response.json<{ id: number }>().id, customer, mechanic: team.mechanics[0] };
}

test('the trail shows who changed an appointment, when, and the old and new values @data.audit', async () => {
  const { id, customer, mechanic } = await book();
  const assigned = await send(app, admin, 'PATCH', `/api/appointments/${id}`, {
    status: 'confirmed',
    mechanicId: mechanic.id,
  });
  expect(assigned.statusCode).toBe(200);

  const [changed, lineItem, created, ...rest] = await readTrail(
    `subject=appointment&subjectId=${id}`,
  );
  expect(rest).toEqual([]);
  expect(changed).toEqual({
    number: (lineItem?.number ?? 0) + 1,
    at: new Date(changed?.at ?? '').toISOString(),
    actor: { id: admin.id, name: 'Ada Boss' },
    action: 'changed',
    subject: { kind: 'appointment', id: String(id), name: null },
    changes: [
      {
        field: 'mechanicId',
        before: null,
        after: mechanic.id,
        beforeName: null,
        afterName: expect.stringMatching(/\S/) as string,
        ...notHidden,
      },
      {
        field: 'status',
        before: 'pending',
        after: 'confirmed',
        beforeName: null,
        afterName: null,
        ...notHidden,
      },
    ],
  });
  expect(created).toMatchObject({
    actor: { id: customer.id, name: 'Cora Client' },
    action: 'created',
  });
  const values = Object.fromEntries(
    created?.changes.map(({ field, before, after }) => [field, [before, after]]) ?? [],
  );
  expect(values).toMatchObject({
    address: [null, '5 Elm Street'],
    notes: [null, 'Ring twice'],
    startTime: [null, '10:00:00'],
  });
  expect(lineItem).toMatchObject({ action: 'changed', actor: { id: customer.id } });
  expect(lineItem?.changes).toContainEqual({
    field: 'unitPrice',
    before: null,
    after: '89.00',
    beforeName: null,
    afterName: null,
    ...notHidden,
  });
  expect(Math.abs(Date.parse(changed?.at ?? '') - Date.now())).toBeLessThan(60_000);
});

test('every audited column has a label', async () => {
  const { rows } = await sql<{ subject: AuditSubject; column: string }>`
    select subject, column_name as column from audit_columns join audit_tables using (table_name)
    where class <> 'ignored'
  `.execute(app.store.kysely);
  const unlabeled = rows.filter(({ subject, column }) => {
    const field = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    return !Object.hasOwn(auditFieldLabels[subject], field);
  });
  expect(rows.length).toBeGreaterThan(100);
  expect(unlabeled).toEqual([]);
});

test("saving weekly hours records the days that changed, with the mechanic's name @data.audit", async () => {
  const { id } = await makeMechanic(app, { firstName: 'Sam', lastName: 'Ortiz' });
  const week = (tuesdayEnd: string) =>
    [0, 1, 2, 3, 4, 5, 6].map((weekday) => {
      if (weekday === 0 || weekday === 6) return [];
      return [{ startTime: '08:00', endTime: weekday === 2 ? tuesdayEnd : '18:00' }];
    });
  const countBefore = (await readTrail(`subject=mechanic&subjectId=${id}`)).length;
  const response = await send(app, admin, 'POST', `/api/mechanics/${id}/weekly-hours`, {
    before: week('18:00'),
    hours: week('17:00'),
  });
  expect(response.json()).toMatchObject({ saved: true });
  const entries = await readTrail(`subject=mechanic&subjectId=${id}`);
  expect(entries).toHaveLength(countBefore + 2);
  expect(entries[0]).toMatchObject({
    actor: { id: admin.id },
    subject: { kind: 'mechanic', id, name: 'Sam Ortiz' },
  });
  const values = entries
    .slice(0, 2)
    .map(({ changes }) => changes.map(({ before, after }) => [before, after]));
  expect(values).toEqual([
    [
      [null, '17:00:00'],
      [null, '08:00:00'],
      [null, '2'],
    ],
    [
      ['18:00:00', null],
      ['08:00:00', null],
      ['2', null],
    ],
  ]);
});

test("the trail marks erased and secret values, and shows a person's current name", async () => {
  const person = await makePerson(app, 'customer', { firstName: 'Former', lastName: 'Name' });
  await app.store.kysely
    .insertInto('credentials')
    .values({
      id: person.id,
      subject: person.id,
      provider_id: 'credential',
      account_id: person.id,
      password: 'a hash',
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute();
  await inTransaction(app.store, async (trx) => {
    await sql`update people set first_name = 'Deleted', last_name = 'person', deleted_at = now()
      where id = ${person.id}`.execute(trx);
    await erasePersonalValues(trx, person.id);
  });
  const entries = await readTrail(`subject=user&subjectId=${person.id}`);
  const fields = entries.flatMap(({ changes }) => changes);
  expect(fields).toContainEqual({
    field: 'firstName',
    before: null,
    after: null,
    beforeName: null,
    afterName: null,
    erased: true,
    secret: false,
  });
  expect(fields).toContainEqual({
    field: 'password',
    before: null,
    after: null,
    beforeName: null,
    afterName: null,
    erased: false,
    secret: true,
  });
  expect(entries.map(({ action }) => action)).toEqual([
    'erased',
    'changed',
    'changed',
    'changed',
    'created',
  ]);
  expect(entries.at(-1)?.actor).toEqual({ id: person.id, name: 'Deleted person' });
  expect(JSON.stringify(entries)).not.toMatch(/Former|a hash/);
});

test("the trail can be filtered by actor, subject, and dates in the business's time zone", async () => {
  const other = await makePerson(app, 'admin');
  const name = 'Brake Pads';
  const serviceId = await makeService(app, { name });
  for (const person of [other, admin, other]) {
    const change = { price: person === other ? '12.00' : '13.00' };
    const response = await send(app, person, 'PATCH', `/api/services/${serviceId}`, change);
    expect(response.statusCode).toBe(200);
  }
  const byOther = await readTrail(`actorId=${other.id}&subject=service`);
  expect(byOther.map(({ actor, subject }) => [actor?.id, subject])).toEqual([
    [other.id, { kind: 'service', id: String(serviceId), name }],
    [other.id, { kind: 'service', id: String(serviceId), name }],
  ]);
  const numbers = byOther.map(({ number }) => number);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));

  // Moves one entry to the first instant of a date in winter (UTC-8), and one to its last millisecond.
  await inTransaction(app.store, async (trx) => {
    await sql`alter table audit_entries disable trigger user`.execute(trx);
    await sql`update audit_entries set at = '2026-02-10T08:00:00Z' where number = ${numbers[1]}`.execute(
      trx,
    );
    await sql`update audit_entries set at = '2026-02-11T07:59:59.999Z' where number = ${numbers[0]}`.execute(
      trx,
    );
    await sql`alter table audit_entries enable trigger user`.execute(trx);
  });
  const numbersIn = async (query: string) =>
    (await readTrail(`actorId=${other.id}&subject=service&${query}`)).map(({ number }) => number);
  expect(await numbersIn('from=2026-02-10&to=2026-02-10')).toEqual(numbers);
  expect(await numbersIn('to=2026-02-09')).toEqual([]);
  expect(await numbersIn('from=2026-02-11')).toEqual([]);
  const today = toLocalTime(new Date(), app.business.timeZone).date;
  const aroundToday = `from=${addDays(today, -1)}&to=${addDays(today, 1)}`;
  expect((await readTrail(`actorId=${admin.id}&${aroundToday}`)).length).toBeGreaterThan(0);
});

test('the trail is paginated; entries added between the requests for two pages do not appear', async () => {
  for (let count = 0; count < 7; count += 1) await makePerson(app, 'customer');
  const all = await readTrail('limit=100&subject=session');
  expect(all.length).toBeGreaterThan(7);
  const paged = await readPages<AuditEntry>(
    app,
    admin,
    '/api/audit?limit=3&subject=session',
    async () => {
      await makePerson(app, 'customer');
    },
  );
  expect(paged).toEqual(all);
});

test.each([
  ['subject=password', 'That is not a type of record in the audit trail.'],
  ['subjectId=12', 'Please specify the type of record that this ID belongs to.'],
  ['from=2026-02-30', 'The first day must be a date.'],
  ['to=soon', 'The last day must be a date.'],
  ['to=9999-12-31', 'The last day must be a date.'],
  ['limit=1000', 'The limit must be a number from 1 to 100.'],
  ['cursor=bm90IGpzb24', "That page doesn't exist."],
])('a request with %s is refused with a readable message', async (query, message) => {
  const response = await send(app, admin, 'GET', `/api/audit?${query}`);
  expect([response.statusCode, response.body]).toEqual([400, message]);
});

test.each(['customer', 'mechanic', 'service_advisor'] as const)(
  'the trail is not visible to a %s',
  async (role) => {
    const person = await makePerson(app, role);
    expect((await send(app, person, 'GET', '/api/audit')).statusCode).toBe(403);
  },
);
