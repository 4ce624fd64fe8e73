import { describe, expect, test } from 'vitest';
import { readPlacementRow } from '@curbwrench/testing/appointment-rows';
import { makeAppointment, makeTeam, type Team, type Person } from '@curbwrench/testing/builders';
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

describe('unassigning', () => {
  const unassign = (id: number, person: Person) =>
    send(app, person, 'PATCH', `/api/appointments/${id}`, {
      status: 'unassigned',
      reason: 'Flat tire',
    });

  test('never places the new hold on the mechanic who declined, even if no one else is free', async () => {
    const [assigned, other] = team.mechanics;
    const id = await make({ status: 'confirmed', mechanic_id: assigned.id });
    const declined = await unassign(id, assigned);
    expect(declined.json()).toMatchObject({ status: 'unassigned', mechanicId: null });
    expect(await readRow(id)).toMatchObject({ status: 'unassigned', held_mechanic_id: other?.id });

    team = await makeTeam(app, 1);
    const withoutOthers = await make({ status: 'confirmed', mechanic_id: team.mechanics[0].id });
    await unassign(withoutOthers, team.mechanics[0]);
    expect(await readRow(withoutOthers)).toMatchObject({
      status: 'unassigned',
      held_mechanic_id: null,
    });
    const seen = await send(app, advisor, 'GET', `/api/appointments/${withoutOthers}`);
    expect(seen.json()).toMatchObject({ attention: 'no_mechanic_free' });
  });

  test('never places later holds on the mechanic who declined, either', async () => {
    team = await makeTeam(app, 1);
    const [mechanic] = team.mechanics;
    const declined = await make({ status: 'confirmed', mechanic_id: mechanic.id });
    await unassign(declined, mechanic);
    // Time on that day becomes free, so missing holds are placed again.
    const cancelledId = await make({
      held_mechanic_id: mechanic.id,
      start_time: '14:00',
      end_time: '15:00',
    });
    await send(app, advisor, 'PATCH', `/api/appointments/${cancelledId}`, { status: 'cancelled' });
    expect((await readRow(declined)).held_mechanic_id).toBeNull();
    // The office may still assign that mechanic.
    const assigned = await send(app, advisor, 'PATCH', `/api/appointments/${declined}`, {
      status: 'confirmed',
      mechanicId: mechanic.id,
    });
    expect(assigned.statusCode).toBe(200);
  });

  test('by the office allows a new hold on the same mechanic', async () => {
    team = await makeTeam(app, 1);
    const [mechanic] = team.mechanics;
    const id = await make({ status: 'confirmed', mechanic_id: mechanic.id });
    expect((await unassign(id, advisor)).statusCode).toBe(200);
    expect(await readRow(id)).toMatchObject({ mechanic_id: null, held_mechanic_id: mechanic.id });
    const events = await app.store.kysely
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
    const [assigned] = team.mechanics;
    for (let round = 0; round < 4; round += 1) {
      const id = await make({
        date: '2026-03-03',
        status: 'confirmed',
        mechanic_id: assigned.id,
        start_time: `${10 + round}:00`,
        end_time: `${11 + round}:00`,
      });
      const [started, unassigned] = await Promise.all([
        send(app, assigned, 'PATCH', `/api/appointments/${id}`, { status: 'in_progress' }),
        unassign(id, advisor),
      ]);
      expect([200, 404]).toContain(started.statusCode);
      expect(unassigned.statusCode).toBe(started.statusCode === 200 ? 409 : 200);
      if (started.statusCode === 200) {
        await send(app, assigned, 'PATCH', `/api/appointments/${id}`, { status: 'completed' });
      }
    }
  });
});
