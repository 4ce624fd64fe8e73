import { z } from 'zod';
import { calendarDate, rowId, timeOfDay, userId } from '../fields/schemas.ts';
import { mechanicStatuses } from '../people/roles.ts';
import { mechanicSummary } from '../people/schemas.ts';
import { appointmentStatuses } from './lifecycle.ts';
import { appointment } from './schemas.ts';

export const boardQuery = z.object({ date: calendarDate() });

/** A time range within one day; '24:00' is the end of the day. */
const timeRange = z.object({ startTime: z.string(), endTime: z.string() });

const boardMechanic = mechanicSummary.extend({
  status: z.enum(mechanicStatuses),
  /** Whether they are out sick for the rest of today. */
  sick: z.boolean(),
  /** When they work that day, in order; empty if they don't work, as on a holiday. */
  hours: z.array(timeRange),
  /** Their time off within the day, in order. */
  timeOff: z.array(timeRange.extend({ reason: z.string().nullable() })),
});
export type BoardMechanic = z.infer<typeof boardMechanic>;

/** A day as the office plans it: who works when, and every appointment that is not cancelled. */
export const boardDay = z.object({
  date: z.string(),
  /** The name of the holiday for which the business is closed that day; null if there is none. */
  holiday: z.string().nullable(),
  /** The active mechanics, sorted by name. */
  mechanics: z.array(boardMechanic),
  /** Sorted by start time. */
  appointments: z.array(appointment),
});
export type BoardDay = z.infer<typeof boardDay>;

/** A day of somebody's week. */
const boardWeekDay = z.object({
  date: z.string(),
  /** When they work, in order; empty if they don't work, as on a holiday. */
  hours: z.array(timeRange),
  /** How long they work, not counting time off, and how long their jobs take, in minutes. */
  workingMinutes: z.number().int(),
  bookedMinutes: z.number().int(),
  /** The day's appointments that are not cancelled, sorted by start time. */
  jobs: z.array(timeRange.extend({ id: rowId(), status: z.enum(appointmentStatuses) })),
});
export type BoardWeekDay = z.infer<typeof boardWeekDay>;

/** A week, starting on Sunday, as the office plans it: how busy everyone is. */
export const boardWeek = z.object({
  /** The week's seven dates. */
  dates: z.array(z.string()),
  holidays: z.array(z.object({ date: z.string(), name: z.string() })),
  /** The jobs without a mechanic, by day. Their `hours` are empty, and their `workingMinutes` are 0. */
  unassigned: z.array(boardWeekDay),
  /** The active mechanics by name, then former mechanics who have jobs that week; each with seven days. */
  mechanics: z.array(
    z.object({
      id: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      days: z.array(boardWeekDay),
    }),
  ),
});
export type BoardWeek = z.infer<typeof boardWeek>;

/** The first and last of consecutive start times, which are 15 minutes apart. */
const startRange = z.object({ from: z.string(), to: z.string() });

/** The mechanics and start times on one day that an appointment can be moved to without asking for confirmation. */
export const placements = z.object({
  mechanics: z.array(
    z.object({
      id: z.string(),
      starts: z.array(startRange),
      /** Why they can't take the appointment at any time that day, as one sentence; null if they can. */
      reason: z.string().nullable(),
    }),
  ),
});
export type Placements = z.infer<typeof placements>;

/** An appointment's new time and mechanic. With a `mechanicId` of null, it stays or becomes unassigned. */
export const placementInput = z.object({
  date: calendarDate(),
  startTime: timeOfDay(),
  mechanicId: userId('Please select a mechanic to assign.').nullable(),
  /** Whether the person confirmed that the vehicle may have two appointments at that time. */
  confirmOverlap: z.boolean().optional(),
  /** Whether the office confirmed that the job is outside working hours. */
  confirmOutsideHours: z.boolean().optional(),
});
export type PlacementInput = z.infer<typeof placementInput>;

/**
 * An appointment after its placement. `version` is the id of the latest event in its history, which is required to
 * undo the placement; null if nothing changed.
 */
export const placementResult = z.object({ appointment, version: z.number().int().nullable() });
export type PlacementResult = z.infer<typeof placementResult>;

export const undoInput = z.object({
  version: z.number('Please specify what to undo.').int('Please specify what to undo.').positive(),
});
