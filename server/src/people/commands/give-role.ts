import type { Role } from '@curbwrench/contract/roles';
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
 * Gives a person another role, as part of a story that keeps their row and before it all admins'.
 * Who becomes a mechanic begins to work; who stops being one, or an admin, first has no duties
 * left. Answers what to tell.
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
  // They sign in again: a session lasts no longer than the rights it was opened with.
  await secureAccount(trx, person.id, 'none');
  return accepted([personChanged(person.id), ...left.value, ...begun]);
}

/**
 * Ends what someone has to do here, before they are deactivated or go: the last admin stays, and
 * so does a mechanic with open jobs. All admins' rows are kept, and then the person's.
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
 * Someone works as a mechanic from now on: with default hours where they have none of their own,
 * and appointments that wait without a hold get one where they fit.
 */
export async function beginWork(
  trx: Transaction,
  context: Context,
  userId: string,
): Promise<OutboxEvent[]> {
  const moment = momentOf(context);
  // No booking and no assignment may come in between, on any day that can be booked.
  await lockDays(trx, bookableDays(moment));
  await activateMechanic(trx, userId);
  await placeWaiting(trx, context, moment);
  return workChanged(userId, moment);
}

/**
 * Someone no longer works as a mechanic: refused while jobs are theirs; holds on their time move
 * to others where they can, and what can't comes to dispatch. Nothing for who isn't one.
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
  // An admin may work as a mechanic too, and goes on as one who becomes one.
  const works = person.role === 'mechanic' || person.role === 'admin';
  return works && next !== 'mechanic' ? endWork(trx, context, person.id) : accepted([]);
}

/** Anybody's free time slots may have come or gone with them. */
function workChanged(userId: string, moment: Moment): OutboxEvent[] {
  return [mechanicChanged(userId), ...bookableDays(moment).map(slotsChanged)];
}
