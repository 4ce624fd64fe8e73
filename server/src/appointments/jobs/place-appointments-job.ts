import type { FastifyBaseLogger } from 'fastify';
import type { Position } from '@curbwrench/contract/people/schemas';
import type { Store } from '../../database/connection/store.ts';
import { inTransaction } from '../../database/connection/transaction.ts';
import { locateAddress } from '../../places/locate-address.ts';
import { lockUnplaced, storePlaces } from '../changes/place-changes.ts';

/** Few enough that a booking which needs one of these rows hardly waits. */
const batchSize = 500;

/**
 * Places the appointments from before places were stored, in the background: by their coordinates, or by their
 * addresses around `business`. Safe to run in several processes at once; a row that is locked at that moment is
 * left for the next start. Returns a function that stops it after the current batch.
 */
export function startPlacingAppointments(
  store: Store,
  business: Position,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (!isStopped && (await placeBatch(store, business)) > 0);
  };
  const running = run().catch((error: unknown) => {
    log.warn(
      { code: Reflect.get(Object(error), 'code') },
      'The remaining appointments are placed at the next start.',
    );
  });
  return async () => {
    isStopped = true;
    await running;
  };
}

/** Places up to 500 appointments in one transaction. Returns how many. */
export async function placeBatch(store: Store, business: Position): Promise<number> {
  return inTransaction(store, async (trx) => {
    const rows = await lockUnplaced(trx, batchSize);
    if (rows.length === 0) return 0;
    const places = rows.map(({ id, address, latitude, longitude }) => ({
      id,
      ...locateAddress(
        { address, lat: latitude ?? undefined, lng: longitude ?? undefined },
        business,
      ),
    }));
    await storePlaces(trx, places);
    return rows.length;
  });
}
