import type { Role } from '@curbwrench/contract/people/roles';
import { releaseHolds } from '../../scheduling/changes/hold-changes.ts';
import { holdsOf } from '../../scheduling/queries/day-plans.ts';
import { expireInvitationsBy } from '../changes/invitation-changes.ts';
import { lockDays, lockMechanic } from '../../database/locks.ts';
import { activateMechanic, deactivateMechanic, openJobsOf } from '../../mechanics/changes.ts';
import type { OutboxEvent } from '../../database/outbox-changes.ts';
import { setRole } from '../../accounts/changes/user-changes.ts';
import type { Moment } from '../../application/rules/business-time.ts';
import { accepted, type Result } from '../../application/rules/result.ts';
import {
  whyAdminStays,
  whyMechanicStays,
  whyNotGiven,
  type PersonState,
} from '../../accounts/rules/person.ts';
import { mechanicChanged, personChanged, slotsChanged } from '../../application/events.ts';
import { bookableDays, placeWaiting } from '../../scheduling/commands/place-holds.ts';
import { secureAccount } from '../../accounts/commands/secure-account.ts';
import { momentOf, type Context, type Transaction } from '../../application/transaction.ts';

/**
 * Gives a person another role, within a command that has locked all admins and then the person. A new
 * mechanic begins to work; a former mechanic or admin must have no duties left. Returns the events.
 */
export async function giveRole(
  trx: Transaction,
  context: Context,
  admins: readonly string[],
  person: PersonState,
  role: Role,
): Promise<Result<OutboxEvent[]>> {
  if (person.role === role) return accepted([]);
  const refusal = whyNotGiven(role, person);
  if (refusal) return refusal;
  const left = await leaveRole(trx, context, admins, person, role);
  if (!left.ok) return left;
  const begun = role === 'mechanic' ? await beginWork(trx, context, person.id) : [];
  await setRole(trx, person.id, role, momentOf(context).now);
  // They sign in again: a session must not outlast the rights it was opened with.
  await secureAccount(trx, person.id, 'none');
  return accepted([personChanged(person.id), ...left.value, ...begun]);
}

/**
 * Ends a person's duties before they are deactivated or deleted; refused for the last admin and for
 * a mechanic with open jobs. Expects that all admins' rows are locked, and then the person's.
 */
export async function endDuties(
  trx: Transaction,
  context: Context,
  admins: readonly string[],
  person: PersonState,
): Promise<Result<OutboxEvent[]>> {
  return leaveRole(trx, context, admins, person, null);
}

/**
 * Lets a person work as a mechanic from now on: with default hours if they have none, and
 * appointments without a hold get one where they fit.
 */
export async function beginWork(
  trx: Transaction,
  context: Context,
  userId: string,
): Promise<OutboxEvent[]> {
  const moment = momentOf(context);
  // Prevents bookings and assignments in between, on every bookable day.
  await lockDays(trx, bookableDays(moment));
  await activateMechanic(trx, userId);
  await placeWaiting(trx, context, moment);
  return workChanged(userId, moment);
}

/**
 * Ends a person's work as a mechanic: refused while they have jobs; their holds move to others
 * where possible, and the rest goes to dispatch. Does nothing for a person who isn't one.
 */
export async function endWork(
  trx: Transaction,
  context: Context,
  userId: string,
): Promise<Result<OutboxEvent[]>> {
  const moment = momentOf(context);
  await lockDays(trx, bookableDays(moment));
  if (!(await lockMechanic(trx, userId))) return accepted([]);
  const refusal = whyMechanicStays(await openJobsOf(trx, userId));
  if (refusal) return refusal;
  await deactivateMechanic(trx, userId);
  await releaseHolds(trx, await holdsOf(trx, userId));
  await placeWaiting(trx, context, moment);
  return accepted(workChanged(userId, moment));
}

async function leaveRole(
  trx: Transaction,
  context: Context,
  admins: readonly string[],
  person: PersonState,
  next: Role | null,
): Promise<Result<OutboxEvent[]>> {
  if (person.role === 'admin') {
    const refusal = whyAdminStays(admins, person.id);
    if (refusal) return refusal;
    await expireInvitationsBy(trx, person.id, momentOf(context).now);
  }
  // An admin may work as a mechanic too, and continues when becoming a mechanic.
  const works = person.role === 'mechanic' || person.role === 'admin';
  return works && next !== 'mechanic' ? endWork(trx, context, person.id) : accepted([]);
}

/** Returns the events: their work may affect the free time slots of every day. */
function workChanged(userId: string, moment: Moment): OutboxEvent[] {
  return [mechanicChanged(userId), ...bookableDays(moment).map(slotsChanged)];
}
