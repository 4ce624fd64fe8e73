import type { AuditEntry } from '@curbwrench/contract/audit/schemas';
import type { CalendarFeed } from '@curbwrench/contract/calendar-feeds/schemas';
import { rateLimits } from '@curbwrench/contract/api/rate-limits';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeMechanic, makePerson, type Person } from '@curbwrench/testing/builders';
import { createFeed, openFeed } from '@curbwrench/testing/calendar-feeds';
import { findRowsContaining } from '@curbwrench/testing/database-search';
import { deleteEveryone } from '@curbwrench/testing/delete-everyone';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let mechanic: Person;
const lines: string[] = [];

beforeAll(async () => {
  app = await startApp({
    publicUrl: 'http://cars.example',
    logLevel: 'trace',
    logSink: { write: (line) => lines.push(line) },
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await deleteEveryone(app.store);
  mechanic = await makeMechanic(app);
});
afterEach(() => sql`delete from rate_limits`.execute(app.store.kysely));

const listFeeds = (person: Person) => read<CalendarFeed[]>(app, person, '/api/calendar-feeds');

async function expectEnded(url: string): Promise<void> {
  const { statusCode, body } = await openFeed(app, url);
  expect([statusCode, body]).toEqual([404, 'There is no calendar at this address.']);
}

describe("a feed's address", () => {
  test('is returned once and stored only as a hash @calendar.secret', async () => {
    const { url, ...feed } = await createFeed(app, mechanic);
    const [, token = ''] = /^http:\/\/cars\.example\/calendar\/([\w-]{43})\.ics$/.exec(url) ?? [];
    expect(token).not.toBe('');
    expect(await listFeeds(mechanic)).toEqual([feed]);
    expect(await findRowsContaining(app, [token])).toEqual([]);
  });

  test('stops working when it is renewed @calendar.renewal', async () => {
    const first = await createFeed(app, mechanic);
    const second = await createFeed(app, mechanic);
    expect(second.url).not.toBe(first.url);
    await expectEnded(first.url);
    expect((await openFeed(app, second.url)).statusCode).toBe(200);
    expect(await listFeeds(mechanic)).toHaveLength(1);
  });

  test('is the only one that works after two renewals at the same time @calendar.renewal', async () => {
    const feeds = await Promise.all([createFeed(app, mechanic), createFeed(app, mechanic)]);
    const responses = await Promise.all(feeds.map(({ url }) => openFeed(app, url)));
    expect(sortedStatuses(responses)).toEqual([200, 404]);
  });

  test('stops working when the feed is turned off @calendar.renewal', async () => {
    const { id, url } = await createFeed(app, mechanic);
    const end = () => send(app, mechanic, 'DELETE', `/api/calendar-feeds/${id}`);
    expect((await end()).statusCode).toBe(204);
    await expectEnded(url);
    const again = await end();
    expect([again.statusCode, again.body]).toEqual([
      404,
      'This calendar feed has already been turned off.',
    ]);
  });

  test('never appears in the log, whether or not it works @calendar.secret', async () => {
    const { url } = await createFeed(app, mechanic);
    // Without digits, so that only the path shows that it is a secret.
    const unknown = `http://cars.example/calendar/${'Abcdefgh'.repeat(5)}xyz.ics`;
    const limit = rateLimits.readCalendarFeed?.find(({ by }) => by === 'subject')?.times ?? 0;
    for (let times = 0; times <= limit; times += 1) await openFeed(app, url);
    await openFeed(app, unknown);
    await openFeed(app, `${url}/`);
    const { headers } = await send(app, null, 'GET', new URL(url).pathname);
    expect(headers['retry-after']).toBe('900');
    await sql`alter table calendar_feeds rename to gone`.execute(app.store.kysely);
    try {
      expect((await openFeed(app, url)).statusCode).toBe(500);
    } finally {
      await sql`alter table gone rename to calendar_feeds`.execute(app.store.kysely);
    }
    app.server.log.info({ req: { method: 'GET', url: new URL(unknown).pathname } }, 'Logged.');
    const log = lines.join('');
    expect(log).toContain('A request failed.');
    expect(log).toContain('A request was refused.');
    expect(log).toContain('/calendar/[secret]');
    for (const address of [url, unknown]) expect(log).not.toContain(address.slice(-20, -4));
  });

  test('that is unknown or malformed always gets the same response @calendar.secret', async () => {
    const { url } = await createFeed(app, mechanic);
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
    for (const other of others) await expectEnded(`http://cars.example/calendar/${other}.ics`);
    await expectEnded(url.replace('.ics', ''));
    const head = await app.server.inject({ method: 'HEAD', url: new URL(url).pathname });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  test('can be guessed only a limited number of times from one network @calendar.guessing', async () => {
    const { url } = await createFeed(app, mechanic);
    const limit = rateLimits.readCalendarFeed?.find(({ by }) => by === 'address')?.times ?? 0;
    const guess = (number: number) =>
      openFeed(app, `http://cars.example/calendar/${String(number).padStart(43, 'g')}.ics`);
    for (let times = 0; times < limit; times += 1)
      expect((await guess(times)).statusCode).toBe(404);
    expect((await guess(limit)).statusCode).toBe(429);
    // Even the correct address is refused now.
    expect((await openFeed(app, url)).statusCode).toBe(429);
    const elsewhere = await app.server.inject({
      method: 'GET',
      url: new URL(url).pathname,
      remoteAddress: '203.0.113.9',
    });
    expect(elsewhere.statusCode).toBe(200);
  });
});

test('the audit trail records that a feed was created and turned off, without its secret @calendar.secret', async () => {
  const admin = await makePerson(app, 'admin');
  const { id } = await createFeed(app, mechanic);
  await send(app, mechanic, 'DELETE', `/api/calendar-feeds/${id}`);
  const entries = await read<AuditEntry[]>(
    app,
    admin,
    `/api/audit?subject=user&subjectId=${mechanic.id}&actorId=${mechanic.id}`,
  );
  const addressChanges = entries.flatMap(({ changes }) =>
    changes.filter(({ field }) => field === 'tokenHash'),
  );
  const secretChange = { before: null, after: null, secret: true };
  expect(addressChanges).toMatchObject([secretChange, secretChange]);
});
