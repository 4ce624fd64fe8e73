import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from './connection/transaction.ts';
import { lockCustomer, lockDays, lockMechanic } from './locks.ts';
import { lockBothCustomers, moveToCustomer } from '../customers/merge-changes.ts';
import { assignEventNumbers } from './outbox-queries.ts';
import { insertEvents } from './outbox-changes.ts';
import type { Database } from './schema.ts';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  makePersonWithoutAccount,
  makeService,
  makeVehicle,
} from '@curbwrench/testing/builders';
import { postMessage } from '@curbwrench/testing/conversations';
import { send } from '@curbwrench/testing/requests';
import { testDatabaseKind } from '@curbwrench/testing/database';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

/*
 * Reproduces race conditions reliably: a transaction in the test holds a lock until the code under test waits for it.
 * The embedded database has only one session, so nothing can run between the statements of a transaction there.
 */

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** A transaction that stays open until `end` is called. */
interface OpenTransaction {
  readonly trx: Transaction<Database>;
  end(): Promise<void>;
}

function openTransaction(): Promise<OpenTransaction> {
  return new Promise((resolve, reject) => {
    const ended = inTransaction(
      app.store,
      (trx) =>
        new Promise<void>((release) => {
          resolve({
            trx,
            end: () => {
              release();
              return ended;
            },
          });
        }),
    );
    ended.catch(reject);
  });
}

/** Work that runs in parallel with the test. `isDone` returns whether it has ended. */
interface ParallelWork<T> {
  readonly result: Promise<T>;
  isDone(): boolean;
}

function runInParallel<T>(work: Promise<T>): ParallelWork<T> {
  let isDone = false;
  const result = work.finally(() => {
    isDone = true;
  });
  return { result, isDone: () => isDone };
}

/** Resolves as soon as a session in this database waits for a lock, or `work` has ended without waiting. */
async function waitForLockOrEnd(
  { trx }: OpenTransaction,
  work: ParallelWork<unknown>,
): Promise<void> {
  while (app.store.kind === 'postgres' && !work.isDone()) {
    const { rows } = await sql`
      select 1 from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()
    `.execute(trx);
    if (rows.length > 0) return;
  }
}

// With only one session, no transaction can commit while another one is open.
const describeOnServer = testDatabaseKind === 'postgres' ? describe : () => {};

describeOnServer('event numbers', () => {
  test('events are numbered in commit order, and no transaction waits for a number', async () => {
    const db = app.store.kysely;
    const insertEvent = (trx: Transaction<Database>, id: number) =>
      insertEvents(trx, [{ kind: 'service', subjectId: id }], new Date());
    const firstTransaction = await openTransaction();
    await insertEvent(firstTransaction.trx, 1);
    await inTransaction(app.store, (trx) => insertEvent(trx, 2));
    await assignEventNumbers(db);
    await firstTransaction.end();
    await Promise.all([assignEventNumbers(db), assignEventNumbers(db)]);
    const { rows } = await sql`select subject_id from outbox order by number`.execute(db);
    expect(rows).toEqual([{ subject_id: '2' }, { subject_id: '1' }]);
  });
});

test('a command waits for the lock on its own day, but not for locks on other days', async () => {
  const advisor = await makePerson(app, 'service_advisor');
  const prepareCancellation = async (date: string) => {
    const id = await makeAppointment(app, { date });
    return () => send(app, advisor, 'PATCH', `/api/appointments/${id}`, { status: 'cancelled' });
  };
  const cancelSameDay = await prepareCancellation('2026-03-09');
  const cancelOtherDay = await prepareCancellation('2026-03-10');
  const holder = await openTransaction();
  await lockDays(holder.trx, ['2026-03-09']);
  const sameDayCancellation = runInParallel(cancelSameDay());
  await waitForLockOrEnd(holder, sameDayCancellation);
  expect(sameDayCancellation.isDone()).toBe(false);
  if (app.store.kind === 'postgres') expect((await cancelOtherDay()).statusCode).toBe(200);
  await holder.end();
  expect((await sameDayCancellation.result).statusCode).toBe(200);
});

