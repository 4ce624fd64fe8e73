import type {
  CoverageProposals,
  CoverageInput,
} from '@curbwrench/contract/appointments/coverage-schemas';
import type {
  Appointment,
  AppointmentDetails,
  Candidate,
} from '@curbwrench/contract/appointments/schemas';
import type { Notification } from '@curbwrench/contract/notifications/schemas';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { assignEventNumbers } from '../database/outbox-queries.ts';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  makeService,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

/*
 * Ana is out sick starting at 9:00. Each test has its own mechanics: Ana and Bob do brakes and tires, Cleo does tires
 * and towing.
 */

const today = '2026-03-03';
let app: TestApp;
let advisor: Person;
let count = 0;
let ana: Person;
let bob: Person;
let cleo: Person;
let brakes: number;
let tires: number;

beforeAll(async () => {
  app = await startApp();
  advisor = await makePerson(app, 'service_advisor');
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.set(testMorning);
  count += 1;
  const [brake, tire, tow] = [`brakes-${count}`, `tires-${count}`, `towing-${count}`];
  ana = await makeMechanic(app, { firstName: 'Ana', skills: [brake, tire] });
  bob = await makeMechanic(app, { firstName: 'Bob', skills: [brake, tire] });
  cleo = await makeMechanic(app, { firstName: 'Cleo', skills: [tire, tow, `other-${count}`] });
  brakes = await makeService(app, { skill: brake });
  tires = await makeService(app, { skill: tire });
  await send(app, advisor, 'POST', `/api/mechanics/${ana.id}/sick-today`);
});

function makeJob(
  service: number,
  startTime: string,
  endTime: string,
  details: Partial<Parameters<typeof makeAppointment>[1]> = {},
): Promise<number> {
  return makeAppointment(app, {
    date: today,
    service_id: service,
    start_time: startTime,
    end_time: endTime,
    status: 'confirmed',
    mechanic_id: ana.id,
    ...details,
  });
}

const readCoverage = () => read<CoverageProposals>(app, advisor, `/api/mechanics/${ana.id}/cover`);

const cover = (jobs: CoverageInput['jobs'], person = advisor) =>
  send(app, person, 'POST', `/api/mechanics/${ana.id}/cover`, { jobs });

/** Returns the input with which the dialog confirms the proposals. */
const toInput = ({ jobs }: CoverageProposals): CoverageInput['jobs'] =>
  jobs.flatMap(({ appointment, proposal }) =>
    proposal ? [{ appointmentId: appointment.id, ...proposal }] : [],
  );

const readJob = (id: number) => read<AppointmentDetails>(app, advisor, `/api/appointments/${id}`);

/** Reads the times and mechanics of Ana's jobs, so that they can be restored. */
const readAssignments = () =>
  app.store.kysely
    .selectFrom('appointments')
    .select(['id', 'start_time', 'end_time', 'mechanic_id', 'status'])
    .where('mechanic_id', '=', ana.id)
    .execute();

async function restoreAssignments(
  assignments: Awaited<ReturnType<typeof readAssignments>>,
): Promise<void> {
  for (const { id, ...columns } of assignments) {
    await app.store.kysely.updateTable('appointments').set(columns).where('id', '=', id).execute();
  }
}

const readAssignment = async (id: number) => {
  const { status, mechanicId, startTime, endTime } = await readJob(id);
  return [status, mechanicId, startTime, endTime];
};

async function listNotifications(person: Person) {
  await assignEventNumbers(app.store.kysely);
  const all = await read<Notification[]>(app, person, '/api/notifications');
  return all.map(({ kind }) => kind);
}

