import { describe, expect, test } from 'vitest';
import { readPlacementRow } from '@curbwrench/testing/appointment-rows';
import {
  makeAppointment,
  makeTeam,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { send, sortedStatuses } from '@curbwrench/testing/requests';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import type { TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let advisor: Person;
let customer: Person;
let vehicleId: number;
let team: Team;

const date = '2026-03-05';

prepareAppWithTeam(2, (prepared) => {
  ({ app, advisor, customer, vehicleId, team } = prepared);
});

function make(details: Partial<Parameters<typeof makeAppointment>[1]> = {}) {
  return makeAppointment(app, {
    date,
    customer_id: customer.id,
    vehicle_id: vehicleId,
    service_id: team.serviceId,
    ...details,
  });
}

function reschedule(id: number, startTime: string, day = date, person = customer) {
  return send(app, person, 'PATCH', `/api/appointments/${id}`, { date: day, startTime });
}

const readRow = (id: number) => readPlacementRow(app, id);

describe('rescheduling to a time at which the vehicle is already booked', () => {
  test("is refused until confirmed, and the refusal names that booking; the appointment's own current time is ignored", async () => {
    const [first, second] = team.mechanics;
    const other = await make({ held_mechanic_id: first.id });
    const id = await make({
      held_mechanic_id: second?.id ?? '',
      start_time: '14:00',
      end_time: '15:30',
    });
    const rescheduleTo = (body: object, person = customer) =>
      send(app, person, 'PATCH', `/api/appointments/${id}`, { date, ...body });
    const refused = await rescheduleTo({ startTime: '09:00' });
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      `Your 2019 Honda Civic is already booked at that time (#${String(other).padStart(4, '0')}).`,
    ]);
    expect((await rescheduleTo({ startTime: '10:00' }, advisor)).body).toMatch(
      /^This 2019 Honda Civic/,
    );
    expect((await rescheduleTo({ startTime: '13:00' })).statusCode).toBe(200);
    expect((await rescheduleTo({ startTime: '10:00', confirmOverlap: true })).statusCode).toBe(200);
  });

  test('races with the booking for that vehicle, and exactly one of the two succeeds', async () => {
    const id = await make({ held_mechanic_id: team.mechanics[0].id, date: '2026-03-06' });
    const responses = await Promise.all([
      reschedule(id, '10:00'),
      send(app, customer, 'POST', '/api/appointments', {
        vehicleId,
        serviceId: team.serviceId,
        date,
        startTime: '10:00',
        location: JSON.stringify({ address: '5 Elm Street' }),
      }),
    ]);
    expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(1);
  });
});

