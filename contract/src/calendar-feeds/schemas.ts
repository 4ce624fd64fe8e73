import { z } from 'zod';
import { rowId, userId } from '../fields/schemas.ts';

/** One of the viewer's calendar feeds, without its URL, which is shown only once. */
export const calendarFeed = z.object({
  id: rowId(),
  /** Whose jobs it contains; null for all jobs. */
  mechanicId: z.string().nullable(),
  /** When its URL was created. */
  createdAt: z.string(),
});
export type CalendarFeed = z.infer<typeof calendarFeed>;

const noSubjectMessage = 'Please choose a mechanic, or all jobs.';

/** Whose jobs the new calendar feed will contain; null for all jobs. */
export const calendarFeedInput = z.object({
  mechanicId: userId(noSubjectMessage).nullable(),
});

/** A calendar feed with its new URL, which is returned only once. */
export const newCalendarFeed = calendarFeed.extend({ url: z.string() });
export type NewCalendarFeed = z.infer<typeof newCalendarFeed>;
