import type { Appointment, AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import type { Subscription } from '@curbwrench/contract/plans/subscription-schemas';
import type { Candidate } from '@curbwrench/contract/appointments/schemas';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeTeam,
  makeMechanic,
  makePerson,
  makePlan,
  makeService,
  makeServiceArea,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { setPlanPaymentStatus } from '@curbwrench/testing/plan-payments';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let team: Team;
/** A second service, which requires a different skill and costs $40.00 for half an hour. */
let otherServiceId: number;
let otherSkill: string;
/** The only mechanic with both skills. */
let dualMechanic: Person;
let customer: Person;
let advisor: Person;
let vehicleId: number;

const date = '2026-03-05';

beforeAll(async () => {
  app = await startApp();
  advisor = await makePerson(app, 'service_advisor');
  await makeServiceArea(app, ['94103'], { name: 'South side', trip_fee: '15.00' });
});
afterAll(() => app.stop());

beforeEach(async () => {
  team = await makeTeam(app, 1, { duration: 60 });
  otherSkill = `${team.skill}-other`;
  otherServiceId = await makeService(app, {
    name: `Tires ${team.skill}`,
    price: '40.00',
    duration: 30,
    skill: otherSkill,
  });
  await makeMechanic(app, { skills: [otherSkill] });
  dualMechanic = await makeMechanic(app, { skills: [team.skill, otherSkill] });
  customer = await makePerson(app, 'customer');
  vehicleId = await makeVehicle(app, customer.id);
});

function book(details: object = {}, headers: Record<string, string> = {}, person = customer) {
  const booking = {
    vehicleId,
    serviceId: team.serviceId,
    additionalServiceIds: [otherServiceId],
    date,
    startTime: '10:00',
    location: JSON.stringify({ address: '5 Elm Street' }),
    ...details,
  };
  return send(app, person, 'POST', '/api/appointments', booking, headers);
}

const toRows = ({ lines }: Pick<Appointment, 'lines'>) =>
  lines.map(({ kind, serviceId, unitPrice, duration }) => [kind, serviceId, unitPrice, duration]);

async function findHold({ id }: Appointment): Promise<string | null> {
  const row = await app.store.kysely
    .selectFrom('appointments')
    .select('held_mechanic_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.held_mechanic_id;
}

describe('booking several services', () => {
  test("lists each service, adds up their durations, and holds one mechanic's time for all of them @booking.several-services", async () => {
    const booked = (await book()).json<Appointment>();
    expect(booked).toMatchObject({
      serviceId: team.serviceId,
      service: { id: team.serviceId, duration: 90 },
      startTime: '10:00',
      endTime: '11:30',
      price: '129.00',
    });
    expect(toRows(booked)).toEqual([
      ['service', team.serviceId, '89.00', 60],
      ['service', otherServiceId, '40.00', 30],
    ]);
    expect(await findHold(booked)).toBe(dualMechanic.id);
    const details = await read<AppointmentDetails>(app, customer, `/api/appointments/${booked.id}`);
    expect(details.lines).toEqual(booked.lines);
  });

  test('is refused if no free mechanic has all skills, as the slots show', async () => {
    await book();
    const refused = await book({ startTime: '11:00' });
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'That time slot is fully booked. Please choose another.',
    ]);
    const url = `/api/slots?date=${date}&serviceId=${team.serviceId}`;
    const findSlot = (slots: Slot[]) => slots.find(({ startTime }) => startTime === '11:00');
    expect(findSlot(await read<Slot[]>(app, customer, url))?.available).toBe(true);
    const slots = await read<Slot[]>(
      app,
      customer,
      `${url}&additionalServiceIds=${otherServiceId}`,
    );
    expect(findSlot(slots)).toEqual({
      startTime: '11:00',
      endTime: '12:30',
      available: false,
      reason: 'Fully booked',
    });
  });

  test('applies the plan to each service separately, and adds one trip fee @plans.each-service', async () => {
    const planId = await makePlan(app, { name: 'Gold', discount_percent: 10 }, [
      { serviceId: otherServiceId, uses: 1 },
    ]);
    await send(app, customer, 'POST', '/api/subscriptions', { planId, version: 1 });
    await setPlanPaymentStatus(app, customer.id, 'completed');
    const location = JSON.stringify({ address: '5 Elm Street 94103' });
    const booked = (await book({ location, shownPrice: '95.10' })).json<Appointment>();
    expect(booked.price).toBe('95.10');
    expect(booked.lines.map(({ description, unitPrice }) => [description, unitPrice])).toEqual([
      [booked.service.name, '89.00'],
      ['Gold plan (10% off)', '-8.90'],
      [`Tires ${team.skill}`, '40.00'],
      ['Included in the Gold plan', '-40.00'],
      ['Trip fee, South side', '15.00'],
    ]);
    const readUsesLeft = async () =>
      (await read<Subscription[]>(app, customer, '/api/subscriptions'))[0]?.services[0]?.left;
    expect(await readUsesLeft()).toBe(0);
    const changed = await book({ startTime: '13:00', shownPrice: '104.00' });
    expect(changed.statusCode).toBe(409);
    await send(app, customer, 'PATCH', `/api/appointments/${booked.id}`, { status: 'cancelled' });
    expect(await readUsesLeft()).toBe(1);
  });

  test('stores names, prices and durations, which stay the same if the services change later @booking.lines', async () => {
    const booked = (await book()).json<Appointment>();
    const admin = await makePerson(app, 'admin');
    const change = { name: 'Renamed', price: '500.00', duration: 15 };
    await send(app, admin, 'PATCH', `/api/services/${otherServiceId}`, change);
    const url = `/api/appointments/${booked.id}`;
    expect(await read<Appointment>(app, customer, url)).toMatchObject({
      price: '129.00',
      lines: booked.lines,
    });
  });

  test.each([
    ['the same service twice', () => [team.serviceId], 400, 'You can add each service only once.'],
    [
      'the same additional service twice',
      () => [otherServiceId, otherServiceId],
      400,
      'You can add each service only once.',
    ],
    [
      'more than five services',
      () => [1, 2, 3, 4, 5].map((id) => otherServiceId + id),
      400,
      'Please choose up to 5 services.',
    ],
    [
      'a service that does not exist',
      () => [2_000_000_000],
      400,
      'One of these services is no longer offered.',
    ],
  ])('refuses %s @booking.several-services', async (_, ids, status, message) => {
    const refused = await book({ additionalServiceIds: ids() });
    expect([refused.statusCode, refused.body]).toEqual([status, message]);
  });

  test('refuses a service that is no longer offered, and its slots are not found', async () => {
    const admin = await makePerson(app, 'admin');
    await send(app, admin, 'DELETE', `/api/services/${otherServiceId}`);
    const refused = await book({}, { accept: 'application/problem+json' });
    expect(refused.json()).toMatchObject({
      fields: { additionalServiceIds: 'One of these services is no longer offered.' },
    });
    const url = `/api/slots?date=${date}&serviceId=${team.serviceId}&additionalServiceIds=${otherServiceId}`;
    expect((await send(app, customer, 'GET', url)).statusCode).toBe(404);
  });

  test('with the same key again returns the same response, or a refusal if the services differ', async () => {
    const key = { 'idempotency-key': team.skill };
    const first = await book({}, key);
    expect(first.statusCode).toBe(201);
    expect((await book({}, key)).body).toBe(first.body);
    expect((await book({ additionalServiceIds: [] }, key)).statusCode).toBe(422);
  });

  test('gives the last free time to exactly one of many clients @booking.race', async () => {
    const clients = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const person = await makePerson(app, 'customer');
        return { person, vehicleId: await makeVehicle(app, person.id) };
      }),
    );
    const responses = await Promise.all(
      clients.map(({ person, vehicleId: clientVehicleId }, index) =>
        book({ vehicleId: clientVehicleId, startTime: index % 2 ? '10:00' : '11:00' }, {}, person),
      ),
    );
    expect(sortedStatuses(responses)).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });
});

