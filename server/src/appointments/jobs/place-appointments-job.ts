import { openStatuses } from '@curbwrench/contract/appointments/lifecycle';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import type { FastifyBaseLogger } from 'fastify';
import { inTransaction } from '../../database/connection/transaction.ts';
import { locateAddress, type LocatingContext } from '../../places/locate-address.ts';
import {
  listUnplaced,
  lockUnplaced,
  storePlaces,
  type UnplacedAppointment,
} from '../changes/place-changes.ts';

/** Few enough that a booking which needs one of these rows hardly waits. */
const batchSize = 500;

/** Fewer, since a geocoding service takes a second for each. */
const batchSizeWithService = 10;

/**
 * Places the appointments from before places were stored, in the background: by their coordinates, or by their
 * addresses. Safe to run in several processes at once; a row that is locked at that moment is left for the next
 * start. Returns a function that stops it after the current appointment.
 */
export function startPlacingAppointments(
  context: LocatingContext,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (!isStopped && (await placeBatch(context, () => isStopped)) > 0);
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

/** Places some appointments, whose places are stored in one transaction. Returns how many. */
export async function placeBatch(
  context: LocatingContext,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { store, geocoder } = context;
  const rows = await listUnplaced(store.kysely, geocoder ? batchSizeWithService : batchSize);
  const places: (LocatedAddress & { readonly id: number })[] = [];
  for (const row of rows) {
    if (isStopped()) break;
    // One after the other: a service is asked slowly.
    // oxlint-disable-next-line no-await-in-loop
    places.push({ id: row.id, ...(await locateAppointment(context, row)) });
  }
  if (places.length === 0) return 0;
  return inTransaction(store, async (trx) => {
    const ids = places.map(({ id }) => id);
    const locked = await lockUnplaced(trx, ids);
    if (locked.size > 0) {
      await storePlaces(
        trx,
        places.filter(({ id }) => locked.has(id)),
      );
    }
    return locked.size;
  });
}

/** A service is asked only for jobs that are still to be done: services do not allow to place whole tables. */
function locateAppointment(
  context: LocatingContext,
  { address, latitude, longitude, status }: UnplacedAppointment,
): Promise<LocatedAddress> {
  const isOpen = openStatuses.some((open) => open === status);
  return locateAddress({ ...context, geocoder: isOpen ? context.geocoder : null }, null, {
    address,
    lat: latitude ?? undefined,
    lng: longitude ?? undefined,
  });
}
