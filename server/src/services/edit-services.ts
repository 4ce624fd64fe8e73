import type { ServiceChange, ServiceInput } from '@curbwrench/contract/services/schemas';
import { findService } from './queries.ts';
import { archiveService, insertService, updateService } from './changes.ts';
import { releaseUnqualifiedHolds } from '../scheduling/changes/hold-changes.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { slotsChanged } from '../application/events.ts';
import {
  listBookableDays,
  lockBookableDays,
  placeMissingHoldsFromToday,
} from '../scheduling/commands/place-holds.ts';
import {
  done,
  getCurrentMoment,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';

/** Creates a service and returns its id. */
export async function createService(
  context: Context,
  actor: Actor,
  input: ServiceInput,
): Promise<Result<number>> {
  const { now } = getCurrentMoment(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const { id } = await insertService(trx, input, now);
    return done(id, [{ kind: 'service', subjectId: id }]);
  });
}

/**
 * Changes a service. The prices and times of booked appointments do not change. If the service now
 * requires another skill, its holds move to free mechanics who have it; appointments for which there is
 * none remain without a hold, for dispatch to assign.
 */
export async function changeService(
  context: Context,
  actor: Actor,
  id: number,
  change: ServiceChange,
): Promise<Result<void>> {
  const moment = getCurrentMoment(context);
  return runInTransaction(context, actor.id, async (trx) => {
    // Prevents concurrent bookings and assignments on these days.
    if (change.skill !== undefined) await lockBookableDays(trx, moment);
    const before = await findService(trx, id);
    const changed = await updateService(trx, id, change);
    if (!changed) return refused('not_found', 'There is no such service.');
    const requiresOtherSkill = before?.skill !== changed.skill;
    if (requiresOtherSkill) {
      await releaseUnqualifiedHolds(trx, id);
      await placeMissingHoldsFromToday(trx, moment);
    }
    return done(undefined, [
      { kind: 'service', subjectId: id },
      ...(requiresOtherSkill ? listBookableDays(context, moment).map(slotsChanged) : []),
    ]);
  });
}

/** Takes a service off sale. */
export async function deleteService(
  context: Context,
  actor: Actor,
  id: number,
): Promise<Result<void>> {
  const { now } = getCurrentMoment(context);
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await archiveService(trx, id, now))) {
      return refused('not_found', 'There is no such service.');
    }
    return done(undefined, [{ kind: 'service', subjectId: id }]);
  });
}
