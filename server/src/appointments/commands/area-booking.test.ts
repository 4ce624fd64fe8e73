import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type { Problem } from '@curbwrench/contract/api/errors';
import type { ServiceAreaReply } from '@curbwrench/contract/service-areas/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeTeam,
  makePerson,
  makeServiceArea,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

const center = { lat: 30.27, lng: -97.74 };
const pin = { address: '5 Elm Street', ...center };

let app: TestApp;
let team: Team;
let customer: Person;
let advisor: Person;
let vehicleId: number;

beforeAll(async () => {
  app = await startApp({ business: { cityCenter: center } });
  advisor = await makePerson(app, 'service_advisor');
  // Each side is about 6 to 7 miles from the center.
  const corners = [
    [-0.1, -0.1],
    [0.1, -0.1],
    [0.1, 0.1],
    [-0.1, 0.1],
    [-0.1, -0.1],
  ] as const;
  const ring = corners.map(([x, y]) => [center.lng + x, center.lat + y]);
  await makeServiceArea(app, [], {
    name: 'Around Austin',
    ring: JSON.stringify(ring),
    days: ['mon', 'tue', 'fri'],
    earliest_start: '09:00',
    latest_start: '15:00',
    notice_hours: 48,
    fee_bands: JSON.stringify([
      { upToMiles: 2, fee: '10.00' },
      { upToMiles: 5, fee: '25.00' },
    ]),
  });
});
afterAll(() => app.stop());

beforeEach(async () => {
  team = await makeTeam(app, 4);
  customer = await makePerson(app, 'customer');
  vehicleId = await makeVehicle(app, customer.id);
});

/** Books an appointment: by default at a pin in the area, on a Friday, within the area's hours. */
function book(
  person: Person,
  changes: { location?: object; date?: string; startTime?: string; shownPrice?: string } = {},
) {
  const { location, ...others } = changes;
  const body = {
    vehicleId,
    serviceId: team.serviceId,
    date: '2026-03-06',
    startTime: '10:00',
    location: JSON.stringify(location ?? pin),
    ...(person === customer ? {} : { customerId: customer.id }),
    ...others,
  };
  const headers = { accept: 'application/problem+json, application/json' };
  return send(app, person, 'POST', '/api/appointments', body, headers);
}

const outsideLocation = { address: '1 Broadway, New York, NY 10001' };
const laterToday = { date: '2026-03-03', startTime: '15:00' };
const refusedBookings = [
  [
    'a ZIP code outside all areas',
    { location: outsideLocation },
    'location',
    "We don't serve this address yet.",
  ],
  [
    'a pin outside all areas',
    { location: { ...pin, lat: 30.5 } },
    'location',
    "We don't serve this address yet.",
  ],
  [
    'a day on which the area is not served',
    { date: '2026-03-05' },
    'date',
    'In our Around Austin area, we work on Mondays, Tuesdays, and Fridays.',
  ],
  [
    "a time before the area's hours",
    { startTime: '08:00' },
    'startTime',
    'In our Around Austin area, appointments start between 9:00 AM and 3:00 PM.',
  ],
  [
    "a time within the area's notice",
    laterToday,
    'startTime',
    'In our Around Austin area, please book at least 48 hours ahead.',
  ],
] as const;

describe('a booking', () => {
  test.each(refusedBookings)(
    'with %s is refused for a customer with an error for the field, but accepted from the office @areas.refuse @areas.limits',
    async (_what, changes, field, message) => {
      const refusal = await book(customer, changes);
      expect(refusal.statusCode).toBe(400);
      expect(refusal.json<Problem>()).toMatchObject({
        title: message,
        fields: { [field]: message },
      });
      expect(await read<Appointment[]>(app, customer, '/api/appointments')).toEqual([]);
      expect((await book(advisor, changes)).statusCode).toBe(201);
    },
  );

  test('is accepted within the limits, or if the location is too imprecise to check', async () => {
    expect((await book(customer)).statusCode).toBe(201);
    // The center of the first ZIP code is near the area's edge; the second address has no ZIP code.
    for (const [startTime, address] of [
      ['11:00', '5 Elm Street, Austin, TX 78758'],
      ['12:00', '5 Elm Street'],
    ]) {
      const booked = await book(customer, {
        location: { address },
        ...(startTime && { startTime }),
      });
      expect(booked.statusCode, address).toBe(201);
    }
  });

  test.each([
    ['10.00', 0],
    ['25.00', 0.05],
    ['25.00', 0.09],
  ])(
    'is charged the trip fee that the lookup returns: %s at %d degrees from the center @areas.bands',
    async (fee, degrees) => {
      const location = { ...pin, lat: pin.lat + degrees };
      const { area } = await read<ServiceAreaReply>(
        app,
        null,
        `/api/service-areas/answer?lat=${location.lat}&lng=${location.lng}`,
      );
      expect(area?.tripFee).toBe(fee);
      const booked = await book(customer, { location });
      // The team's service costs $89.
      expect(Number(booked.json<Appointment>().price)).toBe(89 + Number(fee));
    },
  );
});

