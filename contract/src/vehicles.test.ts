import { expect, test } from 'vitest';
import { bookingVehicleForm, vehicleInput, vehicleTypes } from './vehicles.ts';

test('the oldest model year is 1990 when booking, and 1900 for the server @vehicles.years', () => {
  const form = bookingVehicleForm(2026);
  const car = { make: 'Honda', model: 'Civic' };
  const years = [1899, 1900, 1989, 1990, 2027, 2028];
  expect(years.filter((year) => form.safeParse({ ...car, year }).success)).toEqual([1990, 2027]);
  // The server adds its own upper limit, because the contract has no clock.
  expect(years.filter((year) => vehicleInput.safeParse({ ...car, year }).success)).toEqual([
    1900, 1989, 1990, 2027, 2028,
  ]);
});

test('a vehicle is of one of eleven types, a Sedan by default @vehicles.types', () => {
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
