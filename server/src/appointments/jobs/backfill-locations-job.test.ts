import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppointment, type BuilderContext } from '@curbwrench/testing/builders';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { startApp, testBusiness } from '@curbwrench/testing/start-app';
import { waitFor } from '@curbwrench/testing/wait-for';
import type { Geocoder } from '../../application/geocoder-port.ts';
import { sealAudit } from '../../audit/changes.ts';
import { backfillBatch } from './backfill-locations-job.ts';

/** Only a database: an app would run the job itself when it starts. */
let database: TestDatabase;
let context: BuilderContext & { readonly business: typeof testBusiness };

beforeAll(async () => {
  database = await createTestDatabase();
  context = { store: database.store, authSecret: 'not used', business: testBusiness };
});
afterAll(() => database.drop());

const oldRows = [
  { address: '5 Elm Street, Austin, TX 78701', latitude: 30.3, longitude: -97.7 },
  { address: '5 Elm Street, Austin, TX 78701', latitude: null, longitude: null },
  { address: '5 Elm Street, Austin, TX 78701', latitude: 37.7749, longitude: -122.4194 },
  { address: 'Elm Street, St. Louis, MO', latitude: null, longitude: null },
  { address: '5 Elm Street', latitude: null, longitude: null },
  { address: '5 Elm Street', latitude: 37.7749, longitude: -122.4194 },
];

const makeOldRows = async () => {
  for (const [index, row] of oldRows.entries()) {
    await makeAppointment(context, { ...row, date: `2026-03-1${index}` });
  }
};

const readRows = () =>
  context.store.kysely
    .selectFrom('appointments')
    .select(['id', 'latitude', 'place_precision', 'updated_at'])
    .orderBy('id')
    .execute();

test('appointments that were booked before locations were stored are located, each only once @appointments.placed-later', async () => {
  await makeOldRows();
  const before = await readRows();
  expect(before.map((row) => row.place_precision)).toEqual(oldRows.map(() => null));
  expect(await backfillBatch({ ...context, geocoder: null })).toBe(oldRows.length);
  const locatedRows = await readRows();
  expect(locatedRows.map((row) => [row.place_precision, row.latitude?.toFixed(1)])).toEqual([
    ['pin', '30.3'],
    ['zip', '30.3'],
    ['zip', '30.3'],
    ['town', '38.6'],
    ['unknown', undefined],
    ['unknown', undefined],
  ]);
  expect(locatedRows.map((row) => row.updated_at)).toEqual(before.map((row) => row.updated_at));
  expect(await backfillBatch({ ...context, geocoder: null })).toBe(0);
  expect(await readRows()).toEqual(locatedRows);
});

test("the audit trail records an appointment's new location, with no actor @appointments.placed-later", async () => {
  const id = await makeAppointment(context, { address: 'Austin, TX', date: '2026-03-10' });
  await backfillBatch({ ...context, geocoder: null });
  await sealAudit(context.store.kysely);
  const entries = await context.store.kysely
    .selectFrom('audit_entries')
    .select(['action', 'actor_id'])
    .where('subject', '=', 'appointment')
    .where('subject_id', '=', String(id))
    .orderBy('number')
    .execute();
  expect(entries).toEqual([
    { action: 'created', actor_id: null },
    // Adding the appointment's line item counts as a change; then its location changes.
    { action: 'changed', actor_id: null },
    { action: 'changed', actor_id: null },
  ]);
});

test('only the addresses of open appointments are sent to the geocoding service @appointments.placed-later', async () => {
  const searchedAddresses: string[] = [];
  const geocoder: Geocoder = {
    suggestsWhileTyping: true,
    search: async (address) => {
      searchedAddresses.push(address);
      const parts = { houseNumber: '0', city: 'San Francisco', state: 'CA', zip: '94103' };
      const position = { lat: 37.77, lng: -122.41 };
      return { places: [{ address, position, precision: 'house', parts }], isDown: false };
    },
    suggest: async () => ({ places: [], isDown: false }),
    reverseGeocode: async () => ({ places: [], isDown: false }),
  };
  const address = (number: number) => `${number} Elm Street, San Francisco, CA 94103`;
  for (const [index, status] of (['pending', 'cancelled'] as const).entries()) {
    await makeAppointment(context, { address: address(index), date: '2026-03-20', status });
  }
  expect(await backfillBatch({ ...context, geocoder })).toBe(2);
  expect(searchedAddresses).toEqual([address(0)]);
  const rows = await readRows();
  expect(rows.slice(-2).map((row) => row.place_precision)).toEqual(['house', 'zip']);
});

test('when stopped, the job stops after the current appointment @appointments.placed-later', async () => {
  await makeOldRows();
  let checks = 0;
  expect(await backfillBatch({ ...context, geocoder: null }, () => (checks += 1) > 2)).toBe(2);
  expect(await backfillBatch({ ...context, geocoder: null })).toBe(oldRows.length - 2);
});

test('when a server starts, it locates appointments without a stored location @appointments.placed-later', async () => {
  await makeOldRows();
  const secondApp = await startApp({ database });
  await waitFor(async () => {
    expect((await readRows()).filter((row) => row.place_precision === null)).toEqual([]);
  });
  await secondApp.stop();
});
