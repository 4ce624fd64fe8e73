import { z } from 'zod';
import { appointmentStatuses } from '../appointments/lifecycle.ts';
import { mechanicSummary, position } from '../people/schemas.ts';

/**
 * The steps of an appointment that its customer can follow, in order. A cancelled appointment has the steps that
 * happened before it was cancelled, then `cancelled`.
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
  /** When it happened; null if it has not happened, or the time was not recorded. */
  at: z.string().nullable(),
});
export type JourneyStep = z.infer<typeof journeyStep>;

/** When the mechanic is expected to arrive. It is an estimate, so messages must say 'about'. */
export const arrival = z.object({
  /** ISO 8601; never in the past. */
  at: z.string(),
  /** The minutes until then, rounded to multiples of 5 above 10; 0 means any minute now. */
  minutes: z.number().int(),
  /** Whether the drive was computed by a router or estimated; null if `at` is the appointment's start. */
  source: z.enum(['estimate', 'router']).nullable(),
  /** What it is computed from: the mechanic's position, their departure, or the scheduled start. */
  from: z.enum(['position', 'departure', 'appointment']),
});
export type Arrival = z.infer<typeof arrival>;

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
   * The mechanic's last position while the appointment is confirmed or in progress. Customers only get a
   * position that was reported after the mechanic left for their job.
   */
  position: position.extend({ at: z.string() }).nullable(),
  /** Where the car is, if known. */
  destination: position.nullable(),
  /** Null unless the mechanic is on the way and the location is known. */
  arrival: arrival.nullable(),
});
export type Tracking = z.infer<typeof tracking>;
