import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeTeam, makePerson, makePersonWithoutAccount } from '@curbwrench/testing/builders';
import { send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import {
  bookAsVisitor,
  demoWithoutAccounts,
  requestDemoCode,
} from '@curbwrench/testing/visitor-bookings';

let app: TestApp;
let serviceId: number;

beforeAll(async () => {
  app = await startApp({ demoAccounts: demoWithoutAccounts });
  ({ serviceId } = await makeTeam(app, 8));
});
afterAll(() => app.stop());
afterEach(() => sql`delete from rate_limits`.execute(app.store.kysely));

const requestCode = (email: string) =>
  send(app, null, 'POST', '/api/visitor-bookings/code', { email });

const book = async (email: string, startTime: string) =>
  bookAsVisitor(app, email, { ...(await requestDemoCode(app, email)), serviceId, startTime });

async function listOwners(): Promise<string[]> {
  const rows = await app.store.kysely
    .selectFrom('appointments')
    .select('customer_id')
    .orderBy('id')
    .execute();
  return rows.map(({ customer_id: id }) => id);
}

describe('the spellings of an address with a plus sign', () => {
  test("share their mailbox's limit of three codes an hour @booking.visitor-limits", async () => {
    const responses = await Promise.all(
      ['eve@example.net', 'eve+1@example.net', 'eve+2@example.net', 'EVE+3@example.net'].map(
        requestCode,
      ),
    );
    expect(sortedStatuses(responses)).toEqual([200, 200, 200, 429]);
    for (const other of ['evelyn@example.net', 'eve+1@example.com', 'ev+e@example.net']) {
      expect((await requestCode(other)).statusCode).toBe(200);
    }
  });

  test('share the limit of two bookings waiting for a mechanic, even with concurrent requests @booking.visitor-open', async () => {
    const spellings = ['max+1@example.net', 'max@example.net', 'max+2@example.net'];
    const proofs = await Promise.all(spellings.map((email) => requestDemoCode(app, email)));
    const responses = await Promise.all(
      proofs.map((proof, index) =>
        bookAsVisitor(app, spellings[index] ?? '', {
          ...proof,
          serviceId,
          startTime: `1${index}:00`,
        }),
      ),
    );
    expect(sortedStatuses(responses)).toEqual([201, 201, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.body).toBe(
      'You already have 2 bookings waiting for a mechanic. You can book again once one is confirmed.',
    );
    // Other mailboxes with similar addresses are not affected.
    for (const other of ['maxine@example.net', 'max+1@example.com']) {
      expect((await book(other, '14:00')).statusCode).toBe(201);
    }
  });

  test('do not keep an account with the same mailbox from booking @booking.visitor-open', async () => {
    const { email } = await makePerson(app, 'customer');
    const spelling = email.replace('@', '+car@');
    for (const startTime of ['08:00', '09:00']) {
      expect((await book(spelling, startTime)).statusCode).toBe(201);
    }
    await sql`delete from rate_limits`.execute(app.store.kysely);
    expect((await book(email, '10:00')).statusCode).toBe(201);
  });
});

describe('while a booking waits for a lock on the person with its address', () => {
  test.each(['changes their address', 'merges them'])(
    'the office %s, and the booking belongs to whoever has the address then @booking.visitor-changed',
    async (change) => {
      const email = change === 'merges them' ? 'merged@example.net' : 'changed@example.net';
      await book(email, '11:00');
      const [formerId = ''] = (await listOwners()).slice(-1);
      const keptId = await makePersonWithoutAccount(app, { email: 'kept@example.net' });
      const proof = await requestDemoCode(app, email);
      // A transaction by the office, which has locked the person.
      const office = await app.store.kysely.startTransaction().execute();
      if (change === 'merges them') {
        await sql`update people set email = null where id = ${formerId}`.execute(office);
        await sql`update people set email = ${email} where id = ${keptId}`.execute(office);
        await sql`update people set email_verified_at = now() where id = ${keptId}`.execute(office);
        await sql`update people set deleted_at = now() where id = ${formerId}`.execute(office);
      } else {
        await sql`update people set email = 'new@example.net' where id = ${formerId}`.execute(
          office,
        );
      }
      const booked = bookAsVisitor(app, email, { ...proof, serviceId, startTime: '15:00' });
      let isOver = false;
      void booked.finally(() => (isOver = true));
      // The embedded database runs nothing else while a transaction is open. The query doesn't run in the office's
      // transaction, which would always see the same activity.
      while (app.store.kind === 'postgres' && !isOver) {
        const { rows } = await sql`
          select 1 from pg_locks l join pg_stat_activity a using (pid)
          where not l.granted and a.datname = current_database() and query like '%"people"%for no key update'
        `.execute(app.store.kysely);
        if (rows.length > 0) break;
      }
      expect(isOver).toBe(false);
      await office.commit().execute();
      expect((await booked).statusCode).toBe(201);
      const [ownerId] = (await listOwners()).slice(-1);
      expect(ownerId).not.toBe(formerId);
      expect(ownerId === keptId).toBe(change === 'merges them');
    },
  );
});

test('the limits on codes and on open bookings can be configured @business.visitor-limits', async () => {
  const limits = { codesPerMailbox: 2, codesPerNetwork: 5, codesPerDay: 3 };
  const strictApp = await startApp({
    demoAccounts: demoWithoutAccounts,
    business: { ...limits, maxOpenVisitorBookings: 1 },
  });
  const team = await makeTeam(strictApp, 2);
  const request = async (email: string) =>
    (await send(strictApp, null, 'POST', '/api/visitor-bookings/code', { email })).statusCode;
  const proofs = [
    await requestDemoCode(strictApp, 'one@example.net'),
    await requestDemoCode(strictApp, 'one@example.net'),
  ];
  expect(await request('one@example.net')).toBe(429);
  // The third code of the day is sent. The next request exceeds the day's limit, and the one after that the network's.
  expect(await request('two@example.net')).toBe(200);
  expect(await request('three@example.net')).toBe(409);
  expect(await request('four@example.net')).toBe(429);
  const responses = [];
  for (const [index, proof] of proofs.entries()) {
    const booking = { ...proof, serviceId: team.serviceId, startTime: `1${index}:00` };
    responses.push(await bookAsVisitor(strictApp, 'one@example.net', booking));
  }
  expect(sortedStatuses(responses)).toEqual([201, 409]);
  await strictApp.stop();
});
