import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeTeam,
  makePerson,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let advisor: Person;
let admin: Person;
let customer: Person;
let team: Team;

const today = '2026-03-03';
const thursday = '2026-03-05';

beforeAll(async () => {
  app = await startApp();
  advisor = await makePerson(app, 'service_advisor', { firstName: 'Avery', lastName: 'Cole' });
  admin = await makePerson(app, 'admin', { firstName: 'Dana', lastName: 'Whitaker' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.set(testMorning);
  team = await makeTeam(app, 2);
  customer = await makePerson(app, 'customer', { firstName: 'Casey', lastName: 'Morgan' });
});

async function book(date = thursday, startTime = '10:00'): Promise<number> {
  const booked = await send(app, customer, 'POST', '/api/appointments', {
    vehicleId: await makeVehicle(app, customer.id),
    serviceId: team.serviceId,
    date,
    startTime,
    location: JSON.stringify({ address: '5 Elm Street' }),
  });
  return booked.json<{ id: number }>().id;
}

async function change(person: Person, id: number, body: object, expectedStatus = 200) {
  const response = await send(app, person, 'PATCH', `/api/appointments/${id}`, body);
  expect([response.statusCode, response.body]).toEqual([expectedStatus, expect.any(String)]);
  return response;
}

const readDetails = (person: Person, id: number) =>
  read<AppointmentDetails>(app, person, `/api/appointments/${id}`);

const getReason = ({ actions }: AppointmentDetails, action: string) =>
  actions.find((entry) => entry.action === action)?.reason;

describe('the history', () => {
  test('shows who did what and why, as far as the viewer is allowed to see it', async () => {
    const [first, second] = team.mechanics;
    const id = await book();
    await change(advisor, id, { status: 'confirmed', mechanicId: first.id });
    await change(first, id, { status: 'unassigned', reason: 'My van broke down.' });
    await change(admin, id, { status: 'confirmed', mechanicId: second?.id });
    await change(admin, id, { date: thursday, startTime: '14:00' });
    await change(customer, id, { status: 'cancelled', reason: 'I sold the car.' });

    const names = await app.store.kysely
      .selectFrom('people')
      .select(['id', 'name'])
      .where('id', 'in', [first.id, second?.id ?? ''])
      .execute();
    const getName = (person: Person | undefined) =>
      names.find((user) => user.id === person?.id)?.name ?? '';
    const listEvents = async (person: Person) =>
      (await readDetails(person, id)).events.map(({ kind, by: who, mechanicName, reason }) =>
        [kind, who && [who.who, who.name].filter(Boolean).join(' '), mechanicName, reason]
          .map((part) => part ?? '-')
          .join(' | '),
      );

    expect(await listEvents(customer)).toEqual([
      'booked | you | - | -',
      'assigned | office | - | -',
      'unassigned | - | - | -',
      `assigned | office | ${getName(second)} | -`,
      'rescheduled | office | - | -',
      'cancelled | you | - | I sold the car.',
    ]);
    expect(await listEvents(second ?? first)).toEqual([
      'booked | customer Casey Morgan | - | -',
      'assigned | office | - | -',
      'declined | mechanic | - | -',
      `assigned | office | ${getName(second)} | -`,
      'rescheduled | office | - | -',
      'cancelled | customer Casey Morgan | - | I sold the car.',
    ]);
    expect(await listEvents(advisor)).toEqual([
      'booked | customer Casey Morgan | - | -',
      `assigned | you | ${getName(first)} | -`,
      `declined | mechanic ${getName(first)} | ${getName(first)} | My van broke down.`,
      `assigned | office | ${getName(second)} | -`,
      'rescheduled | office | - | -',
      'cancelled | customer Casey Morgan | - | I sold the car.',
    ]);
    expect((await listEvents(admin))[1]).toBe(
      `assigned | office Avery Cole | ${getName(first)} | -`,
    );
    const moved = (await readDetails(customer, id)).events.find((event) => event.moved)?.moved;
    expect(moved).toEqual({
      fromDate: thursday,
      fromTime: '10:00',
      toDate: thursday,
      toTime: '14:00',
    });
  });
});

describe('the actions offered to a person', () => {
  test('depend on the cutoff that was fixed at booking', async () => {
    const id = await book();
    expect(await readDetails(customer, id)).toMatchObject({
      cancellationCutoffHours: 24,
      changeUntil: '2026-03-04T18:00:00.000Z',
    });
    expect(getReason(await readDetails(customer, id), 'cancel')).toBeNull();
    app.clock.set(new Date('2026-03-04T18:00:01Z'));
    const reason = getReason(await readDetails(customer, id), 'cancel');
    expect(reason).toMatch(/^The deadline for online changes was 24 hours before your appointment/);
    // The reason shown on the page is the same as in the refusal.
    expect((await change(customer, id, { status: 'cancelled' }, 409)).body).toBe(reason);
  });

  test('name the job in progress that prevents starting another', async () => {
    const [mechanic] = team.mechanics;
    const [firstId, secondId] = [await book(today, '11:00'), await book(today, '13:00')];
    for (const id of [firstId, secondId])
      await change(advisor, id, { status: 'confirmed', mechanicId: mechanic.id });
    expect(getReason(await readDetails(mechanic, secondId), 'start')).toBeNull();
    await change(mechanic, firstId, { status: 'in_progress' });
    const reason = getReason(await readDetails(mechanic, secondId), 'start');
    expect(reason).toMatch(/^Appointment #\d{4} is still in progress; complete it first\.$/);
    expect((await change(mechanic, secondId, { status: 'in_progress' }, 409)).body).toBe(reason);
  });
});

describe("a mechanic's arrival", () => {
  test('can be recorded once, only by the assigned mechanic and only during a job in progress', async () => {
    const [mechanic, other] = team.mechanics;
    const id = await book(today, '11:00');
    await change(advisor, id, { status: 'confirmed', mechanicId: mechanic.id });
    expect((await change(mechanic, id, { arrived: true }, 409)).body).toBe(
      "A confirmed appointment can't be marked as arrived.",
    );
    await change(mechanic, id, { status: 'in_progress' });
    await change(other ?? mechanic, id, { arrived: true }, 404);
    await change(advisor, id, { arrived: true }, 403);
    await change(customer, id, { arrived: true }, 403);
    await change(mechanic, id, { arrived: false }, 400);
    expect((await change(mechanic, id, { arrived: true })).json()).toMatchObject({
      status: 'in_progress',
    });
    expect((await readDetails(mechanic, id)).actions.map(({ action }) => action)).toEqual([
      'complete',
    ]);
    expect((await change(mechanic, id, { arrived: true }, 409)).body).toBe(
      'You already marked yourself as arrived.',
    );
    const { events } = await readDetails(customer, id);
    expect(events.map(({ kind }) => kind)).toEqual(['booked', 'assigned', 'started', 'arrived']);
  });

  test('is recorded once if reported several times concurrently', async () => {
    const [mechanic] = team.mechanics;
    const id = await book(today, '11:00');
    await change(advisor, id, { status: 'confirmed', mechanicId: mechanic.id });
    await change(mechanic, id, { status: 'in_progress' });
    const responses = await Promise.all(
      [1, 2, 3].map(() =>
        send(app, mechanic, 'PATCH', `/api/appointments/${id}`, { arrived: true }),
      ),
    );
    expect(sortedStatuses(responses)).toEqual([200, 409, 409]);
    const { events } = await readDetails(mechanic, id);
    expect(events.filter(({ kind }) => kind === 'arrived')).toHaveLength(1);
  });
});

describe('rescheduling an appointment', () => {
  const readRescheduleTimes = (person: Person, id: number, date = thursday) =>
    read<Slot[]>(app, person, `/api/appointments/${id}/slots?date=${date}`);

  test("treats the appointment's own time as free, and accepts exactly the times it offers", async () => {
    const [mechanic, other] = team.mechanics;
    const id = await book(thursday, '10:00');
    await change(advisor, id, { status: 'confirmed', mechanicId: mechanic.id });
    // The other mechanic is busy until 1 PM, so only the appointment's own mechanic is free.
    await makeAppointment(app, {
      date: thursday,
      status: 'confirmed',
      mechanic_id: other?.id ?? '',
      service_id: team.serviceId,
      start_time: '08:00',
      end_time: '13:00',
    });
    await makeAppointment(app, {
      date: thursday,
      status: 'confirmed',
      mechanic_id: mechanic.id,
      service_id: team.serviceId,
      start_time: '11:00',
      end_time: '12:00',
    });
    const publicSlots = await read<Slot[]>(
      app,
      customer,
      `/api/slots?date=${thursday}&serviceId=${team.serviceId}`,
    );
    const offeredTimes = await readRescheduleTimes(customer, id);
    const isAvailableAt = (slots: readonly Slot[], time: string) =>
      slots.find(({ startTime }) => startTime === time)?.available;
    expect(isAvailableAt(publicSlots, '10:00')).toBe(false);
    expect(isAvailableAt(offeredTimes, '10:00')).toBe(true);
    expect(offeredTimes).toHaveLength(10);
    for (const { startTime, available, reason } of offeredTimes) {
      const response = await send(app, advisor, 'PATCH', `/api/appointments/${id}`, {
        date: thursday,
        startTime,
      });
      expect([startTime, response.statusCode]).toEqual([startTime, available ? 200 : 409]);
      expect(reason === null).toBe(available);
    }
  });

  test('offers times only to people who may reschedule the appointment, and only while that is possible', async () => {
    const [mechanic, other] = team.mechanics;
    const id = await book(thursday, '10:00');
    await change(advisor, id, { status: 'confirmed', mechanicId: mechanic.id });
    const requestRescheduleTimes = async (person: Person | null, appointmentId = id) => {
      const path = `/api/appointments/${appointmentId}/slots?date=${thursday}`;
      const { statusCode, body } = await send(app, person, 'GET', path);
      return [statusCode, statusCode === 200 ? '' : body];
    };
    expect(await requestRescheduleTimes(null)).toEqual([401, 'Please log in first.']);
    expect(await requestRescheduleTimes(mechanic)).toEqual([
      403,
      "You don't have permission to reschedule this appointment.",
    ]);
    expect(await requestRescheduleTimes(other ?? mechanic)).toEqual([
      404,
      'Appointment not found.',
    ]);
    expect(await requestRescheduleTimes(await makePerson(app, 'customer'))).toEqual(
      await requestRescheduleTimes(advisor, 999_999),
    );
    expect(await requestRescheduleTimes(customer)).toEqual([200, '']);
    app.clock.set(new Date('2026-03-04T18:00:01Z'));
    expect(await requestRescheduleTimes(customer)).toEqual([
      409,
      expect.stringMatching(/was 24 hours before/),
    ]);
    expect(await requestRescheduleTimes(advisor)).toEqual([200, '']);
    await change(advisor, id, { status: 'cancelled' });
    expect(await requestRescheduleTimes(advisor)).toEqual([
      409,
      "A canceled appointment can't be rescheduled.",
    ]);
  });

  test('to its current time changes nothing, so a repeated request is harmless', async () => {
    const [mechanic] = team.mechanics;
    const id = await book(thursday, '10:00');
    await change(advisor, id, { status: 'confirmed', mechanicId: mechanic.id });
    const before = (await readDetails(advisor, id)).events.length;
    const response = await change(customer, id, { date: thursday, startTime: '10:00' });
    expect(response.json()).toMatchObject({ status: 'confirmed', mechanicId: mechanic.id });
    expect((await readDetails(advisor, id)).events).toHaveLength(before);
  });
});

test('canceling a job in progress without a reason is refused', async () => {
  const [mechanic] = team.mechanics;
  const id = await book(today, '11:00');
  await change(advisor, id, { status: 'confirmed', mechanicId: mechanic.id });
  await change(mechanic, id, { status: 'in_progress' });
  const refusal = await change(advisor, id, { status: 'cancelled', reason: '  ' }, 400);
  expect(refusal.body).toBe('Please enter a reason for canceling a job in progress.');
  await change(advisor, id, { status: 'cancelled', reason: 'The customer is sick.' });
  expect((await readDetails(customer, id)).events.at(-1)).toMatchObject({
    kind: 'cancelled',
    by: { who: 'office', name: null },
    reason: 'The customer is sick.',
  });
});
