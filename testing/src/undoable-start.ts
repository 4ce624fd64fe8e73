import { sql } from 'kysely';
import type { BuilderContext } from './builders.ts';

/** Adds a 'started' event, which the mechanic can still undo, to the history of a job in progress. */
export async function makeUndoableStart(
  { store }: Pick<BuilderContext, 'store'>,
  appointmentId: string | number,
  mechanicId: string,
): Promise<void> {
  const before = { available: true, availabilitySetOn: null, availabilitySetAt: null };
  await sql`
    with started as (
      insert into appointment_events (appointment_id, kind, at, actor_id)
      values (${appointmentId}, 'started', now(), ${mechanicId}) returning appointment_id, id
    )
    insert into undoable_changes (appointment_id, kind, event_id, before, events, undo_until)
    select appointment_id, 'start', id, ${JSON.stringify(before)}::jsonb, '[]', 'infinity' from started
  `.execute(store.kysely);
}
