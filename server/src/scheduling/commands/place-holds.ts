import { bookingWindowDays } from '@curbwrench/contract/booking-rules';
import { addDays, minutesOf } from '@curbwrench/contract/calendar';
import type { Selectable } from 'kysely';
import type { AppointmentsTable } from '../../database/schema.ts';
import { placeHolds, releaseHolds } from '../changes/hold-changes.ts';
import { datesWithoutHold, loadDayPlan } from '../queries/day-plans.ts';
import type { Moment } from '../../application/rules/business-time.ts';
import type { DayPlan } from '../rules/day-plan.ts';
import { replaceHolds, type Want } from '../rules/holds.ts';
import type { Context, Transaction } from '../../application/transaction.ts';

/** What decides where an appointment fits. */
type AppointmentToPlace = Pick<
  Selectable<AppointmentsTable>,
  'id' | 'start_time' | 'end_time' | 'declined_by'
> & { readonly skill: string | null };

/** An appointment's own time and skill, as the rules ask for it. */
export function wantOf(appointment: AppointmentToPlace): Want {
  return {
    interval: {
      from: minutesOf(appointment.start_time),
      to: minutesOf(appointment.end_time),
    },
    skill: appointment.skill,
    appointmentId: appointment.id,
    except: appointment.declined_by,
  };
}

/**
 * Places a hold for every appointment of a day that holds nobody's time, where one fits: when a
 * mechanic comes, or time becomes free again. The day's lock must be taken already.
 */
export async function placeMissingHolds(
  trx: Transaction,
  context: Context,
  date: string,
): Promise<void> {
  const { plan } = await loadDayPlan(trx, date, null, context.business.jobsEndWithinHours);
  const waiting = waitingIn(plan);
  if (waiting.length === 0) return;
  const holds = replaceHolds(plan, waiting);
  // Moved ones let go first, or two that follow one another would meet in the constraint.
  await releaseHolds(trx, [...holds.keys()]);
  await placeHolds(trx, holds);
}

/**
 * The same on every day from today on, when what mechanics can do changed. The locks of the
 * bookable days must be taken already.
 */
export async function placeWaiting(
  trx: Transaction,
  context: Context,
  moment: Moment,
): Promise<void> {
  for (const date of await datesWithoutHold(trx, moment.local.date)) {
    await placeMissingHolds(trx, context, date);
  }
}

/** Every day on which something may be booked. */
export function bookableDays(moment: Moment): string[] {
  return Array.from({ length: bookingWindowDays + 1 }, (_, day) => addDays(moment.local.date, day));
}

/** The appointments of a day that nobody's time is held for. */
function waitingIn(plan: DayPlan): number[] {
  return plan.engagements
    .filter(({ mechanicId, holdId }) => mechanicId === null && holdId === null)
    .map(({ appointmentId }) => appointmentId);
}
