import { daysBetween } from '@curbwrench/contract/fields/calendar';
import type { HolidayInput, WorkingTimeReply } from '@curbwrench/contract/working-time/schemas';
import { holidayChanged } from '../application/events.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Refused, type Result } from '../application/rules/result.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';
import { changeWorkingTime, toRemovalResult } from './change-working-time.ts';
import { deleteHoliday, insertHoliday, updateHoliday } from './changes.ts';

/** Closes the business on a date, which must be from today to two years ahead. */
export async function addHoliday(
  context: Context,
  actor: Actor,
  { date, name, accepted }: HolidayInput,
): Promise<Result<WorkingTimeReply>> {
  const days = daysBetween(getCurrentTime(context).local.date, date);
  if (days < 0) return refused('invalid_request', 'That date is in the past.');
  if (days > 2 * 366) {
    return refused('invalid_request', 'Please choose a date within the next two years.');
  }
  return changeWorkingTime(context, actor, {
    mechanicId: null,
    from: date,
    to: date,
    acceptedAppointmentIds: accepted,
    apply: async (trx) =>
      (await insertHoliday(trx, date, name))
        ? null
        : refused('in_use', 'That date is already a holiday.'),
  });
}

/** Renames a holiday. */
export async function renameHoliday(
  context: Context,
  actor: Actor,
  date: string,
  name: string,
): Promise<Result<void>> {
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await updateHoliday(trx, date, name))) return noSuchHoliday();
    return done(undefined, [holidayChanged(date)]);
  });
}

/** Removes a holiday, so that the business is open again on that date. */
export async function removeHoliday(
  context: Context,
  actor: Actor,
  date: string,
): Promise<Result<void>> {
  const removed = await changeWorkingTime(context, actor, {
    mechanicId: null,
    from: date,
    to: date,
    acceptedAppointmentIds: [],
    apply: async (trx) => ((await deleteHoliday(trx, date)) ? null : noSuchHoliday()),
  });
  return toRemovalResult(removed);
}

function noSuchHoliday(): Refused {
  return refused('not_found', 'That date is not a holiday.');
}
