import type { CalendarFeed, NewCalendarFeed } from '@curbwrench/contract/calendar-feeds/schemas';
import { rateLimits } from '@curbwrench/contract/api/rate-limits';
import { addDays } from '@curbwrench/contract/fields/calendar';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  makeService,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { findRowsContaining } from '@curbwrench/testing/database-search';
import { deleteEveryone } from '@curbwrench/testing/delete-everyone';
import { readCalendar, type ReadEvent } from '@curbwrench/testing/read-calendar';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let site: TestApp;
let mechanic: Person;
let advisor: Person;
const lines: string[] = [];

beforeAll(async () => {
  site = await startApp({
    publicUrl: 'https://cars.example',
    logLevel: 'trace',
    logSink: { write: (line) => lines.push(line) },
  });
});
afterAll(() => site.stop());
beforeEach(async () => {
  await deleteEveryone(site.store);
  mechanic = await makeMechanic(site, { firstName: 'Sam', lastName: 'Rivera' });
  advisor = await makePerson(site, 'service_advisor');
});
afterEach(() => sql`delete from rate_limits`.execute(site.store.kysely));

/** Creates or renews a feed, and returns it with its address. */
async function renew(
  person: Person,
  mechanicId: string | null = person.id,
): Promise<NewCalendarFeed> {
  const response = await send(site, person, 'POST', '/api/calendar-feeds', { mechanicId });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json<NewCalendarFeed>();
}

/** Requests an address as a calendar program does: without a session. */
const open = (url: string, app: TestApp = site) => send(app, null, 'GET', new URL(url).pathname);

async function readEvents(url: string): Promise<readonly ReadEvent[]> {
  const response = await open(url);
  if (response.statusCode !== 200) throw new Error(response.body);
  return readCalendar(response.body).events;
}

const listFeeds = (person: Person) => read<CalendarFeed[]>(site, person, '/api/calendar-feeds');

async function expectEnded(url: string): Promise<void> {
  const { statusCode, body } = await open(url);
  expect([statusCode, body]).toEqual([404, 'There is no calendar at this address.']);
}

/** Creates a confirmed job of the mechanic. */
async function makeJob(
  details: Partial<Parameters<typeof makeAppointment>[1]> = {},
): Promise<number> {
  return makeAppointment(site, {
    date: '2026-03-05',
    status: 'confirmed',
    mechanic_id: mechanic.id,
    ...details,
  });
}

