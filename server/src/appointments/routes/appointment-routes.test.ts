import type { Appointment, AppointmentCounts } from '@curbwrench/contract/appointments/schemas';
import { addDays } from '@curbwrench/contract/fields/calendar';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  makeService,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { nextPage, read, readPages, send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { deleteEveryone } from '@curbwrench/testing/delete-everyone';

let app: TestApp;
let admin: Person;

const today = '2026-03-03';

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.set(testMorning);
  await deleteEveryone(app.store);
  admin = await makePerson(app, 'admin');
});

async function listIds(url: string, person = admin): Promise<number[]> {
  return (await read<Appointment[]>(app, person, url)).map(({ id }) => id);
}

/** Creates appointments for one customer, four per day starting at 8 AM, in mixed order. */
async function makeAppointments(count: number, from = today): Promise<void> {
  const customer = await makePerson(app, 'customer');
  const vehicle = await makeVehicle(app, customer.id);
  const service = await makeService(app);
  for (let index = 0; index < count; index += 1) {
    const position = (index * 7) % count;
    await makeAppointment(app, {
      date: addDays(from, Math.floor(position / 4)),
      start_time: `${String(8 + (position % 4)).padStart(2, '0')}:00`,
      end_time: '18:00',
      customer_id: customer.id,
      vehicle_id: vehicle,
      service_id: service,
    });
  }
}

describe('the list without parameters', () => {
  test('contains all appointments from today on and the fifty most recent before that, earliest first @appointments.list-start', async () => {
    await makeAppointments(240, addDays(today, -30));
    const rows = await read<Appointment[]>(app, admin, '/api/appointments');
    const before = rows.filter(({ date }) => date < today);
    expect(before).toHaveLength(50);
    expect(rows.filter(({ date }) => date >= today)).toHaveLength(120);
    const keys = rows.map(
      ({ date, startTime, id }) => `${date} ${startTime} ${String(id).padStart(9, '0')}`,
    );
    expect(keys).toEqual(keys.toSorted());
    // Fifty appointments, at four per day, go back twelve and a half days.
    expect(before[0]?.date).toBe(addDays(today, -13));
  });

  test("uses today's date in the business's time zone", async () => {
    const id = await makeAppointment(app, { date: today });
    for (let index = 0; index < 51; index += 1) await makeAppointment(app, { date: '2026-03-02' });
    app.clock.set(new Date('2026-03-04T07:59:00Z'));
    expect(await listIds('/api/appointments')).toContain(id);
    expect(await listIds('/api/appointments')).toHaveLength(51);
    app.clock.set(new Date('2026-03-04T08:00:00Z'));
    expect(await listIds('/api/appointments')).toHaveLength(50);
  });
});

