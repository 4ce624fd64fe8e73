import { openStatuses } from '@curbwrench/contract/appointments/lifecycle';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import type { FastifyBaseLogger } from 'fastify';
import { inTransaction } from '../../database/connection/transaction.ts';
import { geocodeAddress, type GeocodingContext } from '../../places/geocode-address.ts';
import {
  listAppointmentsWithoutLocation,
  lockAppointmentsWithoutLocation,
  storeLocations,
  type AppointmentWithoutLocation,
} from '../changes/location-changes.ts';

/** Small enough that a command that needs one of these rows doesn't have to wait long. */
const batchSize = 500;

/** Smaller, since a geocoding service may take a second for each address. */
const batchSizeWithService = 10;

/**
 * Backfills, in the background, the locations of appointments that were booked before locations were stored, from their
 * coordinates or addresses. Safe to run in several processes at once. Rows that are locked at that time are skipped
 * until the next start. Returns a function that stops the job after the current appointment.
 */
export function startBackfillingLocations(
  context: GeocodingContext,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (!isStopped && (await backfillBatch(context, () => isStopped)) > 0);
  };
  const running = run().catch((error: unknown) => {
    log.warn(
      { code: Reflect.get(Object(error), 'code') },
      'Geocoding old appointments failed; the remaining ones will be geocoded at the next start.',
    );
  });
  return async () => {
    isStopped = true;
    await running;
  };
}

/** Geocodes one batch of appointments and stores the results in one transaction. Returns how many it stored. */
export async function backfillBatch(
  context: GeocodingContext,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { store, geocoder } = context;
  const rows = await listAppointmentsWithoutLocation(
    store.kysely,
    geocoder ? batchSizeWithService : batchSize,
  );
  const locations: (LocatedAddress & { readonly id: number })[] = [];
  for (const row of rows) {
    if (isStopped()) break;
    // One after the other, because geocoding services limit the rate of requests.
    // oxlint-disable-next-line no-await-in-loop
    locations.push({ id: row.id, ...(await locateAppointment(context, row)) });
  }
  if (locations.length === 0) return 0;
  return inTransaction(store, async (trx) => {
    const ids = locations.map(({ id }) => id);
    const lockedIds = await lockAppointmentsWithoutLocation(trx, ids);
    if (lockedIds.size > 0) {
      await storeLocations(
        trx,
        locations.filter(({ id }) => lockedIds.has(id)),
      );
    }
    return lockedIds.size;
  });
}

/** Uses the geocoding service only for open appointments, because such services do not allow bulk geocoding. */
function locateAppointment(
  context: GeocodingContext,
  { address, latitude, longitude, status }: AppointmentWithoutLocation,
): Promise<LocatedAddress> {
  const isOpen = openStatuses.some((open) => open === status);
  return geocodeAddress({ ...context, geocoder: isOpen ? context.geocoder : null }, null, {
    address,
    lat: latitude ?? undefined,
    lng: longitude ?? undefined,
  });
}
