import type {
  Appointment,
  AppointmentCounts,
  Candidate,
} from '@curbwrench/contract/appointments/schemas';
import type { Mechanic } from '@curbwrench/contract/people/schemas';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  makeAppointment,
  makePerson,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import type { TestApp } from '@curbwrench/testing/start-app';

/*
 * The availability switch. A mechanic whose switch is off gets no new work for the rest of today. If the switch was not
 * used today, working hours decide.
 */

const today = '2026-03-03';
const tomorrow = '2026-03-04';
let app: TestApp;
let advisor: Person;
let team: Team;
let mechanic: Person;

prepareAppWithTeam(1, (prepared) => {
  ({ app, advisor, team } = prepared);
  [mechanic] = team.mechanics;
});

async function setSwitch(status: 'available' | 'offline'): Promise<void> {
  const response = await send(app, mechanic, 'PATCH', '/api/mechanics/status', { status });
  expect([response.statusCode, response.json<Mechanic>().status]).toEqual([200, status]);
}

/** Returns the mechanic as the office sees them at a time. A request by the mechanic would count as activity. */
async function readMechanicAt(at: string): Promise<Mechanic> {
  app.clock.set(new Date(at));
  const all = await read<Mechanic[]>(app, advisor, '/api/mechanics');
  const listedMechanic = all.find(({ id }) => id === mechanic.id);
  if (!listedMechanic) throw new Error('The mechanic is not listed.');
  return listedMechanic;
}
const statusAt = async (at: string) => (await readMechanicAt(at)).status;

async function countOpenSlots(date: string): Promise<number> {
  const path = `/api/slots?date=${date}&serviceId=${team.serviceId}`;
  return (await read<Slot[]>(app, null, path)).filter(({ available }) => available).length;
}

const listCandidates = (id: number) =>
  read<Candidate[]>(app, advisor, `/api/appointments/${id}/candidates`);

const countJobsNeedingAttention = async () =>
  Object.values(
    await read<AppointmentCounts>(app, advisor, '/api/appointments/counts?attention=needed'),
  ).reduce((sum, count) => sum + count, 0);

test('a mechanic who never used the switch is available in their working hours', async () => {
  expect(await statusAt('2026-03-03T15:59:00Z'), '7:59 AM').toBe('offline');
  expect(await statusAt('2026-03-03T16:00:00Z'), '8:00 AM').toBe('available');
  expect(await statusAt('2026-03-04T01:59:00Z'), '5:59 PM').toBe('available');
  expect(await statusAt('2026-03-04T02:00:00Z'), '6:00 PM').toBe('offline');
  expect(await statusAt('2026-03-08T17:00:00Z'), 'a Sunday').toBe('offline');
});

test('switching to Available outside of working hours lasts until the end of the day', async () => {
  // 7:00 PM.
  app.clock.set(new Date('2026-03-04T03:00:00Z'));
  await setSwitch('available');
  expect(await statusAt('2026-03-04T07:59:00Z'), '11:59 PM').toBe('available');
  expect(await statusAt('2026-03-04T08:00:00Z'), 'midnight').toBe('offline');
});

test('a mechanic who switches off gets no slots or assignments for the rest of today @mechanics.off-today', async () => {
  const [openToday, openTomorrow] = [await countOpenSlots(today), await countOpenSlots(tomorrow)];
  expect(openToday).toBeGreaterThan(0);
  await setSwitch('offline');
  expect([await countOpenSlots(today), await countOpenSlots(tomorrow)]).toEqual([0, openTomorrow]);
  const make = (date: string) =>
    makeAppointment(app, {
      date,
      service_id: team.serviceId,
      start_time: '15:00',
      end_time: '16:00',
    });
  const [todayId, tomorrowId] = [await make(today), await make(tomorrow)];
  const body = { status: 'confirmed', mechanicId: mechanic.id };
  const refused = await send(app, advisor, 'PATCH', `/api/appointments/${todayId}`, body);
  expect([refused.statusCode, refused.body]).toEqual([409, 'This mechanic is off at that time.']);
  expect(
    (await listCandidates(todayId)).find((candidate) => candidate.mechanic.id === mechanic.id)
      ?.free,
  ).toBe(false);
  // The mechanic's current status does not matter for a job tomorrow.
  expect((await listCandidates(tomorrowId))[0]).toMatchObject({
    mechanic: { id: mechanic.id },
    free: true,
  });
  const assigned = await send(app, advisor, 'PATCH', `/api/appointments/${tomorrowId}`, body);
  expect(assigned.statusCode).toBe(200);
  await setSwitch('available');
  expect(await countOpenSlots(today), 'the unassigned appointment has its hold again').toBe(
    openToday - 1,
  );
  await setSwitch('offline');
  expect(await statusAt('2026-03-04T17:00:00Z'), 'the next morning').toBe('available');
});

