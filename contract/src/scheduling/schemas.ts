import { z } from 'zod';
import { calendarDate, rowIdText } from '../fields/schemas.ts';

export const slotQuery = z.object({ date: calendarDate(), serviceId: rowIdText });

/** The day whose time slots are requested for rescheduling an appointment. */
export const newTimeQuery = z.object({ date: calendarDate() });

/** One of a day's ten time slots. An unavailable one has a short reason. */
export const slot = z.object({
  startTime: z.string(),
  endTime: z.string().nullable(),
  available: z.boolean(),
  reason: z.string().nullable(),
});
export type Slot = z.infer<typeof slot>;
