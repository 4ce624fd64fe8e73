import { z } from 'zod';
import {
  calendarDate,
  line,
  optionalLine,
  pageCursor,
  pageLimit,
  rowId,
  timeOfDay,
  userId,
} from '../fields/schemas.ts';

/** In the order in which pickers list them. */
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

/** The oldest model year that the picker in the settings offers; the newest is next year. */
export const earliestSelectableYear = 1980;

/** The fields that identify a vehicle on a card. */
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
  color: z.string().nullable(),
  isActive: z.boolean(),
  /** The date of its last completed appointment. */
  lastService: z.string().nullable(),
});
export type Vehicle = z.infer<typeof vehicle>;

/** A completed appointment as a row in the vehicle's history. */
export const visit = z.object({
  appointmentId: rowId(),
  date: calendarDate(),
  startTime: timeOfDay(),
  /** The names of the services. */
  services: z.array(z.string()),
  mechanic: z.object({ id: userId(), name: z.string() }).nullable(),
  /** In miles, as read at the end of the job; null if it was not recorded. */
  mileage: z.number().int().nullable(),
});
export type VehicleVisit = z.infer<typeof visit>;

export const visitQuery = z.object({
  limit: pageLimit.optional(),
  cursor: pageCursor.optional(),
});
export type VehicleVisitQuery = z.infer<typeof visitQuery>;

/** A make that customers' vehicles have, with its models, most frequent first. */
export const knownMake = z.object({ make: z.string(), models: z.array(z.string()) });
export type KnownMake = z.infer<typeof knownMake>;

/** The maximum lengths of a vehicle's text fields, in characters, for the server and the forms. */
export const vehicleLimits = { make: 60, model: 60, plateNumber: 15, vin: 17, color: 30 } as const;

/** The fields that can be set and changed. The server also refuses years after next year. */
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
  color: optionalLine(vehicleLimits.color),
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

/**
 * Returns the schema of the form in the settings, with years up to `currentYear` + 1. Owners must enter the plate
 * number; the office may not know it.
 */
export function settingsVehicleForm(currentYear: number, isOwner: boolean) {
  const { make, model, year, type, vin, color, isActive } = vehicleFields;
  return z.object({
    make,
    model,
    year: year.max(currentYear + 1, 'Year must be valid'),
    plateNumber: isOwner
      ? line(vehicleLimits.plateNumber, 'Plate number is required')
      : vehicleFields.plateNumber,
    type,
    vin,
    color,
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
