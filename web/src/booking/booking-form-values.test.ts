import { describe, expect, test } from 'vitest';
import { bookingForm } from './booking-form-schema.ts';
import { bookerOf, bookingBodyOf, emptyBooking, type Booker } from './booking-form-values.ts';

const today = '2026-11-20'; // a Friday
const filled = {
  customerId: null,
  vehicleId: 3,
  serviceId: 2,
  date: '2026-11-23',
  startTime: '10:00',
  location: '12 Elm Street, Springfield',
  gateCode: '',
  notes: '',
};

function messages(values: object, booker: Booker = 'customer'): Record<string, string> {
  const result = bookingForm(booker, today).safeParse({ ...filled, ...values });
  const issues = result.error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

describe('the booking form', () => {
  test('names each field that is missing @booking.form', () => {
    expect(messages(emptyBooking)).toEqual({
      vehicleId: 'Please select a vehicle',
      serviceId: 'Please select a service',
      date: 'Please select a date',
      startTime: 'Please select a time',
      location: 'Please provide your location',
    });
  });

  test('takes a whole booking without notes @booking.form', () => {
    expect(messages({})).toEqual({});
  });

  test('an address of spaces is no address', () => {
    expect(messages({ location: '   ' })).toEqual({ location: 'Please provide your location' });
  });

  test.each([
    ['2026-11-19', 'That date is in the past.'],
    ['2026-11-21', 'Weekends are not available.'],
    ['2026-12-21', 'That date is more than 30 days ahead.'],
  ])('refuses %s: %s', (date, message) => {
    expect(messages({ date })).toEqual({ date: message });
  });

  test.each(['2026-11-20', '2026-12-18'])('takes %s', (date) => {
    expect(messages({ date })).toEqual({});
  });

  test('a visitor needs no vehicle yet', () => {
    expect(messages({ vehicleId: null }, 'visitor')).toEqual({});
  });

  test('dispatch says for whom', () => {
    expect(messages({}, 'dispatch')).toEqual({ customerId: 'Please select a customer' });
    expect(messages({ customerId: 'c1' }, 'dispatch')).toEqual({});
  });
});

describe('who books', () => {
  test.each([
    [undefined, 'visitor'],
    ['customer', 'customer'],
    ['service_advisor', 'dispatch'],
    ['admin', 'dispatch'],
    ['mechanic', null],
  ] as const)('%s: %s', (role, booker) => {
    expect(bookerOf(role)).toBe(booker);
  });
});

describe('the body of the call', () => {
  const checked = bookingForm('customer', today).parse(filled);

  test('ends the duration after the start and carries an address without coordinates @booking.end-time', () => {
    expect(bookingBodyOf(checked, 90)).toEqual({
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

  test('ends at its start when the end cannot be told @booking.end-time', () => {
    expect(bookingBodyOf(checked, undefined).endTime).toBe('10:00');
    expect(bookingBodyOf({ ...checked, startTime: '17:00' }, 600).endTime).toBe('17:00');
  });

  test('names the customer whom dispatch books for', () => {
    expect(bookingBodyOf({ ...checked, customerId: 'c1' }, 90).customerId).toBe('c1');
  });

  test('cannot be made without a vehicle', () => {
    expect(() => bookingBodyOf({ ...checked, vehicleId: null }, 90)).toThrow('needs a vehicle');
  });
});
