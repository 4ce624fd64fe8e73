import type { Role } from '@curbwrench/contract/people/roles';
import { releaseHolds } from '../../scheduling/changes/hold-changes.ts';
import { findHeldAppointments } from '../../scheduling/queries/day-plans.ts';
import { deleteFeedsForMechanic, deleteFeedsOwnedBy } from '../../calendar-feeds/changes.ts';
import { expireInvitationsBy } from '../changes/invitation-changes.ts';
import { lockMechanic } from '../../database/locks.ts';
import { activateMechanic, deactivateMechanic, listOpenJobIds } from '../../mechanics/changes.ts';
import type { OutboxEvent } from '../../database/outbox-changes.ts';
import { setRole } from '../../accounts/changes/user-changes.ts';
import type { CurrentTime } from '../../application/rules/business-time.ts';
import { accepted, type Result } from '../../application/rules/result.ts';
import {
  lastAdminRefusal,
  openJobsRefusal,
  roleChangeRefusal,
  type PersonState,
} from '../../accounts/rules/roles.ts';
import {
  holdChanged,
  mechanicChanged,
  personChanged,
  slotsChanged,
} from '../../application/events.ts';
import {
  lockOfficeDays,
  placeMissingHoldsFromToday,
} from '../../scheduling/commands/place-holds.ts';
import { secureAccount } from '../../accounts/commands/secure-account.ts';
import { getCurrentTime, type Context, type Transaction } from '../../application/transaction.ts';

/**
 * Gives a person a different role. The caller must have locked all admins and then the person. A new mechanic starts
 * working. Refused if the person is the last admin or a mechanic with open jobs. Returns the events.
 */
export async function grantRole(
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
  await setRole(trx, person.id, role, getCurrentTime(context).now);
  // Ends the person's sessions and calendar feeds, which must not outlast the permissions they were created with.
  await secureAccount(trx, person.id, { keepSessions: 'none' });
  await deleteFeedsOwnedBy(trx, person.id);
  return accepted([personChanged(person.id), ...leaveEvents.value, ...workEvents]);
}

/**
 * Ends a person's work as a mechanic and expires the invitations they sent, before they are deactivated or deleted.
 * Refused if the person is the last admin or a mechanic with open jobs. The caller must have
 * locked all admins and then the person. Returns the events.
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
 * if the mechanic can do them. Returns the events.
 */
export async function startMechanicWork(
  trx: Transaction,
  context: Context,
  userId: string,
): Promise<OutboxEvent[]> {
  const currentTime = getCurrentTime(context);
  // Prevents concurrent bookings and assignments on every bookable day.
  await lockOfficeDays(trx, currentTime);
  await activateMechanic(trx, userId);
  const holdEvents = await placeMissingHoldsFromToday(trx, currentTime);
  return [...workChanged(userId, currentTime), ...holdEvents];
}

/**
 * Ends a person's work as a mechanic. Refused if they have open jobs. Their holds move to other mechanics if possible;
 * appointments left without a hold are shown to the office. Deletes all calendar feeds of their jobs. Does nothing if
 * the person is not a mechanic. Returns the events.
 */
export async function endMechanicWork(
  trx: Transaction,
  context: Context,
  userId: string,
): Promise<Result<OutboxEvent[]>> {
  const currentTime = getCurrentTime(context);
  await lockOfficeDays(trx, currentTime);
  if (!(await lockMechanic(trx, userId))) return accepted([]);
  const refusal = openJobsRefusal(await listOpenJobIds(trx, userId));
  if (refusal) return refusal;
  await deactivateMechanic(trx, userId);
  await deleteFeedsForMechanic(trx, userId);
  const lostHolds = await findHeldAppointments(trx, userId);
  await releaseHolds(trx, lostHolds);
  const holdEvents = await placeMissingHoldsFromToday(trx, currentTime);
  return accepted([
    ...workChanged(userId, currentTime),
    ...lostHolds.map(holdChanged),
    ...holdEvents,
  ]);
}

async function leaveRole(
  trx: Transaction,
  context: Context,
  admins: readonly string[],
  person: PersonState,
  newRole: Role | null,
): Promise<Result<OutboxEvent[]>> {
  if (person.role === 'admin') {
    const refusal = lastAdminRefusal(admins, person.id);
    if (refusal) return refusal;
    await expireInvitationsBy(trx, person.id, getCurrentTime(context).now);
  }
  // An admin may also work as a mechanic, and keeps working if their role changes to mechanic.
  const worksAsMechanic = person.role === 'mechanic' || person.role === 'admin';
  return worksAsMechanic && newRole !== 'mechanic'
    ? endMechanicWork(trx, context, person.id)
    : accepted([]);
}

/** Returns the events of a change to someone's work, which may affect the time slots of every bookable day. */
function workChanged(userId: string, currentTime: CurrentTime): OutboxEvent[] {
  return [mechanicChanged(userId), slotsChanged(currentTime.local.date)];
}
