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
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';

/** Reports within this time, in milliseconds, are stored together. The delay is too short to notice. */
const gatherMs = 100;

interface Report {
  readonly mechanicId: string;
  readonly position: ReportedPosition;
}

/**
 * Returns the function that records the position of a mechanic, or of an admin who also works as one, and returns their
 * row. A position is visible only to the office and to the customer of the mechanic's current job. The position of a
 * mechanic who is neither available nor on a job, or whose working hours are over, is private and isn't stored. A
 * coarse or impossible position isn't stored either. In both cases the sender gets the usual response.
 *
 * The first report is stored immediately, and those that follow shortly after are stored together, since hundreds of
 * mechanics report every few seconds.
 */
export function createPositionReporter(
  context: Context,
): (actor: Actor, position: ReportedPosition) => Promise<Result<MechanicRow>> {
  const submitReport = inBatches(
    gatherMs,
    ({ mechanicId }: Report) => mechanicId,
    (reports) => storeReports(context, reports),
  );
  return async (actor, position) => {
    const row = await submitReport({ mechanicId: actor.id, position });
    if (!row) return refuseNonMechanic(actor);
    if (isPrivate(row)) {
      // Makes the tab that sent the position reload the status.
      await runInTransaction(context, actor.id, async () =>
        done(undefined, [mechanicChanged(actor.id)]),
      );
    }
    return accepted(row);
  };
}

/**
 * Stores the positions that are shared and plausible. There must be only one report per mechanic. Returns the rows of
 * the active mechanics among the senders, by id. Reads once and writes once: the write checks again whether each
 * position is shared.
 */
async function storeReports(
  context: Context,
  reports: readonly Report[],
): Promise<ReadonlyMap<string, MechanicRow>> {
  const db = context.store.kysely;
  const currentTime = getCurrentTime(context);
  const { now } = currentTime;
  const ids = reports.map(({ mechanicId }) => mechanicId);
  const rows = new Map(
    (await listActiveMechanics(db, ids, currentTime)).map((row) => [row.id, row]),
  );
  const positionsToStore = reports.flatMap(({ mechanicId, position }) => {
    const row = rows.get(mechanicId);
    if (!row || isPrivate(row) || !isPlausible(position, getLastPosition(row), now)) return [];
    return [{ mechanicId, lat: position.lat, lng: position.lng }];
  });
  if (positionsToStore.length === 0) return rows;
  const storedIds = await setPositions(db, positionsToStore, currentTime);
  if (storedIds.size > 0) context.store.wake('outbox');
  for (const { mechanicId, lat, lng } of positionsToStore) {
    const row = rows.get(mechanicId);
    if (!row || !storedIds.has(mechanicId)) continue;
    const position = { latitude: lat, longitude: lng, position_at: now };
    rows.set(mechanicId, { ...row, ...position, last_active_at: now, unseen: false });
  }
  return rows;
}

function isPrivate({ status, sharing_ended }: MechanicRow): boolean {
  return status === 'offline' || sharing_ended;
}

function getLastPosition({ latitude: lat, longitude: lng, position_at: at }: MechanicRow) {
  return lat === null || lng === null || at === null ? null : { lat, lng, at };
}

/**
 * Returns the refusal for someone who does not work as a mechanic: `not_found` if their role is mechanic, otherwise
 * `not_allowed`.
 */
export function refuseNonMechanic(actor: Actor): Refused {
  return actor.role === 'mechanic'
    ? refused('not_found', 'Mechanic not found.')
    : refused('not_allowed', "You don't have permission to do that.");
}