test("an appointment that holds a mechanic's time is flagged to the office if the mechanic switches off and no one else is free", async () => {
  const customer = await makePerson(app, 'customer');
  const booked = await send(app, customer, 'POST', '/api/appointments', {
    vehicleId: await makeVehicle(app, customer.id),
    serviceId: team.serviceId,
    date: today,
    startTime: '15:00',
    location: JSON.stringify({ address: '5 Off Street' }),
  });
  const { id } = booked.json<Appointment>();
  const readAttention = async () =>
    (await read<Appointment>(app, advisor, `/api/appointments/${id}`)).attention;
  expect(await readAttention()).toBeNull();
  await setSwitch('offline');
  expect(await readAttention()).toBe('no_mechanic_free');
  await setSwitch('available');
  expect(await readAttention()).toBeNull();
});

test('a mechanic who starts a job after switching off gets their holds back, and a time slot event is sent', async () => {
  const jobId = await makeAppointment(app, {
    service_id: team.serviceId,
    status: 'confirmed',
    mechanic_id: mechanic.id,
    date: today,
  });
  const pendingId = await makeAppointment(app, {
    service_id: team.serviceId,
    date: today,
    start_time: '15:00',
    end_time: '16:00',
  });
  await setSwitch('offline');
  const readAttention = async () =>
    (await read<Appointment>(app, advisor, `/api/appointments/${pendingId}`)).attention;
  expect(await readAttention()).toBe('no_mechanic_free');
  const countSlotEvents = async () => {
    const { rows } =
      await sql`select from outbox where kind = 'slot' and subject_id = ${today}`.execute(
        app.store.kysely,
      );
    return rows.length;
  };
  const before = await countSlotEvents();
  const started = await send(app, mechanic, 'PATCH', `/api/appointments/${jobId}`, {
    status: 'in_progress',
  });
  expect(started.statusCode).toBe(200);
  expect(await readAttention()).toBeNull();
  expect(await countSlotEvents()).toBe(before + 1);
});

test("a mechanic's jobs today are flagged to the office after an hour off, but not after a short break @mechanics.off-today", async () => {
  const before = await countJobsNeedingAttention();
  const job = {
    service_id: team.serviceId,
    status: 'confirmed',
    mechanic_id: mechanic.id,
  } as const;
  const id = await makeAppointment(app, {
    ...job,
    date: today,
    start_time: '14:00',
    end_time: '15:00',
  });
  await makeAppointment(app, { ...job, date: tomorrow });
  await setSwitch('offline');
  app.clock.set(new Date('2026-03-03T17:59:00Z'));
  // Switching off again does not restart the hour.
  await setSwitch('offline');
  expect(await countJobsNeedingAttention(), 'within the hour').toBe(before);
  app.clock.set(new Date('2026-03-03T18:00:00Z'));
  expect(await countJobsNeedingAttention()).toBe(before + 1);
  const jobs = await read<Appointment[]>(app, advisor, '/api/appointments?attention=needed');
  expect(jobs.filter(({ attention }) => attention === 'mechanic_off')).toMatchObject([{ id }]);
  await setSwitch('available');
  expect(await countJobsNeedingAttention()).toBe(before);
});

test('an available mechanic who is inactive for two working hours is marked as unseen', async () => {
  await setSwitch('available');
  expect(await readMechanicAt('2026-03-03T18:59:00Z'), '10:59 AM').toMatchObject({ unseen: false });
  expect(await readMechanicAt('2026-03-03T19:00:00Z'), '11:00 AM').toMatchObject({
    status: 'available',
    unseen: true,
  });
  expect(await readMechanicAt('2026-03-04T17:59:00Z'), 'the next day, 9:59 AM').toMatchObject({
    unseen: false,
  });
  expect(await readMechanicAt('2026-03-04T18:00:00Z'), '10:00 AM').toMatchObject({ unseen: true });
  await makeAppointment(app, { date: tomorrow, status: 'in_progress', mechanic_id: mechanic.id });
  expect(await readMechanicAt('2026-03-04T18:00:00Z')).toMatchObject({
    status: 'on_job',
    unseen: false,
  });
});

test('time off is not counted as inactivity', async () => {
  await app.store.kysely
    .insertInto('time_off')
    .values([
      { mechanic_id: mechanic.id, during: '[2026-03-03 09:00,2026-03-03 12:00)' },
      { mechanic_id: mechanic.id, during: '[2026-03-03 12:00,2026-03-03 13:00)' },
    ])
    .execute();
  expect(await readMechanicAt('2026-03-03T21:59:00Z'), '1:59 PM').toMatchObject({
    status: 'available',
    unseen: false,
  });
  expect(await readMechanicAt('2026-03-03T22:00:00Z'), '2:00 PM').toMatchObject({ unseen: true });
});
