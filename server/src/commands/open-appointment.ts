import type { TransitionName } from '@curbwrench/contract/lifecycle';
import { lockAppointment, type LockedAppointment } from '../db/appointment-changes.ts';
import { dayOf, lockDayOf, lockDays } from '../db/locks.ts';
import { decide, type Actor, type AppointmentState, type Moment } from '../domain/appointment.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import type { Work } from './transaction.ts';

/**
 * The first step of everything that happens to an appointment: keep its day (and another one, for
 * a move), keep its row, and ask the rules whether this actor may take it there now.
 */
export async function openAppointment(
  trx: Work,
  id: number,
  transition: TransitionName,
  actor: Actor,
  moment: Moment,
  otherDate?: string,
): Promise<Outcome<LockedAppointment>> {
  const [date, appointment] = await (otherDate === undefined
    ? Promise.all([lockDayOf(trx, id), lockAppointment(trx, id)])
    : lockBothDays(trx, id, otherDate));
  if (date === null || !appointment) return refused('not_found', 'There is no such appointment.');
  // It was moved to another day while we waited for the lock of the first. Days are locked in
  // ascending order only, so this attempt is given up and the whole story runs again.
  if (appointment.date !== date) throw new MovedMeanwhile();
  const decision = decide(transition, stateOf(appointment), actor, moment);
  return decision.ok ? accepted(appointment) : decision;
}

async function lockBothDays(
  trx: Work,
  id: number,
  otherDate: string,
): Promise<[date: string | null, appointment: LockedAppointment | null]> {
  const date = await dayOf(trx, id);
  if (date === null) return [null, null];
  const [, appointment] = await Promise.all([
    lockDays(trx, [date, otherDate]),
    lockAppointment(trx, id),
  ]);
  return [date, appointment];
}

/** The row as the rules read it. */
export function stateOf(appointment: LockedAppointment): AppointmentState {
  return {
    customerId: appointment.customer_id,
    mechanicId: appointment.mechanic_id,
    status: appointment.status,
    date: appointment.date,
    startTime: appointment.start_time.slice(0, 5),
    endTime: appointment.end_time.slice(0, 5),
    cancelUntilHours: appointment.cancel_until_hours,
  };
}

/** Asks for another try, with the code by which transactions are repeated. */
class MovedMeanwhile extends Error {
  readonly code = '40001';

  constructor() {
    super('The appointment moved to another day meanwhile.');
  }
}
