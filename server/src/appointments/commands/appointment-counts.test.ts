import type { AppointmentCounts } from '@curbwrench/contract/appointments/schemas';
import type { PaymentSummary } from '@curbwrench/contract/payments/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignEventNumbers } from '../../database/outbox-queries.ts';
import { mergeCounts } from '../changes/count-changes.ts';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  makeService,
  makeVehicle,
  openSession,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ business: { maxOpenBookings: 100 } });
});
afterAll(() => app.stop());

/** Returns a seeded pseudo-random number generator (mulberry32). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };
}

test('after many random commands, counts are exact and no mechanic is double-booked', async () => {
  const random = createRandom(20260303);
  const pick = <T>(list: readonly T[]): T => {
    const item = list[random(list.length)];
    if (item === undefined) throw new Error('The list is empty.');
    return item;
  };
  const customers: { person: Person; vehicleId: number }[] = [];
  for (let index = 0; index < 3; index += 1) {
    const person = await makePerson(app, 'customer');
    customers.push({ person, vehicleId: await makeVehicle(app, person.id) });
  }
  const mechanics = [
    await makeMechanic(app, { skills: ['brakes'] }),
    await makeMechanic(app),
    await makeMechanic(app, { skills: ['brakes', 'diesel'] }),
  ];
  const advisor = await makePerson(app, 'service_advisor');
  const admin = await makePerson(app, 'admin');
  const services = [
    await makeService(app, { duration: 60 }),
    await makeService(app, { duration: 150, price: '19.99', skill: 'brakes' }),
    await makeService(app, { duration: 90, price: '0.10', skill: 'diesel' }),
  ];
  const days = ['2026-03-03', '2026-03-04', '2026-03-05'];
  const times = ['10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00'];
  const everyone = [...customers.map(({ person }) => person), ...mechanics, advisor, admin];
  const ids: number[] = [];

  const steps: (() => ReturnType<typeof send>)[] = [
    ...Array.from({ length: 4 }, () => () => {
      const { person, vehicleId } = pick(customers);
      return send(app, person, 'POST', '/api/appointments', {
        vehicleId,
        serviceId: pick(services),
        date: pick(days),
        startTime: pick(times),
        location: JSON.stringify({ address: '5 Elm Street' }),
      });
    }),
    ...[
      () => ({ status: 'confirmed', mechanicId: pick(mechanics).id }),
      () => ({ status: 'confirmed', mechanicId: pick(mechanics).id }),
      () => ({ status: 'unassigned' }),
      () => ({ date: pick(days), startTime: pick(times) }),
      () => ({ status: 'in_progress' }),
      () => ({ status: 'completed' }),
      () => ({ status: 'cancelled', reason: 'Because.' }),
    ].map(
      (body) => () =>
        send(
          app,
          pick(everyone),
          'PATCH',
          `/api/appointments/${ids.length > 0 ? pick(ids) : 1}`,
          body(),
        ),
    ),
    () =>
      send(app, admin, 'POST', '/api/users/role', {
        userId: mechanics[0]?.id,
        role: pick(['mechanic', 'service_advisor'] as const),
      }),
  ];

  const outcomes = new Map<number, number>();
  const recordOutcome = (response: Awaited<ReturnType<typeof send>>) => {
    outcomes.set(response.statusCode, (outcomes.get(response.statusCode) ?? 0) + 1);
    if (response.statusCode === 201) ids.push(response.json<{ id: number }>().id);
    expect([response.statusCode < 500, response.body]).toEqual([true, response.body]);
  };
  for (let step = 0; step < 250; step += 1) recordOutcome(await pick(steps)());
  // Then the same commands in parallel.
  for (let wave = 0; wave < 10; wave += 1) {
    const responses = await Promise.all(Array.from({ length: 12 }, () => pick(steps)()));
    for (const response of responses) recordOutcome(response);
  }
  expect(outcomes.get(200)).toBeGreaterThan(20);
  expect(outcomes.get(201)).toBeGreaterThan(10);
  expect(outcomes.get(409)).toBeGreaterThan(20);

  const db = app.store.kysely;
  const queryRows = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows;

  // The stored counts equal the actual ones.
  const readCounts = async () => ({
    appointments: await queryRows(sql`
      select reader, status, sum(count) as count from appointment_counts
      group by reader, status having sum(count) <> 0 order by reader, status`),
    payments: await queryRows(sql`
      select reader, status, sum(count) as count, sum(amount) as amount from payment_totals
      group by reader, status having sum(count) <> 0 order by reader, status`),
  });
  const before = await readCounts();
  await mergeCounts(db);
  expect(await readCounts()).toEqual(before);
  const unmergedCounts = sql`select 1 from appointment_counts group by reader, status having count(*) > 1`;
  expect(await queryRows(unmergedCounts)).toEqual([]);
  await sql`select rebuild_counts()`.execute(db);
  expect(await readCounts()).toEqual(before);
  expect(before.appointments.length).toBeGreaterThan(5);

  // No mechanic is double-booked, and every held or assigned mechanic is qualified.
  const overlaps = await queryRows(sql`
    select a.id, b.id as other from appointments a join appointments b on a.id < b.id and a.date = b.date
      and coalesce(a.mechanic_id, a.held_mechanic_id) = coalesce(b.mechanic_id, b.held_mechanic_id)
      and a.start_time < b.end_time and b.start_time < a.end_time
    where a.status not in ('completed', 'cancelled') and b.status not in ('completed', 'cancelled')`);
  expect(overlaps).toEqual([]);
  const unqualified = await queryRows(sql`
    select a.id from appointments a join services s on s.id = a.service_id
      join mechanics m on m.person_id = coalesce(a.mechanic_id, a.held_mechanic_id)
    where a.status not in ('completed', 'cancelled') and s.skill is not null and not s.skill = any(m.skills)`);
  expect(unqualified).toEqual([]);
  const inactiveHolds = await queryRows(sql`
    select a.id from appointments a join mechanics m on m.person_id = a.held_mechanic_id where not m.active`);
  expect(inactiveHolds).toEqual([]);

  // Every completed job has exactly one payment, and nothing else has any.
  const wrongPayments = await queryRows(sql`
    select a.id from appointments a full join payments p on p.appointment_id = a.id
    where (a.status = 'completed') is distinct from (p.id is not null) or p.amount <> (
      select sum(quantity * unit_price) from appointment_lines where appointment_id = a.id)`);
  expect(wrongPayments).toEqual([]);

  // Each person's counts include exactly the appointments that they can see.
  for (const person of everyone) {
    const rows = await queryRows(sql`
      select status, count(*) as count from appointments a join accounts u on u.id = ${person.id}
      where u.role in ('admin', 'service_advisor')
        or (u.role = 'mechanic' and a.mechanic_id = u.id) or (u.role = 'customer' and a.customer_id = u.id)
      group by status`);
    // A role change may have ended their first session.
    const withNewSession = { ...person, headers: await openSession(app, person.id) };
    const counts = await read<AppointmentCounts>(app, withNewSession, '/api/appointments/counts');
    const expectedCounts = rows as { status: keyof AppointmentCounts; count: number }[];
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(
      expectedCounts.reduce((sum, { count }) => sum + count, 0),
    );
    for (const { status, count } of expectedCounts)
      expect([status, counts[status]]).toEqual([status, count]);
    const summary = await read<PaymentSummary>(app, withNewSession, '/api/payments/summary');
    expect(summary.pending).toBe(counts.completed);
  }

  // Every event gets exactly one number.
  await assignEventNumbers(db);
  const numbers = (await queryRows(sql`select number from outbox`)) as { number: number | null }[];
  expect(numbers.map(({ number }) => number)).not.toContain(null);
  expect(new Set(numbers.map(({ number }) => number)).size).toBe(numbers.length);
});

test('after a customer becomes a mechanic, their counts exclude the bookings they made as a customer', async () => {
  const person = await makePerson(app, 'customer');
  await makeAppointment(app, {
    customer_id: person.id,
    date: '2026-03-04',
    status: 'cancelled',
  });
  const admin = await makePerson(app, 'admin');
  const readCounts = async (): Promise<AppointmentCounts> =>
    read(
      app,
      { ...person, headers: await openSession(app, person.id) },
      '/api/appointments/counts',
    );
  expect((await readCounts()).cancelled).toBe(1);
  const roleChange = await send(app, admin, 'POST', '/api/users/role', {
    userId: person.id,
    role: 'mechanic',
  });
  expect(roleChange.statusCode).toBe(200);
  expect((await readCounts()).cancelled).toBe(0);
});