describe('rescheduling', () => {
  test.each(['pending', 'unassigned'] as const)(
    "a %s appointment does not change its status, id or price, and holds a mechanic's time at the new time",
    async (status) => {
      const [first] = team.mechanics;
      const id = await make({ status, held_mechanic_id: first.id, price: '12.00' });
      const rescheduled = await reschedule(id, '14:00', '2026-03-09');
      expect(rescheduled.json()).toMatchObject({
        id,
        status,
        date: '2026-03-09',
        startTime: '14:00',
        endTime: '15:00',
        price: '12.00',
      });
      expect((await readRow(id)).held_mechanic_id).not.toBeNull();
    },
  );

  test("does not change the duration, even if the service's duration is different now", async () => {
    const id = await make({ end_time: '11:30' });
    expect((await reschedule(id, '14:00')).json()).toMatchObject({ endTime: '15:30' });
  });

  test('is refused with the name of the missing or invalid field', async () => {
    const id = await make();
    const change = (payload: object) =>
      send(app, customer, 'PATCH', `/api/appointments/${id}`, payload);
    expect((await change({ date, startTime: '' })).body).toBe('Please select a time');
    expect((await change({ startTime: '10:00' })).body).toBe('Please select a date');
    expect((await change({ mechanicId: '', status: 'confirmed' })).body).toBe(
      'Please select a mechanic to assign.',
    );
    expect((await change({ status: 'lost' })).body).toBe(
      'That is not a valid change to an appointment.',
    );
  });

  test('adds the previous and the new time to the history', async () => {
    const id = await make();
    await reschedule(id, '14:00');
    const events = await app.store.kysely
      .selectFrom('appointment_events')
      .select(['kind', 'actor_id', 'detail'])
      .where('appointment_id', '=', id)
      .orderBy('id')
      .execute();
    expect(events).toEqual([
      {
        kind: 'rescheduled',
        actor_id: customer.id,
        detail: { fromDate: date, fromTime: '10:00', toDate: date, toTime: '14:00' },
      },
    ]);
  });

  test('leaves a confirmed appointment with its mechanic if they are free at the new time', async () => {
    const [assigned, other] = team.mechanics;
    const id = await make({ status: 'confirmed', mechanic_id: assigned.id });
    // Another appointment's hold on the same mechanic moves.
    const heldId = await makeAppointment(app, {
      date,
      service_id: team.serviceId,
      start_time: '14:00',
      end_time: '15:00',
      held_mechanic_id: assigned.id,
    });
    const rescheduled = await reschedule(id, '14:00');
    expect(rescheduled.json()).toMatchObject({ status: 'confirmed', mechanicId: assigned.id });
    expect((await readRow(heldId)).held_mechanic_id).toBe(other?.id);
  });

  test("makes a confirmed appointment pending again if its mechanic is busy at the new time, and holds another mechanic's time", async () => {
    const [assigned, other] = team.mechanics;
    const id = await make({ status: 'confirmed', mechanic_id: assigned.id });
    await makeAppointment(app, {
      date,
      service_id: team.serviceId,
      start_time: '14:00',
      end_time: '15:00',
      status: 'confirmed',
      mechanic_id: assigned.id,
    });
    const rescheduled = await reschedule(id, '14:00');
    expect(rescheduled.json()).toMatchObject({
      status: 'pending',
      mechanicId: null,
      mechanic: null,
    });
    expect(await readRow(id)).toMatchObject({ mechanic_id: null, held_mechanic_id: other?.id });
  });

  test("treats the appointment's old time as free if the new time overlaps it", async () => {
    const [assigned, other] = team.mechanics;
    const id = await make({ status: 'confirmed', mechanic_id: assigned.id, end_time: '12:00' });
    await makeAppointment(app, {
      date,
      service_id: team.serviceId,
      status: 'confirmed',
      mechanic_id: other?.id ?? '',
      start_time: '08:00',
      end_time: '18:00',
    });
    expect((await reschedule(id, '11:00')).json()).toMatchObject({
      status: 'confirmed',
      mechanicId: assigned.id,
    });
  });

  test('frees the previous time for an appointment without a hold', async () => {
    team = await makeTeam(app, 1);
    const [mechanic] = team.mechanics;
    const id = await make({ held_mechanic_id: mechanic.id });
    const waiting = await make();
    await reschedule(id, '10:00', '2026-03-06');
    expect((await readRow(waiting)).held_mechanic_id).toBe(mechanic.id);
  });

  test('is refused when no one is free, and changes nothing', async () => {
    team = await makeTeam(app, 1);
    const [mechanic] = team.mechanics;
    const id = await make({ held_mechanic_id: mechanic.id });
    await make({ held_mechanic_id: mechanic.id, start_time: '14:00', end_time: '15:00' });
    const before = await readRow(id);
    const refused = await reschedule(id, '14:00');
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'That time slot is fully booked. Please choose another.',
    ]);
    expect(await readRow(id)).toEqual(before);
  });

  test.each([
    ['on a weekend', '2026-03-07', '10:00'],
    ['31 days ahead', '2026-04-03', '10:00'],
    ['between slots', date, '10:30'],
  ])('is refused for customers if the new time is %s', async (_, day, startTime) => {
    const id = await make({ status: 'confirmed', mechanic_id: team.mechanics[0].id });
    expect((await reschedule(id, startTime, day, customer)).statusCode).toBe(409);
  });

  test.each([
    ['in the past', '2026-03-02', '10:00'],
    ['in a slot today that has begun', '2026-03-03', '09:00'],
  ])('is refused, even for the office, if the new time is %s', async (_, day, startTime) => {
    const id = await make({ status: 'confirmed', mechanic_id: team.mechanics[0].id });
    for (const person of [customer, advisor]) {
      expect((await reschedule(id, startTime, day, person)).statusCode).toBe(409);
    }
  });

  test('is possible for the office if the appointment is overdue, but for no one once it has been started, completed or canceled', async () => {
    const overdue = await make({ date: '2026-03-02' });
    expect((await reschedule(overdue, '10:00', date, advisor)).statusCode).toBe(200);
    for (const status of ['in_progress', 'completed', 'cancelled'] as const) {
      const teamOfOne = await makeTeam(app, 1);
      const id = await make({ status, mechanic_id: teamOfOne.mechanics[0].id });
      expect((await reschedule(id, '14:00', date, advisor)).statusCode).toBe(409);
    }
  });

  test('succeeds for only one of several appointments rescheduled to the last free time concurrently', async () => {
    team = await makeTeam(app, 1);
    const [mechanic] = team.mechanics;
    const makeHeld = async (details: { date?: string; start_time?: string; end_time?: string }) =>
      make({
        ...details,
        held_mechanic_id: mechanic.id,
        vehicle_id: await makeVehicle(app, customer.id),
      });
    const ids = [
      await makeHeld({ start_time: '08:00', end_time: '09:00' }),
      await makeHeld({ date: '2026-03-06' }),
      await makeHeld({ date: '2026-03-09' }),
    ];
    const responses = await Promise.all(ids.map((id) => reschedule(id, '14:00')));
    expect(sortedStatuses(responses)).toEqual([200, 409, 409]);
  });

  test("does not deadlock when appointments are rescheduled to each other's days concurrently", async () => {
    const [firstMechanic] = team.mechanics;
    const a = await make({ date: '2026-03-09', held_mechanic_id: firstMechanic.id });
    const vehicle = await makeVehicle(app, customer.id);
    const b = await make({
      date: '2026-03-10',
      held_mechanic_id: firstMechanic.id,
      vehicle_id: vehicle,
    });
    for (let round = 0; round < 4; round += 1) {
      const isEvenRound = round % 2 === 0;
      const responses = await Promise.all([
        reschedule(a, '10:00', isEvenRound ? '2026-03-10' : '2026-03-09'),
        reschedule(b, '10:00', isEvenRound ? '2026-03-09' : '2026-03-10'),
        reschedule(a, '12:00', isEvenRound ? '2026-03-10' : '2026-03-09', advisor),
      ]);
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    }
  });
});
