import type { Appointment, AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import type { Subscription } from '@curbwrench/contract/plans/subscription-schemas';
import type { Candidate } from '@curbwrench/contract/appointments/schemas';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeCrew,
  makeMechanic,
  makePerson,
  makePlan,
  makeService,
  makeServiceArea,
  makeVehicle,
  type Crew,
  type Person,
} from '@curbwrench/testing/builders';
import { setPlanPaymentStatus } from '@curbwrench/testing/plan-payments';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let site: TestApp;
let crew: Crew;
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
  site = await startApp();
  advisor = await makePerson(site, 'service_advisor');
  await makeServiceArea(site, ['94103'], { name: 'South side', trip_fee: '15.00' });
});
afterAll(() => site.stop());

beforeEach(async () => {
  crew = await makeCrew(site, 1, { duration: 60 });
  otherSkill = `${crew.skill}-other`;
  otherServiceId = await makeService(site, {
    name: `Tires ${crew.skill}`,
    price: '40.00',
    duration: 30,
    skill: otherSkill,
  });
  await makeMechanic(site, { skills: [otherSkill] });
  dualMechanic = await makeMechanic(site, { skills: [crew.skill, otherSkill] });
  customer = await makePerson(site, 'customer');
  vehicleId = await makeVehicle(site, customer.id);
});

function book(details: object = {}, headers: Record<string, string> = {}, by = customer) {
  const booking = {
    vehicleId,
    serviceId: crew.serviceId,
    additionalServiceIds: [otherServiceId],
    date,
    startTime: '10:00',
    location: JSON.stringify({ address: '5 Elm Street' }),
    ...details,
  };
  return send(site, by, 'POST', '/api/appointments', booking, headers);
}

const toRows = ({ lines }: Pick<Appointment, 'lines'>) =>
  lines.map(({ kind, serviceId, unitPrice, duration }) => [kind, serviceId, unitPrice, duration]);

