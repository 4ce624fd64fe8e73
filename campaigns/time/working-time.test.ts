import type { Placements } from '@curbwrench/contract/appointments/board-schemas';
import type { CoverageProposals } from '@curbwrench/contract/appointments/coverage-schemas';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import {
  makeAppointment,
  makeTeam,
  makePerson,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toInstant } from './wall-clock.ts';

/*
 * Working hours on the nights when daylight saving time starts or ends. In Los Angeles, clocks go forward from 02:00
 * to 03:00 on March 8, 2026, and back from 02:00 to 01:00 on November 1, both Sundays. The business is open around
 * the clock.
 */

const zone = 'America/Los_Angeles';
const spring = '2026-03-08';
const fall = '2026-11-01';
const skippedHourMessage =
  "2:30 AM doesn't exist on Sun, Mar 08, 2026, because clocks spring forward that day.";
const aroundTheClock = Array.from({ length: 7 }, () => ({ opens: '00:00', closes: '23:59' }));

let site: TestApp;
let advisor: Person;
let customer: Person;
let vehicleId: number;
let team: Team;
let mechanic: Person;

beforeAll(async () => {
  site = await startApp({ business: { businessHours: aroundTheClock, noticeHours: 0 } });
  advisor = await makePerson(site, 'service_advisor');
  customer = await makePerson(site, 'customer');
  vehicleId = await makeVehicle(site, customer.id);
});
afterAll(() => site.stop());
beforeEach(async () => {
  setClock('2026-03-03', 9 * 60);
  team = await makeTeam(site, 1);
  mechanic = team.mechanics[0];
});

function setClock(date: string, minutes: number): void {
  site.clock.set(new Date(toInstant(date, minutes, zone)));
}

const interval = (startTime: string, endTime: string) => ({ startTime, endTime });

/** Sets the hours of Sundays and Mondays. */
async function setHours(sunday: object[], monday: object[] = [], person = mechanic): Promise<void> {
  const usual = [interval('08:00', '18:00')];
  const previousHours = [[], usual, usual, usual, usual, usual, []];
  const body = { hours: [sunday, monday, [], [], [], [], []], before: previousHours };
  expect(await post(`/api/mechanics/${person.id}/weekly-hours`, body)).toBe(200);
}

async function addTimeOff(from: readonly [string, string], to: readonly [string, string]) {
  const [startDate, startTime] = from;
  const [endDate, endTime] = to;
  const body = { startDate, startTime, endDate, endTime, reason: 'Away' };
  return post(`/api/mechanics/${mechanic.id}/time-off`, body);
}

async function post(path: string, body: object): Promise<number> {
  return (await send(site, advisor, 'POST', path, body)).statusCode;
}

const book = (date: string, startTime: string, details: object = {}) =>
  send(site, advisor, 'POST', '/api/appointments', {
    customerId: customer.id,
    vehicleId,
    serviceId: team.serviceId,
    date,
    startTime,
    location: JSON.stringify({ address: '1 Curb Street' }),
    confirmOverlap: true,
    ...details,
  });

async function listOpenStarts(date: string, from = '00:00', until = '24:00'): Promise<string[]> {
  const url = `/api/slots?date=${date}&serviceId=${team.serviceId}`;
  const slots = await read<Slot[]>(site, null, url);
  return slots
    .filter(({ available, startTime }) => available && startTime >= from && startTime < until)
    .map(({ startTime }) => startTime);
}

describe('weekly hours', () => {
  test('that begin in the skipped hour give the same slots as on any other Sunday @hours.weekly', async () => {
    await setHours([interval('02:30', '06:00')]);
    expect(await listOpenStarts(spring)).toEqual(['03:00', '04:00', '05:00']);
    expect(await listOpenStarts('2026-03-15')).toEqual(['03:00', '04:00', '05:00']);
    // Ten minutes after the clocks went forward, 4:00 is 50 minutes ahead.
    setClock(spring, 190);
    expect(await listOpenStarts(spring)).toEqual(['04:00', '05:00']);
  });

  test('that end in a skipped or repeated hour end at that local time @hours.weekly', async () => {
    await setHours([interval('00:00', '02:30')]);
    setClock('2026-10-20', 9 * 60);
    const ordinary = await listOpenStarts('2026-10-25');
    expect(ordinary).toEqual(['00:00', '01:00']);
    expect(await listOpenStarts(fall)).toEqual(ordinary);
    setClock('2026-03-03', 9 * 60);
    expect(await listOpenStarts(spring)).toEqual(ordinary);
  });
});