test('a command whose appointment is rescheduled while it waits also waits for the lock on the new day', async () => {
  const advisor = await makePerson(app, 'service_advisor');
  const id = await makeAppointment(app, { date: '2026-03-11' });
  const laterDayHolder = app.store.kind === 'postgres' ? await openTransaction() : null;
  if (laterDayHolder) await lockDays(laterDayHolder.trx, ['2026-03-12']);
  const rescheduler = await openTransaction();
  await lockDays(rescheduler.trx, ['2026-03-11']);
  const cancellation = runInParallel(
    send(app, advisor, 'PATCH', `/api/appointments/${id}`, { status: 'cancelled' }),
  );
  await waitForLockOrEnd(rescheduler, cancellation);
  await sql`update appointments set date = '2026-03-12' where id = ${id}`.execute(rescheduler.trx);
  await rescheduler.end();
  if (laterDayHolder) {
    await waitForLockOrEnd(laterDayHolder, cancellation);
    expect(cancellation.isDone()).toBe(false);
    await laterDayHolder.end();
  }
  expect((await cancellation.result).statusCode).toBe(200);
});

test('bookings by the same customer run one at a time, even on different days', async () => {
  const customer = await makePerson(app, 'customer');
  const vehicleId = await makeVehicle(app, customer.id);
  const serviceId = await makeService(app);
  const holder = await openTransaction();
  await lockCustomer(holder.trx, customer.id);
  const booking = runInParallel(
    send(app, customer, 'POST', '/api/appointments', {
      vehicleId,
      serviceId,
      date: '2026-03-13',
      startTime: '10:00',
      location: JSON.stringify({ address: '5 Elm Street' }),
    }),
  );
  await waitForLockOrEnd(holder, booking);
  expect(booking.isDone()).toBe(false);
  await holder.end();
  expect((await booking.result).statusCode).toBe(201);
});

test('a booking for a customer who is being merged waits for the merge and is then refused @customers.merge-race', async () => {
  const advisor = await makePerson(app, 'service_advisor');
  const keptId = await makePersonWithoutAccount(app);
  const removedId = await makePersonWithoutAccount(app);
  const vehicleId = await makeVehicle(app, removedId);
  const serviceId = await makeService(app);
  const holder = await openTransaction();
  await lockBothCustomers(holder.trx, [keptId, removedId]);
  const booking = runInParallel(
    send(app, advisor, 'POST', '/api/appointments', {
      customerId: removedId,
      vehicleId,
      serviceId,
      date: '2026-03-16',
      startTime: '10:00',
      location: JSON.stringify({ address: '5 Elm Street' }),
    }),
  );
  await waitForLockOrEnd(holder, booking);
  expect(booking.isDone()).toBe(false);
  await moveToCustomer(holder.trx, removedId, keptId, 'Removed Customer', new Date());
  await holder.end();
  expect((await booking.result).statusCode).toBe(400);
});

test("switching a mechanic's availability waits while another command locks the mechanic", async () => {
  const mechanic = await makeMechanic(app);
  const holder = await openTransaction();
  await lockMechanic(holder.trx, mechanic.id);
  const switching = runInParallel(
    send(app, mechanic, 'PATCH', '/api/mechanics/status', { status: 'offline' }),
  );
  await waitForLockOrEnd(holder, switching);
  expect(switching.isDone()).toBe(false);
  await holder.end();
  expect((await switching.result).statusCode).toBe(200);
});

test('a message to a customer whose account is being deleted waits for the deletion and is then refused', async () => {
  const customer = await makePerson(app, 'customer');
  const advisor = await makePerson(app, 'service_advisor');
  const holder = await openTransaction();
  await sql`update people set deleted_at = now() where id = ${customer.id}`.execute(holder.trx);
  await sql`delete from accounts where id = ${customer.id}`.execute(holder.trx);
  const sending = runInParallel(postMessage(app, advisor, customer.id, 'Are you there?'));
  await waitForLockOrEnd(holder, sending);
  await holder.end();
  expect((await sending.result).statusCode).toBe(404);
});