describe('filtering appointments', () => {
  test('by status accepts one or several statuses', async () => {
    const pendingId = await makeAppointment(app, { date: today });
    const unassignedId = await makeAppointment(app, { date: today, status: 'unassigned' });
    await makeAppointment(app, { date: today, status: 'cancelled' });
    expect(await listIds('/api/appointments?status=pending')).toEqual([pendingId]);
    expect(await listIds('/api/appointments?status=pending,unassigned')).toEqual([
      pendingId,
      unassignedId,
    ]);
  });

  test('by date accepts one date, or a range that includes both ends', async () => {
    const ids: number[] = [];
    for (const date of ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']) {
      ids.push(await makeAppointment(app, { date }));
    }
    expect(await listIds('/api/appointments?date=2026-03-02')).toEqual([ids[1]]);
    expect(await listIds('/api/appointments?from=2026-03-02&to=2026-03-03')).toEqual([
      ids[1],
      ids[2],
    ]);
    expect(await listIds('/api/appointments?from=2026-03-04&to=2026-03-01')).toEqual([]);
  });

  test('by upcoming or past returns each appointment in exactly one of the two lists @appointments.partition', async () => {
    const mechanic = await makeMechanic(app);
    const make = (date: string, status: 'pending' | 'completed' | 'cancelled', start: string) =>
      makeAppointment(app, {
        date,
        status,
        start_time: start,
        end_time: start,
        ...(status === 'completed' && { mechanic_id: mechanic.id }),
      });
    const yesterday = await make('2026-03-02', 'pending', '10:00');
    const doneYesterday = await make('2026-03-02', 'completed', '11:00');
    const doneToday = await make(today, 'completed', '08:00');
    const earlierToday = await make(today, 'pending', '08:00');
    const laterToday = await make(today, 'pending', '17:00');
    const cancelledToday = await make(today, 'cancelled', '18:00');
    const tomorrow = await make('2026-03-04', 'pending', '08:00');
    const cancelledTomorrow = await make('2026-03-04', 'cancelled', '09:00');
    expect(await listIds('/api/appointments?when=upcoming')).toEqual([
      earlierToday,
      laterToday,
      tomorrow,
    ]);
    const past = [cancelledTomorrow, cancelledToday, doneToday, doneYesterday, yesterday];
    expect(await listIds('/api/appointments?when=past')).toEqual(past);
    expect(await listIds('/api/appointments?when=past&sort=date')).toEqual(past.toReversed());
  });

  test('by mechanic or customer returns only what the person may see', async () => {
    const mechanic = await makeMechanic(app);
    const customer = await makePerson(app, 'customer');
    const mechanicsJob = await makeAppointment(app, {
      date: today,
      status: 'confirmed',
      mechanic_id: mechanic.id,
    });
    const customersJob = await makeAppointment(app, { date: today, customer_id: customer.id });
    expect(await listIds(`/api/appointments?mechanicId=${mechanic.id}`)).toEqual([mechanicsJob]);
    expect(await listIds(`/api/appointments?customerId=${customer.id}`)).toEqual([customersJob]);
    expect(await listIds(`/api/appointments?mechanicId=${mechanic.id}`, customer)).toEqual([]);
    expect(await listIds(`/api/appointments?customerId=${customer.id}`, mechanic)).toEqual([]);
  });
});

describe('searching appointments', () => {
  test('matches number, customer name, email, service and vehicle, ignoring case', async () => {
    const customer = await makePerson(app, 'customer', {
      id: 'ana',
      firstName: 'Ana',
      lastName: 'Nowák',
    });
    const id = await makeAppointment(app, {
      id: 42_042,
      date: today,
      customer_id: customer.id,
      vehicle_id: await makeVehicle(app, customer.id, {
        make: 'Škoda',
        model: 'Fabia',
        plate_number: 'ABC 123',
      }),
      service_id: await makeService(app, { name: 'Timing belt' }),
    });
    await makeAppointment(app, { date: today });
    for (const text of [
      '42042',
      '#42042',
      'ana n',
      'ANA@EXAMPLE',
      'timing B',
      'fabia abc',
      'ŠKODA',
      ' nowák ',
    ]) {
      expect([text, await listIds(`/api/appointments?search=${encodeURIComponent(text)}`)]).toEqual(
        [text, [id]],
      );
    }
    const paddedId = await makeAppointment(app, { id: 7, date: today });
    expect(await listIds('/api/appointments?search=%230007')).toEqual([paddedId]);
  });

  test('for one or two digits finds only the appointment with that number @interface.search-length', async () => {
    const customer = await makePerson(app, 'customer', { lastName: 'Seven 7' });
    await makeAppointment(app, { date: today, customer_id: customer.id });
    const id = await makeAppointment(app, { id: 7, date: today });
    expect(await listIds('/api/appointments?search=7')).toEqual([id]);
  });

  test('treats wildcards and quotes literally @protection.sql', async () => {
    const customer = await makePerson(app, 'customer', {
      firstName: '100%_\\',
      lastName: "O'Neil",
    });
    const id = await makeAppointment(app, { date: today, customer_id: customer.id });
    await makeAppointment(app, { date: today });
    for (const text of ['100%', '100%_', '100%_\\', "o'neil"]) {
      expect([text, await listIds(`/api/appointments?search=${encodeURIComponent(text)}`)]).toEqual(
        [text, [id]],
      );
    }
    for (const text of ['%neil', 'o_neil', '100_', "' or true --", '99999999999']) {
      expect([text, await listIds(`/api/appointments?search=${encodeURIComponent(text)}`)]).toEqual(
        [text, []],
      );
    }
  });

  test('for nothing but spaces returns everything', async () => {
    await makeAppointments(3);
    expect(await listIds('/api/appointments?search=%20%20')).toHaveLength(3);
  });
});

