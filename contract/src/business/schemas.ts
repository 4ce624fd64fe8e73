import { z } from 'zod';
import { position } from '../people/schemas.ts';

/** What is public about the business that runs this deployment. */
export const business = z.object({
  name: z.string(),
  timeZone: z.string(),
  currency: z.string(),
  phone: z.string().nullable(),
  cityCentre: position,
  /** Customers may cancel or reschedule until this many hours before the start. */
  cancelUntilHours: z.number().int(),
  /** The server's clock, so that every screen agrees on the current time. */
  now: z.string(),
  /** Whether the landing page offers the demo accounts. */
  demo: z.boolean(),
});
export type Business = z.infer<typeof business>;

/** Whole percent compared with the same weekday last week; null if there is nothing to compare. */
const change = z.number().int().nullable();

/** The four numbers on the admin's dashboard, and the change of each. */
export const stats = z.object({
  todayAppointments: z.number().int(),
  activeMechanics: z.number().int(),
  todayRevenue: z.string(),
  pendingAppointments: z.number().int(),
  changes: z.object({
    todayAppointments: change,
    activeMechanics: change,
    todayRevenue: change,
    pendingAppointments: change,
  }),
});
export type Stats = z.infer<typeof stats>;