describe('an appointment for several services', () => {
  test('can be assigned only to a mechanic with every skill; a refusal names the missing one', async () => {
    const booked = (await book()).json<Appointment>();
    const url = `/api/appointments/${booked.id}`;
    const [firstSkillMechanic] = team.mechanics;
    const assign = (mechanicId: string) =>
      send(app, advisor, 'PATCH', url, { mechanicId, status: 'confirmed' });
    const refused = await assign(firstSkillMechanic.id);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      `This mechanic doesn't have the ${otherSkill} skill.`,
    ]);
    const candidates = await read<Candidate[]>(app, advisor, `${url}/candidates`);
    const free = candidates.filter((candidate) => candidate.free);
    expect(free.map(({ mechanic }) => mechanic.id)).toEqual([dualMechanic.id]);
    expect(free[0]?.reasons).toContain(
      `Has skills: ${[team.skill, otherSkill].toSorted().join(', ')}`,
    );
    expect((await assign(dualMechanic.id)).statusCode).toBe(200);
  });

  test('can be rescheduled only to times that fit all its services', async () => {
    const booked = (await book()).json<Appointment>();
    const url = `/api/appointments/${booked.id}`;
    const slots = await read<Slot[]>(app, customer, `${url}/slots?date=2026-03-06`);
    expect(slots[0]).toMatchObject({ startTime: '08:00', endTime: '09:30', available: true });
    await send(app, customer, 'PATCH', url, { date: '2026-03-06', startTime: '08:00' });
    expect(await read<Appointment>(app, customer, url)).toMatchObject({
      date: '2026-03-06',
      endTime: '09:30',
      lines: booked.lines,
    });
  });

  test('is found by the name of each of its services', async () => {
    const booked = (await book()).json<Appointment>();
    const search = encodeURIComponent(`Tires ${team.skill}`);
    const found = await read<Appointment[]>(app, advisor, `/api/appointments?search=${search}`);
    expect(found.map(({ id }) => id)).toEqual([booked.id]);
    const first = encodeURIComponent(booked.service.name);
    const others = await read<Appointment[]>(app, customer, `/api/appointments?search=${first}`);
    expect(others.map(({ id }) => id)).toEqual([booked.id]);
  });

  test('loses its hold when one of its services starts to require a skill that no one has', async () => {
    const booked = (await book()).json<Appointment>();
    const admin = await makePerson(app, 'admin');
    await send(app, admin, 'PATCH', `/api/services/${otherServiceId}`, { skill: 'nobody has it' });
    expect(await findHold(booked)).toBeNull();
    await send(app, admin, 'PATCH', `/api/services/${otherServiceId}`, { skill: otherSkill });
    expect(await findHold(booked)).toBe(dualMechanic.id);
  });
});
