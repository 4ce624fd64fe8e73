import { lockDays, lockMechanic } from '../database/locks.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import {
  mechanicChanged,
  mechanicReportedSick,
  slotsChanged,
  workingTimeChanged,
} from '../application/events.ts';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import { moveHoldsAwayFrom, placeMissingHolds } from '../scheduling/commands/place-holds.ts';
import {
  deleteSickDay,
  resetSwitch,
  insertSickDay,
  isOutSick,
  listConfirmedJobIds,
} from './sick-changes.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';

/**
 * Marks a mechanic as out sick for the rest of today, or as back at work. While they are sick, they get no new work,
 * their holds move to other mechanics immediately, they keep a job in progress, and their other jobs need coverage.
 * Once they are back, their working hours apply again, and covered jobs stay with the mechanics who took them.
 * Reporting the same thing again changes nothing. Everyone in the office except the reporter is notified when a
 * mechanic is out sick. Refused if the rest of today is already time off.
 */
export async function setSickToday(
  context: Context,
  actor: Actor,
  mechanicId: string,
  isSick: boolean,
): Promise<Result<void>> {
  const currentTime = getCurrentTime(context);
  const today = currentTime.local.date;
  return runInTransaction(context, actor.id, async (trx) => {
    await lockDays(trx, [today]);
    if (!(await lockMechanic(trx, mechanicId))) return refused('not_found', 'Mechanic not found.');
    if ((await isOutSick(trx, mechanicId, today)) === isSick) return done(undefined, []);
    if (isSick) {
      if (!(await insertSickDay(trx, mechanicId, currentTime.local)))
        return refused('wrong_status', 'The rest of today is already marked as time off.');
    } else {
      await deleteSickDay(trx, mechanicId, today);
    }
    await resetSwitch(trx, mechanicId);
    const holdEvents = isSick
      ? await moveHoldsAwayFrom(trx, mechanicId, today)
      : await placeMissingHolds(trx, today);
    const jobs = await listConfirmedJobIds(trx, mechanicId, today);
    return done(undefined, [
      mechanicChanged(mechanicId),
      isSick ? mechanicReportedSick(mechanicId, actor.id) : workingTimeChanged(mechanicId),
      slotsChanged(today),
      ...holdEvents,
      // These jobs may now need attention, or no longer need it.
      ...jobs.map((id): OutboxEvent => ({ kind: 'appointment', subjectId: id, mechanicId })),
    ]);
  });
}
