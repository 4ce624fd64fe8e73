import { DemoDatabase } from '@curbwrench/testing/demo-database';
import { cityCenter } from '@curbwrench/testing/demo-tests';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { demoAccountIds } from './demo-accounts.ts';
import { generateDemo } from './generate-demo.ts';
import {
  fitsTown,
  RealBusinessError,
  DemoDatabaseError,
  prepareDemo,
  throwIfDemo,
} from './prepare-demo.ts';

const demo = DemoDatabase.forTestFile();

it('the demo gives its mechanic new jobs on the same day after the first ones are completed', async () => {
  const options = {
    now: new Date('2026-11-22T20:00:00Z'),
    timeZone: 'America/Los_Angeles',
    cityCenter,
  };
  await demo.empty();
  await generateDemo(demo.store, options);
  await sql`update appointments set status = 'completed'
    where mechanic_id = ${demoAccountIds.mechanic} and status = 'confirmed' and date = '2026-11-22'`.execute(
    demo.store.kysely,
  );
  await prepareDemo(demo.store, options);
  const jobs = await demo.readRows(sql<{ status: string }>`
    select status from appointments
    where mechanic_id = ${demoAccountIds.mechanic} and date = '2026-11-22' order by status`);
  expect(jobs.map(({ status }) => status)).toEqual([
    'completed',
    'completed',
    'confirmed',
    'confirmed',
  ]);
});

it('the demo is created only once if two processes start at the same time', async () => {
  await demo.empty();
  const options = { now: new Date('2026-11-18T20:00:00Z'), timeZone: 'UTC', cityCenter };
  await Promise.all([prepareDemo(demo.store, options), prepareDemo(demo.store, options)]);
  const [people] = await demo.readRows(
    sql<{ count: number }>`select count(*) as count from people`,
  );
  // 150 customers, 8 mechanics, 2 advisors and an admin.
  expect(people?.count).toBe(161);
});

it('the demo does not start on the database of a real business', async () => {
  await demo.empty();
  await sql`insert into people (id, name, email, created_at, updated_at)
    values ('x1', 'Real Person', 'real@person.test', now(), now())`.execute(demo.store.kysely);
  const options = { now: new Date('2026-11-18T20:00:00Z'), timeZone: 'UTC', cityCenter };
  await expect(prepareDemo(demo.store, options)).rejects.toThrow(RealBusinessError);
});

it('a real business does not start on the database of a demo, but starts on an empty or real database', async () => {
  await demo.empty();
  await throwIfDemo(demo.store);
  await sql`insert into people (id, name, email, created_at, updated_at)
    values ('x1', 'Real Person', 'real@person.test', now(), now())`.execute(demo.store.kysely);
  await throwIfDemo(demo.store);
  for (const id of Object.values(demoAccountIds)) {
    await sql`update people set id = ${id}`.execute(demo.store.kysely);
    await expect(throwIfDemo(demo.store), id).rejects.toThrow(DemoDatabaseError);
  }
});

it('the demo is the same for the same options, and different for a different seed', async () => {
  const options = { now: new Date('2026-05-06T17:00:00Z'), timeZone: 'America/Denver', cityCenter };
  const createDemo = async (seed?: string): Promise<unknown> => {
    await demo.empty();
    await generateDemo(demo.store, seed === undefined ? options : { ...options, seed });
    return demo.readDigests();
  };
  const firstDigests = await createDemo();
  expect(await createDemo()).toEqual(firstDigests);
  expect(await createDemo('another')).not.toEqual(firstDigests);
});

it('a demo fits its own town, but not a town with other addresses or in another city @demo.old-town', async () => {
  await demo.empty();
  const options = { now: new Date('2026-05-06T17:00:00Z'), timeZone: 'America/Denver', cityCenter };
  await generateDemo(demo.store, options);
  const { kysely } = demo.store;
  expect(await fitsTown(kysely, cityCenter)).toBe(true);
  expect(await fitsTown(kysely, { lat: 30.2672, lng: -97.7431 })).toBe(false);
  await sql`update appointments set address = '12 Larkspur Lane, Eastbank'`.execute(kysely);
  expect(await fitsTown(kysely, cityCenter)).toBe(false);
});

it('creating the demo in a database with people fails and changes nothing', async () => {
  const before = await demo.readDigests();
  const secondDemo = generateDemo(demo.store, {
    now: new Date('2026-05-06T17:00:00Z'),
    timeZone: 'UTC',
    cityCenter,
  });
  await expect(secondDemo).rejects.toThrow('The demo needs an empty database.');
  expect(await demo.readDigests()).toEqual(before);
});