describe("a date's own hours", () => {
  const setDayHours = (date: string, hours: object[]) =>
    post(`/api/mechanics/${mechanic.id}/day-hours`, { date, hours, before: null });

  test('may not begin or end in the skipped hour @hours.exception', async () => {
    expect(await setDayHours(spring, [interval('02:30', '06:00')])).toBe(400);
    expect(await setDayHours(spring, [interval('00:00', '02:30')])).toBe(400);
    expect(await setDayHours(spring, [interval('00:00', '05:00')])).toBe(200);
    expect(await listOpenStarts(spring)).toEqual(['00:00', '01:00', '03:00', '04:00']);
  });

  test('that begin and end in the repeated hour contain it only once @hours.exception', async () => {
    setClock('2026-10-20', 9 * 60);
    expect(await setDayHours(fall, [interval('01:00', '02:00')])).toBe(200);
    expect(await listOpenStarts(fall)).toEqual(['01:00']);
    expect(await setDayHours('2026-10-25', [interval('01:00', '02:00')])).toBe(200);
    expect(await listOpenStarts('2026-10-25')).toEqual(['01:00']);
  });
});

describe('time off', () => {
  test('across the change to daylight saving lasts until its local end @time-off.add', async () => {
    await setHours([interval('00:00', '08:00')]);
    expect(await addTimeOff(['2026-03-07', '18:00'], [spring, '04:00'])).toBe(200);
    expect(await listOpenStarts(spring)).toEqual(['04:00', '05:00', '06:00', '07:00']);
  });

  test('across the change back lasts until its local end @time-off.add', async () => {
    await setHours([interval('00:00', '06:00')]);
    setClock('2026-10-20', 9 * 60);
    expect(await addTimeOff(['2026-10-31', '18:00'], [fall, '03:00'])).toBe(200);
    expect(await listOpenStarts(fall)).toEqual(['03:00', '04:00', '05:00']);
  });

  test("that begins and ends in the repeated hour takes only that hour's slot @time-off.add", async () => {
    await setHours([interval('00:00', '06:00')]);
    setClock('2026-10-20', 9 * 60);
    expect(await addTimeOff([fall, '01:15'], [fall, '01:45'])).toBe(200);
    expect(await listOpenStarts(fall)).toEqual(['00:00', '02:00', '03:00', '04:00', '05:00']);
  });

  test('may not begin or end in the skipped hour @time-off.skipped-hour', async () => {
    expect(await addTimeOff([spring, '02:30'], [spring, '09:00'])).toBe(400);
    expect(await addTimeOff(['2026-03-07', '18:00'], [spring, '02:00'])).toBe(400);
    expect(await addTimeOff(['2026-03-07', '18:00'], [spring, '03:00'])).toBe(200);
  });
});

describe('a booking by the office', () => {
  test('in the skipped hour is refused, and so is rescheduling to it @booking.skipped-hour', async () => {
    await setHours([interval('00:00', '08:00')]);
    const refusedBooking = await book(spring, '02:30');
    expect([refusedBooking.statusCode, refusedBooking.body]).toEqual([409, skippedHourMessage]);
    const { id } = (await book(spring, '03:00')).json<Appointment>();
    const change = { date: spring, startTime: '02:30' };
    const rescheduling = await send(site, customer, 'PATCH', `/api/appointments/${id}`, change);
    expect(rescheduling.statusCode).toBe(409);
  });

  test('in the repeated hour is possible only once, and whether it is past depends on local time @booking.window', async () => {
    await setHours([interval('00:00', '08:00')]);
    setClock('2026-10-20', 9 * 60);
    expect((await book(fall, '01:30')).statusCode).toBe(201);
    expect((await book(fall, '01:30')).statusCode).toBe(409);
    expect(await listOpenStarts(fall, '00:00', '04:00')).toEqual(['00:00', '03:00']);
    const { serviceId } = await makeTeam(site, 1, {}, ['00:00', '08:00']);
    const first = toInstant(fall, 105, zone);
    const setMinutesLater = (minutes: number) => site.clock.set(new Date(first + minutes * 60_000));
    const details = { serviceId, confirmOutsideHours: true };
    // The clock first shows 1:45, before the clocks go back, and then 1:15, after.
    setMinutesLater(0);
    expect((await book(fall, '01:30', details)).statusCode).toBe(409);
    setMinutesLater(30);
    expect((await book(fall, '01:30', details)).statusCode).toBe(201);
  });
});