test('the proposal covers all jobs on a day on which assigning them one by one fails @sick.proposal', async () => {
  // Everyone is busy until 17:00, so the tire job has to move to 17:00, when only Bob can do the brake job.
  const tiresId = await makeJob(tires, '16:00', '17:00');
  const brakesId = await makeJob(brakes, '17:00', '18:00');
  for (const busy of [bob, cleo]) await makeJob(tires, '09:00', '17:00', { mechanic_id: busy.id });

  const before = await readAssignments();
  const patch = (id: number, body: object) =>
    send(app, advisor, 'PATCH', `/api/appointments/${id}`, body);
  const listFree = async (id: number) =>
    (await read<Candidate[]>(app, advisor, `/api/appointments/${id}/candidates`))
      .filter(({ free }) => free)
      .map(({ mechanic }) => mechanic.id);
  expect(await listFree(tiresId)).toEqual([]);
  await patch(tiresId, { date: today, startTime: '17:00' });
  expect(await listFree(tiresId), 'the best match first').toEqual([bob.id, cleo.id]);
  await patch(tiresId, { status: 'confirmed', mechanicId: bob.id });
  expect(await listFree(brakesId)).toEqual([]);
  const times = await read<Slot[]>(
    app,
    advisor,
    `/api/appointments/${brakesId}/slots?date=${today}`,
  );
  expect(times.filter(({ available }) => available)).toEqual([]);

  await restoreAssignments(before);
  const proposed = toInput(await readCoverage());
  expect(proposed).toEqual([
    { appointmentId: tiresId, mechanicId: cleo.id, startTime: '17:00' },
    { appointmentId: brakesId, mechanicId: bob.id, startTime: '17:00' },
  ]);
  expect((await cover(proposed)).statusCode).toBe(204);
  expect(await readAssignment(tiresId)).toEqual(['confirmed', cleo.id, '17:00', '18:00']);
  expect(await readAssignment(brakesId)).toEqual(['confirmed', bob.id, '17:00', '18:00']);
});

test('the list contains each stranded job with its proposal and all options that fit @sick.proposal', async () => {
  const id = await makeJob(tires, '16:00', '17:00');
  await makeJob(tires, '10:00', '16:00', { mechanic_id: bob.id });
  await makeJob(tires, '08:00', '18:00', { mechanic_id: cleo.id });
  const started = await makeJob(tires, '09:30', '10:30', { status: 'in_progress' });
  await makeJob(tires, '10:00', '11:00', { date: '2026-03-04' });
  const { jobs, mechanics } = await readCoverage();
  expect(jobs).toMatchObject([
    {
      appointment: { id, attention: 'mechanic_not_working' },
      proposal: { mechanicId: bob.id, startTime: '16:00' },
      reason: null,
      times: [
        { startTime: '16:00', endTime: '17:00', mechanicIds: [bob.id] },
        { startTime: '17:00', endTime: '18:00', mechanicIds: [bob.id] },
      ],
    },
  ]);
  expect(mechanics).toMatchObject([{ id: bob.id, firstName: 'Bob' }]);
  expect((await readJob(started)).mechanicId).toBe(ana.id);
});

test('a job that nobody can take is listed with the reason @sick.proposal', async () => {
  const specialService = await makeService(app, { skill: `special-${count}` });
  const id = await makeJob(specialService, '10:00', '11:00');
  const { jobs } = await readCoverage();
  expect(jobs).toMatchObject([
    {
      appointment: { id },
      proposal: null,
      reason: `No other mechanic has the special-${count} skill.`,
      times: [],
    },
  ]);
});

