import { describe, expect, test } from 'vitest';
import { readPlacementRow } from '@curbwrench/testing/appointment-rows';
import {
  makeAppointment,
  makeTeam,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
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

const readRow = (id: number) => readPlacementRow(app, id);

describe('the cancellation cutoff', () => {
  const change = (id: number, body: object, person = customer) =>
    send(app, person, 'PATCH', `/api/appointments/${id}`, body);

  test('lets a customer cancel or reschedule up to 24 hours before the start, but not later', async () => {
    // The start is 10:00 on the 5th, which is 18:00 UTC.
    for (const body of [{ status: 'cancelled' }, { date: '2026-03-10', startTime: '10:00' }]) {
      const inTime = await make();
      const late = await make({ vehicle_id: await makeVehicle(app, customer.id) });
      app.clock.set(new Date('2026-03-04T18:00:00Z'));
      expect((await change(inTime, body)).statusCode).toBe(200);
      app.clock.set(new Date('2026-03-04T18:00:01Z'));
      const refused = await change(late, body);
      expect([refused.statusCode, refused.body]).toEqual([
        409,
        'The deadline for online changes was 24 hours before your appointment. Please call us.',
      ]);
      expect((await change(late, body, advisor)).statusCode).toBe(200);
    }
  });

  test('is the one in effect at booking, even if the setting has changed since', async () => {
    const id = await make({ cancellation_cutoff_hours: 48 });
    app.clock.set(new Date('2026-03-03T18:00:01Z'));
    expect((await change(id, { status: 'cancelled' })).statusCode).toBe(409);
  });

  test('does not apply to changes to the notes', async () => {
    const id = await make();
    app.clock.set(new Date('2026-03-05T17:00:00Z'));
    expect((await change(id, { notes: 'The blue one.' })).json()).toMatchObject({
      notes: 'The blue one.',
    });
    expect((await change(id, { notes: null })).json()).toMatchObject({ notes: null });
  });
});

describe('canceling', () => {
  const cancel = (id: number, person: Person, reason?: string) =>
    send(app, person, 'PATCH', `/api/appointments/${id}`, {
      status: 'cancelled',
      ...(reason !== undefined && { reason }),
    });

  test('is final', async () => {
    const id = await make();
    await cancel(id, customer);
    for (const body of [
      { status: 'cancelled' },
      { status: 'unassigned' },
      { status: 'confirmed', mechanicId: team.mechanics[0].id },
      { date, startTime: '14:00' },
    ]) {
      const refused = await send(app, advisor, 'PATCH', `/api/appointments/${id}`, body);
      expect([refused.statusCode, refused.body]).toEqual([
        409,
        expect.stringMatching(/^A canceled appointment can't be /),
      ]);
    }
  });

  test('releases the hold so that the time can be booked again', async () => {
    team = await makeTeam(app, 1);
    const id = await make({ held_mechanic_id: team.mechanics[0].id });
    await cancel(id, customer);
    expect(await readRow(id)).toMatchObject({ status: 'cancelled', held_mechanic_id: null });
    const booked = await send(app, customer, 'POST', '/api/appointments', {
      vehicleId,
      serviceId: team.serviceId,
      date,
      startTime: '10:00',
      location: JSON.stringify({ address: '5 Elm Street' }),
    });
    expect(booked.statusCode).toBe(201);
  });

  test('a job in progress is possible only for the office and requires a reason', async () => {
    const [mechanic] = team.mechanics;
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
    const event = await app.store.kysely
      .selectFrom('appointment_events')
      .select(['kind', 'detail'])
      .where('appointment_id', '=', id)
      .executeTakeFirst();
    expect(event).toEqual({ kind: 'cancelled', detail: { reason: 'The car was towed.' } });
  });

  test('can cause a chain of holds to move', async () => {
    // Only `a` can do the one job that has no hold. `a` is held for a job that `b` can do, and `b` for one that
    // `c` can do. `c` is held for the job that is canceled.
    const [a, b] = team.mechanics;
    const {
      mechanics: [c],
      skill: skillPrefix,
    } = await makeTeam(app, 1);
    const setSkills = async (mechanicId: string, skills: string[]) =>
      app.store.kysely
        .updateTable('mechanics')
        .set({ skills })
        .where('person_id', '=', mechanicId)
        .execute();
    await setSkills(a.id, [`${skillPrefix}-1`, `${skillPrefix}-2`]);
    await setSkills(b?.id ?? '', [`${skillPrefix}-2`, `${skillPrefix}-3`]);
    await setSkills(c.id, [`${skillPrefix}-3`]);
    const insertService = async (skill: string) =>
      (
        await app.store.kysely
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
    const first = await make({ service_id: secondServiceId, held_mechanic_id: a.id });
    const second = await make({ service_id: thirdServiceId, held_mechanic_id: b?.id ?? null });
    const cancelledId = await make({ service_id: thirdServiceId, held_mechanic_id: c.id });
    const waiting = await make({ service_id: firstServiceId });
    expect((await cancel(cancelledId, advisor)).statusCode).toBe(200);
    expect((await readRow(waiting)).held_mechanic_id).toBe(a.id);
    expect((await readRow(first)).held_mechanic_id).toBe(b?.id);
    expect((await readRow(second)).held_mechanic_id).toBe(c.id);
  });
});
