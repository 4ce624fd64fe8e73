import { z } from 'zod';
import { appointmentStatuses } from '../appointments/lifecycle.ts';
import { mechanicSummary, position } from '../people/schemas.ts';

/**
 * The steps on the way to a job, in order: events of the appointment. A cancelled
 * appointment has `cancelled` after the steps that had happened.
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
  /** When; null if it has not happened, or was not recorded. */
  at: z.string().nullable(),
});
export type JourneyStep = z.infer<typeof journeyStep>;

/** The mechanic's progress toward an appointment, as far as the viewer may see it. */
export const tracking = z.object({
  appointmentId: z.number().int(),
  status: z.enum(appointmentStatuses),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  mechanic: mechanicSummary.nullable(),
  steps: z.array(journeyStep),
  /**
   * The mechanic's last position while the appointment is confirmed or in progress. For the customer
   * only from the departure on, and only a position reported since.
   */
  position: position.extend({ at: z.string() }).nullable(),
  /** Where the car is, if known. */
  destination: position.nullable(),
});
export type Tracking = z.infer<typeof tracking>;
