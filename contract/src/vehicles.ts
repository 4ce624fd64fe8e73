import { z } from 'zod';
import { oldestYear, oldestYearWhenBooking, vehicleTypes } from './booking-rules.ts';
import { optionalText, rowId, text, userId } from './fields.ts';

/** Just enough to name a vehicle on a card. */
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
  /** Date of its last completed appointment. */
  lastService: z.string().nullable(),
});
export type Vehicle = z.infer<typeof vehicle>;

/** Field rules both vehicle forms and the server share; the server knows the current year. */
export const vehicleFields = {
  make: text(60, 'Make is required'),
  model: text(60, 'Model is required'),
  vin: optionalText(17),
};

/**
 * What the server takes from either form (D7: years from 1900). `customerId` is for staff who
 * enter a customer's vehicle; anyone else's own id stands whatever they send.
 */
export const vehicleInput = z.object({
  ...vehicleFields,
  year: z
    .number('Year must be valid')
    .int('Year must be valid')
    .min(oldestYear, 'Year must be valid')
    .max(9999, 'Year must be valid'),
  plateNumber: optionalText(15),
  type: z.enum(vehicleTypes, 'Vehicle type is required').default('Sedan'),
  isActive: z.boolean().default(true),
  customerId: userId().optional(),
});
export type VehicleInput = z.infer<typeof vehicleInput>;

export const vehicleChange = z
  .object({
    ...vehicleFields,
    year: vehicleInput.shape.year,
    plateNumber: optionalText(15),
    type: z.enum(vehicleTypes, 'Vehicle type is required'),
    isActive: z.boolean(),
  })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    message: 'Please say what to change.',
  });
export type VehicleChange = z.infer<typeof vehicleChange>;

/** The form in the settings, for a year that ends at `currentYear` + 1 (spec section 5). */
export function settingsVehicleForm(currentYear: number) {
  return z.object({
    make: vehicleFields.make,
    model: vehicleFields.model,
    year: z
      .number('Year must be valid')
      .int('Year must be valid')
      .min(oldestYear, 'Year must be valid')
      .max(currentYear + 1, 'Year must be valid'),
    plateNumber: text(15, 'Plate number is required'),
    type: z.enum(vehicleTypes, 'Vehicle type is required'),
    isActive: z.boolean(),
  });
}

/** The dialog on the booking screen, for a year that ends at `currentYear` + 1 (spec section 5). */
export function bookingVehicleForm(currentYear: number) {
  return z.object({
    ...vehicleFields,
    year: z
      .number()
      .int()
      .min(oldestYearWhenBooking)
      .max(currentYear + 1),
  });
}
