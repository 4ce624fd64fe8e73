import { bookingWindowDays } from '@curbwrench/contract/scheduling/booking-rules';
import { addDays, toMinutes } from '@curbwrench/contract/fields/calendar';
import type { Selectable } from 'kysely';
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
  'id' | 'start_time' | 'end_time' | 'declined_by'
> & { readonly skills: readonly string[] };

/** Returns an appointment's time and skills as the scheduling rules expect them. */
export function toJobToPlace(appointment: AppointmentToPlace): JobToPlace {
  return {
    interval: {
      from: toMinutes(appointment.start_time),
      to: toMinutes(appointment.end_time),
    },
    skills: appointment.skills,
    appointmentId: appointment.id,
    declinedBy: appointment.declined_by,
  };
}

/**
 * Places a hold, where one fits, for every appointment on a day that has none, after a mechanic becomes
 * available or a time slot opens up. The day must already be locked.
 */
export async function placeMissingHolds(
  trx: Transaction,
  context: Context,
  date: string,
): Promise<void> {
  const { plan } = await loadDayPlan(trx, date, [], context.business.jobsEndWithinHours);
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
export async function placeMissingHoldsFromToday(
  trx: Transaction,
  context: Context,
  moment: Moment,
): Promise<void> {
  for (const date of await listDatesWithoutHold(trx, moment.local.date)) {
    await placeMissingHolds(trx, context, date);
  }
}

/** Returns every day in the booking window, today first. */
export function listBookableDays(moment: Moment): string[] {
  return Array.from({ length: bookingWindowDays + 1 }, (_, day) => addDays(moment.local.date, day));
}

/** Returns the ids of the day's appointments that have neither a mechanic nor a hold. */
function findAppointmentsWithoutHold(plan: DayPlan): number[] {
  return plan.engagements
    .filter(({ mechanicId, holdMechanicId }) => mechanicId === null && holdMechanicId === null)
    .map(({ appointmentId }) => appointmentId);
}
