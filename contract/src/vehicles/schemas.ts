import { z } from 'zod';
import { line, optionalLine, rowId, userId } from '../fields/schemas.ts';

/** In the order of the pickers. */
export const vehicleTypes = [
  'Sedan',
  'SUV',
  'Truck',
  'Van',
  'Coupe',
  'Hatchback',
  'Wagon',
  'Convertible',
  'Crossover',
  'Minivan',
  'Other',
] as const;

/** The oldest model year on the booking screen, and the oldest that the server accepts. */
export const oldestYearWhenBooking = 1990;
export const oldestYear = 1900;

/** The settings offer model years from next year back to this one. */
export const oldestYearToPick = 1980;

/** The fields that name a vehicle on a card. */
export const vehicleSummary = z.object({
  id: rowId(),
  make: z.string(),
  model: z.string(),
  year: z.number().int(),
  plateNumber: z.string().nullable(),
});

export const vehicle = vehicleSummary.extend({
  customerId: z.string(),
  type: z.string(),
  vin: z.string().nullable(),
  isActive: z.boolean(),
  /** The date of its last completed appointment. */
  lastService: z.string().nullable(),
});
export type Vehicle = z.infer<typeof vehicle>;

/** The maximum lengths of a vehicle's texts, in characters, for the server and the forms. */
export const vehicleLimits = { make: 60, model: 60, plateNumber: 15, vin: 17 } as const;

/** The fields that can be set and changed. The server also refuses years after the next one. */
const vehicleFields = {
  make: line(vehicleLimits.make, 'Make is required'),
  model: line(vehicleLimits.model, 'Model is required'),
  year: z
    .number('Year must be valid')
    .int('Year must be valid')
    .min(oldestYear, 'Year must be valid')
    .max(9999, 'Year must be valid'),
  plateNumber: optionalLine(vehicleLimits.plateNumber),
  type: z.enum(vehicleTypes, 'Vehicle type is required'),
  vin: optionalLine(vehicleLimits.vin),
  isActive: z.boolean(),
};

/**
 * What the server accepts from both forms, which are stricter about years. `customerId` is for staff who enter
 * a customer's vehicle; for anyone else it is ignored, and their own id is used.
 */
export const vehicleInput = z.object({
  ...vehicleFields,
  type: vehicleFields.type.default('Sedan'),
  isActive: vehicleFields.isActive.default(true),
  customerId: userId().optional(),
});
export type VehicleInput = z.infer<typeof vehicleInput>;

export const vehicleChange = z
  .object(vehicleFields)
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    message: 'Please specify what to change.',
  });
export type VehicleChange = z.infer<typeof vehicleChange>;

/** Returns the schema of the form in the settings, with years up to `currentYear` + 1. */
export function settingsVehicleForm(currentYear: number) {
  const { make, model, year, type, isActive } = vehicleFields;
  return z.object({
    make,
    model,
    year: year.max(currentYear + 1, 'Year must be valid'),
    plateNumber: line(vehicleLimits.plateNumber, 'Plate number is required'),
    type,
    isActive,
  });
}

/**
 * Returns the schema of the dialog on the booking screen, with years up to `currentYear` + 1. It includes the
 * type, since a vehicle added there would otherwise always be a Sedan.
 */
export function bookingVehicleForm(currentYear: number) {
  const { make, model, vin } = vehicleFields;
  return z.object({
    make,
    model,
    vin,
    year: z
      .number()
      .int()
      .min(oldestYearWhenBooking)
      .max(currentYear + 1),
    type: vehicleInput.shape.type,
  });
}
