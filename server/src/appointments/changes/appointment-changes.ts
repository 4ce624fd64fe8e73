// Reads tables of: services
import type { AppointmentEventKind } from '@curbwrench/contract/appointments/schemas';
import { sql, type Insertable, type Selectable, type Transaction, type Updateable } from 'kysely';
import type { AppointmentsTable, Database } from '../../database/schema.ts';

/** An appointment's row, locked until the transaction ends, with the skill its service requires. */
export type LockedAppointment = Selectable<AppointmentsTable> & {
  readonly skill: string | null;
};

/** A kind of event in an appointment's history. */
export type HistoryKind = AppointmentEventKind;

/** Reads an appointment and locks its row. */
export async function lockAppointment(
  trx: Transaction<Database>,
  id: number,
): Promise<LockedAppointment | null> {
  const { rows } = await sql<LockedAppointment>`
    select a.*, s.skill from appointments a join services s on s.id = a.service_id
    where a.id = ${id} for no key update of a
  `.execute(trx);
  return rows[0] ?? null;
}

/** The columns of a new appointment, without those that the database or the insertion sets. */
export type NewAppointment = Omit<
  Insertable<AppointmentsTable>,
  'id' | 'status' | 'mechanic_id' | 'created_at' | 'updated_at'
>;

/**
 * Inserts a pending appointment and the first event of its history, which records how its price was
 * calculated, in one statement. Returns its id.
 */
export async function insertAppointment(
  trx: Transaction<Database>,
  appointment: NewAppointment,
  history: {
    readonly actorId: string;
    readonly now: Date;
    readonly priceTerms: Readonly<Record<string, string>>;
  },
): Promise<number> {
  const { actorId, now, priceTerms } = history;
  const { id } = await trx
    .with('booked', (db) =>
      db
        .insertInto('appointments')
        .values({
          ...appointment,
          status: 'pending',
          mechanic_id: null,
          created_at: now,
          updated_at: now,
        })
        .returning('id'),
    )
    .insertInto('appointment_events')
    .columns(['appointment_id', 'kind', 'at', 'actor_id', 'detail'])
    .expression(
      sql`select id, 'booked', ${now}, ${actorId}, ${JSON.stringify(priceTerms)} from booked`,
    )
    .returning('appointment_id as id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns whether an appointment's history has an event of this kind. */
export async function hasHistoryEvent(
  trx: Transaction<Database>,
  id: number,
  kind: HistoryKind,
): Promise<boolean> {
  const row = await trx
    .selectFrom('appointment_events')
    .select('id')
    .where('appointment_id', '=', id)
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the mechanic to whom an appointment was last assigned, even if it was taken from them since; null if
 * it was never assigned.
 */
export async function findLastAssignedMechanic(
  trx: Transaction<Database>,
  id: number,
): Promise<string | null> {
  const row = await trx
    .selectFrom('appointment_events')
    .select(sql<string | null>`detail ->> 'mechanicId'`.as('mechanicId'))
    .where('appointment_id', '=', id)
    .where('kind', '=', 'assigned')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.mechanicId ?? null;
}

/** An event of an appointment's history. */
interface HistoryEvent {
  readonly kind: HistoryKind;
  readonly actorId: string;
  readonly now: Date;
  readonly detail?: Readonly<Record<string, string | null>>;
}

/** Changes an appointment's row and adds the event to its history. */
export async function updateAppointment(
  trx: Transaction<Database>,
  id: number,
  change: Updateable<AppointmentsTable>,
  history: HistoryEvent,
): Promise<void> {
  await trx
    .updateTable('appointments')
    .set({ ...change, updated_at: history.now })
    .where('id', '=', id)
    .execute();
  await insertHistoryEvent(trx, id, history);
}

/** Adds an event to an appointment's history. */
export async function insertHistoryEvent(
  trx: Transaction<Database>,
  id: number,
  { kind, actorId, now, detail = {} }: HistoryEvent,
): Promise<void> {
  await trx
    .insertInto('appointment_events')
    .values({
      appointment_id: id,
      kind,
      at: now,
      actor_id: actorId,
      detail: JSON.stringify(detail),
    })
    .execute();
}
