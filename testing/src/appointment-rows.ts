import type { TestApp } from './start-app.ts';

/** Reads an appointment's status, time and mechanics from the database, where holds are also visible. */
export function readPlacementRow({ store }: TestApp, id: number) {
  return store.kysely
    .selectFrom('appointments')
    .select(['status', 'date', 'start_time', 'end_time', 'mechanic_id', 'held_mechanic_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
