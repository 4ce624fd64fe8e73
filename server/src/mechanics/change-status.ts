import type { MechanicStatusChange } from '@curbwrench/contract/people';
import { releaseHolds } from '../scheduling/changes/hold-changes.ts';
import { holdsOf } from '../scheduling/queries/day-plans.ts';
import { lockDays, lockMechanic } from '../database/locks.ts';
import {
  forgetPosition,
  isSwitchedOff,
  jobUnderWay,
  readStatus,
  setAvailable,
  setPosition,
} from './changes.ts';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { mechanicChanged, slotsChanged } from '../application/events.ts';
import { placeMissingHolds } from '../scheduling/commands/place-holds.ts';
import { done, momentOf, runInTransaction, type Context } from '../application/transaction.ts';

/**
 * The availability switch and position of a mechanic, or of an admin who also works as one. The
 * switch counts for the rest of the business day: off means no new work today. A position is told
 * to dispatch and to the customer whose job they are on, nobody else. `on_job` follows from a job
 * in progress: it can't be set, and while there is one the switch can't be used to leave it. Where
 * somebody is who is neither available nor on a job is no business of anyone's: a window that
 * hasn't heard of it yet is answered as ever, and what it told is not kept.
 */
export async function changeMechanicStatus(
  context: Context,
  actor: Actor,
  change: MechanicStatusChange,
): Promise<Result<void>> {
  const moment = momentOf(context);
  const { now } = moment;
  const today = moment.local.date;
  const mechanicId = actor.id;
  return runInTransaction(context, mechanicId, async (trx) => {
    // What the switch opens or closes is time of today.
    if (change.status !== undefined) await lockDays(trx, [today]);
    if (!(await lockMechanic(trx, mechanicId))) {
      // An admin who doesn't work as a mechanic has no such right at all.
      return actor.role === 'mechanic'
        ? refused('not_found', 'There is no such mechanic.')
        : refused('not_allowed', "You don't have permission to do that.");
    }
    const job = await jobUnderWay(trx, mechanicId);
    const slots: OutboxEvent[] = [];
    if (change.status !== undefined) {
      const onJob = job !== null;
      if (change.status === 'on_job' && !onJob) {
        return refused('wrong_status', 'Your status changes to on a job when you start one.');
      }
      if (change.status !== 'on_job' && onJob) {
        return refused('wrong_status', 'You are on a job; complete it first.');
      }
      if (!onJob) {
        const on = change.status === 'available';
        const wasOff = await isSwitchedOff(trx, mechanicId, today);
        await setAvailable(trx, mechanicId, on, moment, { seen: true });
        if (wasOff === on) {
          // Requests of today that held their time go to others, or to them again.
          if (!on) await releaseHolds(trx, await holdsOf(trx, mechanicId, today));
          await placeMissingHolds(trx, context, today);
          slots.push(slotsChanged(today));
        }
      }
    }
    if (change.location && (await readStatus(trx, mechanicId, moment)) !== 'offline') {
      await setPosition(trx, mechanicId, change.location, now);
    }
    if (change.location === null) await forgetPosition(trx, mechanicId);
    const moved = change.location !== undefined;
    // Also what wasn't kept is told of, to the window that sent it: it asks how things stand.
    return done(undefined, [mechanicChanged(mechanicId, moved ? job?.customerId : null), ...slots]);
  });
}
