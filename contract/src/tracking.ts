import { z } from 'zod';
import { appointmentStatuses } from './lifecycle.ts';
import { mechanicSummary, position } from './people.ts';

/**
 * The steps of a journey to a job, in their order: events of the appointment. A cancelled
 * appointment has `cancelled` after those that had come.
 */
export const journeySteps = [
  'booked',
  'assigned',
  'started',
  'arrived',
  'completed',
  'cancelled',
] as const;
export type JourneyStepName = (typeof journeySteps)[number];

export const journeyStep = z.object({
  name: z.enum(journeySteps),
  /** Whether it has happened. */
  done: z.boolean(),
  /** When; null where it has not happened, or nobody wrote it down. */
  at: z.string().nullable(),
});
export type JourneyStep = z.infer<typeof journeyStep>;

/** How far a mechanic's way to an appointment has come, as its reader may see it. */
export const tracking = z.object({
  appointmentId: z.number().int(),
  status: z.enum(appointmentStatuses),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  mechanic: mechanicSummary.nullable(),
  steps: z.array(journeyStep),
  /**
   * Where the mechanic last was, while the appointment is confirmed or under way. To the customer
   * only from the departure on, and only what was told since.
   */
  position: position.extend({ at: z.string() }).nullable(),
  /** Where the car stands, if that is known. */
  destination: position.nullable(),
});
export type Tracking = z.infer<typeof tracking>;
