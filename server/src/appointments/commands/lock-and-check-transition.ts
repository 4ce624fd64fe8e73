import type { TransitionName } from '@curbwrench/contract/appointments/lifecycle';
import { lockAppointment, type LockedAppointment } from '../changes/appointment-changes.ts';
import { toAppointmentState } from '../queries/appointment-rows.ts';
import { TransactionConflict } from '../../database/connection/errors.ts';
import { findAppointmentDay, lockDays } from '../../database/locks.ts';
import { decideTransition } from '../rules/appointment.ts';
import type { Moment } from '../../application/rules/business-time.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { accepted, refused, type Result } from '../../application/rules/result.ts';
import type { Transaction } from '../../application/transaction.ts';

/**
 * Locks an appointment's day (and the target day of a move) and its row, and checks by the rules whether this
 * actor may make the transition now. Every command that changes an appointment begins with it.
 */
export async function lockAndCheckTransition(
  trx: Transaction,
  id: number,
  transition: TransitionName,
  actor: Actor,
  moment: Moment,
  otherDate?: string,
): Promise<Result<LockedAppointment>> {
  const date = await findAppointmentDay(trx, id);
  if (date === null) return noSuchAppointment;
  await lockDays(trx, otherDate === undefined ? [date] : [date, otherDate]);
  const appointment = await lockAppointment(trx, id);
  if (!appointment) return noSuchAppointment;
  // It was moved to another day while we waited for the first day's lock. Days are locked in ascending order
  // only, so this attempt is abandoned and the whole command runs again.
  if (appointment.date !== date)
    throw new TransactionConflict('The appointment was just moved to another day.');
  const decision = decideTransition(transition, toAppointmentState(appointment), actor, moment);
  return decision.ok ? accepted(appointment) : decision;
}

const noSuchAppointment = refused('not_found', 'There is no such appointment.');
