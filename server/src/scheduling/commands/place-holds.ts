import { officeBookingRules } from '@curbwrench/contract/scheduling/booking-rules';
import { addDays, toMinutes } from '@curbwrench/contract/fields/calendar';
import type { Selectable } from 'kysely';
import { lockDays } from '../../database/locks.ts';
import type { AppointmentsTable } from '../../database/schema.ts';
import { placeHolds, releaseHolds } from '../changes/hold-changes.ts';
import { listDatesWithoutHold, loadDayPlan } from '../queries/day-plans.ts';
import type { Moment } from '../../application/rules/business-time.ts';
import type { DayPlan } from '../rules/day-plan.ts';
import { findMissingHolds, type JobToPlace } from '../rules/holds.ts';
import type { Context, Transaction } from '../../application/transaction.ts';

/** The columns that determine which mechanic and time fit an appointment. */
type AppointmentToPlace = Pick<
  Selectable<AppointmentsTable>,
  'id' | 'start_time' | 'end_time' | 'buffer_minutes' | 'outside_hours' | 'declined_by'
> & { readonly skills: readonly string[] };

/** Returns an appointment's time and skills as the scheduling rules expect them. */
export function toJobToPlace(appointment: AppointmentToPlace): JobToPlace {
  return {
    interval: {
      from: toMinutes(appointment.start_time),
      to: toMinutes(appointment.end_time),
    },
    buffer: appointment.buffer_minutes,
    outsideHours: appointment.outside_hours,
    skills: appointment.skills,
    appointmentId: appointment.id,
    declinedBy: appointment.declined_by,
  };
}

/**
 * Places a hold, where one fits, for every appointment on a day that has none, after a mechanic becomes
 * available or a time slot opens up. The day must already be locked.
 */
export async function placeMissingHolds(trx: Transaction, date: string): Promise<void> {
  const { plan } = await loadDayPlan(trx, date, []);
  const appointmentIds = findAppointmentsWithoutHold(plan);
  if (appointmentIds.length === 0) return;
  const holds = findMissingHolds(plan, appointmentIds);
  // All changed holds are released first; otherwise moving them one by one could make two overlap.
  await releaseHolds(trx, [...holds.keys()]);
  await placeHolds(trx, holds);
}

/**
 * Places missing holds on every day from today, after a change in what mechanics can do. The bookable days
 * must already be locked.
 */
export async function placeMissingHoldsFromToday(trx: Transaction, moment: Moment): Promise<void> {
  for (const date of await listDatesWithoutHold(trx, moment.local.date)) {
    await placeMissingHolds(trx, date);
  }
}

/** Locks every day on which somebody may book: the office's window is the longest. */
export async function lockBookableDays(trx: Transaction, moment: Moment): Promise<void> {
  await lockDays(trx, listDays(moment, officeBookingRules.windowDays));
}

/** Returns every day that customers may book, today first. */
export function listBookableDays(
  { business }: Pick<Context, 'business'>,
  moment: Moment,
): string[] {
  return listDays(moment, business.windowDays);
}

function listDays({ local }: Moment, ahead: number): string[] {
  return Array.from({ length: ahead + 1 }, (_, day) => addDays(local.date, day));
}

/** Returns the ids of the day's appointments that have neither a mechanic nor a hold. */
function findAppointmentsWithoutHold(plan: DayPlan): number[] {
  return plan.engagements
    .filter(({ mechanicId, holdMechanicId }) => mechanicId === null && holdMechanicId === null)
    .map(({ appointmentId }) => appointmentId);
}
