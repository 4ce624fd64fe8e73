import type { AppointmentEventKind } from '@curbwrench/contract/appointments/schemas';
import type { AppointmentLine } from '@curbwrench/contract/payments/schemas';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import {
  sql,
  type Insertable,
  type RawBuilder,
  type Selectable,
  type Transaction,
  type Updateable,
} from 'kysely';
import type { AppointmentsTable, Database } from '../../database/schema.ts';
import { deleteStrandedJob } from '../../working-time/changes.ts';
import { requiredSkills } from '../../scheduling/queries/required-skills.ts';
import { readAppointments, type AppointmentRow } from '../queries/appointment-rows.ts';
import { storeAddress } from './customer-address-changes.ts';
import { endUndoPeriod } from './undoable-changes.ts';

/** An appointment's row, locked until the transaction ends, with the skills that its services require. */
export type LockedAppointment = Selectable<AppointmentsTable> & {
  readonly skills: readonly string[];
};

/** The kind of an event in an appointment's history. */
export type HistoryKind = AppointmentEventKind;

/** Reads an appointment and locks its row. */
export async function lockAppointment(
  trx: Transaction<Database>,
  id: number,
): Promise<LockedAppointment | null> {
  const { rows } = await sql<LockedAppointment>`
    select a.*, ${requiredSkills} as skills from appointments a
    where a.id = ${id} for no key update of a
  `.execute(trx);
  return rows[0] ?? null;
}

/** The columns of a new appointment, without those that the database or `insertAppointment` sets. */
export type NewAppointment = Omit<
  Insertable<AppointmentsTable>,
  'id' | 'status' | 'service_id' | 'mechanic_id' | 'created_at' | 'updated_at'
>;

/** A line item of a new appointment. */
export interface NewLine extends AppointmentLine {
  /** The billing period whose included use pays for this service; null if none does. */
  readonly includedIn: number | null;
}

/**
 * Inserts a pending appointment with its line items and the first event of its history, and stores its address among
 * the customer's addresses, all in one statement. Returns the appointment. The first line item must be a service.
 */
export async function insertAppointment(
  trx: Transaction<Database>,
  appointment: NewAppointment,
  lines: readonly NewLine[],
  place: LocatedAddress,
  history: { readonly actorId: string; readonly now: Date },
): Promise<AppointmentRow> {
  const { actorId, now } = history;
  const columns = {
    ...appointment,
    service_id: getFirstServiceId(lines),
    status: 'pending',
    created_at: now,
    updated_at: now,
  };
  const inserts = sql`
    booked as (
      insert into appointments (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(columns))}) returning *
    ), lines as (
      ${insertLines(lines)}
    ), history as (
      insert into appointment_events (appointment_id, kind, at, actor_id)
      select id, 'booked', ${now}, ${actorId} from booked
    ), ${storeAddress(appointment.customer_id, place, now)}`;
  const [row] = await readAppointments(trx, sql`select * from booked`, [], inserts);
  if (!row) throw new Error('The inserted appointment was not returned.');
  // A statement does not see the line items that it inserts.
  return { ...row, lines };
}

/** Returns the service of the first line item, which is stored with the appointment for searching and sorting. */
function getFirstServiceId([first]: readonly NewLine[]): number {
  if (first?.serviceId == null) throw new Error('The first line item must be a service.');
  return first.serviceId;
}

/** Returns the statement that inserts the line items of the appointment `booked`. */
function insertLines(lines: readonly NewLine[]): RawBuilder<unknown> {
  const rows = lines.map((line) => ({
    position: line.position,
    kind: line.kind,
    service_id: line.serviceId,
    description: line.description,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    duration: line.duration,
    included_in: line.includedIn,
  }));
  return sql`
    insert into appointment_lines (appointment_id, position, kind, service_id, description, quantity,
      unit_price, duration, included_in)
    select booked.id, line.position, line.kind, line.service_id, line.description, line.quantity,
      line.unit_price, line.duration, line.included_in
    from booked, json_populate_recordset(null::appointment_lines, ${JSON.stringify(rows)}::json) line`;
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
 * Returns the mechanic to whom an appointment was last assigned, even if it has been unassigned since; null if it
 * was never assigned.
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

/** An event that must come before a job's next step: an assignment, a rescheduling, or the previous step. */
interface StepHistoryEvent {
  readonly kind: HistoryKind;
  readonly at: Date;
  /** The mechanic to whom an assignment gave the job; null for other events. */
  readonly mechanicId: string | null;
}

/** Returns the events of an appointment's history that must come before its next step, latest first. */
export async function listStepHistory(
  trx: Transaction<Database>,
  id: number,
): Promise<readonly StepHistoryEvent[]> {
  const { rows } = await sql<StepHistoryEvent>`
    select kind, at, detail ->> 'mechanicId' as "mechanicId" from appointment_events
    where appointment_id = ${id}
      and kind in ('assigned', 'rescheduled', 'started', 'start_undone', 'arrived')
    order by id desc
  `.execute(trx);
  return rows;
}

/** An event of an appointment's history. */
interface HistoryEvent {
  readonly kind: HistoryKind;
  readonly actorId: string;
  readonly now: Date;
  /** When it happened, if that was earlier than `now`. */
  readonly at?: Date;
  readonly detail?: Readonly<Record<string, string | null>>;
}

/**
 * Changes an appointment's row and adds the event to its history. After that, the previous change can't be undone, so
 * the notifications of that change are sent. If the mechanic or time changes, the appointment is no longer stranded,
 * even if the old mechanic and time are restored later.
 */
export async function updateAppointment(
  trx: Transaction<Database>,
  id: number,
  change: Updateable<AppointmentsTable>,
  history: HistoryEvent,
): Promise<void> {
  await endUndoPeriod(trx, id, history.now);
  await trx
    .updateTable('appointments')
    .set({ ...change, updated_at: history.now })
    .where('id', '=', id)
    .execute();
  if (change.mechanic_id !== undefined || change.start_time !== undefined) {
    await deleteStrandedJob(trx, id);
  }
  await insertHistoryEvent(trx, id, history);
}

/**
 * Stores that the office confirmed an appointment outside working hours, so it is no longer stranded. Only the audit
 * trail records this, because the history contains only what changes for the customer.
 */
export async function setOutsideHours(
  trx: Transaction<Database>,
  id: number,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('appointments')
    .set({ outside_hours: true, updated_at: now })
    .where('id', '=', id)
    .execute();
  await deleteStrandedJob(trx, id);
}

/** Adds an event to an appointment's history. */
export async function insertHistoryEvent(
  trx: Transaction<Database>,
  id: number,
  { kind, actorId, now, at = now, detail = {} }: HistoryEvent,
): Promise<void> {
  await trx
    .insertInto('appointment_events')
    .values({
      appointment_id: id,
      kind,
      at,
      actor_id: actorId,
      detail: JSON.stringify(detail),
    })
    .execute();
}
