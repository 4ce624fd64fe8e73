import type { Appointment, Candidate } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeTeam,
  makeMechanic,
  makePerson,
  makeService,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let advisor: Person;
let secondAdvisor: Person;

const date = '2026-03-05';

beforeAll(async () => {
  app = await startApp();
  advisor = await makePerson(app, 'service_advisor');
  secondAdvisor = await makePerson(app, 'service_advisor');
});
afterAll(() => app.stop());

function assign(id: number, mechanicId: string, person = advisor) {
  return send(app, person, 'PATCH', `/api/appointments/${id}`, { status: 'confirmed', mechanicId });
}

async function readRow(id: number) {
  return app.store.kysely
    .selectFrom('appointments')
    .select(['status', 'mechanic_id', 'held_mechanic_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The columns that show which mechanic's time a pending or a confirmed appointment takes up. */
const pendingRow = (hold: string | null) => ({
  status: 'pending',
  mechanic_id: null,
  held_mechanic_id: hold,
});
const confirmedRow = (mechanic: string) => ({
  status: 'confirmed',
  mechanic_id: mechanic,
  held_mechanic_id: null,
});

describe('assigning a mechanic', () => {
  test('sets mechanic and status together, and releases the hold @dispatch.assign', async () => {
    const team = await makeTeam(app, 2);
    const [heldMechanic, assignee] = team.mechanics;
    const id = await makeAppointment(app, {
      date,
      service_id: team.serviceId,
      held_mechanic_id: heldMechanic.id,
    });
    const assigned = await assign(id, assignee?.id ?? '');
    expect(assigned.json()).toMatchObject({
      status: 'confirmed',
      mechanicId: assignee?.id,
      mechanic: { id: assignee?.id },
    });
    expect(await readRow(id)).toEqual(confirmedRow(assignee?.id ?? ''));
    const events = await app.store.kysely
      .selectFrom('appointment_events')
      .select(['kind', 'actor_id'])
      .where('appointment_id', '=', id)
      .execute();
    expect(events).toEqual([{ kind: 'assigned', actor_id: advisor.id }]);
  });

  test('is possible for a mechanic who is offline today but free at the time', async () => {
    const team = await makeTeam(app, 1);
    const offlineMechanic = await makeMechanic(app, { skills: [team.skill], available: false });
    const id = await makeAppointment(app, { date, service_id: team.serviceId });
    expect((await assign(id, offlineMechanic.id)).statusCode).toBe(200);
  });

  test('moves conflicting holds to other mechanics', async () => {
    const team = await makeTeam(app, 2);
    const [first, second] = team.mechanics;
    const other = await makeAppointment(app, {
      date,
      service_id: team.serviceId,
      held_mechanic_id: first.id,
    });
    const id = await makeAppointment(app, {
      date,
      service_id: team.serviceId,
      held_mechanic_id: second?.id ?? null,
    });
    expect((await assign(id, first.id)).statusCode).toBe(200);
    expect(await readRow(id)).toEqual(confirmedRow(first.id));
    expect(await readRow(other)).toEqual(pendingRow(second?.id ?? ''));
  });

  test('is refused if a conflicting hold cannot move to anyone else; the refusal names its appointment', async () => {
    const team = await makeTeam(app, 2);
    const [specialist] = team.mechanics;
    const specialServiceId = await makeService(app, { skill: `${team.skill}-special` });
    await app.store.kysely
      .updateTable('mechanics')
      .set({ skills: [team.skill, `${team.skill}-special`] })
      .where('person_id', '=', specialist.id)
      .execute();
    const blockingId = await makeAppointment(app, {
      date,
      service_id: specialServiceId,
      held_mechanic_id: specialist.id,
    });
    const id = await makeAppointment(app, { date, service_id: team.serviceId });
    const refused = await assign(id, specialist.id);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      `This mechanic is needed for ${displayId(blockingId)}, which no one else can take at that time.`,
    ]);
    expect(await readRow(id)).toEqual(pendingRow(null));
    expect(await readRow(blockingId)).toEqual(pendingRow(specialist.id));
  });

  test.each([
    ['ends during the appointment', '09:00', '10:30'],
    ['starts during the appointment', '11:30', '12:30'],
    ['is within the appointment', '10:30', '11:00'],
    ['spans the appointment', '09:00', '13:00'],
  ])("is refused if another of the mechanic's jobs %s", async (_, start_time, end_time) => {
    const team = await makeTeam(app, 1, { duration: 120 });
    const [mechanic] = team.mechanics;
    const job = await makeAppointment(app, {
      date,
      status: 'confirmed',
      service_id: team.serviceId,
      mechanic_id: mechanic.id,
      start_time,
      end_time,
    });
    const id = await makeAppointment(app, { date, service_id: team.serviceId, end_time: '12:00' });
    const refused = await assign(id, mechanic.id);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toMatch(`This mechanic is busy with ${displayId(job)} until `);
  });

  test('is allowed immediately before and after other jobs', async () => {
    const team = await makeTeam(app, 1);
    const [mechanic] = team.mechanics;
    for (const [start_time, end_time] of [
      ['09:00', '10:00'],
      ['11:00', '12:00'],
      ['10:00', '11:00'],
    ] as const) {
      const id = await makeAppointment(app, {
        date,
        service_id: team.serviceId,
        start_time,
        end_time,
      });
      expect((await assign(id, mechanic.id)).statusCode).toBe(200);
    }
  });

  test.each([
    [
      'lacks the skill',
      async (skill: string) => (await makeMechanic(app, { skills: [`not-${skill}`] })).id,
      /doesn't have the .* skill/,
    ],
    [
      'is not working at that time',
      async (skill: string) =>
        (await makeMechanic(app, { skills: [skill], hours: ['12:00', '18:00'] })).id,
      /isn.t working at that time/,
    ],
    [
      'has time off at that time',
      async (skill: string) => {
        const { id } = await makeMechanic(app, { skills: [skill] });
        await app.store.kysely
          .insertInto('time_off')
          .values({ mechanic_id: id, during: '[2026-03-05 10:59,2026-03-05 12:00)' })
          .execute();
        return id;
      },
      /is off at that time/,
    ],
  ])('is refused when the mechanic %s', async (_, make, expectedMessage) => {
    const team = await makeTeam(app, 1);
    const mechanicId = await make(team.skill);
    const id = await makeAppointment(app, { date, service_id: team.serviceId });
    const refused = await assign(id, mechanicId);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toMatch(expectedMessage);
    expect(await readRow(id)).toEqual(pendingRow(null));
  });

  test('is refused for anyone who is not an active mechanic', async () => {
    const team = await makeTeam(app, 2);
    const [, formerMechanic] = team.mechanics;
    await app.store.kysely
      .updateTable('mechanics')
      .set({ active: false })
      .where('person_id', '=', formerMechanic?.id ?? '')
      .execute();
    const customer = await makePerson(app, 'customer');
    const id = await makeAppointment(app, { date, service_id: team.serviceId });
    for (const mechanicId of ['nobody-there', formerMechanic?.id ?? '', customer.id, advisor.id]) {
      const refused = await assign(id, mechanicId);
      expect([refused.statusCode, refused.body]).toEqual([404, 'Mechanic not found.']);
    }
    expect(await readRow(id)).toEqual(pendingRow(null));
  });
});

describe('reassigning an appointment', () => {
  test('to another mechanic transfers the job', async () => {
    const team = await makeTeam(app, 2);
    const [first, second] = team.mechanics;
    const id = await makeAppointment(app, { date, service_id: team.serviceId });
    await assign(id, first.id);
    expect((await assign(id, second?.id ?? '')).json()).toMatchObject({ mechanicId: second?.id });
    expect(await read(app, second ?? null, `/api/appointments/${id}`)).toMatchObject({ id });
    expect((await send(app, first, 'GET', `/api/appointments/${id}`)).statusCode).toBe(404);
  });

  test('to the same mechanic changes nothing and is not refused', async () => {
    const team = await makeTeam(app, 1);
    const id = await makeAppointment(app, { date, service_id: team.serviceId });
    await assign(id, team.mechanics[0].id);
    expect((await assign(id, team.mechanics[0].id)).statusCode).toBe(200);
    const events = await app.store.kysely
      .selectFrom('appointment_events')
      .select('kind')
      .where('appointment_id', '=', id)
      .execute();
    expect(events).toHaveLength(1);
  });

  test('places a hold in the freed time for an appointment without one', async () => {
    const team = await makeTeam(app, 2);
    const [first, second] = team.mechanics;
    const id = await makeAppointment(app, { date, service_id: team.serviceId });
    await assign(id, first.id);
    await app.store.kysely
      .insertInto('time_off')
      .values({ mechanic_id: second?.id ?? '', during: '[2026-03-05 10:00,2026-03-05 11:00)' })
      .execute();
    const waiting = await makeAppointment(app, { date, service_id: team.serviceId });
    const third = await makeMechanic(app, { skills: [team.skill], hours: ['08:00', '11:00'] });
    // The third mechanic is free too, but is assigned the first appointment.
    expect((await assign(id, third.id)).statusCode).toBe(200);
    expect(await readRow(waiting)).toEqual(pendingRow(first.id));
  });
});

describe('two advisors assigning concurrently', () => {
  test('leave the appointment with one of the two mechanics', async () => {
    const team = await makeTeam(app, 2);
    const [first, second] = team.mechanics;
    const id = await makeAppointment(app, { date, service_id: team.serviceId });
    const responses = await Promise.all([
      assign(id, first.id),
      assign(id, second?.id ?? '', secondAdvisor),
    ]);
    // A confirmed appointment can be reassigned, so both requests succeed; the last one wins.
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const { mechanicId } = await read<Appointment>(app, advisor, `/api/appointments/${id}`);
    expect([first.id, second?.id]).toContain(mechanicId);
  });

  test('can assign only one of two overlapping appointments to a mechanic; the refusal names the assigned one', async () => {
    const team = await makeTeam(app, 1);
    const [mechanic] = team.mechanics;
    for (let round = 0; round < 5; round += 1) {
      const start = `${String(8 + round * 2).padStart(2, '0')}`;
      const ids = [
        await makeAppointment(app, {
          date,
          service_id: team.serviceId,
          start_time: `${start}:00`,
          end_time: `${start}:45`,
        }),
        await makeAppointment(app, {
          date,
          service_id: team.serviceId,
          start_time: `${start}:30`,
          end_time: `${start}:59`,
        }),
      ];
      const responses = await Promise.all(
        ids.map((id, index) => assign(id, mechanic.id, index === 0 ? advisor : secondAdvisor)),
      );
      expect(sortedStatuses(responses)).toEqual([200, 409]);
      const assignedId = ids[responses.findIndex(({ statusCode }) => statusCode === 200)] ?? 0;
      const refused = responses.find(({ statusCode }) => statusCode === 409);
      expect(refused?.body).toContain(displayId(assignedId));
    }
  });
});

describe('the candidates for an appointment', () => {
  test('are shown as free if and only if they can be assigned, and listed best first', async () => {
    const team = await makeTeam(app, 5, { duration: 120 });
    const specialServiceId = await makeService(app, {
      skill: `${team.skill}-special`,
      duration: 60,
    });
    const [a, b, c] = team.mechanics;
    await app.store.kysely
      .updateTable('mechanics')
      .set({ skills: [team.skill, `${team.skill}-special`] })
      .where('person_id', '=', a.id)
      .execute();
    const day = '2026-03-06';
    const at = (start_time: string, end_time: string) => ({ date: day, start_time, end_time });
    await makeAppointment(app, {
      ...at('10:00', '11:00'),
      service_id: specialServiceId,
      held_mechanic_id: a.id,
    });
    await makeAppointment(app, {
      ...at('11:00', '13:00'),
      service_id: team.serviceId,
      status: 'confirmed',
      mechanic_id: b?.id ?? '',
    });
    await makeAppointment(app, {
      ...at('09:00', '11:00'),
      service_id: team.serviceId,
      held_mechanic_id: c?.id ?? '',
    });
    const id = await makeAppointment(app, { ...at('10:00', '12:00'), service_id: team.serviceId });
    const readCandidates = () =>
      read<Candidate[]>(app, advisor, `/api/appointments/${id}/candidates`);
    const candidates = await readCandidates();
    for (const { mechanic } of candidates) {
      const current = (await readCandidates()).find((each) => each.mechanic.id === mechanic.id);
      const response = await assign(id, mechanic.id);
      expect([mechanic.id, current?.free]).toEqual([mechanic.id, response.statusCode === 200]);
      expect(current?.reasons.length).toBeGreaterThan(0);
    }
    const teamCandidates = candidates.filter(({ mechanic }) =>
      team.mechanics.some(({ id: teamMemberId }) => teamMemberId === mechanic.id),
    );
    expect(teamCandidates.map(({ free }) => free)).toEqual([true, true, true, false, false]);
    expect(candidates.filter(({ free }) => free).length).toBe(3);
  });
});
