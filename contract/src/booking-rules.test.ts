import { expect, test } from 'vitest';
import {
  displayId,
  endTimeOf,
  lastBookableDate,
  slotTimes,
  vehicleTypes,
  whyDateIsClosed,
} from './booking-rules.ts';
import { bookingVehicleForm, vehicleInput } from './vehicles.ts';

test('there are ten hourly slots, 08:00 to 17:00', () => {
  expect(slotTimes).toEqual([
    '08:00',
    '09:00',
    '10:00',
    '11:00',
    '12:00',
    '13:00',
    '14:00',
    '15:00',
    '16:00',
    '17:00',
  ]);
});

test('a date can be booked from today to 30 days ahead, Monday to Friday', () => {
  const today = '2026-03-03';
  expect(lastBookableDate(today)).toBe('2026-04-02');
  expect(whyDateIsClosed('2026-03-02', today)).toBe('That date is in the past.');
  expect(whyDateIsClosed(today, today)).toBeNull();
  expect(whyDateIsClosed('2026-03-06', today)).toBeNull();
  expect(whyDateIsClosed('2026-03-07', today)).toBe('Weekends are not available.');
  expect(whyDateIsClosed('2026-03-08', today)).toBe('Weekends are not available.');
  expect(whyDateIsClosed('2026-04-02', today)).toBeNull();
  expect(whyDateIsClosed('2026-04-03', today)).toBe('That date is more than 30 days ahead.');
});

test('a job ends its duration after it starts, on the same day', () => {
  expect(endTimeOf('08:00', 45)).toBe('08:45');
  expect(endTimeOf('10:00', 90)).toBe('11:30');
  expect(endTimeOf('17:00', 420)).toBe('24:00');
  expect(endTimeOf('17:00', 421)).toBeNull();
});

test('an id is shown with a # and at least four digits', () => {
  expect([1, 42, 1234, 12_345].map(displayId)).toEqual(['#0001', '#0042', '#1234', '#12345']);
});

test('the oldest model year is 1990 when booking, and 1900 for the server', () => {
  const form = bookingVehicleForm(2026);
  const car = { make: 'Honda', model: 'Civic' };
  const years = [1899, 1900, 1989, 1990, 2027, 2028];
  expect(years.filter((year) => form.safeParse({ ...car, year }).success)).toEqual([1990, 2027]);
  // The server adds its own upper limit, because the contract has no clock.
  expect(years.filter((year) => vehicleInput.safeParse({ ...car, year }).success)).toEqual([
    1900, 1989, 1990, 2027, 2028,
  ]);
});

test('a vehicle is of one of eleven types, a Sedan unless said otherwise', () => {
  expect(vehicleTypes).toHaveLength(11);
  const car = { make: 'Honda', model: 'Civic', year: 2019 };
  expect(vehicleInput.parse(car)).toEqual({
    ...car,
    type: 'Sedan',
    isActive: true,
    vin: null,
    plateNumber: null,
  });
  for (const type of vehicleTypes) expect(vehicleInput.parse({ ...car, type }).type).toBe(type);
});
