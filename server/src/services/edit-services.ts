import type { ServiceChange, ServiceInput } from '@curbwrench/contract/services/schemas';
import { findService, type ServiceRow } from './queries.ts';
import { archiveService, insertService, updateService } from './changes.ts';
import { releaseUnqualifiedHolds } from '../scheduling/changes/hold-changes.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { holdChanged, slotsChanged } from '../application/events.ts';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import { lockOfficeDays, placeMissingHoldsFromToday } from '../scheduling/commands/place-holds.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';

/** Creates all the given services or none, and returns them in the order of the inputs. */
export async function createServices(
  context: Context,
  actor: Actor,
  inputs: readonly ServiceInput[],
): Promise<Result<readonly ServiceRow[]>> {
  const { now } = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const rows: ServiceRow[] = [];
    for (const input of inputs) rows.push(await insertService(trx, input, now));
    return done(
      rows,
      rows.map(({ id }) => ({ kind: 'service', subjectId: id })),
    );
  });
}

/**
 * Changes a service. The prices and durations of booked appointments do not change. If the service now requires
 * a different skill, holds for it move to free mechanics who have the skill. Appointments for which no such mechanic is
 * free lose their hold, and the office must assign them.
 */
export async function changeService(
  context: Context,
  actor: Actor,
  id: number,
  change: ServiceChange,
): Promise<Result<void>> {
  const currentTime = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    // Prevents concurrent bookings and assignments on these days.
    if (change.skill !== undefined) await lockOfficeDays(trx, currentTime);
    const before = await findService(trx, id);
    const changed = await updateService(trx, id, change);
    if (!changed) return refused('not_found', 'Service not found.');
    const requiresDifferentSkill = before?.skill !== changed.skill;
    const holdEvents: OutboxEvent[] = [];
    if (requiresDifferentSkill) {
      const releasedHolds = await releaseUnqualifiedHolds(trx, id);
      holdEvents.push(...releasedHolds.map(holdChanged));
      holdEvents.push(...(await placeMissingHoldsFromToday(trx, currentTime)));
    }
    return done(undefined, [
      { kind: 'service', subjectId: id },
      ...(requiresDifferentSkill ? [slotsChanged(currentTime.local.date)] : []),
      ...holdEvents,
    ]);
  });
}

/** Archives a service, so that it is no longer offered. */
export async function deleteService(
  context: Context,
  actor: Actor,
  id: number,
): Promise<Result<void>> {
  const { now } = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await archiveService(trx, id, now))) {
      return refused('not_found', 'Service not found.');
    }
    return done(undefined, [{ kind: 'service', subjectId: id }]);
  });
}