describe('a move on the board', () => {
  const place = (id: number, date: string, startTime: string, mechanicId: string | null) =>
    send(site, advisor, 'POST', `/api/appointments/${id}/placement`, {
      date,
      startTime,
      mechanicId,
      confirmOverlap: true,
      confirmOutsideHours: true,
    });

  /** Returns the ranges of start times that the board offers for the mechanic. */
  async function listStartRanges(id: number, date: string): Promise<string[]> {
    const url = `/api/appointments/${id}/placements?date=${date}`;
    const { mechanics } = await read<Placements>(site, advisor, url);
    const starts = mechanics.find((each) => each.id === mechanic.id)?.starts ?? [];
    return starts.map(({ from, to }) => `${from}-${to}`);
  }

  test('to the skipped hour is neither offered nor accepted @booking.skipped-hour', async () => {
    await setHours([interval('00:00', '06:00')]);
    const { id } = (await book('2026-03-15', '03:00')).json<Appointment>();
    expect(await listStartRanges(id, spring)).toEqual(['00:00-01:45', '03:00-05:00']);
    for (const to of [mechanic.id, null]) {
      const refusal = await place(id, spring, '02:30', to);
      expect([refusal.statusCode, refusal.body]).toEqual([409, skippedHourMessage]);
    }
    expect((await place(id, spring, '01:45', mechanic.id)).statusCode).toBe(200);
  });

  test('to the repeated hour is possible only once, and only until it has passed in local time @booking.window', async () => {
    await setHours([interval('00:00', '06:00')]);
    setClock('2026-10-20', 9 * 60);
    const { id } = (await book('2026-10-25', '03:00')).json<Appointment>();
    const { id: other } = (await book('2026-10-25', '04:00')).json<Appointment>();
    expect((await place(id, fall, '01:00', mechanic.id)).statusCode).toBe(200);
    expect((await place(other, fall, '01:30', mechanic.id)).statusCode).toBe(409);
    expect(await listStartRanges(other, fall)).toEqual(['00:00-00:00', '02:00-05:00']);
    expect((await place(id, '2026-10-25', '03:00', mechanic.id)).statusCode).toBe(200);
    const first = toInstant(fall, 105, zone);
    // The clock first shows 1:45, before the clocks go back, and then 1:15, after.
    site.clock.set(new Date(first));
    expect(await listStartRanges(other, fall)).toEqual(['02:00-05:00']);
    expect((await place(other, fall, '01:30', mechanic.id)).statusCode).toBe(409);
    site.clock.set(new Date(first + 30 * 60_000));
    expect(await listStartRanges(other, fall)).toEqual(['01:30-05:00']);
    expect((await place(other, fall, '01:30', mechanic.id)).statusCode).toBe(200);
  });
});

describe('a mechanic who is out sick', () => {
  test('is not replaced in the skipped hour @sick.proposal @booking.skipped-hour', async () => {
    const { serviceId, mechanics } = await makeTeam(site, 2);
    const [ana, bob = ana] = mechanics;
    for (const each of mechanics) await setHours([interval('00:00', '08:00')], [], each);
    const make = (mechanicId: string) =>
      makeAppointment(site, {
        date: spring,
        service_id: serviceId,
        start_time: '01:00',
        end_time: '02:00',
        status: 'confirmed',
        mechanic_id: mechanicId,
      });
    const [id] = [await make(ana.id), await make(bob.id)];
    setClock(spring, 30);
    expect(await post(`/api/mechanics/${ana.id}/sick-today`, {})).toBeLessThan(300);
    const [job] = (await read<CoverageProposals>(site, advisor, `/api/mechanics/${ana.id}/cover`))
      .jobs;
    expect(job?.proposal).toEqual({ mechanicId: bob.id, startTime: '03:00' });
    expect(job?.times.slice(0, 2).map(({ startTime }) => startTime)).toEqual(['03:00', '04:00']);
    const cover = (startTime: string) =>
      post(`/api/mechanics/${ana.id}/cover`, {
        jobs: [{ appointmentId: id, mechanicId: bob.id, startTime }],
      });
    expect(await cover('02:00')).toBe(409);
    expect(await cover('03:00')).toBe(204);
  });

  test('since the repeated hour is off for the rest of that day only @sick.today', async () => {
    await setHours([interval('00:00', '06:00')], [interval('00:00', '02:00')]);
    // The second time that it is 1:30.
    site.clock.set(new Date(toInstant(fall, 90, zone) + 60 * 60_000));
    expect(await post(`/api/mechanics/${mechanic.id}/sick-today`, {})).toBeLessThan(300);
    expect(await listOpenStarts(fall)).toEqual([]);
    expect(await listOpenStarts('2026-11-02')).toEqual(['00:00', '01:00']);
  });
});

describe('working hours on both sides of midnight', () => {
  test('are affected by a holiday or a sick day only on its own date @holidays.edit @sick.today', async () => {
    const monday = '2026-03-16';
    await setHours([interval('20:00', '24:00')], [interval('00:00', '04:00')]);
    expect(await post('/api/holidays', { date: monday, name: 'Inventory' })).toBe(200);
    try {
      expect(await listOpenStarts('2026-03-15')).toEqual(['20:00', '21:00', '22:00', '23:00']);
      expect(await listOpenStarts(monday)).toEqual([]);
      expect((await book('2026-03-15', '23:00')).statusCode).toBe(201);
      expect((await book(monday, '00:00')).body).toContain('closed that day: Inventory');
    } finally {
      await send(site, advisor, 'DELETE', `/api/holidays/${monday}`);
    }
    expect(await listOpenStarts(monday)).toEqual(['00:00', '01:00', '02:00', '03:00']);
    setClock('2026-03-15', 23 * 60 + 59);
    expect(await post(`/api/mechanics/${mechanic.id}/sick-today`, {})).toBeLessThan(300);
    expect(await listOpenStarts('2026-03-15')).toEqual([]);
    expect(await listOpenStarts(monday)).toEqual(['00:00', '01:00', '02:00', '03:00']);
  });
});
