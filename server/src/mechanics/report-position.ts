import type { ReportedPosition } from '@curbwrench/contract/people/schemas';
import { setPositions } from './changes.ts';
import { inBatches } from './in-batches.ts';
import { isPlausible } from './position-rules.ts';
import { listActiveMechanics, type MechanicRow } from './queries.ts';
import { mechanicChanged } from '../application/events.ts';
import type { Actor } from '../application/rules/actor.ts';
import { accepted, refused, type Refused, type Result } from '../application/rules/result.ts';
import {
  done,
  getCurrentMoment,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';

/** Reports within this time are stored together: too short for people to notice, in milliseconds. */
const gatherMs = 100;

interface Report {
  readonly mechanicId: string;
  readonly position: ReportedPosition;
}

/**
 * Returns the function that records where a mechanic is, or an admin who also works as one, and returns their row. A
 * position is visible only to dispatch and to the customer of the mechanic's current job. That of a mechanic who is
 * neither available nor on a job, or whose working hours are over, is private: it is not stored, and a browser tab
 * that still sends it gets the usual response. So does one that sends a coarse or impossible position, which changes
 * nothing.
 *
 * The first report is stored at once, and those that come shortly after it together, since hundreds of mechanics
 * report every few seconds.
 */
export function acceptPositions(
  context: Context,
): (actor: Actor, position: ReportedPosition) => Promise<Result<MechanicRow>> {
  const store = inBatches(
    gatherMs,
    ({ mechanicId }: Report) => mechanicId,
    (reports) => storeReports(context, reports),
  );
  return async (actor, position) => {
    const row = await store({ mechanicId: actor.id, position });
    if (!row) return refuseNonMechanic(actor);
    if (isPrivate(row)) {
      // Reloads the status in the tab that sent it.
      await runInTransaction(context, actor.id, async () =>
        done(undefined, [mechanicChanged(actor.id)]),
      );
    }
    return accepted(row);
  };
}

/**
 * Stores the positions that are shared and plausible, of each mechanic one, and returns the rows of all who work as
 * mechanics by their ids. Reads once and writes once: the write itself checks whether each position is shared.
 */
async function storeReports(
  context: Context,
  reports: readonly Report[],
): Promise<ReadonlyMap<string, MechanicRow>> {
  const db = context.store.kysely;
  const moment = getCurrentMoment(context);
  const { now } = moment;
  const ids = reports.map(({ mechanicId }) => mechanicId);
  const rows = new Map((await listActiveMechanics(db, ids, moment)).map((row) => [row.id, row]));
  const worthStoring = reports.flatMap(({ mechanicId, position }) => {
    const row = rows.get(mechanicId);
    if (!row || isPrivate(row) || !isPlausible(position, getLast(row), now)) return [];
    return [{ mechanicId, lat: position.lat, lng: position.lng }];
  });
  if (worthStoring.length === 0) return rows;
  const stored = await setPositions(db, worthStoring, moment);
  if (stored.size > 0) context.store.wake('outbox');
  for (const { mechanicId, lat, lng } of worthStoring) {
    const row = rows.get(mechanicId);
    if (!row || !stored.has(mechanicId)) continue;
    const position = { latitude: lat, longitude: lng, position_at: now };
    rows.set(mechanicId, { ...row, ...position, last_active_at: now, unseen: false });
  }
  return rows;
}

function isPrivate({ status, sharing_ended }: MechanicRow): boolean {
  return status === 'offline' || sharing_ended;
}

function getLast({ latitude: lat, longitude: lng, position_at: at }: MechanicRow) {
  return lat === null || lng === null || at === null ? null : { lat, lng, at };
}

/** Refuses someone who does not work as a mechanic; an admin has no such right at all. */
export function refuseNonMechanic(actor: Actor): Refused {
  return actor.role === 'mechanic'
    ? refused('not_found', 'There is no such mechanic.')
    : refused('not_allowed', "You don't have permission to do that.");
}
