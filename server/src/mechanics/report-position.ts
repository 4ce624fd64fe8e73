import type { ReportedPosition } from '@curbwrench/contract/people/schemas';
import { setPosition } from './changes.ts';
import { isPlausible } from './position-rules.ts';
import { findActiveMechanic, type MechanicRow } from './queries.ts';
import { mechanicChanged } from '../application/events.ts';
import type { Actor } from '../application/rules/actor.ts';
import { accepted, refused, type Refused, type Result } from '../application/rules/result.ts';
import {
  done,
  getCurrentMoment,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';

/**
 * Records where a mechanic is, or an admin who also works as one, and returns their row. A position is visible only
 * to dispatch and to the customer of the mechanic's current job. That of a mechanic who is neither available nor on
 * a job, or whose working hours are over, is private: it is not stored, and a browser tab that still sends it gets
 * the usual response. So does one that sends a coarse or impossible position, which changes nothing.
 *
 * Reads once and writes once, without a lock: the write itself checks whether the position is shared.
 */
export async function reportPosition(
  context: Context,
  actor: Actor,
  reported: ReportedPosition,
): Promise<Result<MechanicRow>> {
  const db = context.store.kysely;
  const moment = getCurrentMoment(context);
  const row = await findActiveMechanic(db, actor.id, moment);
  if (!row) return refuseNonMechanic(actor);
  if (row.status === 'offline' || row.sharing_ended) {
    // Reloads the status in the tab that sent it.
    await runInTransaction(context, actor.id, async () =>
      done(undefined, [mechanicChanged(actor.id)]),
    );
    return accepted(row);
  }
  const { now } = moment;
  const { latitude: lat, longitude: lng, position_at: at } = row;
  const last = lat === null || lng === null || at === null ? null : { lat, lng, at };
  if (!isPlausible(reported, last, now)) return accepted(row);
  if (!(await setPosition(db, actor.id, reported, moment))) return accepted(row);
  context.store.wake('outbox');
  return accepted({
    ...row,
    latitude: reported.lat,
    longitude: reported.lng,
    position_at: now,
    last_active_at: now,
    unseen: false,
  });
}

/** Refuses someone who does not work as a mechanic; an admin has no such right at all. */
export function refuseNonMechanic(actor: Actor): Refused {
  return actor.role === 'mechanic'
    ? refused('not_found', 'There is no such mechanic.')
    : refused('not_allowed', "You don't have permission to do that.");
}