test('covering a job produces the same history and notifications as reassigning and rescheduling it @sick.cover', async () => {
  const customer = await makePerson(app, 'customer');
  const vehicle = await makeVehicle(app, customer.id);
  const own = { customer_id: customer.id, vehicle_id: vehicle };
  const reassignedId = await makeJob(tires, '10:00', '11:00', own);
  const rescheduledId = await makeJob(brakes, '14:00', '15:00', { ...own, declined_by: [bob.id] });
  const response = await cover([
    { appointmentId: reassignedId, mechanicId: cleo.id, startTime: '10:00' },
    { appointmentId: rescheduledId, mechanicId: bob.id, startTime: '16:00' },
  ]);
  expect([response.statusCode, response.body]).toEqual([204, '']);
  const listHistory = async (id: number) =>
    (await readJob(id)).events.map(({ kind, by, mechanicName, formerMechanicName, moved }) => ({
      kind,
      by: by?.who,
      ...(mechanicName && { to: mechanicName.split(' ')[0] }),
      ...(formerMechanicName && { from: formerMechanicName.split(' ')[0] }),
      ...(moved && { moved: [moved.fromTime, moved.toTime] }),
    }));
  expect(await listHistory(reassignedId)).toEqual([
    { kind: 'assigned', by: 'you', to: 'Cleo', from: 'Ana' },
  ]);
  expect(await listHistory(rescheduledId)).toEqual([
    { kind: 'rescheduled', by: 'you', moved: ['14:00', '16:00'] },
    { kind: 'assigned', by: 'you', to: 'Bob', from: 'Ana' },
  ]);
  expect(await readAssignment(rescheduledId)).toEqual(['confirmed', bob.id, '16:00', '17:00']);
  expect((await listNotifications(customer)).toSorted()).toEqual([
    'assigned',
    'assigned',
    'rescheduled',
  ]);
  expect(await listNotifications(cleo)).toEqual(['assigned']);
  expect(await listNotifications(bob)).toEqual(['assigned']);
  expect(await listNotifications(ana)).toEqual(['assigned', 'assigned']);
  expect(await listNotifications(await makePerson(app, 'admin')), 'the office').toEqual([]);
});

test('conflicting holds move to other mechanics @sick.cover', async () => {
  const waiting = await makeJob(tires, '10:00', '11:00', {
    status: 'pending',
    mechanic_id: null,
    held_mechanic_id: bob.id,
  });
  const id = await makeJob(brakes, '10:00', '11:00');
  expect((await cover(toInput(await readCoverage()))).statusCode).toBe(204);
  const { held_mechanic_id: holder } = await app.store.kysely
    .selectFrom('appointments')
    .select('held_mechanic_id')
    .where('id', '=', waiting)
    .executeTakeFirstOrThrow();
  expect([holder, (await readJob(id)).mechanicId]).toEqual([cleo.id, bob.id]);
});

test('if one job no longer fits, none is changed, and the refusal names it @sick.all-or-none', async () => {
  const first = await makeJob(tires, '10:00', '11:00');
  const second = await makeJob(brakes, '11:00', '12:00');
  const proposed = toInput(await readCoverage());
  expect(proposed.map(({ mechanicId }) => mechanicId)).toEqual([bob.id, bob.id]);
  const taken = await makeJob(brakes, '11:30', '12:30', { mechanic_id: bob.id });
  const before = [await readJob(first), await readJob(second)];
  const refused = await cover(proposed);
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    `Appointment ${displayId(second)}: This mechanic is busy with ${displayId(taken)} until 12:30 PM.`,
  ]);
  expect([await readJob(first), await readJob(second)]).toEqual(before);
  // In a new proposal, the second job takes Bob's time at 10:00, and the first job goes to Cleo.
  const newProposal = toInput(await readCoverage());
  expect(newProposal).toEqual([
    { appointmentId: first, mechanicId: cleo.id, startTime: '10:00' },
    { appointmentId: second, mechanicId: bob.id, startTime: '10:00' },
  ]);
  expect((await cover(newProposal)).statusCode).toBe(204);
});

test('if two people in the office cover the same job at the same time, one succeeds and the other is refused @sick.all-or-none', async () => {
  const id = await makeJob(tires, '10:00', '11:00');
  const other = await makePerson(app, 'admin');
  const [byBob, byCleo] = [bob, cleo].map(({ id: mechanicId }) => [
    { appointmentId: id, mechanicId, startTime: '10:00' },
  ]);
  const responses = await Promise.all([cover(byBob ?? []), cover(byCleo ?? [], other)]);
  expect(sortedStatuses(responses)).toEqual([204, 409]);
  expect(responses.find(({ statusCode }) => statusCode === 409)?.body).toBe(
    `Appointment ${displayId(id)}: It no longer needs another mechanic.`,
  );
  expect((await readJob(id)).events).toHaveLength(1);
});

