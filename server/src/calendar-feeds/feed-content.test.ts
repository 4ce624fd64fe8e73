import type { CalendarFeed } from '@curbwrench/contract/calendar-feeds/schemas';
import { addDays } from '@curbwrench/contract/fields/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  makeService,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { createFeed, openFeed, readFeed } from '@curbwrench/testing/calendar-feeds';
import { deleteEveryone } from '@curbwrench/testing/delete-everyone';
import { readCalendar } from '@curbwrench/testing/read-calendar';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let mechanic: Person;
let advisor: Person;

beforeAll(async () => {
  app = await startApp({ publicUrl: 'http://cars.example' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await deleteEveryone(app.store);
  mechanic = await makeMechanic(app, { firstName: 'Sam', lastName: 'Rivera' });
  advisor = await makePerson(app, 'service_advisor');
});

const listFeeds = (person: Person) => read<CalendarFeed[]>(app, person, '/api/calendar-feeds');

/** Creates a confirmed job for the mechanic. */
async function makeJob(
  details: Partial<Parameters<typeof makeAppointment>[1]> = {},
): Promise<number> {
  return makeAppointment(app, {
    date: '2026-03-05',
    status: 'confirmed',
    mechanic_id: mechanic.id,
    ...details,
  });
}

describe("a mechanic's feed", () => {
  test('contains their jobs with the details that they need on the road @calendar.content', async () => {
    const customer = await makePerson(app, 'customer', { firstName: 'Ada', lastName: 'Lovelace' });
    const oilChange = await makeService(app, { name: 'Oil Change' });
    const id = await makeJob({
      customer_id: customer.id,
      vehicle_id: await makeVehicle(app, customer.id),
      service_id: oilChange,
      more_services: [await makeService(app, { name: 'Brakes; front, rear' })],
      address: '12 Elm Street, Springfield, CA 94105',
      notes: 'The dog bites',
      gate_code: '4821',
    });
    const { url } = await createFeed(app, mechanic);
    const response = await openFeed(app, url);
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
          `http://cars.example/appointments/${id}`,
        ].join('\n'),
        location: '12 Elm Street, Springfield, CA 94105',
        url: `http://cars.example/appointments/${id}`,
        status: 'CONFIRMED',
        organizer: null,
        attendees: [],
      },
    ]);
    for (const secret of ['Lovelace', 'dog', '4821', '89.00', customer.email, '+1 555'])
      expect(response.body).not.toContain(secret);
  });

  test("contains no other mechanic's jobs, and no canceled ones @calendar.content", async () => {
    const other = await makeMechanic(app);
    await makeJob({ mechanic_id: other.id });
    await makeJob({ date: '2026-03-06', mechanic_id: null, status: 'pending' });
    await makeJob({ date: '2026-03-09', status: 'cancelled' });
    const own = await makeJob({ date: '2026-03-10', status: 'completed' });
    const { url } = await createFeed(app, mechanic);
    expect((await readFeed(app, url)).map(({ uid, start }) => [uid, start.toISOString()])).toEqual([
      // In daylight saving time.
      [`appointment-${own}@cars.example`, '2026-03-10T17:00:00.000Z'],
    ]);
  });

  test('contains the jobs from 30 days ago to 180 days from now @calendar.content', async () => {
    const today = '2026-03-03';
    for (const days of [-31, -30, 180, 181]) await makeJob({ date: addDays(today, days) });
    const { url } = await createFeed(app, mechanic);
    const dates = (await readFeed(app, url)).map(({ start }) => start.toISOString().slice(0, 10));
    expect(dates).toEqual([addDays(today, -30), addDays(today, 180)]);
  });

  test('has a higher sequence number after each change @calendar.changes', async () => {
    const id = await makeJob();
    const { url } = await createFeed(app, mechanic);
    const [before] = await readFeed(app, url);
    const moved = await send(app, advisor, 'PATCH', `/api/appointments/${id}`, {
      date: '2026-03-06',
      startTime: '13:00',
    });
    expect(moved.statusCode).toBe(200);
    const [after] = await readFeed(app, url);
    expect(after?.uid).toBe(before?.uid);
    expect(after?.start).toEqual(new Date('2026-03-06T21:00:00Z'));
    expect(after?.sequence).toBe((before?.sequence ?? 0) + 1);
    expect(after?.stampedAt).toEqual(app.clock.now());
  });

  test("cannot be created for another mechanic's jobs or for all jobs @calendar.who", async () => {
    const other = await makeMechanic(app);
    const create = (mechanicId: string | null) =>
      send(app, mechanic, 'POST', '/api/calendar-feeds', { mechanicId });
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
  test('contain all jobs with their mechanics, or those of one mechanic @calendar.content', async () => {
    const customer = await makePerson(app, 'customer', { firstName: 'Ada', lastName: '' });
    const service = await makeService(app, { name: 'Oil Change' });
    const job = { customer_id: customer.id, service_id: service };
    await makeJob(job);
    await makeJob({ ...job, date: '2026-03-06', mechanic_id: null, status: 'pending' });
    const all = await createFeed(app, advisor, null);
    expect((await readFeed(app, all.url)).map(({ summary, status }) => [summary, status])).toEqual([
      ['Oil Change, Ada, Sam Rivera', 'CONFIRMED'],
      ['Oil Change, Ada, no mechanic', 'TENTATIVE'],
    ]);
    const one = await createFeed(app, advisor, mechanic.id);
    expect((await readFeed(app, one.url)).map(({ summary }) => summary)).toEqual([
      'Oil Change, Ada',
    ]);
    expect((await listFeeds(advisor)).map(({ mechanicId }) => mechanicId)).toEqual([
      null,
      mechanic.id,
    ]);
  });

  test('belong to the person who created them, so a colleague can neither see nor turn them off @calendar.who', async () => {
    const colleague = await makePerson(app, 'service_advisor');
    const { id, url } = await createFeed(app, advisor, null);
    expect(await listFeeds(colleague)).toEqual([]);
    const refused = await send(app, colleague, 'DELETE', `/api/calendar-feeds/${id}`);
    expect(refused.statusCode).toBe(404);
    await createFeed(app, colleague, null);
    expect((await openFeed(app, url)).statusCode).toBe(200);
  });
});
