import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unusedEmail, makeAccount, password, signIn, signUp } from '@curbwrench/testing/accounts';
import { emailsTo } from '@curbwrench/testing/browser';
import {
  makeAppointment,
  makeTeam,
  makePerson,
  makePersonWithoutAccount,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { sendInvitation } from '@curbwrench/testing/invitations';
import {
  readTexts,
  fillAccount,
  insertReason,
  insertMessage,
} from '@curbwrench/testing/personal-data';
import { send } from '@curbwrench/testing/requests';
import { makeReview } from '@curbwrench/testing/reviews';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { findRowsContaining, findMissing } from '@curbwrench/testing/database-search';
import { sealAudit } from '../audit/changes.ts';
import { verifyAuditTrail } from '../audit/chain-queries.ts';
import { columnClasses } from './queries/column-classes.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin', { firstName: 'Ada', lastName: 'Moss' });
});
afterAll(() => app.stop());

/** The personal columns in which these tests stored a value before erasing a person. */
const filledColumns = new Set<string>();

describe('deleting an account leaves no personal data @data.erasure', () => {
  test('of a customer @import.erasure', async () => {
    const customer = await makeCustomerWithHistory();
    const { id, browser, values } = customer;
    expect(await findMissing(app, values)).toEqual([]);
    await recordFilledColumns();

    expect((await browser.post('/api/account/delete', { password })).statusCode).toBe(204);
    expect(await findRowsContaining(app, values)).toEqual([]);
    const texts = await readTexts(app, id);
    expect(texts).toEqual({
      messages: [null, 'Dear …, your … is at …. We write to …, or call …. Will we see you?'],
      // What they wrote is deleted; what the office wrote stays, without anything that identifies them.
      notes: ['…’s gate, plate …', null],
      reasons: ['… did not open at …', null],
      refunds: ['… paid twice'],
      reviews: [null],
      replies: ['Sorry, …; we will come to … again.'],
      workNotes: ['Replaced the pads for …, plate …', null],
    });
    expect(await readTexts(app, customer.mechanic.id)).toMatchObject({
      messages: ['Go to …, …, plate …; Zebulon pays in cash'],
    });
    expect(await verifyAuditTrail(app.store.kysely)).toMatchObject({ isIntact: true });
  });

  test('of a mechanic', async () => {
    const owner = await makeAccount(app, 'mechanic');
    const values = [...(await fillAccount(app, owner, 'Ottoline', 'Brassworth')), 'Back surgery'];
    const customer = await makePerson(app, 'customer');
    const db = app.store.kysely;
    await db
      .insertInto('mechanics')
      .values({
        person_id: owner.id,
        last_active_at: testMorning,
        latitude: 37.123,
        longitude: -122.123,
        position_at: testMorning,
        availability_set_on: '2026-03-03',
        availability_set_at: testMorning,
      })
      .execute();
    await db
      .insertInto('mechanic_positions')
      .values({ mechanic_id: owner.id, at: testMorning, latitude: 37.124, longitude: -122.124 })
      .execute();
    await db
      .insertInto('time_off')
      .values({
        mechanic_id: owner.id,
        during: '[2026-04-06 00:00,2026-04-07 00:00)',
        reason: 'Back surgery',
      })
      .execute();
    const job = { mechanic_id: owner.id, status: 'cancelled', customer_id: customer.id } as const;
    const first = await makeAppointment(app, {
      ...job,
      date: '2026-02-09',
      work_note: 'Replaced the pads',
    });
    const second = await makeAppointment(app, { ...job, date: '2026-02-10' });
    await insertReason(app, first, 'declined', owner.id, 'Back surgery again');
    await insertReason(app, second, 'cancelled', admin.id, 'OTTOLINE BRASSWORTH is ill');
    await insertReason(app, second, 'cancelled', customer.id, 'I was told that Ottoline is ill');
    await insertMessage(app, owner.id, owner.id, 'After my Back surgery');
    await insertMessage(
      app,
      customer.id,
      admin.id,
      'Ottoline Brassworth comes at nine, Ottoline is never late',
    );
    await recordFilledColumns();

    expect((await owner.browser.post('/api/account/delete', { password })).statusCode).toBe(204);
    expect(await findRowsContaining(app, values)).toEqual([]);
    expect(await readTexts(app, owner.id)).toMatchObject({ messages: [null] });
    expect(await readTexts(app, customer.id)).toMatchObject({
      messages: ['… comes at nine, Ottoline is never late'],
      reasons: [null, '… is ill', 'I was told that Ottoline is ill'],
      // The customer's record of the work stays.
      workNotes: ['Replaced the pads', null],
    });
  });

  test.each(['admin', 'service_advisor'] as const)('of staff: %s', async (role) => {
    const [first, last] = role === 'admin' ? ['Quillon', 'Farthing'] : ['Peregrine', 'Stott'];
    const owner = await makeAccount(app, role);
    const values = await fillAccount(app, owner, first, last);
    const customer = await makePerson(app, 'customer');
    await insertMessage(app, customer.id, owner.id, `${first} ${last} here: please call back`);
    const id = await makeAppointment(app, {
      date: '2026-02-11',
      status: 'cancelled',
      customer_id: customer.id,
    });
    await insertReason(app, id, 'cancelled', owner.id, `Agreed with ${first} ${last}`);
    const invitedEmail = unusedEmail();
    // An email to someone else can name an admin, but nobody else.
    const otherEmail = unusedEmail();
    if (role === 'admin') {
      await sendInvitation(app, { headers: { cookie: owner.browser.cookie } }, invitedEmail);
      for (const text of [`Ask ${first} ${last}`, 'Ask us']) {
        await sql`insert into emails (recipient, subject, text, html, state, next_attempt_at, created_at)
          values (${otherEmail}, 'Your code', ${text}, ${`<p>${text}`}, 'queued', 'infinity', now())`.execute(
          app.store.kysely,
        );
      }
    }

    expect((await owner.browser.post('/api/account/delete', { password })).statusCode).toBe(204);
    expect(await findRowsContaining(app, values)).toEqual([]);
    expect(await readTexts(app, customer.id)).toMatchObject({
      messages: ['… here: please call back'],
      reasons: ['Agreed with …'],
    });
    const [mail] = await emailsTo(app, invitedEmail);
    if (role === 'admin') {
      expect(mail?.text).toContain('… has invited you to join');
      const { rows } = await sql`
        select text, html from emails where recipient = ${otherEmail} order by id
      `.execute(app.store.kysely);
      expect(rows).toEqual([
        { text: 'Ask …', html: null },
        { text: 'Ask us', html: '<p>Ask us' },
      ]);
    }
  });

  test('and stores no invented address in its place @data.no-invented-address', async () => {
    const { rows } = await sql<{ deleted: number; withAddress: number }>`
      select count(*)::int as deleted, count(email)::int as "withAddress"
      from people where deleted_at is not null
    `.execute(app.store.kysely);
    expect(rows[0]?.withAddress).toBe(0);
    expect(rows[0]?.deleted).toBeGreaterThan(2);
    // These are the addresses of people who were not erased.
    expect(await readDomains()).toEqual(['example.com']);
  });

  test('in any personal column, since the tests above fill every one of them', () => {
    const personal = Object.entries(columnClasses).flatMap(([table, { personal: columns }]) =>
      columns.map((column) => `${table}.${column}`),
    );
    // Pending changes are sealed within a second, so that table may be empty.
    const unfilled = personal.filter((column) => !filledColumns.has(column));
    expect(unfilled.filter((column) => !column.startsWith('audit_pending.'))).toEqual([]);
  });
});