test('a job is not covered if it has since been started or its mechanic is back @sick.all-or-none', async () => {
  const started = await makeJob(tires, '10:00', '11:00');
  const step = { mechanicId: bob.id, startTime: '10:00' };
  const start = await send(app, ana, 'PATCH', `/api/appointments/${started}`, {
    status: 'in_progress',
  });
  expect(start.statusCode).toBe(200);
  expect((await cover([{ appointmentId: started, ...step }])).statusCode).toBe(409);
  expect(await readAssignment(started)).toEqual(['in_progress', ana.id, '10:00', '11:00']);
  const laterJob = await makeJob(tires, '15:00', '16:00');
  await send(app, advisor, 'DELETE', `/api/mechanics/${ana.id}/sick-today`);
  const back = await cover([{ appointmentId: laterJob, mechanicId: bob.id, startTime: '15:00' }]);
  expect([back.statusCode, (await readJob(laterJob)).mechanicId]).toEqual([409, ana.id]);
  expect((await readCoverage()).jobs).toEqual([]);
});

test('after the sick mechanic is back, covered jobs stay with the mechanics who took them @sick.back', async () => {
  const id = await makeJob(tires, '10:00', '11:00');
  await cover(toInput(await readCoverage()));
  await send(app, advisor, 'DELETE', `/api/mechanics/${ana.id}/sick-today`);
  expect(await readAssignment(id)).toEqual(['confirmed', bob.id, '10:00', '11:00']);
});

test('jobs can also be covered for a mechanic who went offline or has a few hours off @sick.stranded', async () => {
  await send(app, advisor, 'DELETE', `/api/mechanics/${ana.id}/sick-today`);
  const jobDuringTimeOff = await makeJob(tires, '10:00', '11:00');
  const laterJob = await makeJob(tires, '15:00', '16:00');
  await sql`insert into time_off (mechanic_id, during)
    values (${ana.id}, '[2026-03-03 10:30,2026-03-03 12:00)')`.execute(app.store.kysely);
  const listIds = async () => (await readCoverage()).jobs.map(({ appointment }) => appointment.id);
  expect(await listIds()).toEqual([jobDuringTimeOff]);
  await send(app, ana, 'PATCH', '/api/mechanics/status', { status: 'offline' });
  expect(await listIds()).toEqual([jobDuringTimeOff, laterJob]);
});

test('only the offered jobs, times and mechanics are accepted @sick.cover', async () => {
  const id = await makeJob(tires, '10:00', '11:00');
  const customer = await makePerson(app, 'customer');
  const statusOf = async (jobs: CoverageInput['jobs']) => {
    const { statusCode, body } = await cover(jobs);
    return [statusCode, body];
  };
  const step = { appointmentId: id, mechanicId: bob.id, startTime: '10:00' };
  expect(await statusOf([{ ...step, startTime: '10:20' }])).toEqual([
    409,
    `Appointment ${displayId(id)}: It can't be rescheduled to that time.`,
  ]);
  expect(await statusOf([{ ...step, mechanicId: ana.id }])).toEqual([
    409,
    `Appointment ${displayId(id)}: This mechanic is off.`,
  ]);
  expect(await statusOf([{ ...step, mechanicId: customer.id }])).toEqual([
    404,
    'Mechanic not found.',
  ]);
  expect(await statusOf([step, { ...step, startTime: '12:00' }])).toEqual([
    400,
    'Each job can be listed only once.',
  ]);
  expect(await statusOf([])).toEqual([400, 'Please specify which jobs to cover.']);
  const cleosJob = await makeJob(tires, '12:00', '13:00', { mechanic_id: cleo.id });
  expect(await statusOf([step, { ...step, appointmentId: cleosJob, startTime: '12:00' }])).toEqual([
    409,
    `Appointment ${displayId(cleosJob)}: It no longer needs another mechanic.`,
  ]);
  expect(await readAssignment(id)).toEqual(['confirmed', ana.id, '10:00', '11:00']);
  expect((await read<Appointment>(app, advisor, `/api/appointments/${cleosJob}`)).mechanicId).toBe(
    cleo.id,
  );
});
