import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { mapJobDetails } from '@curbwrench/contract/appointments/job-details';
import { describe, expect, test } from 'vitest';
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

let app: TestApp;
let advisor: Person;
let customer: Person;
let team: Team;

const thursday = '2026-03-05';

prepareAppWithTeam(2, (prepared) => {
  ({ app, advisor, customer, team } = prepared);
});

/** Creates an appointment assigned to the first mechanic, on Thursday from 10:00 to 11:00. */
function makeConfirmed(columns: object = {}): Promise<number> {
  return makeAppointment(app, {
    customer_id: customer.id,
    mechanic_id: team.mechanics[0].id,
    status: 'confirmed',
    date: thursday,
    start_time: '10:00',
    end_time: '11:00',
    gate_code: '4821#',
    ...columns,
  });
}

/** Books an appointment for the customer, on Thursday at 10:00. */
async function book(person: Person, details: object) {
  return send(app, person, 'POST', '/api/appointments', {
    vehicleId: await makeVehicle(app, customer.id),
    serviceId: team.serviceId,
    date: thursday,
    startTime: '10:00',
    location: JSON.stringify({ address: '5 Elm Street' }),
    ...details,
  });
}

function change(person: Person, id: number, body: object) {
  return send(app, person, 'PATCH', `/api/appointments/${id}`, body);
}

async function readGateCode(person: Person, id: number): Promise<string | null> {
  return (await read<AppointmentDetails>(app, person, `/api/appointments/${id}`)).gateCode;
}

test('each detail given when booking is returned as entered', async () => {
  const details = mapJobDetails((name) => `The ${name}`);
  const booked = await book(customer, details);
  const { id } = booked.json<{ id: number }>();
  expect(await read(app, customer, `/api/appointments/${id}`)).toMatchObject(details);
});

describe('the gate code', () => {
  test.each([
    ['the customer', () => customer],
    ['an advisor', () => advisor],
  ])('is accepted in a booking by %s', async (_, getPerson) => {
    // Only a booking by the office uses the given `customerId`.
    const booked = await book(getPerson(), { gateCode: ' 4821# ', customerId: customer.id });
    expect(booked.json()).toMatchObject({ gateCode: '4821#', notes: null });
    expect(await readGateCode(customer, booked.json<{ id: number }>().id)).toBe('4821#');
  });

  test('can be changed and removed by the customer and the office, and the history records it', async () => {
    const id = await makeConfirmed();
    expect((await change(customer, id, { gateCode: 'Buzzer 12' })).json()).toMatchObject({
      gateCode: 'Buzzer 12',
    });
    expect((await change(advisor, id, { gateCode: null })).json()).toMatchObject({
      gateCode: null,
    });
    const { events } = await read<AppointmentDetails>(app, customer, `/api/appointments/${id}`);
    expect(events.map(({ kind, by }) => [kind, by?.who])).toEqual([
      ['gate_code_changed', 'you'],
      ['gate_code_changed', 'office'],
    ]);
  });

  test('cannot be changed by a mechanic or another customer, or after the job is done', async () => {
    const [mechanic] = team.mechanics;
    const id = await makeConfirmed();
    const refused = await change(mechanic, id, { gateCode: '0000' });
    expect([refused.statusCode, refused.body]).toEqual([
      403,
      "You don't have permission to change the gate code.",
    ]);
    const stranger = await makePerson(app, 'customer');
    expect((await change(stranger, id, { gateCode: '0000' })).statusCode).toBe(404);
    const completedId = await makeConfirmed({ status: 'completed' });
    expect((await change(customer, completedId, { gateCode: '0000' })).statusCode).toBe(409);
    expect(await readGateCode(customer, id)).toBe('4821#');
  });

  test.each([
    ['more than one line', 'left gate\n4821'],
    ['text with a direction override', '4821\u202e#'],
    ['more than 60 characters', 'x'.repeat(61)],
    ['a number', 4821],
  ])('is refused if it is %s', async (_, gateCode) => {
    const id = await makeConfirmed();
    expect((await change(customer, id, { gateCode })).statusCode).toBe(400);
    const booking = { gateCode, location: JSON.stringify({ address: '5 Elm Street' }) };
    const booked = await send(app, customer, 'POST', '/api/appointments', booking, {
      accept: 'application/problem+json',
    });
    expect(booked.json()).toMatchObject({ fields: { gateCode: expect.any(String) as string } });
  });

  test('is visible to the office and the mechanic until a day after the job, and to the customer even later @booking.gate-code', async () => {
    const [mechanic] = team.mechanics;
    const id = await makeConfirmed();
    const readGateCodes = async () =>
      Promise.all([customer, advisor, mechanic].map((person) => readGateCode(person, id)));
    // 10:59 AM on Friday in San Francisco; the job ended at 11:00 AM on Thursday.
    app.clock.set(new Date('2026-03-06T18:59:00Z'));
    expect(await readGateCodes()).toEqual(['4821#', '4821#', '4821#']);
    app.clock.set(new Date('2026-03-06T19:00:00Z'));
    expect(await readGateCodes()).toEqual(['4821#', null, null]);
    const list = await read<AppointmentDetails[]>(
      app,
      advisor,
      '/api/appointments?status=confirmed',
    );
    expect(list.find((row) => row.id === id)?.gateCode).toBeNull();
  });

  test('is visible as long as the job is in progress', async () => {
    const id = await makeConfirmed({ status: 'in_progress' });
    app.clock.set(new Date('2026-03-07T18:00:00Z'));
    expect(await readGateCode(team.mechanics[0], id)).toBe('4821#');
  });

  test('is not visible to a mechanic who has just declined the job', async () => {
    const id = await makeConfirmed();
    const response = await change(team.mechanics[0], id, { status: 'unassigned' });
    expect([response.statusCode, response.json()]).toMatchObject([200, { gateCode: null }]);
  });
});