describe('the pages of a list', () => {
  test.each(['date', '-date'])('ordered by %s contain everything once, in order', async (sort) => {
    await makeAppointments(45);
    const rows = await readPages<Appointment>(app, admin, `/api/appointments?sort=${sort}&limit=7`);
    const keys = rows.map(({ date, startTime }) => `${date} ${startTime}`);
    expect(keys).toEqual(sort === 'date' ? keys.toSorted() : keys.toSorted().toReversed());
    expect(new Set(rows.map(({ id }) => id)).size).toBe(45);
  });

  test.each(['date', '-date'])(
    'ordered by %s neither skip nor repeat appointments while others book and cancel',
    async (sort) => {
      await makeAppointments(30);
      const before = await listIds('/api/appointments?limit=100');
      let addedCount = 0;
      const rows = await readPages<Appointment>(
        app,
        admin,
        `/api/appointments?sort=${sort}&limit=4&status=pending,cancelled`,
        async () => {
          // Adds appointments before, among and after the rows already read.
          for (const date of [today, addDays(today, 3), addDays(today, 7)]) {
            if (addedCount < 18)
              await makeAppointment(app, { date, start_time: '09:00', end_time: '10:00' });
            addedCount += 1;
          }
          await sql`update appointments set status = 'cancelled' where id = ${before[addedCount] ?? 0}`.execute(
            app.store.kysely,
          );
        },
      );
      const ids = rows.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(before.filter((id) => !ids.includes(id))).toEqual([]);
    },
  );

  test('contain twenty items by default, and the last page has no next page', async () => {
    await makeAppointments(21);
    const first = await send(app, admin, 'GET', '/api/appointments?sort=date');
    expect(first.json()).toHaveLength(20);
    const next = nextPage(first);
    const last = await send(app, admin, 'GET', next ?? '');
    expect(last.json()).toHaveLength(1);
    expect(last.headers['link']).toBeUndefined();
    const onlyPage = await send(app, admin, 'GET', '/api/appointments?limit=21');
    expect(onlyPage.headers['link']).toBeUndefined();
  });

  test('include the filters in the URL of the next page', async () => {
    await makeAppointments(6);
    const first = await send(
      app,
      admin,
      'GET',
      '/api/appointments?search=civic&limit=2&status=pending',
    );
    const next = new URL(nextPage(first) ?? '', 'http://localhost').searchParams;
    expect([next.get('search'), next.get('limit'), next.get('status')]).toEqual([
      'civic',
      '2',
      'pending',
    ]);
  });

  test("read with another person's cursor contain only what this person may see", async () => {
    await makeAppointments(6);
    const first = await send(app, admin, 'GET', '/api/appointments?limit=2');
    const stranger = await makePerson(app, 'customer');
    expect(await read(app, stranger, nextPage(first) ?? '')).toEqual([]);
  });
});

describe('appointment counts', () => {
  test('are exact, over all time or for one date, with zero for missing statuses', async () => {
    const customer = await makePerson(app, 'customer');
    await makeAppointment(app, { date: today, customer_id: customer.id });
    await makeAppointment(app, {
      date: '2026-02-01',
      customer_id: customer.id,
      status: 'cancelled',
    });
    await makeAppointment(app, { date: today });
    const zeroCounts = {
      pending: 0,
      unassigned: 0,
      confirmed: 0,
      in_progress: 0,
      completed: 0,
      cancelled: 0,
    };
    expect(await read(app, admin, '/api/appointments/counts')).toEqual({
      ...zeroCounts,
      pending: 2,
      cancelled: 1,
    });
    expect(await read(app, customer, '/api/appointments/counts')).toEqual({
      ...zeroCounts,
      pending: 1,
      cancelled: 1,
    });
    expect(await read(app, admin, `/api/appointments/counts?date=${today}`)).toEqual({
      ...zeroCounts,
      pending: 2,
    });
    expect(await read(app, customer, `/api/appointments/counts?date=${today}`)).toEqual({
      ...zeroCounts,
      pending: 1,
    });
  });
});

