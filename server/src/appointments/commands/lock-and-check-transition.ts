import type { TransitionName } from '@curbwrench/contract/appointments/lifecycle';
import { lockAppointment, type LockedAppointment } from '../changes/appointment-changes.ts';
import { toAppointmentState } from '../queries/appointment-rows.ts';
import { TransactionConflict } from '../../database/connection/errors.ts';
import { findAppointmentDay, lockDays } from '../../database/locks.ts';
import { decideTransition } from '../rules/appointment.ts';
import type { CurrentTime } from '../../application/rules/business-time.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { accepted, refused, type Result } from '../../application/rules/result.ts';
import type { Transaction } from '../../application/transaction.ts';

/**
 * Locks an appointment's row and its day, and `targetDate` if it is rescheduled to that day. Checks whether the rules
 * allow this actor to make the transition now; if `transition` is a function, checks each transition that it returns
 * for the locked row. Every command that changes an appointment calls this first.
 */
export async function lockAndCheckTransition(
  trx: Transaction,
  id: number,
  transition: TransitionName | ((appointment: LockedAppointment) => readonly TransitionName[]),
  actor: Actor,
  currentTime: CurrentTime,
  targetDate?: string,
): Promise<Result<LockedAppointment>> {
  const date = await findAppointmentDay(trx, id);
  if (date === null) return noSuchAppointment;
  await lockDays(trx, targetDate === undefined ? [date] : [date, targetDate]);
  const appointment = await lockAppointment(trx, id);
  if (!appointment) return noSuchAppointment;
  // The appointment was rescheduled to another day while this command waited for the old day's lock. Days may be locked
  // only in ascending order, so this attempt is abandoned and the whole command runs again.
  if (appointment.date !== date)
    throw new TransactionConflict('The appointment was just rescheduled to another day.');
  const names = typeof transition === 'function' ? transition(appointment) : [transition];
  for (const name of names) {
    const decision = decideTransition(name, toAppointmentState(appointment), actor, currentTime);
    if (!decision.ok) return decision;
  }
  return accepted(appointment);
}

const noSuchAppointment = refused('not_found', 'Appointment not found.');
