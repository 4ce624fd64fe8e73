import { z } from 'zod';
import { calendarDate, rowIdText } from '../fields/schemas.ts';
import {
  areServicesDistinct,
  maxAdditionalServices,
  repeatedServiceMessage,
  tooManyServicesMessage,
} from './requested-services.ts';

/** The date and services whose time slots are requested; the additional services are separated by commas. */
export const slotQuery = z
  .object({
    date: calendarDate(),
    serviceId: rowIdText,
    additionalServiceIds: z
      .string()
      .transform((value) => value.split(','))
      .pipe(z.array(rowIdText).max(maxAdditionalServices, tooManyServicesMessage))
      .optional(),
  })
  .refine(areServicesDistinct, {
    path: ['additionalServiceIds'],
    message: repeatedServiceMessage,
  });

/** The date whose time slots are requested to reschedule an appointment. */
export const newTimeQuery = z.object({ date: calendarDate() });

/** One of a day's time slots. If it is unavailable, `reason` is a short text that says why. */
export const slot = z.object({
  startTime: z.string(),
  endTime: z.string().nullable(),
  available: z.boolean(),
  reason: z.string().nullable(),
  /** Set if the office can book it after confirming that it is outside working hours. */
  needsConfirmation: z.literal(true).optional(),
});
export type Slot = z.infer<typeof slot>;