describe('counts of upcoming appointments', () => {
  test('exclude previous days and completed or canceled appointments, as the list does', async () => {
    const mechanic = await makeMechanic(app);
    const job = { status: 'confirmed', mechanic_id: mechanic.id } as const;
    await makeAppointment(app, { ...job, date: '2026-03-02' });
    await makeAppointment(app, { ...job, date: today, start_time: '08:00', end_time: '09:00' });
    await makeAppointment(app, { ...job, date: today, start_time: '15:00', end_time: '16:00' });
    await makeAppointment(app, { ...job, date: today, status: 'completed' });
    await makeAppointment(app, { ...job, date: today, status: 'cancelled' });
    await makeAppointment(app, { ...job, date: '2026-03-09' });
    const count = async (query: string) =>
      read<AppointmentCounts>(app, mechanic, `/api/appointments/counts?${query}`);
    const upcomingAppointments = await read<readonly Appointment[]>(
      app,
      mechanic,
      '/api/appointments?when=upcoming',
    );
    expect(upcomingAppointments).toHaveLength(3);
    expect(await count('when=upcoming')).toMatchObject({
      confirmed: 3,
      completed: 0,
      cancelled: 0,
    });
    expect(await count(`when=upcoming&date=${today}`)).toMatchObject({ confirmed: 2 });
    expect(await count(`date=${today}`)).toMatchObject({ confirmed: 2, completed: 1 });
  });
});

describe('counts for one mechanic', () => {
  test('are only for the office; anyone else who requests them gets their own counts', async () => {
    const [mechanic, other] = [await makeMechanic(app), await makeMechanic(app)];
    const job = { status: 'confirmed', date: '2026-03-05' } as const;
    await makeAppointment(app, { ...job, mechanic_id: mechanic.id });
    await makeAppointment(app, { ...job, mechanic_id: other.id });
    await makeAppointment(app, { ...job, date: '2026-03-06', mechanic_id: other.id });
    const countConfirmed = async (viewer: Person, query: string) =>
      (await read<AppointmentCounts>(app, viewer, `/api/appointments/counts?${query}`)).confirmed;
    expect(await countConfirmed(admin, `mechanicId=${mechanic.id}`)).toBe(1);
    expect(await countConfirmed(admin, `mechanicId=${other.id}`)).toBe(2);
    expect(await countConfirmed(admin, `mechanicId=${other.id}&date=2026-03-06`)).toBe(1);
    expect(await countConfirmed(mechanic, `mechanicId=${other.id}`)).toBe(1);
    const customer = await makePerson(app, 'customer');
    expect(await countConfirmed(customer, `mechanicId=${other.id}`)).toBe(0);
  });
});

describe('one appointment', () => {
  test('still shows the names of a removed service and vehicle @appointments.names-kept', async () => {
    const customer = await makePerson(app, 'customer');
    const vehicleId = await makeVehicle(app, customer.id, {
      make: 'Saab',
      archived_at: new Date(),
    });
    const serviceId = await makeService(app, { name: 'Tuning', archived_at: new Date() });
    const id = await makeAppointment(app, {
      date: today,
      customer_id: customer.id,
      vehicle_id: vehicleId,
      service_id: serviceId,
    });
    expect(await read(app, customer, `/api/appointments/${id}`)).toMatchObject({
      service: { name: 'Tuning' },
      vehicle: { make: 'Saab' },
    });
  });

  test('that is overdue or has no hold is flagged, but only for the office', async () => {
    const mechanic = await makeMechanic(app);
    const customer = await makePerson(app, 'customer');
    const make = (start_time: string, hold: string | null) =>
      makeAppointment(app, {
        date: today,
        start_time,
        end_time: '18:00',
        held_mechanic_id: hold,
        customer_id: customer.id,
      });
    const overdueId = await make('09:00', null);
    const withoutHoldId = await make('09:30', null);
    const heldId = await make('17:00', mechanic.id);
    const readAttention = async (id: number, person: Person) =>
      (await read<Appointment>(app, person, `/api/appointments/${id}`)).attention;
    expect(await readAttention(overdueId, admin)).toBe('overdue');
    expect(await readAttention(withoutHoldId, admin)).toBe('no_mechanic_free');
    expect(await readAttention(heldId, admin)).toBeNull();
    expect(await readAttention(overdueId, customer)).toBeNull();
  });
});