describe('the flag for an uncertain service area', () => {
  const listFlags = async (person: Person) => {
    const appointments = await read<Appointment[]>(app, person, '/api/appointments');
    return appointments
      .filter(({ customerId }) => customerId === customer.id)
      .map(({ isAreaUncertain }) => isAreaUncertain);
  };

  test('is stored with a booking near the edge of an area or without known coordinates, and shown only to the office @appointments.area-unsure', async () => {
    const uncertainAddresses = ['5 Elm Street, Austin, TX 78758', '5 Elm Street'];
    for (const [index, address] of uncertainAddresses.entries()) {
      const startTime = `1${index}:00`;
      const booked = await book(customer, { location: { address }, startTime });
      expect(booked.json<Appointment>().isAreaUncertain).toBe(false);
    }
    await book(customer, { startTime: '12:00' });
    await book(advisor, { location: outsideLocation, startTime: '13:00' });
    expect(await listFlags(advisor)).toEqual([true, true, false, false]);
    expect(await listFlags(await makePerson(app, 'admin'))).toEqual([true, true, false, false]);
    expect(await listFlags(customer)).toEqual([false, false, false, false]);
  });

  test('is shown only while no mechanic is assigned @appointments.area-unsure', async () => {
    const { id } = (
      await book(customer, { location: { address: '5 Elm Street' } })
    ).json<Appointment>();
    const url = `/api/appointments/${id}`;
    expect(await listFlags(advisor)).toEqual([true]);
    const [mechanic] = team.mechanics;
    const assign = { status: 'confirmed', mechanicId: mechanic?.id };
    expect((await send(app, advisor, 'PATCH', url, assign)).statusCode).toBe(200);
    expect(await listFlags(advisor)).toEqual([false]);
    expect(mechanic && (await listFlags(mechanic))).toEqual([false]);
    await send(app, advisor, 'PATCH', url, { status: 'unassigned' });
    expect(await listFlags(advisor)).toEqual([true]);
    await send(app, advisor, 'PATCH', url, { status: 'cancelled' });
    expect(await listFlags(advisor)).toEqual([false]);
  });
});

describe('a new time', () => {
  test("outside the area's limits is refused for a customer, but accepted from the office @areas.limits", async () => {
    const { id } = (await book(customer)).json<Appointment>();
    const reschedule = (person: Person, to: object) =>
      send(app, person, 'PATCH', `/api/appointments/${id}`, to);
    const wednesday = { date: '2026-03-11', startTime: '10:00' };
    const refusal = await reschedule(customer, wednesday);
    expect([refusal.statusCode, refusal.body]).toEqual([
      400,
      'In our Around Austin area, we work on Mondays, Tuesdays, and Fridays.',
    ]);
    expect(await read<Appointment>(app, customer, `/api/appointments/${id}`)).toMatchObject({
      startTime: '10:00',
      date: '2026-03-06',
    });
    expect(
      (await reschedule(customer, { date: '2026-03-10', startTime: '09:00' })).statusCode,
    ).toBe(200);
    expect((await reschedule(advisor, wednesday)).statusCode).toBe(200);
  });

  test('can be chosen by a customer even if the office booked the appointment outside the areas @areas.refuse', async () => {
    const { id } = (await book(advisor, { location: outsideLocation })).json<Appointment>();
    const url = `/api/appointments/${id}`;
    const rescheduled = await send(app, customer, 'PATCH', url, {
      date: '2026-03-10',
      startTime: '09:00',
    });
    expect(rescheduled.statusCode).toBe(200);
  });
});
