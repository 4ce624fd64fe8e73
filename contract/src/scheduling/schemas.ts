import { z } from 'zod';
import { calendarDate, rowIdText } from '../fields/schemas.ts';
import { areaPlaceFields, coordinatePairRule } from '../service-areas/schemas.ts';
import {
  areServicesDistinct,
  maxAdditionalServices,
  repeatedServiceMessage,
  tooManyServicesMessage,
} from './requested-services.ts';

/** The requested services; the additional ones are separated by commas. */
const requestedServices = {
  serviceId: rowIdText,
  additionalServiceIds: z
    .string()
    .transform((value) => value.split(','))
    .pipe(z.array(rowIdText).max(maxAdditionalServices, tooManyServicesMessage))
    .optional(),
};
const distinctServices = { path: ['additionalServiceIds'], message: repeatedServiceMessage };

/** The date and services whose time slots are requested. */
export const slotQuery = z
  .object({ date: calendarDate(), ...requestedServices })
  .refine(areServicesDistinct, distinctServices);

/** The services whose next free time slots are requested, and what is known about the job's location. */
export const nextSlotQuery = z
  .object({ ...requestedServices, ...areaPlaceFields })
  .refine(areServicesDistinct, distinctServices)
  .refine(coordinatePairRule.check, coordinatePairRule.problem);

/** The date whose time slots are requested to reschedule an appointment. */
export const newTimeQuery = z.object({ date: calendarDate() });

/** One of a day's time slots. If it is unavailable, `reason` briefly says why. */
export const slot = z.object({
  startTime: z.string(),
  endTime: z.string().nullable(),
  available: z.boolean(),
  reason: z.string().nullable(),
  /** Set if the office can book it after confirming that it is outside working hours. */
  needsConfirmation: z.literal(true).optional(),
});
export type Slot = z.infer<typeof slot>;

/** A time slot that can be booked in the next few days. */
export const nextSlot = z.object({
  date: z.string(),
  startTime: z.string(),
  endTime: z.string().nullable(),
});
export type NextSlot = z.infer<typeof nextSlot>;
