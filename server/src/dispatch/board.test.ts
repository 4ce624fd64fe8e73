import type {
  BoardDay,
  PlacementResult,
  Placements,
} from '@curbwrench/contract/appointments/board-schemas';
import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { undoMs } from '@curbwrench/contract/appointments/undo-time';
import { displayId } from '@curbwrench/contract/fields/display-id';
import type { Notification } from '@curbwrench/contract/notifications/schemas';
import type { WorkingTimeReply } from '@curbwrench/contract/working-time/schemas';
import { sql } from 'kysely';
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
import { assignEventNumbers } from '../database/outbox-queries.ts';

const date = '2026-03-05';

let app: TestApp;
let advisor: Person;
let colleague: Person;
/** The current test's two mechanics, who work from 8:00 to 18:00. */
let team: Team;
let ana: Person;
let bob: Person;
let customer: Person;

beforeAll(async () => {
  app = await startApp();
  advisor = await makePerson(app, 'service_advisor');
  colleague = await makePerson(app, 'admin');
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.set(testMorning);
  team = await makeTeam(app, 2);
  ana = team.mechanics[0];
  bob = team.mechanics[1] ?? ana;
  customer = await makePerson(app, 'customer');
});

type Details = Partial<Parameters<typeof makeAppointment>[1]>;

/** Inserts a confirmed job from 10:00 to 11:00, assigned to Ana, for the test's customer. */
const makeJob = (details: Details = {}) =>
  makeAppointment(app, {
    date,
    service_id: team.serviceId,
    customer_id: customer.id,
    status: 'confirmed',
    mechanic_id: ana.id,
    ...details,
  });
const unassigned = { status: 'pending', mechanic_id: null } as const;

const place = (
  id: number,
  startTime: string,
  mechanicId: string | null,
  extra: object = {},
  person = advisor,
) =>
  send(app, person, 'POST', `/api/appointments/${id}/placement`, {
    date,
    startTime,
    mechanicId,
    ...extra,
  });
const undo = (id: number, version: number | null, person = advisor) =>
  send(app, person, 'POST', `/api/appointments/${id}/placement/undo`, { version });
