import { z } from 'zod';
import { calendarDate, rowIdText } from './fields.ts';

export const slotQuery = z.object({ date: calendarDate(), serviceId: rowIdText });

/** The day that an appointment may be moved to. */
export const newTimeQuery = z.object({ date: calendarDate() });

/** One of a day's ten time slots. A closed one says why in a few words. */
export const slot = z.object({
  startTime: z.string(),
  endTime: z.string().nullable(),
  available: z.boolean(),
  reason: z.string().nullable(),
});
export type Slot = z.infer<typeof slot>;