/** Creates a customer with every kind of stored data. Returns `values` as well: texts that could identify them. */
async function makeCustomerWithHistory() {
  const address = '77 Quickwater Lane, Springfield, CA 94105';
  const plate = 'ZQX-4471';
  const oldEmail = await signUp(app, 'zeb.old@example.net', {
    firstName: 'Zebulon',
    lastName: 'Formerly',
    phone: '+1 415 555 7777',
  });
  const browser = await signIn(app, oldEmail);
  const id = (await browser.signedInUserId()) ?? '';
  const owner = { id, browser, email: oldEmail };
  const values = [
    ...(await fillAccount(app, owner, 'Zebulon', 'Rushwater')),
    ...(await mergeTwin(id)),
  ];

  await app.store.kysely
    .insertInto('customer_addresses')
    .values({
      customer_id: id,
      address,
      latitude: 37.654321,
      longitude: -122.54321,
      place_precision: 'pin',
      last_used_at: testMorning,
    })
    .execute();
  await app.store.kysely
    .updateTable('people')
    .set({ other_phones: ['(415) 555-7778'], office_notes: 'Zebulon Rushwater keeps geese' })
    .where('id', '=', id)
    .execute();
  await app.store.kysely
    .insertInto('external_customer_ids')
    .values({ source: 'jobber', external_id: 'J-Zebulon-77', customer_id: id })
    .execute();
  await app.store.kysely
    .insertInto('sms_consents')
    .values({
      person_id: id,
      number: '+14155557777',
      source: 'code',
      text_version: '1',
      agreed_at: testMorning,
    })
    .execute();
  await app.store.kysely
    .insertInto('booking_codes')
    .values({ token_hash: 'token', code_hash: 'hash', expires_at: testMorning, person_id: id })
    .execute();
  await app.store.kysely
    .insertInto('sms_codes')
    .values({
      person_id: id,
      number: '+14155557777',
      hash: 'hash',
      text_version: '1',
      expires_at: testMorning,
    })
    .execute();
  const vehicleId = await makeVehicle(app, id, {
    plate_number: 'OLD 111Z',
    vin: '1ZQCM82633A004352',
  });
  await sealAudit(app.store.kysely);
  await app.store.kysely
    .updateTable('vehicles')
    .set({ plate_number: plate })
    .where('id', '=', vehicleId)
    .execute();
  const { serviceId, mechanics } = await makeTeam(app, 1);
  const [mechanic] = mechanics;
  const book = async (headers: { readonly cookie: string }, startTime: string, notes: string) => {
    const location = JSON.stringify({ address, lat: 37.654321, lng: -122.54321 });
    const customerId = headers.cookie === browser.cookie ? {} : { customerId: id };
    const body = { vehicleId, serviceId, date: '2026-03-10', startTime, location, notes };
    const response = await app.server.inject({
      method: 'POST',
      url: '/api/appointments',
      headers: { cookie: headers.cookie, 'idempotency-key': `erasure-${startTime}` },
      payload: { ...body, ...customerId },
    });
    expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
    return response.json<{ id: number }>().id;
  };
  const officeBookingId = await book(admin.headers, '10:00', 'Zebulon’s gate, plate zqx 4471');
  const customerBookingId = await book(browser, '13:00', 'My own secret path');
  await sql`update appointments
    set status = 'confirmed', mechanic_id = ${mechanic.id}, held_mechanic_id = null,
      gate_code = 'Gate 4471Q', work_note = 'Replaced the pads for Zebulon, plate zqx 4471'
    where id = ${officeBookingId}`.execute(app.store.kysely);
  const cancel = async (appointment: number, cookie: string, reason: string) => {
    const response = await app.server.inject({
      method: 'PATCH',
      url: `/api/appointments/${appointment}`,
      headers: { cookie },
      payload: { status: 'cancelled', reason },
    });
    expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
  };
  await cancel(
    officeBookingId,
    admin.headers.cookie,
    'Zebulon Rushwater did not open at 77 quickwater  lane',
  );
  await cancel(customerBookingId, browser.cookie, 'My own secret path is closed');
  const { id: payment } = await app.store.kysely
    .insertInto('payments')
    .values({
      customer_id: id,
      appointment_id: officeBookingId,
      amount: '10.00',
      status: 'completed',
      created_at: testMorning,
      paid_at: testMorning,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into refunds (payment_id, customer_id, amount, reason, created_at)
    values (${payment}, ${id}, 1, 'Rushwater paid twice', ${testMorning})`.execute(
    app.store.kysely,
  );
  await insertReview(officeBookingId);
  await insertMessage(app, id, id, 'Take my own secret path');
  await insertMessage(
    app,
    id,
    admin.id,
    `Dear Zebulon, your ZQX4471 is at ${address}. We write to ZEB.old@example.net, or call (415) 555-7777. Will we see you?`,
  );
  await insertMessage(
    app,
    mechanic.id,
    admin.id,
    'Go to zebulon rushwater, 77 Quickwater Lane, plate ZQX 4471; Zebulon pays in cash',
  );
  await sendInvitation(app, admin, (await readEmail(id)) ?? '');
  values.push(
    'J-Zebulon-77',
    'Gate 4471Q',
    address,
    '77 Quickwater Lane',
    plate,
    'ZQX4471',
    'ZQX 4471',
    'OLD 111Z',
  );
  values.push(
    '1ZQCM82633A004352',
    '37.654321',
    '-122.54321',
    'secret path',
    'keeps geese',
    '555-7778',
    'Rushwater',
    '555-7777',
    '4155557777',
  );
  return { ...owner, mechanic, values: values.filter((value) => value !== 'Zebulon') };
}

/** Inserts the customer's review of an appointment, with a reply that names the customer. */
async function insertReview(appointmentId: number): Promise<void> {
  await makeReview(app, appointmentId, {
    text: 'You missed my own secret path',
    reply: 'Sorry, Zebulon Rushwater; we will come to 77 quickwater lane again.',
    replied_at: testMorning,
    replied_by: admin.id,
  });
}

async function readEmail(id: string): Promise<string | null | undefined> {
  const row = await app.store.kysely
    .selectFrom('people')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.email;
}

/** Returns the domains of the email addresses in every table. */
async function readDomains(): Promise<string[]> {
  const rows = await findRowsContaining(app, ['@']);
  const domains = rows.flatMap((row) =>
    [...row.matchAll(/[^\s"'(),;:<>@]@([a-z\d.-]*[a-z\d])/gi)].map(([, domain = '']) => domain),
  );
  return [...new Set(domains)].toSorted();
}

/** Merges a record without an account into a customer's, and returns the merged record's personal values. */
async function mergeTwin(id: string): Promise<readonly string[]> {
  const otherId = await makePersonWithoutAccount(app, {
    firstName: 'Zeborah',
    lastName: 'Twinwater',
    email: 'zeborah@twinwater.example',
  });
  const { version } = (await send(app, admin, 'GET', `/api/customers/${id}`)).json<{
    version: number;
  }>();
  const merged = await send(app, admin, 'POST', `/api/customers/${id}/merge`, {
    otherId,
    version,
    otherVersion: 1,
  });
  expect([merged.statusCode, merged.body]).toEqual([200, expect.any(String)]);
  return ['Zeborah', 'Twinwater', 'zeborah@twinwater.example'];
}

/** Adds the personal columns that currently contain a value to `filledColumns`. */
async function recordFilledColumns(): Promise<void> {
  await sql`select number_outbox()`.execute(app.store.kysely);
  for (const [table, { personal }] of Object.entries(columnClasses)) {
    for (const column of personal) {
      const { rows } = await sql`select from ${sql.table(table)}
        where ${sql.ref(column)} is not null limit 1`.execute(app.store.kysely);
      if (rows.length > 0) filledColumns.add(`${table}.${column}`);
    }
  }
}
