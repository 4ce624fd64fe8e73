import { beforeEach, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeCrew,
  makeVehicle,
  type Crew,
  type Person,
} from '@curbwrench/testing/builders';
import { send, sortedStatuses } from '@curbwrench/testing/requests';
import { prepareSiteWithCrew } from '@curbwrench/testing/site-with-crew';
import type { TestApp } from '@curbwrench/testing/start-app';

let site: TestApp;
let advisor: Person;
let customer: Person;
let vehicleId: number;
let crew: Crew;

const date = '2026-03-05';

prepareSiteWithCrew(2, (prepared) => {
  ({ site, advisor, customer, crew } = prepared);
});
beforeEach(async () => {
  vehicleId = await makeVehicle(site, customer.id);
});

function make(details: Partial<Parameters<typeof makeAppointment>[1]> = {}) {
  return makeAppointment(site, {
    date,
    customer_id: customer.id,
    vehicle_id: vehicleId,
    service_id: crew.serviceId,
    ...details,
  });
}

function reschedule(id: number, startTime: string, day = date, by = customer) {
  return send(site, by, 'PATCH', `/api/appointments/${id}`, { date: day, startTime });
}

async function readRow(id: number) {
  return site.store.kysely
    .selectFrom('appointments')
    .select(['status', 'date', 'start_time', 'end_time', 'mechanic_id', 'hold_mechanic_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

describe('rescheduling to a time at which the vehicle is already booked', () => {
  test("is refused until confirmed, and the refusal names that booking; the appointment's own old time is ignored", async () => {
    const [first, second] = crew.mechanics;
    const other = await make({ hold_mechanic_id: first.id });
    const id = await make({
      hold_mechanic_id: second?.id ?? '',
      start_time: '14:00',
      end_time: '15:30',
    });
    const move = (body: object, by = customer) =>
      send(site, by, 'PATCH', `/api/appointments/${id}`, { date, ...body });
    const refused = await move({ startTime: '09:00' });
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      `Your 2019 Honda Civic is already booked at that time (#${String(other).padStart(4, '0')}).`,
    ]);
    expect((await move({ startTime: '10:00' }, advisor)).body).toMatch(/^This 2019 Honda Civic/);
    expect((await move({ startTime: '13:00' })).statusCode).toBe(200);
    expect((await move({ startTime: '10:00', confirmOverlap: true })).statusCode).toBe(200);
  });

  test('races with making that booking, and exactly one of the two succeeds', async () => {
    const id = await make({ hold_mechanic_id: crew.mechanics[0].id, date: '2026-03-06' });
    const responses = await Promise.all([
      reschedule(id, '10:00'),
      send(site, customer, 'POST', '/api/appointments', {
        vehicleId,
        serviceId: crew.serviceId,
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
      const [first] = crew.mechanics;
      const id = await make({ status, hold_mechanic_id: first.id, price: '12.00' });
      const moved = await reschedule(id, '14:00', '2026-03-09');
      expect(moved.json()).toMatchObject({
        id,
        status,
        date: '2026-03-09',
        startTime: '14:00',
        endTime: '15:00',
        price: '12.00',
      });
      expect((await readRow(id)).hold_mechanic_id).not.toBeNull();
    },
  );

  test("does not change the duration, even if the service's duration is different now", async () => {
    const id = await make({ end_time: '11:30' });
    expect((await reschedule(id, '14:00')).json()).toMatchObject({ endTime: '15:30' });
  });

  test('is refused with the name of the missing or invalid field', async () => {
    const id = await make();
    const change = (payload: object) =>
      send(site, customer, 'PATCH', `/api/appointments/${id}`, payload);
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
    const events = await site.store.kysely
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
    const [assigned, other] = crew.mechanics;
    const id = await make({ status: 'confirmed', mechanic_id: assigned.id });
    // Another appointment's hold on the same mechanic moves.
    const heldId = await makeAppointment(site, {
      date,
      service_id: crew.serviceId,
      start_time: '14:00',
      end_time: '15:00',
      hold_mechanic_id: assigned.id,
    });
    const moved = await reschedule(id, '14:00');
    expect(moved.json()).toMatchObject({ status: 'confirmed', mechanicId: assigned.id });
    expect((await readRow(heldId)).hold_mechanic_id).toBe(other?.id);
  });

  test("makes a confirmed appointment pending again if its mechanic is busy at the new time, and holds another mechanic's time", async () => {
    const [assigned, other] = crew.mechanics;
    const id = await make({ status: 'confirmed', mechanic_id: assigned.id });
    await makeAppointment(site, {
      date,
      service_id: crew.serviceId,
      start_time: '14:00',
      end_time: '15:00',
      status: 'confirmed',
      mechanic_id: assigned.id,
    });
    const moved = await reschedule(id, '14:00');
    expect(moved.json()).toMatchObject({ status: 'pending', mechanicId: null, mechanic: null });
    expect(await readRow(id)).toMatchObject({ mechanic_id: null, hold_mechanic_id: other?.id });
  });

  test("treats the appointment's old time as free if the new time overlaps it", async () => {
    const [assigned, other] = crew.mechanics;
    const id = await make({ status: 'confirmed', mechanic_id: assigned.id, end_time: '12:00' });
    await makeAppointment(site, {
      date,
      service_id: crew.serviceId,
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
    crew = await makeCrew(site, 1);
    const [mechanic] = crew.mechanics;
    const id = await make({ hold_mechanic_id: mechanic.id });
    const waiting = await make();
    await reschedule(id, '10:00', '2026-03-06');
    expect((await readRow(waiting)).hold_mechanic_id).toBe(mechanic.id);
  });

  test('is refused when no one is free, and changes nothing', async () => {
    crew = await makeCrew(site, 1);
    const [mechanic] = crew.mechanics;
    const id = await make({ hold_mechanic_id: mechanic.id });
    await make({ hold_mechanic_id: mechanic.id, start_time: '14:00', end_time: '15:00' });
    const before = await readRow(id);
    const refused = await reschedule(id, '14:00');
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'That time slot is fully booked; please choose another.',
    ]);
    expect(await readRow(id)).toEqual(before);
  });

  test.each([
    ['on a weekend', '2026-03-07', '10:00'],
    ['31 days ahead', '2026-04-03', '10:00'],
    ['between slots', date, '10:30'],
  ])('is refused for customers if the new time is %s', async (_, day, startTime) => {
    const id = await make({ status: 'confirmed', mechanic_id: crew.mechanics[0].id });
    expect((await reschedule(id, startTime, day, customer)).statusCode).toBe(409);
  });

  test.each([
    ['in the past', '2026-03-02', '10:00'],
    ['in a slot today that has begun', '2026-03-03', '09:00'],
  ])('is refused, even for dispatch, if the new time is %s', async (_, day, startTime) => {
    const id = await make({ status: 'confirmed', mechanic_id: crew.mechanics[0].id });
    for (const by of [customer, advisor]) {
      expect((await reschedule(id, startTime, day, by)).statusCode).toBe(409);
    }
  });

  test('is possible for dispatch if the appointment is overdue, but for no one once it has been started, completed or canceled', async () => {
    const overdue = await make({ date: '2026-03-02' });
    expect((await reschedule(overdue, '10:00', date, advisor)).statusCode).toBe(200);
    for (const status of ['in_progress', 'completed', 'cancelled'] as const) {
      const crewOfOne = await makeCrew(site, 1);
      const id = await make({ status, mechanic_id: crewOfOne.mechanics[0].id });
      expect((await reschedule(id, '14:00', date, advisor)).statusCode).toBe(409);
    }
  });

  test('succeeds for only one of several appointments moved to the last free time concurrently', async () => {
    crew = await makeCrew(site, 1);
    const [mechanic] = crew.mechanics;
    const makeHeld = async (details: { date?: string; start_time?: string; end_time?: string }) =>
      make({
        ...details,
        hold_mechanic_id: mechanic.id,
        vehicle_id: await makeVehicle(site, customer.id),
      });
    const ids = [
      await makeHeld({ start_time: '08:00', end_time: '09:00' }),
      await makeHeld({ date: '2026-03-06' }),
      await makeHeld({ date: '2026-03-09' }),
    ];
    const responses = await Promise.all(ids.map((id) => reschedule(id, '14:00')));
    expect(sortedStatuses(responses)).toEqual([200, 409, 409]);
  });

  test("does not deadlock when appointments move to each other's days concurrently", async () => {
    const [firstMechanic] = crew.mechanics;
    const a = await make({ date: '2026-03-09', hold_mechanic_id: firstMechanic.id });
    const vehicle = await makeVehicle(site, customer.id);
    const b = await make({
      date: '2026-03-10',
      hold_mechanic_id: firstMechanic.id,
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

describe('the cancellation cutoff', () => {
  const change = (id: number, body: object, by = customer) =>
    send(site, by, 'PATCH', `/api/appointments/${id}`, body);

  test('lets a customer cancel or reschedule until 24 hours before the start, but not later', async () => {
    // The start is 10:00 on the 5th, which is 18:00 UTC.
    for (const body of [{ status: 'cancelled' }, { date: '2026-03-10', startTime: '10:00' }]) {
      const inTime = await make();
      const late = await make({ vehicle_id: await makeVehicle(site, customer.id) });
      site.clock.set(new Date('2026-03-04T18:00:00Z'));
      expect((await change(inTime, body)).statusCode).toBe(200);
      site.clock.set(new Date('2026-03-04T18:00:01Z'));
      const refused = await change(late, body);
      expect([refused.statusCode, refused.body]).toEqual([
        409,
        'This can be changed until 24 hours before the start, Thu, Mar 05, 2026 at 10:00 AM. Please call us.',
      ]);
      expect((await change(late, body, advisor)).statusCode).toBe(200);
    }
  });

  test('is the one in effect at booking, even if the setting has changed since', async () => {
    const id = await make({ cancel_until_hours: 48 });
    site.clock.set(new Date('2026-03-03T18:00:01Z'));
    expect((await change(id, { status: 'cancelled' })).statusCode).toBe(409);
  });

  test('does not apply to changes to the notes', async () => {
    const id = await make();
    site.clock.set(new Date('2026-03-05T17:00:00Z'));
    expect((await change(id, { notes: 'The blue one.' })).json()).toMatchObject({
      notes: 'The blue one.',
    });
    expect((await change(id, { notes: null })).json()).toMatchObject({ notes: null });
  });
});

describe('canceling', () => {
  const cancel = (id: number, by: Person, reason?: string) =>
    send(site, by, 'PATCH', `/api/appointments/${id}`, {
      status: 'cancelled',
      ...(reason !== undefined && { reason }),
    });

  test('is final', async () => {
    const id = await make();
    await cancel(id, customer);
    for (const body of [
      { status: 'cancelled' },
      { status: 'unassigned' },
      { status: 'confirmed', mechanicId: crew.mechanics[0].id },
      { date, startTime: '14:00' },
    ]) {
      const refused = await send(site, advisor, 'PATCH', `/api/appointments/${id}`, body);
      expect([refused.statusCode, refused.body]).toEqual([
        409,
        expect.stringMatching(/^A canceled appointment can't be /),
      ]);
    }
  });

  test('releases the hold, so that the time can be booked again', async () => {
    crew = await makeCrew(site, 1);
    const id = await make({ hold_mechanic_id: crew.mechanics[0].id });
    await cancel(id, customer);
    expect(await readRow(id)).toMatchObject({ status: 'cancelled', hold_mechanic_id: null });
    const booked = await send(site, customer, 'POST', '/api/appointments', {
      vehicleId,
      serviceId: crew.serviceId,
      date,
      startTime: '10:00',
      location: JSON.stringify({ address: '5 Elm Street' }),
    });
    expect(booked.statusCode).toBe(201);
  });

  test('a job in progress is possible only for dispatch and requires a reason', async () => {
    const [mechanic] = crew.mechanics;
    const id = await make({ date: '2026-03-03', status: 'in_progress', mechanic_id: mechanic.id });
    expect((await cancel(id, customer, 'I changed my mind.')).statusCode).toBe(403);
    expect((await cancel(id, mechanic, 'No.')).statusCode).toBe(403);
    for (const reason of [undefined, '', '   ']) {
      const refused = await cancel(id, advisor, reason);
      expect([refused.statusCode, refused.body]).toEqual([
        400,
        'Please enter a reason for canceling a job in progress.',
      ]);
    }
    expect((await cancel(id, advisor, 'The car was towed.')).statusCode).toBe(200);
    const event = await site.store.kysely
      .selectFrom('appointment_events')
      .select(['kind', 'detail'])
      .where('appointment_id', '=', id)
      .executeTakeFirst();
    expect(event).toEqual({ kind: 'cancelled', detail: { reason: 'The car was towed.' } });
  });

  test('can cause a whole chain of holds to move', async () => {
    // Only `a` can do the job without a hold. `a` is held for a job that `b` can do, and `b` for one that `c` can do.
    // `c` is held for the job that is canceled.
    const [a, b] = crew.mechanics;
    const {
      mechanics: [c],
      skill: skillPrefix,
    } = await makeCrew(site, 1);
    const setSkills = async (mechanicId: string, list: string[]) =>
      site.store.kysely
        .updateTable('mechanics')
        .set({ skills: list })
        .where('person_id', '=', mechanicId)
        .execute();
    await setSkills(a.id, [`${skillPrefix}-1`, `${skillPrefix}-2`]);
    await setSkills(b?.id ?? '', [`${skillPrefix}-2`, `${skillPrefix}-3`]);
    await setSkills(c.id, [`${skillPrefix}-3`]);
    const insertService = async (skill: string) =>
      (
        await site.store.kysely
          .insertInto('services')
          .values({
            name: skill,
            description: 'x',
            price: '1',
            duration: 60,
            skill,
            created_at: new Date(),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const [firstServiceId, secondServiceId, thirdServiceId] = [
      await insertService(`${skillPrefix}-1`),
      await insertService(`${skillPrefix}-2`),
      await insertService(`${skillPrefix}-3`),
    ];
    const first = await make({ service_id: secondServiceId, hold_mechanic_id: a.id });
    const second = await make({ service_id: thirdServiceId, hold_mechanic_id: b?.id ?? null });
    const cancelledId = await make({ service_id: thirdServiceId, hold_mechanic_id: c.id });
    const waiting = await make({ service_id: firstServiceId });
    expect((await cancel(cancelledId, advisor)).statusCode).toBe(200);
    expect((await readRow(waiting)).hold_mechanic_id).toBe(a.id);
    expect((await readRow(first)).hold_mechanic_id).toBe(b?.id);
    expect((await readRow(second)).hold_mechanic_id).toBe(c.id);
  });
});

describe('unassigning', () => {
  const unassign = (id: number, by: Person) =>
    send(site, by, 'PATCH', `/api/appointments/${id}`, {
      status: 'unassigned',
      reason: 'Flat tire',
    });

  test('excludes a mechanic who declined from the new hold, even if no one else is free', async () => {
    const [assigned, other] = crew.mechanics;
    const id = await make({ status: 'confirmed', mechanic_id: assigned.id });
    const declined = await unassign(id, assigned);
    expect(declined.json()).toMatchObject({ status: 'unassigned', mechanicId: null });
    expect(await readRow(id)).toMatchObject({ status: 'unassigned', hold_mechanic_id: other?.id });

    crew = await makeCrew(site, 1);
    const withoutOthers = await make({ status: 'confirmed', mechanic_id: crew.mechanics[0].id });
    await unassign(withoutOthers, crew.mechanics[0]);
    expect(await readRow(withoutOthers)).toMatchObject({
      status: 'unassigned',
      hold_mechanic_id: null,
    });
    const seen = await send(site, advisor, 'GET', `/api/appointments/${withoutOthers}`);
    expect(seen.json()).toMatchObject({ attention: 'no_mechanic_free' });
  });

  test('excludes a mechanic who declined from later holds too', async () => {
    crew = await makeCrew(site, 1);
    const [mechanic] = crew.mechanics;
    const declined = await make({ status: 'confirmed', mechanic_id: mechanic.id });
    await unassign(declined, mechanic);
    // Time on that day becomes free, so missing holds are placed again.
    const cancelledId = await make({
      hold_mechanic_id: mechanic.id,
      start_time: '14:00',
      end_time: '15:00',
    });
    await send(site, advisor, 'PATCH', `/api/appointments/${cancelledId}`, { status: 'cancelled' });
    expect((await readRow(declined)).hold_mechanic_id).toBeNull();
    // Dispatch may still assign that mechanic.
    const assigned = await send(site, advisor, 'PATCH', `/api/appointments/${declined}`, {
      status: 'confirmed',
      mechanicId: mechanic.id,
    });
    expect(assigned.statusCode).toBe(200);
  });

  test('by dispatch allows a new hold on the same mechanic', async () => {
    crew = await makeCrew(site, 1);
    const [mechanic] = crew.mechanics;
    const id = await make({ status: 'confirmed', mechanic_id: mechanic.id });
    expect((await unassign(id, advisor)).statusCode).toBe(200);
    expect(await readRow(id)).toMatchObject({ mechanic_id: null, hold_mechanic_id: mechanic.id });
    const events = await site.store.kysely
      .selectFrom('appointment_events')
      .select(['kind', 'detail'])
      .where('appointment_id', '=', id)
      .orderBy('id')
      .execute();
    expect(events).toEqual([
      { kind: 'unassigned', detail: { formerMechanicId: mechanic.id, reason: 'Flat tire' } },
    ]);
  });

  test('is possible only for confirmed appointments', async () => {
    for (const status of ['pending', 'unassigned'] as const) {
      const refused = await unassign(await make({ status }), advisor);
      expect(refused.statusCode).toBe(409);
    }
  });

  test('races with starting the job, and exactly one of the two succeeds', async () => {
    const [assigned] = crew.mechanics;
    for (let round = 0; round < 4; round += 1) {
      const id = await make({
        date: '2026-03-03',
        status: 'confirmed',
        mechanic_id: assigned.id,
        start_time: `${10 + round}:00`,
        end_time: `${11 + round}:00`,
      });
      const [started, unassigned] = await Promise.all([
        send(site, assigned, 'PATCH', `/api/appointments/${id}`, { status: 'in_progress' }),
        unassign(id, advisor),
      ]);
      expect([200, 404]).toContain(started.statusCode);
      expect(unassigned.statusCode).toBe(started.statusCode === 200 ? 409 : 200);
      if (started.statusCode === 200) {
        await send(site, assigned, 'PATCH', `/api/appointments/${id}`, { status: 'completed' });
      }
    }
  });
});
