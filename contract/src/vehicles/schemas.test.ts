import { expect, test } from 'vitest';
import { bookingVehicleForm, vehicleInput, vehicleTypes } from './schemas.ts';

test('the earliest model year is 1990 in the booking form and 1900 in the API @vehicles.years', () => {
  const form = bookingVehicleForm(2026);
  const car = { make: 'Honda', model: 'Civic' };
  const years = [1899, 1900, 1989, 1990, 2027, 2028];
  expect(years.filter((year) => form.safeParse({ ...car, year }).success)).toEqual([1990, 2027]);
  // The server adds its own upper limit, because the contract has no clock.
  expect(years.filter((year) => vehicleInput.safeParse({ ...car, year }).success)).toEqual([
    1900, 1989, 1990, 2027, 2028,
  ]);
});

test('a vehicle has one of eleven types, Sedan by default @vehicles.types', () => {
  expect(vehicleTypes).toHaveLength(11);
  const car = { make: 'Honda', model: 'Civic', year: 2019 };
  expect(vehicleInput.parse(car)).toEqual({
    ...car,
    type: 'Sedan',
    isActive: true,
    vin: null,
    color: null,
    plateNumber: null,
  });
  for (const type of vehicleTypes) expect(vehicleInput.parse({ ...car, type }).type).toBe(type);
});
