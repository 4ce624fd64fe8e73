import { z } from 'zod';
import { calendarDate, rowIdText } from '../fields/schemas.ts';
import {
  areServicesDistinct,
  maxAdditionalServices,
  repeatedServiceMessage,
  tooManyServicesMessage,
} from './requested-services.ts';

/** The services whose times are requested; the additional ones are separated by commas. */
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

/** One of a day's ten time slots. If it is unavailable, `reason` is a short text that says why. */
export const slot = z.object({
  startTime: z.string(),
  endTime: z.string().nullable(),
  available: z.boolean(),
  reason: z.string().nullable(),
});
export type Slot = z.infer<typeof slot>;
