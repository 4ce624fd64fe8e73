import type { Appointment, AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeAppointment, type Team, type Person } from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import { testMorning, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let advisor: Person;
let team: Team;
let mechanic: Person;
let other: Person;

const today = '2026-03-03';
const minutesLater = (count: number) => new Date(testMorning.getTime() + count * 60_000);

prepareAppWithTeam(2, (prepared) => {
  ({ app, advisor, team } = prepared);
  [mechanic, other] = team.mechanics as [Person, Person];
});

async function makeJob(): Promise<number> {
  const id = await makeAppointment(app, {
    date: today,
    status: 'pending',
    service_id: team.serviceId,
  });
  await assign(id, mechanic);
  return id;
}

function assign(id: number, to: Person) {
  const body = { status: 'confirmed', mechanicId: to.id };
  return send(app, advisor, 'PATCH', `/api/appointments/${id}`, body);
}

interface SendOptions {
  readonly person?: Person;
  readonly key?: string;
  readonly pressedBy?: string;
}

function sendStep(
  id: number,
  body: object,
  { person = mechanic, key, pressedBy }: SendOptions = {},
) {
  return send(app, person, 'PATCH', `/api/appointments/${id}`, body, {
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(pressedBy !== undefined && { 'x-pressed-by': pressedBy }),
  });
}

/** Returns the steps in the history as the office sees them, each with its sending time if it was sent later. */
async function readSteps(id: number) {
  const { events } = await read<AppointmentDetails>(app, advisor, `/api/appointments/${id}`);
  return events
    .filter(({ kind }) => ['started', 'arrived', 'completed'].includes(kind))
    .map(({ kind, at, sentAt }) => [kind, new Date(at), sentAt]);
}

const start = { status: 'in_progress' };
const arrive = { arrived: true };
const complete = { status: 'completed', mileage: 61_200 };
const pressedAfter = (minutes: number) => ({ pressedAt: minutesLater(minutes).toISOString() });

test('steps that are sent later are recorded at the time when their buttons were pressed @mechanics.late-step', async () => {
  const id = await makeJob();
  app.clock.set(minutesLater(120));
  for (const [body, minutes] of [
    [start, 10],
    [arrive, 30],
    [complete, 75],
  ] as const) {
    const response = await sendStep(
      id,
      { ...body, ...pressedAfter(minutes) },
      { key: randomUUID() },
    );
    expect(response.statusCode, response.body).toBe(200);
  }
  const sentAt = minutesLater(120).toISOString();
  expect(await readSteps(id)).toEqual([
    ['started', minutesLater(10), sentAt],
    ['arrived', minutesLater(30), sentAt],
    ['completed', minutesLater(75), sentAt],
  ]);
  const { status, mileage } = await app.store.kysely
    .selectFrom('appointments')
    .select(['status', 'mileage'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect([status, mileage]).toEqual(['completed', 61_200]);
});

test('a step that is sent immediately has no separate sending time', async () => {
  const id = await makeJob();
  await sendStep(id, start);
  expect(await readSteps(id)).toEqual([['started', testMorning, null]]);
});

test('after midnight, a start is accepted only if its button was pressed on the day of the job @mechanics.late-step', async () => {
  const id = await makeJob();
  // 1:00 AM the next day, in the business's time zone.
  app.clock.set(new Date('2026-03-04T09:00:00Z'));
  expect((await sendStep(id, start)).statusCode).toBe(409);
  const late = await sendStep(id, { ...start, pressedAt: '2026-03-04T07:30:00Z' });
  expect(late.statusCode, late.body).toBe(200);
});

test('a repeated step is applied once, whether or not it is sent later @mechanics.late-step-once', async () => {
  const id = await makeJob();
  const key = randomUUID();
  const first = await sendStep(id, start, { key });
  app.clock.set(minutesLater(5));
  const repeats = await Promise.all([
    sendStep(id, { ...start, ...pressedAfter(0) }, { key }),
    sendStep(id, { ...start, ...pressedAfter(0) }, { key }),
  ]);
  for (const { statusCode, body } of repeats) expect([statusCode, body]).toEqual([200, first.body]);
  expect(await readSteps(id)).toEqual([['started', testMorning, null]]);
  const mismatch = await sendStep(id, arrive, { key });
  expect([mismatch.statusCode, mismatch.body]).toEqual([
    422,
    'That key was used for another change.',
  ]);
});

test('simultaneous repeats of a step are applied once @mechanics.late-step-once', async () => {
  const id = await makeJob();
  app.clock.set(minutesLater(20));
  const key = randomUUID();
  const responses = await Promise.all(
    [1, 2, 3].map(() => sendStep(id, { ...start, ...pressedAfter(10) }, { key })),
  );
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(await readSteps(id)).toHaveLength(1);
});

test('a step is refused with the reason if the office changed the job after the button was pressed @mechanics.late-step-refused', async () => {
  const reassignedId = await makeJob();
  const rescheduledId = await makeAppointment(app, {
    date: today,
    start_time: '13:00',
    end_time: '14:00',
    status: 'confirmed',
    mechanic_id: mechanic.id,
    service_id: team.serviceId,
  });
  const cancelledId = await makeAppointment(app, {
    date: today,
    start_time: '11:00',
    end_time: '12:00',
    status: 'confirmed',
    mechanic_id: mechanic.id,
    service_id: team.serviceId,
  });
  app.clock.set(minutesLater(15));
  await assign(reassignedId, other);
  const newTime = { date: today, startTime: '15:00' };
  expect(
    (await send(app, advisor, 'PATCH', `/api/appointments/${rescheduledId}`, newTime)).statusCode,
  ).toBe(200);
  await send(app, advisor, 'PATCH', `/api/appointments/${cancelledId}`, { status: 'cancelled' });
  app.clock.set(minutesLater(30));
  const refusals = await Promise.all(
    [reassignedId, rescheduledId, cancelledId].map((id) =>
      sendStep(id, { ...start, ...pressedAfter(10) }),
    ),
  );
  expect(refusals.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [409, 'This job is no longer assigned to you.'],
    [409, 'This appointment was rescheduled after you tapped the button.'],
    [409, "A canceled appointment can't be started."],
  ]);
  for (const id of [reassignedId, rescheduledId, cancelledId])
    expect(await readSteps(id)).toEqual([]);
  // Someone who never had the job learns nothing about it.
  const stranger = await sendStep(
    cancelledId,
    { ...start, ...pressedAfter(10) },
    { person: other },
  );
  expect(stranger.statusCode).toBe(404);
  // Even if the office gives the job back, a step whose button was pressed before that is refused.
  await assign(reassignedId, mechanic);
  const early = await sendStep(reassignedId, { ...start, ...pressedAfter(10) });
  expect([early.statusCode, early.body]).toEqual([
    409,
    'This job was assigned to you after you tapped the button.',
  ]);
});

test('a step is refused if the person who pressed the button is no longer signed in @mechanics.late-step-person', async () => {
  const id = await makeJob();
  const response = await sendStep(id, start, { pressedBy: other.id });
  expect([response.statusCode, response.body]).toEqual([401, 'Someone else is signed in now.']);
  expect(await readSteps(id)).toEqual([]);
  expect((await sendStep(id, start, { pressedBy: mechanic.id })).statusCode).toBe(200);
});

test('if a late step and a reassignment arrive at the same time, exactly one of them succeeds @mechanics.late-step-refused', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await makeJob();
    app.clock.set(minutesLater(20));
    const step = sendStep(id, { ...start, ...pressedAfter(10) }, { key: randomUUID() });
    const change = assign(id, other);
    const [started, assigned] = await Promise.all([step, change]);
    const job = await read<Appointment>(app, advisor, `/api/appointments/${id}`);
    if (started.statusCode === 200) {
      expect([job.status, job.mechanicId, assigned.statusCode]).toEqual([
        'in_progress',
        mechanic.id,
        409,
      ]);
      expect(await readSteps(id)).toEqual([
        ['started', minutesLater(10), minutesLater(20).toISOString()],
      ]);
      await sendStep(id, { status: 'completed' });
    } else {
      expect([job.status, job.mechanicId, assigned.statusCode, started.body]).toEqual([
        'confirmed',
        other.id,
        200,
        'This job is no longer assigned to you.',
      ]);
      expect(await readSteps(id)).toEqual([]);
    }
    const end = { status: 'cancelled', reason: 'End of the round' };
    await send(app, advisor, 'PATCH', `/api/appointments/${id}`, end);
    app.clock.set(testMorning);
  }
});