const readJob = (id: number) => read<AppointmentDetails>(app, advisor, `/api/appointments/${id}`);
const readPlacement = async (id: number) => {
  const { status, date: day, startTime, endTime, mechanicId } = await readJob(id);
  return [status, day, startTime, endTime, mechanicId];
};
const readHold = async (id: number) => {
  const row = await app.store.kysely
    .selectFrom('appointments')
    .select('held_mechanic_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.held_mechanic_id;
};
/** Places an appointment, expects success, and returns the version with which it can be undone. */
async function placeSuccessfully(...parameters: Parameters<typeof place>): Promise<number | null> {
  const response = await place(...parameters);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<PlacementResult>().version;
}
async function readRefusal(response: ReturnType<typeof place>): Promise<[number, string]> {
  const { statusCode, body } = await response;
  return [statusCode, body];
}
async function listKinds(person: Person): Promise<string[]> {
  await assignEventNumbers(app.store.kysely);
  const all = await read<Notification[]>(app, person, '/api/notifications');
  return all.map(({ kind }) => kind).toSorted();
}
/** Advances the clock past the undo time, and sends the notifications that were held until then. */
async function endUndoTime(): Promise<void> {
  app.clock.set(new Date(testMorning.getTime() + undoMs));
  await app.sendDueNotifications();
}

describe('reading a day', () => {
  test('returns all appointments except canceled ones, and who works when @board.day', async () => {
    const id = await makeJob({ address: '7 Elm Street' });
    const waiting = await makeJob({ ...unassigned, start_time: '09:00', end_time: '09:30' });
    const canceled = await makeJob({ status: 'cancelled', mechanic_id: null });
    await sql`insert into working_day_exceptions (mechanic_id, date, starts, ends)
      values (${ana.id}, ${date}, '09:00', '13:00')`.execute(app.store.kysely);
    await sql`insert into time_off (mechanic_id, during, reason, by_mechanic)
      values (${bob.id}, '[2026-03-04 12:00, 2026-03-05 10:30)', 'Dentist', false)`.execute(
      app.store.kysely,
    );
    const day = await read<BoardDay>(app, advisor, `/api/board?date=${date}`);
    expect(
      day.mechanics.filter(({ id: mechanicId }) => mechanicId === ana.id || mechanicId === bob.id),
    ).toMatchObject([
      { id: ana.id, hours: [{ startTime: '09:00', endTime: '13:00' }], timeOff: [] },
      {
        id: bob.id,
        hours: [{ startTime: '08:00', endTime: '18:00' }],
        timeOff: [{ startTime: '00:00', endTime: '10:30', reason: 'Dentist' }],
      },
    ]);
    const mine = day.appointments.filter(({ customerId }) => customerId === customer.id);
    expect(mine).toMatchObject([
      { id: waiting, mechanicId: null, startTime: '09:00', attention: 'no_mechanic_free' },
      { id, mechanicId: ana.id, status: 'confirmed', attention: null },
    ]);
    expect(mine.map(({ id: each }) => each)).not.toContain(canceled);
  });
});

describe('the times at which an appointment fits', () => {
  const readFits = async (id: number, day = date) => {
    const { mechanics } = await read<Placements>(
      app,
      advisor,
      `/api/appointments/${id}/placements?date=${day}`,
    );
    return mechanics.filter(({ id: mechanicId }) => mechanicId === ana.id || mechanicId === bob.id);
  };

  test('are listed for each mechanic, and placing accepts exactly those @board.fits', async () => {
    const id = await makeJob();
    await makeJob({ mechanic_id: bob.id, start_time: '08:00', end_time: '12:30' });
    await makeJob({ mechanic_id: ana.id, start_time: '11:00', end_time: '16:00' });
    expect(await readFits(id)).toEqual([
      {
        id: ana.id,
        starts: [
          { from: '08:00', to: '10:00' },
          { from: '16:00', to: '17:00' },
        ],
        reason: null,
      },
      { id: bob.id, starts: [{ from: '12:30', to: '17:00' }], reason: null },
    ]);
    for (const [time, mechanic, expected] of [
      ['12:15', bob, 409],
      ['12:30', bob, 200],
      ['10:15', ana, 409],
      ['10:00', ana, 200],
    ] as const) {
      expect((await place(id, time, mechanic.id)).statusCode, time).toBe(expected);
    }
  });

  test('are replaced by a reason for a mechanic who cannot take the appointment @board.fits', async () => {
    const other = await makeTeam(app, 1);
    const id = await makeJob({ ...unassigned, service_id: other.serviceId });
    expect(await readFits(id)).toMatchObject([
      { starts: [], reason: `Missing skill: ${other.skill}.` },
      { starts: [], reason: `Missing skill: ${other.skill}.` },
    ]);
    const own = await makeJob(unassigned);
    await makeJob({ mechanic_id: ana.id, start_time: '08:30', end_time: '17:30' });
    await sql`insert into time_off (mechanic_id, during, reason, by_mechanic)
      values (${bob.id}, '[2026-03-05, 2026-03-06)', 'Vacation', false)`.execute(app.store.kysely);
    expect((await readFits(own)).map(({ reason }) => reason)).toEqual([
      'Has no opening that is long enough.',
      'Is off that day.',
    ]);
    expect((await readFits(own, '2026-03-07')).map(({ reason }) => reason)).toEqual([
      "Isn't working that day.",
      "Isn't working that day.",
    ]);
    expect((await readFits(own, '2026-03-02')).map(({ reason }) => reason)).toEqual([
      'That date is in the past.',
      'That date is in the past.',
    ]);
  });

  test('include a held time only if the hold can move to another mechanic @board.fits', async () => {
    const id = await makeJob(unassigned);
    const held = await makeJob({ ...unassigned, held_mechanic_id: ana.id });
    expect(await readFits(id)).toMatchObject([
      { starts: [{ from: '08:00', to: '17:00' }] },
      { starts: [{ from: '08:00', to: '17:00' }] },
    ]);
    await placeSuccessfully(id, '10:00', ana.id);
    expect(await readHold(held)).toBe(bob.id);
    const third = await makeJob(unassigned);
    const [, bobsPlacement] = await readFits(third);
    expect(bobsPlacement?.starts).toEqual([
      { from: '08:00', to: '09:00' },
      { from: '11:00', to: '17:00' },
    ]);
  });
});

describe('placing an appointment', () => {
  test('sets the mechanic and time in one change, and both appear in the history @board.place', async () => {
    const id = await makeJob({ declined_by: [bob.id] });
    await placeSuccessfully(id, '13:15', bob.id);
    expect(await readPlacement(id)).toEqual(['confirmed', date, '13:15', '14:15', bob.id]);
    const { events } = await readJob(id);
    expect(events.map(({ kind, moved }) => [kind, moved?.fromTime, moved?.toTime])).toEqual([
      ['rescheduled', '10:00', '13:15'],
      ['assigned', undefined, undefined],
    ]);
  });

  test('can assign a waiting appointment, unassign it, and reschedule it while unassigned @board.place', async () => {
    const id = await makeJob({ ...unassigned, held_mechanic_id: ana.id });
    await placeSuccessfully(id, '10:00', bob.id);
    expect(await readPlacement(id)).toEqual(['confirmed', date, '10:00', '11:00', bob.id]);
    await placeSuccessfully(id, '10:30', null);
    expect(await readPlacement(id)).toEqual(['unassigned', date, '10:30', '11:30', null]);
    expect(await readHold(id)).not.toBeNull();
    await placeSuccessfully(id, '11:45', null);
    expect(await readPlacement(id)).toEqual(['unassigned', date, '11:45', '12:45', null]);
    expect(
      await placeSuccessfully(id, '11:45', null),
      'placing it there again changes nothing',
    ).toBeNull();
  });

  test('is refused with the reason and changes nothing if it breaks a rule @board.refusals', async () => {
    const id = await makeJob();
    const busy = await makeJob({ mechanic_id: bob.id, start_time: '12:00', end_time: '13:00' });
    const before = await readJob(id);
    expect(await readRefusal(place(id, '12:30', bob.id))).toEqual([
      409,
      `This mechanic is busy with ${displayId(busy)} until 1:00 PM.`,
    ]);
    expect(await readRefusal(place(id, '12:20', bob.id))).toEqual([
      409,
      'Please choose a time on the quarter hour.',
    ]);
    expect(await readRefusal(place(id, '08:00', bob.id, { date: '2026-03-03' }))).toEqual([
      409,
      'That time has passed.',
    ]);
    expect(await readRefusal(place(id, '23:30', bob.id))).toEqual([
      409,
      'The job would end after midnight.',
    ]);
    expect(await readRefusal(place(id, '10:00', advisor.id))).toEqual([404, 'Mechanic not found.']);
    const stranger = await makeTeam(app, 1);
    expect((await readRefusal(place(id, '10:00', stranger.mechanics[0].id)))[0]).toBe(409);
    expect(await readJob(id)).toEqual(before);
    const done = await makeJob({ status: 'completed', start_time: '08:00', end_time: '09:00' });
    expect(await readRefusal(place(done, '08:00', bob.id))).toEqual([
      409,
      "A completed appointment can't be assigned.",
    ]);
  });

  test('outside working hours needs a confirmation @board.outside-hours', async () => {
    const id = await makeJob();
    expect(await readRefusal(place(id, '18:30', bob.id))).toEqual([
      409,
      "This mechanic isn't working at that time.",
    ]);
    expect(await readRefusal(place(id, '17:30', bob.id))).toEqual([
      409,
      "The job would end after this mechanic's working hours.",
    ]);
    await placeSuccessfully(id, '18:30', bob.id, { confirmOutsideHours: true });
    expect(await readPlacement(id)).toEqual(['confirmed', date, '18:30', '19:30', bob.id]);
  });

  test('that overlaps another appointment for the same vehicle needs a confirmation @board.refusals', async () => {
    const vehicle = await makeVehicle(app, customer.id);
    const id = await makeJob({ vehicle_id: vehicle });
    await makeJob({
      vehicle_id: vehicle,
      mechanic_id: bob.id,
      start_time: '14:00',
      end_time: '15:00',
    });
    expect((await readRefusal(place(id, '14:30', ana.id)))[1]).toMatch(
      /is already booked at that time/,
    );
    await placeSuccessfully(id, '14:30', ana.id, { confirmOverlap: true });
  });

  test('succeeds for only one of two colleagues who place different jobs at overlapping times concurrently @board.race', async () => {
    const first = await makeJob(unassigned);
    const second = await makeJob(unassigned);
    await makeJob({ mechanic_id: bob.id, start_time: '08:00', end_time: '18:00' });
    const responses = await Promise.all([
      place(first, '15:00', ana.id),
      place(second, '15:30', ana.id, {}, colleague),
    ]);
    expect(sortedStatuses(responses)).toEqual([200, 409]);
    const third = await makeJob({ start_time: '08:00', end_time: '08:30' });
    const same = await Promise.all([
      place(third, '08:30', ana.id),
      place(third, '09:00', ana.id, {}, colleague),
    ]);
    expect(sortedStatuses(same), 'one after the other').toEqual([200, 200]);
  });
});

describe('undoing a placement', () => {
  test('restores the previous time and mechanic, and nobody is ever notified @board.undo @board.notify-later', async () => {
    const id = await makeJob();
    const held = await makeJob({ ...unassigned, start_time: '14:00', end_time: '15:00' });
    const before = await readPlacement(id);
    const version = await placeSuccessfully(id, '13:00', bob.id);
    const assignedVersion = await placeSuccessfully(held, '14:00', bob.id);
    expect((await undo(held, assignedVersion)).statusCode).toBe(200);
    expect(await readPlacement(held)).toEqual(['pending', date, '14:00', '15:00', null]);
    const undone = await undo(id, version);
    expect([undone.statusCode, await readPlacement(id)]).toEqual([200, before]);
    await endUndoTime();
    expect(await Promise.all([customer, ana, bob].map(listKinds))).toEqual([[], [], []]);
    expect((await undo(id, version)).statusCode, 'only once').toBe(409);
  });

  test('is no longer possible after the undo time, and notifications are not sent until then @board.notify-later', async () => {
    const id = await makeJob();
    const version = await placeSuccessfully(id, '13:00', bob.id);
    await app.sendDueNotifications();
    expect(await Promise.all([customer, ana, bob].map(listKinds))).toEqual([[], [], []]);
    await endUndoTime();
    expect(await Promise.all([customer, ana, bob].map(listKinds))).toEqual([
      ['assigned', 'rescheduled'],
      ['assigned'],
      ['assigned'],
    ]);
    expect(await readRefusal(undo(id, version))).toEqual([
      409,
      "It's too late to undo this. Please change the appointment instead.",
    ]);
  });

  test('is refused after ten seconds, even before the notifications are sent @board.undo', async () => {
    const id = await makeJob();
    const version = await placeSuccessfully(id, '13:00', bob.id);
    app.clock.set(new Date(testMorning.getTime() + undoMs));
    expect((await undo(id, version)).statusCode).toBe(409);
    expect((await readPlacement(id)).slice(2)).toEqual(['13:00', '14:00', bob.id]);
  });

  test('is impossible after another change, which sends the notifications immediately @board.undo', async () => {
    const id = await makeJob();
    const version = await placeSuccessfully(id, '13:00', ana.id);
    const second = await placeSuccessfully(id, '14:00', ana.id, {}, colleague);
    expect(await listKinds(customer)).toEqual(['rescheduled']);
    expect(await readRefusal(undo(id, version))).toEqual([
      409,
      'This appointment has changed in the meantime, so nothing was undone.',
    ]);
    expect(await readPlacement(id)).toEqual(['confirmed', date, '14:00', '15:00', ana.id]);
    const responses = await Promise.all([
      undo(id, second),
      send(app, colleague, 'PATCH', `/api/appointments/${id}`, {
        status: 'confirmed',
        mechanicId: bob.id,
      }),
    ]);
    const [undone, assigned] = responses.map(({ statusCode }) => statusCode);
    expect(assigned).toBe(200);
    expect((await readPlacement(id)).slice(2)).toEqual(
      undone === 200 ? ['13:00', '14:00', bob.id] : ['14:00', '15:00', bob.id],
    );
  });

  test('is refused if the previous time has since been taken, but allowed if the previous mechanic is off @board.undo', async () => {
    const id = await makeJob();
    await sql`insert into time_off (mechanic_id, during, reason, by_mechanic)
      values (${ana.id}, '[2026-03-05, 2026-03-06)', 'Vacation', false)`.execute(app.store.kysely);
    const version = await placeSuccessfully(id, '10:00', bob.id);
    expect((await undo(id, version)).statusCode).toBe(200);
    expect(await readPlacement(id)).toEqual(['confirmed', date, '10:00', '11:00', ana.id]);
    const again = await placeSuccessfully(id, '10:00', bob.id);
    await makeJob({ start_time: '10:30', end_time: '11:30' });
    expect(await readRefusal(undo(id, again))).toEqual([
      409,
      'That time has since been taken, so nothing was undone.',
    ]);
    expect((await readPlacement(id)).at(-1)).toBe(bob.id);
  });

  test('makes a stranded job need attention again, unless it now fits @board.undo', async () => {
    const id = await makeJob();
    const setHours = async (
      hours: object[] | null,
      before: object[] | null,
      accepted: number[],
    ) => {
      const body = { date, hours, before, accepted };
      const response = await send(app, advisor, 'POST', `/api/mechanics/${ana.id}/day-hours`, body);
      expect(response.json<WorkingTimeReply>().saved).toBe(true);
    };
    const readAttention = async () => {
      const { appointments } = await read<BoardDay>(app, advisor, `/api/board?date=${date}`);
      return appointments.find((each) => each.id === id)?.attention;
    };
    await setHours([], null, [id]);
    expect(await readAttention()).toBe('mechanic_not_working');
    const version = await placeSuccessfully(id, '10:00', bob.id);
    expect(await readAttention()).toBeNull();
    expect((await undo(id, version)).statusCode).toBe(200);
    expect(await readAttention()).toBe('mechanic_not_working');
    const again = await placeSuccessfully(id, '10:00', bob.id);
    await setHours(null, [], []);
    expect((await undo(id, again)).statusCode).toBe(200);
    expect(await readAttention()).toBeNull();
  });
});
