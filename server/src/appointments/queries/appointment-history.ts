// Reads tables owned by these modules: accounts
import type { AppointmentEventKind } from '@curbwrench/contract/appointments/schemas';
import type { Role } from '@curbwrench/contract/people/roles';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { HistorySummary } from '../rules/calendar-event.ts';

/** An event in an appointment's history with the names of people, before access rules are applied. */
export interface HistoryRow {
  readonly id: number;
  readonly kind: AppointmentEventKind;
  readonly at: Date;
  readonly actor_id: string | null;
  /** Null if the actor has no account, or no longer has one. */
  readonly actor_role: Role | null;
  readonly actor_name: string | null;
  /** The mechanic who got or lost the job through this event. */
  readonly mechanic_id: string | null;
  readonly mechanic_name: string | null;
  /** For an assignment: the mechanic who had the job before. */
  readonly former_mechanic_name: string | null;
  readonly detail: Readonly<Record<string, string | null>>;
}

/** Returns an appointment's history, oldest first. The caller must have checked that the viewer may see it. */
export async function readHistory(
  db: Kysely<Database>,
  appointmentId: number,
): Promise<readonly HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select e.id, e.kind, e.at, e.detail, e.actor_id, account.role as actor_role,
      nullif(trim(u.first_name || ' ' || u.last_name), '') as actor_name,
      m.id as mechanic_id,
      nullif(trim(m.first_name || ' ' || m.last_name), '') as mechanic_name,
      nullif(trim(f.first_name || ' ' || f.last_name), '') as former_mechanic_name
    from appointment_events e
    left join people u on u.id = e.actor_id
    left join accounts account on account.id = e.actor_id
    left join people m on m.id = coalesce(e.detail->>'mechanicId', e.detail->>'formerMechanicId')
    left join people f on e.kind = 'assigned' and f.id = e.detail->>'formerMechanicId'
    where e.appointment_id = ${appointmentId}
    order by e.at, e.id
  `.execute(db);
  return rows;
}

/** Returns the id of another job that the mechanic has in progress, or null. */
export async function findOtherJobInProgress(
  db: Kysely<Database>,
  mechanicId: string,
  appointmentId: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('appointments')
    .select('id')
    .where('mechanic_id', '=', mechanicId)
    .where('status', '=', 'in_progress')
    .where('id', '<>', appointmentId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns whether the start of an appointment can be undone at `now`. */
export async function hasUndoableStart(
  db: Kysely<Database>,
  appointmentId: number,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('undoable_changes')
    .select('appointment_id')
    .where('appointment_id', '=', appointmentId)
    .where('kind', '=', 'start')
    .where('undo_until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the history summaries of these appointments, by id. Appointments without events are missing. */
export async function summarizeHistories(
  db: Kysely<Database>,
  appointmentIds: readonly number[],
): Promise<ReadonlyMap<number, HistorySummary>> {
  const { rows } = await sql<{ id: number; count: number; lastAt: Date }>`
    select appointment_id as id, count(*)::int as count, max(at) as "lastAt"
    from appointment_events where appointment_id = any(${[...appointmentIds]}::int[]) group by 1
  `.execute(db);
  return new Map(rows.map(({ id, count, lastAt }) => [id, { count, lastAt }]));
}

/**
 * Returns the summary of one appointment's history. If there are no events, `lastAt` is when the appointment was
 * created.
 */
export async function summarizeHistory(
  db: Kysely<Database>,
  { id, created_at: lastAt }: { readonly id: number; readonly created_at: Date },
): Promise<HistorySummary> {
  return (await summarizeHistories(db, [id])).get(id) ?? { count: 0, lastAt };
}
