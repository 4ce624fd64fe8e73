import type { Candidate } from '@curbwrench/contract/appointments/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  type Person,
} from '@curbwrench/testing/builders';
import { startFakeRouter } from '@curbwrench/testing/fake-router';
import { read } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let advisor: Person;
let mechanic: Person;

beforeAll(async () => {
  app = await startApp();
  advisor = await makePerson(app, 'service_advisor');
  mechanic = await makeMechanic(app);
});
afterAll(() => app.stop());

const location = { latitude: 37.7849, longitude: -122.4194, place_precision: 'house' } as const;

/**
 * Inserts an appointment from 10:00 to 11:00, and two of the mechanic's jobs 10 km south of it: one before it and one
 * after it.
 */
async function makeDay(date: string, target: Partial<typeof location> = location) {
  const confirmed = { date, status: 'confirmed', mechanic_id: mechanic.id, ...location } as const;
  const latitude = 37.695;
  const before = await makeAppointment(app, {
    ...confirmed,
    latitude,
    start_time: '08:30',
    end_time: '09:50',
  });
  const after = await makeAppointment(app, {
    ...confirmed,
    latitude,
    start_time: '12:00',
    end_time: '13:00',
  });
  return { before, after, id: await makeAppointment(app, { date, ...target }) };
}

async function readCandidate(id: number, targetApp = app): Promise<Candidate | undefined> {
  const list = await read<Candidate[]>(targetApp, advisor, `/api/appointments/${id}/candidates`);
  return list.find((candidate) => candidate.mechanic.id === mechanic.id);
}

test('a candidate is listed with the driving time from the previous job, and a warning if the drive is too long @dispatch.distance', async () => {
  const { id, before } = await makeDay('2026-03-04');
  const number = `#${String(before).padStart(4, '0')}`;
  expect(await readCandidate(id)).toMatchObject({
    free: true,
    reasons: [
      `About 20 min from the previous job (${number})`,
      'Free 10:00 AM to 11:00 AM',
      expect.any(String),
      expect.any(String),
    ],
    warnings: [`Only 10 min between ${number} and this job, but the drive takes about 20 min`],
  });
});

test('for an appointment without a location, candidates have no driving times @dispatch.distance', async () => {
  const { id } = await makeDay('2026-03-05', {});
  const candidate = await readCandidate(id);
  expect(candidate?.warnings).toEqual([]);
  expect(candidate?.reasons[0]).toBe('Free 10:00 AM to 11:00 AM');
});

test('the router gets one request for all mechanics who have jobs that day @dispatch.distance', async () => {
  const router = await startFakeRouter();
  const appWithRouter = await startApp({
    database: app.database,
    routerUrl: router.url,
    authSecret: app.authSecret,
  });
  const { id } = await makeDay('2026-03-06');
  const other = await makeMechanic(app);
  await makeAppointment(app, {
    date: '2026-03-06',
    status: 'confirmed',
    mechanic_id: other.id,
    start_time: '12:00',
    end_time: '13:00',
    ...location,
  });
  router.respondWithSeconds(300, 4200, 300);
  const candidate = await readCandidate(id, appWithRouter);
  expect(candidate?.reasons[0]).toMatch(/^About 5 min from the previous job/);
  expect(candidate?.warnings).toEqual([
    expect.stringMatching(
      /^Only 60 min between this job and #\d+, but the drive takes about 70 min$/,
    ),
  ]);
  expect(router.requests).toHaveLength(1);
  router.stop();
  await appWithRouter.server.close();
});
