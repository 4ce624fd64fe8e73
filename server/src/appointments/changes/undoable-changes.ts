import type { AppointmentEventKind } from '@curbwrench/contract/appointments/schemas';
import { sql, type Selectable, type Transaction } from 'kysely';
import type { AppointmentsTable, Database } from '../../database/schema.ts';
import type { AvailabilitySwitch } from '../../mechanics/switch-changes.ts';
import { insertEvents, type OutboxEvent } from '../../database/outbox-changes.ts';

/** The columns of an appointment that change with its time and mechanic, and that an undo restores. */
export type PlacementColumns = Pick<
  Selectable<AppointmentsTable>,
  | 'date'
  | 'start_time'
  | 'end_time'
  | 'status'
  | 'mechanic_id'
  | 'buffer_minutes'
  | 'outside_hours'
  | 'declined_by'
>;

/** What undoing a change on the dispatch board restores. */
export type PreviousPlacement = PlacementColumns & {
  /** Whether the appointment was stranded: its mechanic could not do it after a change of working time. */
  readonly wasStranded: boolean;
};

/** What an undo restores, for each kind of change: a change on the dispatch board, or a mechanic's start of a job. */
interface PreviousValues {
  readonly dispatch: PreviousPlacement;
  readonly start: AvailabilitySwitch;
}
type UndoKind = keyof PreviousValues;

/** An appointment's latest change, stored while it can be undone. */
interface UndoableChange<Kind extends UndoKind> {
  readonly kind: Kind;
  readonly before: PreviousValues[Kind];
  /** The events whose notifications are held back while the change can be undone. */
  readonly events: readonly OutboxEvent[];
  /** When the notifications are sent and the change can no longer be undone. */
  readonly undoUntil: Date;
}

/** Stores an appointment's latest change so that it can be undone. Returns the change's version. */
export async function insertUndoableChange<Kind extends UndoKind>(
  trx: Transaction<Database>,
  appointmentId: number,
  { kind, before, events, undoUntil }: UndoableChange<Kind>,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into undoable_changes (appointment_id, kind, event_id, before, events, undo_until)
    select ${appointmentId}, ${kind}, max(id), ${JSON.stringify(before)}::jsonb,
      ${JSON.stringify(events)}::jsonb, ${undoUntil}
    from appointment_events where appointment_id = ${appointmentId}
    returning event_id as version
  `.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('The change that can be undone was not stored.');
  return Number(row.version);
}

/** Returns what an undo of a change of this kind would restore; null if there is no such change to undo at `now`. */
export async function findPreviousValues<Kind extends UndoKind>(
  trx: Transaction<Database>,
  appointmentId: number,
  kind: Kind,
  now: Date,
): Promise<PreviousValues[Kind] | null> {
  const { rows } = await sql<{ before: PreviousValues[Kind] }>`
    select before from undoable_changes
    where appointment_id = ${appointmentId} and kind = ${kind} and undo_until > ${now}
  `.execute(trx);
  return rows[0]?.before ?? null;
}

/** The latest event in an appointment's history. Its id is the appointment's version. */
interface LatestEvent {
  readonly version: number;
  readonly kind: AppointmentEventKind;
  readonly at: Date;
}

/** Returns the latest event in an appointment's history, or null if it has none. */
export async function findLatestEvent(
  trx: Transaction<Database>,
  appointmentId: number,
): Promise<LatestEvent | null> {
  const { rows } = await sql<LatestEvent>`
    select id as version, kind, at from appointment_events where appointment_id = ${appointmentId}
    order by id desc limit 1
  `.execute(trx);
  const [row] = rows;
  return row ? { ...row, version: Number(row.version) } : null;
}

/**
 * Deletes an appointment's undoable change of this kind and version, so that its notifications are never sent. Returns
 * false if they have already been sent.
 */
export async function deleteUndoableChange(
  trx: Transaction<Database>,
  appointmentId: number,
  kind: UndoKind,
  version: number,
): Promise<boolean> {
  const { rows } = await sql`
    delete from undoable_changes
    where appointment_id = ${appointmentId} and kind = ${kind} and event_id = ${version}
    returning event_id
  `.execute(trx);
  return rows.length > 0;
}

/**
 * Sends the waiting notifications of an appointment that is about to change again. After that, its previous change
 * can't be undone.
 */
export async function endUndoPeriod(
  trx: Transaction<Database>,
  appointmentId: number,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ events: readonly OutboxEvent[] }>`
    delete from undoable_changes where appointment_id = ${appointmentId} returning events
  `.execute(trx);
  await insertEvents(
    trx,
    rows.flatMap(({ events }) => events),
    now,
  );
}

/** Sends the waiting notifications that are due. Returns how many changes can no longer be undone. */
export async function endDueUndoPeriods(trx: Transaction<Database>, now: Date): Promise<number> {
  const { rows } = await sql<{ events: readonly OutboxEvent[] }>`
    delete from undoable_changes where appointment_id in (
      select appointment_id from undoable_changes where undo_until <= ${now} for update skip locked
    ) returning events
  `.execute(trx);
  await insertEvents(
    trx,
    rows.flatMap(({ events }) => events),
    now,
  );
  return rows.length;
}
