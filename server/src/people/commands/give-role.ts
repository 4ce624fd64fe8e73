import type { Role } from '@curbwrench/contract/people/roles';
import { releaseHolds } from '../../scheduling/changes/hold-changes.ts';
import { findHeldAppointments } from '../../scheduling/queries/day-plans.ts';
import { expireInvitationsBy } from '../changes/invitation-changes.ts';
import { lockMechanic } from '../../database/locks.ts';
import { activateMechanic, deactivateMechanic, listOpenJobs } from '../../mechanics/changes.ts';
import type { OutboxEvent } from '../../database/outbox-changes.ts';
import { setRole } from '../../accounts/changes/user-changes.ts';
import type { Moment } from '../../application/rules/business-time.ts';
import { accepted, type Result } from '../../application/rules/result.ts';
import {
  lastAdminRefusal,
  openJobsRefusal,
  roleChangeRefusal,
  type PersonState,
} from '../../accounts/rules/roles.ts';
import { mechanicChanged, personChanged, slotsChanged } from '../../application/events.ts';
import {
  listBookableDays,
  lockBookableDays,
  placeMissingHoldsFromToday,
} from '../../scheduling/commands/place-holds.ts';
import { secureAccount } from '../../accounts/commands/secure-account.ts';
import { getCurrentMoment, type Context, type Transaction } from '../../application/transaction.ts';

/**
 * Gives a person another role, within a command that has locked all admins and then the person. A new
 * mechanic starts to work; refused for the last admin and for a mechanic with open jobs. Returns the events.
 */
export async function giveRole(
  trx: Transaction,
  context: Context,
  admins: readonly string[],
  person: PersonState,
  role: Role,
): Promise<Result<OutboxEvent[]>> {
  if (person.role === role) return accepted([]);
  const refusal = roleChangeRefusal(role, person);
  if (refusal) return refusal;
  const leaveEvents = await leaveRole(trx, context, admins, person, role);
  if (!leaveEvents.ok) return leaveEvents;
  const workEvents = role === 'mechanic' ? await startMechanicWork(trx, context, person.id) : [];
  await setRole(trx, person.id, role, getCurrentMoment(context).now);
  // The person must sign in again: a session must not outlast the rights with which it was opened.
  await secureAccount(trx, person.id, 'none');
  return accepted([personChanged(person.id), ...leaveEvents.value, ...workEvents]);
}

/**
 * Ends what a person's role involves before they are deactivated or deleted: their invitations and their work
 * as a mechanic. Refused for the last admin and for a mechanic with open jobs. The caller must have locked
 * all admins and then the person. Returns the events.
 */
export async function endRole(
  trx: Transaction,
  context: Context,
  admins: readonly string[],
  person: PersonState,
): Promise<Result<OutboxEvent[]>> {
  return leaveRole(trx, context, admins, person, null);
}

/**
 * Makes a person work as a mechanic, with default hours if they have none. Appointments without a hold get one
 * where they fit. Returns the events.
 */
export async function startMechanicWork(
  trx: Transaction,
  context: Context,
  userId: string,
): Promise<OutboxEvent[]> {
  const moment = getCurrentMoment(context);
  // Prevents concurrent bookings and assignments on every bookable day.
  await lockBookableDays(trx, moment);
  await activateMechanic(trx, userId);
  await placeMissingHoldsFromToday(trx, moment);
  return workChanged(context, userId, moment);
}

/**
 * Ends a person's work as a mechanic; refused while they have open jobs. Their holds move to other mechanics
 * where possible; the other appointments are shown to dispatch. Does nothing for a person who is no mechanic.
 * Returns the events.
 */
export async function endMechanicWork(
  trx: Transaction,
  context: Context,
  userId: string,
): Promise<Result<OutboxEvent[]>> {
  const moment = getCurrentMoment(context);
  await lockBookableDays(trx, moment);
  if (!(await lockMechanic(trx, userId))) return accepted([]);
  const refusal = openJobsRefusal(await listOpenJobs(trx, userId));
  if (refusal) return refusal;
  await deactivateMechanic(trx, userId);
  await releaseHolds(trx, await findHeldAppointments(trx, userId));
  await placeMissingHoldsFromToday(trx, moment);
  return accepted(workChanged(context, userId, moment));
}

async function leaveRole(
  trx: Transaction,
  context: Context,
  admins: readonly string[],
  person: PersonState,
  next: Role | null,
): Promise<Result<OutboxEvent[]>> {
  if (person.role === 'admin') {
    const refusal = lastAdminRefusal(admins, person.id);
    if (refusal) return refusal;
    await expireInvitationsBy(trx, person.id, getCurrentMoment(context).now);
  }
  // An admin may work as a mechanic too, and keeps working when becoming one.
  const worksAsMechanic = person.role === 'mechanic' || person.role === 'admin';
  return worksAsMechanic && next !== 'mechanic'
    ? endMechanicWork(trx, context, person.id)
    : accepted([]);
}

/** Returns the events of a change of someone's work, which may affect the time slots of every bookable day. */
function workChanged(context: Context, userId: string, moment: Moment): OutboxEvent[] {
  return [mechanicChanged(userId), ...listBookableDays(context, moment).map(slotsChanged)];
}
