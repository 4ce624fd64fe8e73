import type { Notification } from '@curbwrench/contract/notifications/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assignEventNumbers } from '../database/outbox-queries.ts';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { postAcceptedMessage } from '@curbwrench/testing/conversations';
import { testDatabaseKind } from '@curbwrench/testing/database';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let customer: Person;
let advisor: Person;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  customer = await makePerson(app, 'customer');
  advisor = await makePerson(app, 'service_advisor');
  admin = await makePerson(app, 'admin');
});
afterAll(() => app.stop());

async function markRead(viewer: Person, number: number): Promise<void> {
  const response = await send(app, viewer, 'POST', `/api/conversations/${customer.id}/read`, {
    number,
  });
  expect(response.statusCode).toBe(204);
}

/**
 * Returns the number of the viewer's unread notifications, and whether each notification of this conversation is
 * read.
 */
async function readNotificationState(viewer: Person): Promise<[number, boolean[]]> {
  const notifications = await read<Notification[]>(app, viewer, '/api/notifications');
  const { unread } = await read<{ unread: number }>(app, viewer, '/api/notifications/count');
  const conversationNotifications = notifications.filter(
    ({ subject }) => subject.id === customer.id,
  );
  return [unread, conversationNotifications.map((notification) => notification.read)];
}

test('the notification of a message that was already read is created as read', async () => {
  await postAcceptedMessage(app, customer, customer.id, 'Hello?');
  await markRead(advisor, 1);
  await assignEventNumbers(app.store.kysely);
  expect(await readNotificationState(advisor)).toEqual([0, [true]]);
  expect(await readNotificationState(admin)).toEqual([0, [true]]);

  await postAcceptedMessage(app, advisor, customer.id, 'Yes?');
  await markRead(customer, 2);
  await assignEventNumbers(app.store.kysely);
  expect(await readNotificationState(customer)).toEqual([0, [true]]);

  await postAcceptedMessage(app, customer, customer.id, 'Is the car ready?');
  await assignEventNumbers(app.store.kysely);
  expect((await readNotificationState(advisor))[0], 'the next message notifies').toBe(1);
  await markRead(customer, 3);
  expect(
    (await readNotificationState(advisor))[0],
    "the author's own read marker does not count",
  ).toBe(1);
});

test('a message after the read marker still notifies the other side', async () => {
  await postAcceptedMessage(app, customer, customer.id, 'One.');
  await postAcceptedMessage(app, customer, customer.id, 'Two.');
  await markRead(advisor, 1);
  await assignEventNumbers(app.store.kysely);
  expect((await readNotificationState(advisor))[0]).toBe(1);
  await markRead(admin, 2);
  expect((await readNotificationState(advisor))[0]).toBe(0);
});

// The embedded database runs one transaction at a time.
const describeOnPostgres = testDatabaseKind === 'postgres' ? describe : () => {};

describeOnPostgres('between the insert of a notification and its commit', () => {
  /**
   * Runs `beforeInsert` while no events can be numbered, then `beforeCommit` while the notifications are inserted but
   * not committed. Both run outside the transaction that inserts them.
   */
  async function whileNotificationsAreInserted(
    beforeInsert: () => Promise<unknown>,
    beforeCommit: () => Promise<unknown>,
  ): Promise<void> {
    const [lockTaken, messageSent, inserted, mayCommit] = [
      createSignal(),
      createSignal(),
      createSignal(),
      createSignal(),
    ];
    const writing = app.store.kysely.transaction().execute(async (trx) => {
      // The lock that `number_outbox` takes.
      await sql`select pg_advisory_xact_lock(4203, 1)`.execute(trx);
      lockTaken.send();
      await messageSent.received;
      await sql`select number_outbox()`.execute(trx);
      inserted.send();
      await mayCommit.received;
    });
    await Promise.race([lockTaken.received, writing]);
    await beforeInsert();
    messageSent.send();
    await Promise.race([inserted.received, writing]);
    await beforeCommit();
    mayCommit.send();
    await writing;
  }

  test('reading the message marks its notification as read', async () => {
    await whileNotificationsAreInserted(
      () => postAcceptedMessage(app, customer, customer.id, 'Hello?'),
      () => markRead(advisor, 1),
    );
    expect(await readNotificationState(advisor)).toEqual([0, [true]]);
    expect(await readNotificationState(admin)).toEqual([0, [true]]);
  });

  test('another message still notifies the office when its event is numbered', async () => {
    await whileNotificationsAreInserted(
      () => postAcceptedMessage(app, customer, customer.id, 'Hello?'),
      async () => {
        await markRead(advisor, 1);
        await postAcceptedMessage(app, customer, customer.id, 'And another thing.');
      },
    );
    await assignEventNumbers(app.store.kysely);
    expect(await readNotificationState(advisor)).toEqual([1, [false]]);
    await markRead(advisor, 2);
    expect(await readNotificationState(advisor)).toEqual([0, [true]]);
  });
});

function createSignal(): { readonly received: Promise<void>; readonly send: () => void } {
  let resolveReceived = () => {};
  const received = new Promise<void>((resolve) => {
    resolveReceived = resolve;
  });
  return { received, send: () => resolveReceived() };
}
