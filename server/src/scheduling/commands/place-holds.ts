import { officeBookingRules } from '@curbwrench/contract/scheduling/booking-rules';
import { addDays, toMinutes } from '@curbwrench/contract/fields/calendar';
import type { Selectable } from 'kysely';
import { lockDays } from '../../database/locks.ts';
import type { AppointmentsTable } from '../../database/schema.ts';
import { holdChanged } from '../../application/events.ts';
import type { OutboxEvent } from '../../database/outbox-changes.ts';
import { placeHolds, releaseHolds } from '../changes/hold-changes.ts';
import { findHeldAppointments, listDatesWithoutHold, loadDayPlan } from '../queries/day-plans.ts';
import type { CurrentTime } from '../../application/rules/business-time.ts';
import type { DayPlan } from '../rules/day-plan.ts';
import { planHolds, type JobToPlace } from '../rules/holds.ts';
import type { Context, Transaction } from '../../application/transaction.ts';

/** The columns that determine which mechanic and time fit an appointment. */
type AppointmentToPlace = Pick<
  Selectable<AppointmentsTable>,
  'id' | 'start_time' | 'end_time' | 'buffer_minutes' | 'outside_hours' | 'declined_by'
> & { readonly skills: readonly string[] };

/** Converts an appointment to the job that the scheduling rules expect. */
export function getJobToPlace(appointment: AppointmentToPlace): JobToPlace {
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
 * Places a hold, if one fits, for every appointment on the day that has no mechanic and no hold. Called after a
 * mechanic becomes available or time is freed. The day must already be locked. Returns an event for each appointment
 * that got a hold.
 */
export async function placeMissingHolds(trx: Transaction, date: string): Promise<OutboxEvent[]> {
  const { plan } = await loadDayPlan(trx, date, []);
  const appointmentIds = findAppointmentsWithoutHold(plan);
  if (appointmentIds.length === 0) return [];
  const holds = planHolds(plan, appointmentIds);
  // Making room may require moving existing holds. Releases every changed hold first, because two holds could overlap
  // if they were moved one by one.
  await releaseHolds(trx, [...holds.keys()]);
  await placeHolds(trx, holds);
  return appointmentIds.filter((id) => holds.has(id)).map(holdChanged);
}

/**
 * Moves these holds, which no longer fit the plan of a locked day, to other mechanics, or releases them. Returns the
 * ids of the appointments that no one can take, and an event for each appointment in `lostHolds`.
 */
export async function moveLostHolds(
  trx: Transaction,
  plan: DayPlan,
  lostHolds: readonly number[],
): Promise<{ unplaced: number[]; events: OutboxEvent[] }> {
  if (lostHolds.length === 0) return { unplaced: [], events: [] };
  const holds = planHolds(plan, lostHolds);
  await releaseHolds(trx, [...new Set([...lostHolds, ...holds.keys()])]);
  await placeHolds(trx, holds);
  return { unplaced: lostHolds.filter((id) => !holds.has(id)), events: lostHolds.map(holdChanged) };
}

/**
 * Moves the holds on a locked day away from a mechanic who is off for the rest of it, or releases them. Returns the
 * events.
 */
export async function moveHoldsAwayFrom(
  trx: Transaction,
  mechanicId: string,
  date: string,
): Promise<OutboxEvent[]> {
  const lostHolds = await findHeldAppointments(trx, mechanicId, date);
  const { plan } = await loadDayPlan(trx, date, []);
  return (await moveLostHolds(trx, plan, lostHolds)).events;
}

/**
 * Places missing holds on today and every later day, after mechanics' skills or working time changed. The bookable
 * days must already be locked. Returns the events.
 */
export async function placeMissingHoldsFromToday(
  trx: Transaction,
  currentTime: CurrentTime,
): Promise<OutboxEvent[]> {
  const events: OutboxEvent[] = [];
  for (const date of await listDatesWithoutHold(trx, currentTime.local.date)) {
    events.push(...(await placeMissingHolds(trx, date)));
  }
  return events;
}

/** Locks every day that the office may book, which includes those that customers may book. */
export async function lockOfficeDays(trx: Transaction, currentTime: CurrentTime): Promise<void> {
  await lockDays(trx, listOfficeDays(currentTime));
}

/** Returns every day that the office may book, today first. Customers may book fewer days. */
export function listOfficeDays(currentTime: CurrentTime): string[] {
  return listDays(currentTime, officeBookingRules.windowDays);
}

/** Returns every day that customers may book, today first. */
export function listCustomerDays(
  { business }: Pick<Context, 'business'>,
  currentTime: CurrentTime,
): string[] {
  return listDays(currentTime, business.windowDays);
}

function listDays({ local }: CurrentTime, daysAhead: number): string[] {
  return Array.from({ length: daysAhead + 1 }, (_, day) => addDays(local.date, day));
}

/** Returns the ids of the day's appointments that have neither a mechanic nor a hold. */
function findAppointmentsWithoutHold(plan: DayPlan): number[] {
  return plan.commitments
    .filter(({ mechanicId, heldMechanicId }) => mechanicId === null && heldMechanicId === null)
    .map(({ appointmentId }) => appointmentId);
}