async function findHold({ id }: Appointment): Promise<string | null> {
  const row = await site.store.kysely
    .selectFrom('appointments')
    .select('hold_mechanic_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.hold_mechanic_id;
}

describe('booking several services', () => {
  test('lists each service, adds up their durations, and holds one mechanic for all @booking.several-services', async () => {
    const booked = (await book()).json<Appointment>();
    expect(booked).toMatchObject({
      serviceId: crew.serviceId,
      service: { id: crew.serviceId, duration: 90 },
      startTime: '10:00',
      endTime: '11:30',
      price: '129.00',
    });
    expect(toRows(booked)).toEqual([
      ['service', crew.serviceId, '89.00', 60],
      ['service', otherServiceId, '40.00', 30],
    ]);
    expect(await findHold(booked)).toBe(dualMechanic.id);
    const details = await read<AppointmentDetails>(
      site,
      customer,
      `/api/appointments/${booked.id}`,
    );
    expect(details.lines).toEqual(booked.lines);
  });

  test('is refused if no free mechanic has all skills, as the slots show', async () => {
    await book();
    const refused = await book({ startTime: '11:00' });
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'That time slot is fully booked. Please choose another.',
    ]);
    const url = `/api/slots?date=${date}&serviceId=${crew.serviceId}`;
    const findSlot = (slots: Slot[]) => slots.find(({ startTime }) => startTime === '11:00');
    expect(findSlot(await read<Slot[]>(site, customer, url))?.available).toBe(true);
    const slots = await read<Slot[]>(
      site,
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
    const planId = await makePlan(site, { name: 'Gold', discount_percent: 10 }, [
      { serviceId: otherServiceId, uses: 1 },
    ]);
    await send(site, customer, 'POST', '/api/subscriptions', { planId, version: 1 });
    await setPlanPaymentStatus(site, customer.id, 'completed');
    const location = JSON.stringify({ address: '5 Elm Street 94103' });
    const booked = (await book({ location, shownPrice: '95.10' })).json<Appointment>();
    expect(booked.price).toBe('95.10');
    expect(booked.lines.map(({ description, unitPrice }) => [description, unitPrice])).toEqual([
      [booked.service.name, '89.00'],
      ['Gold plan (10% off)', '-8.90'],
      [`Tires ${crew.skill}`, '40.00'],
      ['Included in the Gold plan', '-40.00'],
      ['Trip fee, South side', '15.00'],
    ]);
    const readUsesLeft = async () =>
      (await read<Subscription[]>(site, customer, '/api/subscriptions'))[0]?.services[0]?.left;
    expect(await readUsesLeft()).toBe(0);
    const changed = await book({ startTime: '13:00', shownPrice: '104.00' });
    expect(changed.statusCode).toBe(409);
    await send(site, customer, 'PATCH', `/api/appointments/${booked.id}`, { status: 'cancelled' });
    expect(await readUsesLeft()).toBe(1);
  });

  test('stores names, prices and durations, which stay the same if the services change later @booking.lines', async () => {
    const booked = (await book()).json<Appointment>();
    const admin = await makePerson(site, 'admin');
    const change = { name: 'Renamed', price: '500.00', duration: 15 };
    await send(site, admin, 'PATCH', `/api/services/${otherServiceId}`, change);
    const url = `/api/appointments/${booked.id}`;
    expect(await read<Appointment>(site, customer, url)).toMatchObject({
      price: '129.00',
      lines: booked.lines,
    });
  });

  test.each([
    [
      'the same service twice',
      () => [crew.serviceId],
      400,
      'Each service can be booked only once.',
    ],
    [
      'the same additional service twice',
      () => [otherServiceId, otherServiceId],
      400,
      'Each service can be booked only once.',
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

  test('refuses a service that is no longer offered, and so do the slots', async () => {
    const admin = await makePerson(site, 'admin');
    await send(site, admin, 'DELETE', `/api/services/${otherServiceId}`);
    const refused = await book({}, { accept: 'application/problem+json' });
    expect(refused.json()).toMatchObject({
      fields: { additionalServiceIds: 'One of these services is no longer offered.' },
    });
    const url = `/api/slots?date=${date}&serviceId=${crew.serviceId}&additionalServiceIds=${otherServiceId}`;
    expect((await send(site, customer, 'GET', url)).statusCode).toBe(404);
  });

  test('with the same key again returns the same response, or a refusal if the services differ', async () => {
    const key = { 'idempotency-key': crew.skill };
    const first = await book({}, key);
    expect(first.statusCode).toBe(201);
    expect((await book({}, key)).body).toBe(first.body);
    expect((await book({ additionalServiceIds: [] }, key)).statusCode).toBe(422);
  });

  test('gives the last free time to exactly one of many clients @booking.race', async () => {
    const clients = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const person = await makePerson(site, 'customer');
        return { person, vehicleId: await makeVehicle(site, person.id) };
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
    const [firstSkillMechanic] = crew.mechanics;
    const assign = (mechanicId: string) =>
      send(site, advisor, 'PATCH', url, { mechanicId, status: 'confirmed' });
    const refused = await assign(firstSkillMechanic.id);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      `This mechanic doesn't have the ${otherSkill} skill.`,
    ]);
    const candidates = await read<Candidate[]>(site, advisor, `${url}/candidates`);
    const free = candidates.filter((candidate) => candidate.free);
    expect(free.map(({ mechanic }) => mechanic.id)).toEqual([dualMechanic.id]);
    expect(free[0]?.reasons).toContain(
      `Has the ${[crew.skill, otherSkill].toSorted().join(' and ')} skills`,
    );
    expect((await assign(dualMechanic.id)).statusCode).toBe(200);
  });

  test('can be rescheduled only to times that fit all its services', async () => {
    const booked = (await book()).json<Appointment>();
    const url = `/api/appointments/${booked.id}`;
    const slots = await read<Slot[]>(site, customer, `${url}/slots?date=2026-03-06`);
    expect(slots[0]).toMatchObject({ startTime: '08:00', endTime: '09:30', available: true });
    await send(site, customer, 'PATCH', url, { date: '2026-03-06', startTime: '08:00' });
    expect(await read<Appointment>(site, customer, url)).toMatchObject({
      date: '2026-03-06',
      endTime: '09:30',
      lines: booked.lines,
    });
  });

  test('is found by the name of each of its services', async () => {
    const booked = (await book()).json<Appointment>();
    const search = encodeURIComponent(`Tires ${crew.skill}`);
    const found = await read<Appointment[]>(site, advisor, `/api/appointments?search=${search}`);
    expect(found.map(({ id }) => id)).toEqual([booked.id]);
    const first = encodeURIComponent(booked.service.name);
    const others = await read<Appointment[]>(site, customer, `/api/appointments?search=${first}`);
    expect(others.map(({ id }) => id)).toEqual([booked.id]);
  });

  test('loses its hold when one of its services starts to require a skill that no one has', async () => {
    const booked = (await book()).json<Appointment>();
    const admin = await makePerson(site, 'admin');
    await send(site, admin, 'PATCH', `/api/services/${otherServiceId}`, { skill: 'nobody has it' });
    expect(await findHold(booked)).toBeNull();
    await send(site, admin, 'PATCH', `/api/services/${otherServiceId}`, { skill: otherSkill });
    expect(await findHold(booked)).toBe(dualMechanic.id);
  });
});
