import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { demoMorning, demoPeople, fillWithDemo } from '@curbwrench/testing/demo-day';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const readNotifications = () =>
  database.store.kysely
    .selectFrom('notifications')
    .select(['recipient_id', 'kind', 'subject_id', 'at', 'read_at'])
    .orderBy('id')
    .execute();

test('creating the demo gives each demo account notifications from the last week; starting it again adds none', async () => {
  await fillWithDemo(database.store, demoMorning);
  const notifications = await readNotifications();
  for (const [account, id] of Object.entries(demoPeople)) {
    expect([
      account,
      notifications.filter((notification) => notification.recipient_id === id),
    ]).not.toEqual([account, []]);
  }
  expect(notifications.some(({ read_at }) => read_at === null)).toBe(true);
  // A second start on the same day adds none.
  await fillWithDemo(database.store, new Date(demoMorning.getTime() + 60 * 60_000));
  expect(await readNotifications()).toEqual(notifications);
});
