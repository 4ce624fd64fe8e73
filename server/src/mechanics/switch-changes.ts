import { sql, type Transaction } from 'kysely';
import { toLocalTime, type CurrentTime } from '../application/rules/business-time.ts';
import type { Database } from '../database/schema.ts';

/**
 * Sets whether a mechanic is available for the rest of today. With `isOwnActivity`, the mechanic made the
 * change themselves, and it also counts as their last activity.
 */
export async function setAvailable(
  trx: Transaction<Database>,
  mechanicId: string,
  available: boolean,
  { now, local }: CurrentTime,
  { isOwnActivity }: { readonly isOwnActivity: boolean },
): Promise<void> {
  await trx
    .updateTable('mechanics')
    .set({
      available,
      availability_set_on: local.date,
      // Setting the same value again on the same day keeps the original time.
      availability_set_at: sql<Date>`case when availability_set_on = ${local.date}::date and available = ${available}
        then availability_set_at else ${now}::timestamptz end`,
      ...(isOwnActivity && { last_active_at: now }),
    })
    .where('person_id', '=', mechanicId)
    .execute();
}

/**
 * Switches a mechanic to available as of `at`, the time at which they took a step in a job; their device may send the
 * step later. Leaves the switch unchanged if `at` is on an earlier business day, or if the switch was set after `at`.
 * Either way, sending the step counts as their last activity. Returns whether the switch was set.
 */
export async function makeAvailableAsOf(
  trx: Transaction<Database>,
  mechanicId: string,
  at: Date,
  currentTime: CurrentTime,
): Promise<boolean> {
  const { now, local, timeZone } = currentTime;
  const row = await trx
    .updateTable('mechanics')
    .set({ last_active_at: now })
    .where('person_id', '=', mechanicId)
    .returning('availability_set_at')
    .executeTakeFirst();
  if (!row || toLocalTime(at, timeZone).date !== local.date) return false;
  if (row.availability_set_at !== null && row.availability_set_at > at) return false;
  await setAvailable(trx, mechanicId, true, { ...currentTime, now: at }, { isOwnActivity: false });
  return true;
}

/** Returns whether a mechanic is switched to offline for the rest of this business day. */
export async function isSwitchedOff(
  trx: Transaction<Database>,
  mechanicId: string,
  date: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('mechanics')
    .select('person_id')
    .where('person_id', '=', mechanicId)
    .where('availability_set_on', '=', date)
    .where('available', '=', false)
    .executeTakeFirst();
  return row !== undefined;
}

/** What a mechanic's availability switch was last set to, and when. */
export interface AvailabilitySwitch {
  readonly available: boolean;
  /** The business day on which the switch was set and for which it applies; null if it was never set. */
  readonly availabilitySetOn: string | null;
  /** When the switch was set, in ISO 8601; null if it was never set. */
  readonly availabilitySetAt: string | null;
}

/** Reads a mechanic's availability switch. */
export async function readSwitch(
  trx: Transaction<Database>,
  mechanicId: string,
): Promise<AvailabilitySwitch> {
  const row = await trx
    .selectFrom('mechanics')
    .select(['available', 'availability_set_on', 'availability_set_at'])
    .where('person_id', '=', mechanicId)
    .executeTakeFirstOrThrow();
  return {
    available: row.available,
    availabilitySetOn: row.availability_set_on,
    availabilitySetAt: row.availability_set_at?.toISOString() ?? null,
  };
}

/** Sets a mechanic's switch back to a previous state, unless the switch was set again after `at`. */
export async function restoreSwitch(
  trx: Transaction<Database>,
  mechanicId: string,
  { available, availabilitySetOn, availabilitySetAt }: AvailabilitySwitch,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('mechanics')
    .set({
      available,
      availability_set_on: availabilitySetOn,
      availability_set_at: availabilitySetAt === null ? null : new Date(availabilitySetAt),
    })
    .where('person_id', '=', mechanicId)
    .where('availability_set_at', '=', at)
    .execute();
}
