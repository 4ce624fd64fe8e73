import { defaultBookingRules } from '@curbwrench/contract/scheduling/booking-rules';
import { describe, expect, test } from 'vitest';
import { bookingForm } from './booking-form-schema.ts';
import {
  emptyBooking,
  getBooker,
  listChosenServices,
  sumDurations,
  toggleService,
  toBookingBody,
  type Booker,
} from './booking-form-values.ts';

const today = '2026-11-20'; // a Friday
const completeValues = {
  customerId: null,
  newCustomer: null,
  vehicleId: 3,
  serviceId: 2,
  additionalServiceIds: [],
  date: '2026-11-23',
  startTime: '10:00',
  location: '12 Elm Street, Springfield',
  place: null,
  gateCode: '',
  notes: '',
};

function getMessages(values: object, booker: Booker = 'customer'): Record<string, string> {
  const result = bookingForm(booker, today, defaultBookingRules).safeParse({
    ...completeValues,
    ...values,
  });
  const issues = result.error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

describe('the booking form', () => {
  test('reports each missing field @booking.form', () => {
    expect(getMessages(emptyBooking)).toEqual({
      vehicleId: 'Please select a vehicle',
      serviceId: 'Please select a service',
      date: 'Please select a date',
      startTime: 'Please select a time',
      location: 'Please provide your location',
    });
  });

  test('accepts a complete booking without notes @booking.form', () => {
    expect(getMessages({})).toEqual({});
  });

  test('rejects an address that is only spaces', () => {
    expect(getMessages({ location: '   ' })).toEqual({ location: 'Please provide your location' });
  });

  test.each([
    ['2026-11-19', 'That date is in the past.'],
    ['2026-11-21', 'Weekends are not available.'],
    ['2026-12-21', 'That date is more than 30 days away.'],
  ])('rejects the date %s: %s', (date, message) => {
    expect(getMessages({ date })).toEqual({ date: message });
  });

  test.each(['2026-11-20', '2026-12-18'])('accepts the date %s', (date) => {
    expect(getMessages({ date })).toEqual({});
  });

  test('does not require a vehicle from a visitor', () => {
    expect(getMessages({ vehicleId: null }, 'visitor')).toEqual({});
  });

  test('requires a customer from the office', () => {
    expect(getMessages({}, 'office')).toEqual({ customerId: 'Please select a customer' });
    expect(getMessages({ customerId: 'c1' }, 'office')).toEqual({});
  });
});

describe('the booker', () => {
  test.each([
    [undefined, 'visitor'],
    ['customer', 'customer'],
    ['service_advisor', 'office'],
    ['admin', 'office'],
    ['mechanic', null],
  ] as const)('for the role %s is %s', (role, booker) => {
    expect(getBooker(role)).toBe(booker);
  });
});

describe('the chosen services', () => {
  const service = { description: '', price: '50.00', laborHours: null, skill: null };
  const services = [1, 2, 3].map((id) => ({ ...service, id, name: `${id}`, duration: id * 10 }));

  test('are the first service and the additional services that are still offered, without duplicates', () => {
    const ids = (values: { serviceId: number | null; additionalServiceIds: number[] }) =>
      listChosenServices(services, values).map(({ id }) => id);
    expect(ids({ serviceId: 2, additionalServiceIds: [3, 9, 2] })).toEqual([2, 3]);
    expect(ids({ serviceId: null, additionalServiceIds: [3] })).toEqual([]);
    expect(sumDurations(services)).toBe(60);
  });

  test('are added and removed one by one, and the second becomes the first if the first is removed @booking.several-services', () => {
    const noServices = { serviceId: null, additionalServiceIds: [] };
    const oneService = toggleService(services, noServices, 2);
    expect(oneService).toEqual({ serviceId: 2, additionalServiceIds: [] });
    const twoServices = toggleService(services, oneService, 1);
    expect(twoServices).toEqual({ serviceId: 2, additionalServiceIds: [1] });
    expect(toggleService(services, twoServices, 2)).toEqual({
      serviceId: 1,
      additionalServiceIds: [],
    });
    expect(toggleService(services, oneService, 2)).toEqual(noServices);
  });

  test('no longer include a service that is not offered once another is chosen', () => {
    const stale = { serviceId: 9, additionalServiceIds: [1, 1] };
    expect(toggleService(services, stale, 3)).toEqual({ serviceId: 1, additionalServiceIds: [3] });
  });
});

describe('the body of the request', () => {
  const validBooking = bookingForm('customer', today, defaultBookingRules).parse(completeValues);

  test('sets the end to the start plus the duration, and contains no coordinates if no suggested address was chosen @booking.end-time', () => {
    expect(toBookingBody(validBooking, 90)).toEqual({
      vehicleId: 3,
      serviceId: 2,
      date: '2026-11-23',
      startTime: '10:00',
      endTime: '11:30',
      gateCode: null,
      notes: null,
      location: '{"address":"12 Elm Street, Springfield"}',
    });
  });

  test('sets the end to the start if the end cannot be computed @booking.end-time', () => {
    expect(toBookingBody(validBooking, undefined).endTime).toBe('10:00');
    expect(toBookingBody({ ...validBooking, startTime: '17:00' }, 600).endTime).toBe('17:00');
  });

  test('contains the coordinates of a chosen address @booking.location-sent', () => {
    const place = { lat: 37.77, lng: -122.41, precision: 'house' } as const;
    const withPlace = bookingForm('customer', today, defaultBookingRules).parse({
      ...completeValues,
      place,
    });
    expect(JSON.parse(toBookingBody(withPlace, 90).location)).toEqual({
      address: '12 Elm Street, Springfield',
      ...place,
    });
  });

  test('names the customer that the office books for', () => {
    expect(toBookingBody({ ...validBooking, customerId: 'c1' }, 90)).toMatchObject({
      customerId: 'c1',
    });
  });

  test('names the additional services @booking.several-services', () => {
    const booking = toBookingBody({ ...validBooking, additionalServiceIds: [4, 5] }, 90);
    expect(booking).toMatchObject({ serviceId: 2, additionalServiceIds: [4, 5] });
  });

  test('cannot be made without a vehicle', () => {
    expect(() => toBookingBody({ ...validBooking, vehicleId: null }, 90)).toThrow(
      'needs a vehicle',
    );
  });
});