describe("a mechanic's feed", () => {
  test('contains their jobs with what they need on the way @calendar-feeds.content', async () => {
    const customer = await makePerson(site, 'customer', { firstName: 'Ada', lastName: 'Lovelace' });
    const oilChange = await makeService(site, { name: 'Oil Change' });
    const id = await makeJob({
      customer_id: customer.id,
      vehicle_id: await makeVehicle(site, customer.id),
      service_id: oilChange,
      more_services: [await makeService(site, { name: 'Brakes; front, rear' })],
      address: '12 Elm Street, Springfield, CA 94105',
      notes: 'The dog bites',
      gate_code: '4821',
    });
    const { url } = await renew(mechanic);
    const response = await open(url);
    expect(response.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    const calendar = readCalendar(response.body);
    expect(calendar.name).toBe('Curbwrench: Sam Rivera');
    expect(calendar.events).toEqual([
      {
        uid: `appointment-${id}@cars.example`,
        sequence: expect.any(Number) as number,
        stampedAt: expect.any(Date) as Date,
        // 10:00 to 11:00 in Los Angeles.
        start: new Date('2026-03-05T18:00:00Z'),
        end: new Date('2026-03-05T19:00:00Z'),
        summary: 'Oil Change + 1 more, Ada L.',
        description: [
          `#${String(id).padStart(4, '0')}, Confirmed`,
          'Oil Change',
          'Brakes; front, rear',
          '2019 Honda Civic',
          'Customer: Ada L.',
          `https://cars.example/appointments/${id}`,
        ].join('\n'),
        location: '12 Elm Street, Springfield, CA 94105',
        url: `https://cars.example/appointments/${id}`,
        status: 'CONFIRMED',
        organizer: null,
        attendees: [],
      },
    ]);
    for (const secret of ['Lovelace', 'dog', '4821', '89.00', customer.email, '+1 555'])
      expect(response.body).not.toContain(secret);
  });

  test("contains no other mechanic's jobs, and no canceled ones @calendar-feeds.content", async () => {
    const other = await makeMechanic(site);
    await makeJob({ mechanic_id: other.id });
    await makeJob({ date: '2026-03-06', mechanic_id: null, status: 'pending' });
    await makeJob({ date: '2026-03-09', status: 'cancelled' });
    const own = await makeJob({ date: '2026-03-10', status: 'completed' });
    const { url } = await renew(mechanic);
    expect((await readEvents(url)).map(({ uid, start }) => [uid, start.toISOString()])).toEqual([
      // In daylight saving time.
      [`appointment-${own}@cars.example`, '2026-03-10T17:00:00.000Z'],
    ]);
  });

  test('contains the jobs from 30 days ago to 180 days ahead @calendar-feeds.content', async () => {
    const today = '2026-03-03';
    for (const days of [-31, -30, 180, 181]) await makeJob({ date: addDays(today, days) });
    const { url } = await renew(mechanic);
    const dates = (await readEvents(url)).map(({ start }) => start.toISOString().slice(0, 10));
    expect(dates).toEqual([addDays(today, -30), addDays(today, 180)]);
  });

  test('has a higher sequence number after each change @calendar-feeds.changes', async () => {
    const id = await makeJob();
    const { url } = await renew(mechanic);
    const [before] = await readEvents(url);
    const moved = await send(site, advisor, 'PATCH', `/api/appointments/${id}`, {
      date: '2026-03-06',
      startTime: '13:00',
    });
    expect(moved.statusCode).toBe(200);
    const [after] = await readEvents(url);
    expect(after?.uid).toBe(before?.uid);
    expect(after?.start).toEqual(new Date('2026-03-06T21:00:00Z'));
    expect(after?.sequence).toBe((before?.sequence ?? 0) + 1);
    expect(after?.stampedAt).toEqual(site.clock.now());
  });

  test("cannot be created for another mechanic's jobs or for all jobs @calendar-feeds.who", async () => {
    const other = await makeMechanic(site);
    const create = (mechanicId: string | null) =>
      send(site, mechanic, 'POST', '/api/calendar-feeds', { mechanicId });
    const refusedOther = await create(other.id);
    expect([refusedOther.statusCode, refusedOther.body]).toEqual([404, 'Mechanic not found.']);
    const refusedAll = await create(null);
    expect([refusedAll.statusCode, refusedAll.body]).toEqual([
      403,
      'Only the office can have a calendar with all jobs.',
    ]);
    expect(await listFeeds(mechanic)).toEqual([]);
  });
});

describe("the office's feeds", () => {
  test('contain all jobs with their mechanics, or those of one mechanic @calendar-feeds.content', async () => {
    const customer = await makePerson(site, 'customer', { firstName: 'Ada', lastName: '' });
    const service = await makeService(site, { name: 'Oil Change' });
    const job = { customer_id: customer.id, service_id: service };
    await makeJob(job);
    await makeJob({ ...job, date: '2026-03-06', mechanic_id: null, status: 'pending' });
    const all = await renew(advisor, null);
    expect((await readEvents(all.url)).map(({ summary, status }) => [summary, status])).toEqual([
      ['Oil Change, Ada, Sam Rivera', 'CONFIRMED'],
      ['Oil Change, Ada, no mechanic', 'TENTATIVE'],
    ]);
    const one = await renew(advisor, mechanic.id);
    expect((await readEvents(one.url)).map(({ summary }) => summary)).toEqual(['Oil Change, Ada']);
    expect((await listFeeds(advisor)).map(({ mechanicId }) => mechanicId)).toEqual([
      null,
      mechanic.id,
    ]);
  });

  test('belong to the person who created them: a colleague neither sees nor ends them @calendar-feeds.who', async () => {
    const colleague = await makePerson(site, 'service_advisor');
    const { id, url } = await renew(advisor, null);
    expect(await listFeeds(colleague)).toEqual([]);
    const refused = await send(site, colleague, 'DELETE', `/api/calendar-feeds/${id}`);
    expect(refused.statusCode).toBe(404);
    await renew(colleague, null);
    expect((await open(url)).statusCode).toBe(200);
  });
});

describe('an address', () => {
  test('is returned once and stored only as a hash @calendar-feeds.secret', async () => {
    const { url, ...feed } = await renew(mechanic);
    const [, token = ''] = /^https:\/\/cars\.example\/calendar\/([\w-]{43})\.ics$/.exec(url) ?? [];
    expect(token).not.toBe('');
    expect(await listFeeds(mechanic)).toEqual([feed]);
    expect(await findRowsContaining(site, [token])).toEqual([]);
  });

  test('ends when it is renewed @calendar-feeds.renewal', async () => {
    const first = await renew(mechanic);
    const second = await renew(mechanic);
    expect(second.url).not.toBe(first.url);
    await expectEnded(first.url);
    expect((await open(second.url)).statusCode).toBe(200);
    expect(await listFeeds(mechanic)).toHaveLength(1);
  });

  test('is the only one that works after two renewals at the same time @calendar-feeds.renewal', async () => {
    const feeds = await Promise.all([renew(mechanic), renew(mechanic)]);
    const responses = await Promise.all(feeds.map(({ url }) => open(url)));
    expect(sortedStatuses(responses)).toEqual([200, 404]);
  });

  test('ends when the feed is turned off @calendar-feeds.renewal', async () => {
    const { id, url } = await renew(mechanic);
    const end = () => send(site, mechanic, 'DELETE', `/api/calendar-feeds/${id}`);
    expect((await end()).statusCode).toBe(204);
    await expectEnded(url);
    const again = await end();
    expect([again.statusCode, again.body]).toEqual([
      404,
      'This calendar feed has already been turned off.',
    ]);
  });

  test('never appears in the log, whether or not it works @calendar-feeds.secret', async () => {
    const { url } = await renew(mechanic);
    // Without digits, so that only its path tells that it is a secret.
    const unknown = `https://cars.example/calendar/${'Abcdefgh'.repeat(5)}xyz.ics`;
    const limit = rateLimits.readCalendarFeed?.find(({ by }) => by === 'account')?.times ?? 0;
    for (let times = 0; times <= limit; times += 1) await open(url);
    await open(unknown);
    await open(`${url}/`);
    const { headers } = await send(site, null, 'GET', new URL(url).pathname);
    expect(headers['retry-after']).toBe('900');
    await sql`alter table calendar_feeds rename to gone`.execute(site.store.kysely);
    try {
      expect((await open(url)).statusCode).toBe(500);
    } finally {
      await sql`alter table gone rename to calendar_feeds`.execute(site.store.kysely);
    }
    site.server.log.info({ req: { method: 'GET', url: new URL(unknown).pathname } }, 'Logged.');
    const log = lines.join('');
    expect(log).toContain('A call failed.');
    expect(log).toContain('A request was refused.');
    expect(log).toContain('/calendar/[secret]');
    for (const address of [url, unknown]) expect(log).not.toContain(address.slice(-20, -4));
  });

  test('that is unknown or malformed has one sentence @calendar-feeds.secret', async () => {
    const { url } = await renew(mechanic);
    const token = url.slice(-47, -4);
    const others = [
      'a'.repeat(43),
      `${token}a`,
      token.slice(1),
      token.toUpperCase(),
      `${token.slice(0, -1)}%00`,
      '..',
      'x'.repeat(80),
    ];
    for (const other of others) await expectEnded(`https://cars.example/calendar/${other}.ics`);
    await expectEnded(url.replace('.ics', ''));
    const head = await site.server.inject({ method: 'HEAD', url: new URL(url).pathname });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  test('can be guessed only so often from one network @calendar-feeds.guessing', async () => {
    const { url } = await renew(mechanic);
    const limit = rateLimits.readCalendarFeed?.find(({ by }) => by === 'address')?.times ?? 0;
    const guess = (number: number) =>
      open(`https://cars.example/calendar/${String(number).padStart(43, 'g')}.ics`);
    for (let times = 0; times < limit; times += 1)
      expect((await guess(times)).statusCode).toBe(404);
    expect((await guess(limit)).statusCode).toBe(429);
    // A correct guess is not answered either.
    expect((await open(url)).statusCode).toBe(429);
    const elsewhere = await site.server.inject({
      method: 'GET',
      url: new URL(url).pathname,
      remoteAddress: '203.0.113.9',
    });
    expect(elsewhere.statusCode).toBe(200);
  });
});

describe('a feed ends when its owner', () => {
  let admin: Person;
  beforeEach(async () => {
    admin = await makePerson(site, 'admin');
  });

  const post = (url: string, body: object) => send(site, admin, 'POST', url, body);

  test('is deactivated, also if they are reactivated later @calendar-feeds.end', async () => {
    const { url } = await renew(advisor, null);
    await post(`/api/users/${advisor.id}/activation`, { active: false });
    await expectEnded(url);
    await post(`/api/users/${advisor.id}/activation`, { active: true });
    await expectEnded(url);
  });

  test('gets a different role @calendar-feeds.end', async () => {
    const { url } = await renew(advisor, null);
    await post('/api/users/role', { userId: advisor.id, role: 'customer' });
    await expectEnded(url);
    await post('/api/users/role', { userId: advisor.id, role: 'service_advisor' });
    await expectEnded(url);
  });

  test("no longer works as a mechanic, which ends the office's feeds of their jobs too @calendar-feeds.end", async () => {
    const own = await renew(mechanic);
    const ofOffice = await renew(advisor, mechanic.id);
    const ofAll = await renew(advisor, null);
    await post('/api/users/role', { userId: mechanic.id, role: 'customer' });
    await expectEnded(own.url);
    await expectEnded(ofOffice.url);
    expect((await open(ofAll.url)).statusCode).toBe(200);
    expect(await listFeeds(advisor)).toMatchObject([{ mechanicId: null }]);
  });

  test('may no longer sign in or lost the role by a change that left the feed @calendar-feeds.end', async () => {
    const office = await renew(advisor, null);
    const own = await renew(mechanic);
    const update = (set: string, id: string) =>
      sql`update accounts set ${sql.raw(set)} where id = ${id}`.execute(site.store.kysely);
    await update('active = false', advisor.id);
    await expectEnded(office.url);
    await update(`active = true, role = 'mechanic'`, advisor.id);
    await expectEnded(office.url);
    await update(`role = 'service_advisor'`, advisor.id);
    expect((await open(office.url)).statusCode).toBe(200);
    await update('active = false', mechanic.id);
    await expectEnded(own.url);
    await update(`active = true, role = 'customer'`, mechanic.id);
    await expectEnded(own.url);
    await update(`role = 'mechanic'`, mechanic.id);
    await sql`update mechanics set active = false where person_id = ${mechanic.id}`.execute(
      site.store.kysely,
    );
    await expectEnded(own.url);
  });

  test('has no second factor although the business requires one @calendar-feeds.end', async () => {
    const { url } = await renew(mechanic);
    const strictSite = await startApp({ staffTwoFactor: true, database: site.database });
    try {
      expect((await open(url, strictSite)).statusCode).toBe(404);
      await sql`update accounts set two_factor_enabled = true`.execute(site.store.kysely);
      expect((await open(url, strictSite)).statusCode).toBe(200);
    } finally {
      await strictSite.stop();
    }
  });
});

test('the audit trail records that a feed was created and ended, without its secret @calendar-feeds.secret', async () => {
  const admin = await makePerson(site, 'admin');
  const { id } = await renew(mechanic);
  await send(site, mechanic, 'DELETE', `/api/calendar-feeds/${id}`);
  const entries = await read<{ changes: object[] }[]>(
    site,
    admin,
    `/api/audit?subject=user&subjectId=${mechanic.id}&actorId=${mechanic.id}`,
  );
  expect(entries).toHaveLength(2);
  for (const { changes } of entries) {
    expect(changes).toContainEqual(
      expect.objectContaining({ field: 'tokenHash', before: null, after: null, secret: true }),
    );
  }
});
