import type { AppointmentEventKind, AppointmentLocation } from '@curbwrench/contract/appointments';
import { sql, type Selectable, type Transaction, type Updateable } from 'kysely';
import type { AppointmentsTable, Database } from './schema.ts';
import { statement } from './statement.ts';

/** An appointment as its command sees it: the bare row, kept until the transaction ends. */
export type LockedAppointment = Selectable<AppointmentsTable> & {
  readonly skill: string | null;
};

/** What the appointment's history says happened. */
export type HistoryKind = AppointmentEventKind;

/** Reads an appointment and keeps its row. */
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

/** What a new appointment needs; everything else follows. */
export interface NewAppointment {
  /** Taken for it from `appointments_id_seq`. */
  readonly id: number;
  readonly customerId: string;
  readonly vehicleId: number;
  readonly serviceId: number;
  readonly holdMechanicId: string | null;
  readonly date: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly location: AppointmentLocation;
  readonly notes: string | null;
  readonly price: string;
  /** The interval of a plan whose included use pays for it, or null. */
  readonly includedIn: number | null;
  /** Kept in its history. */
  readonly priceTerms: Readonly<Record<string, string>>;
  readonly cancelUntilHours: number;
  readonly source: 'customer' | 'office';
}

/** Inserts a pending appointment with the first line of its history. */
export async function insertAppointment(
  trx: Transaction<Database>,
  appointment: NewAppointment,
  actorId: string,
  now: Date,
): Promise<void> {
  const { location, priceTerms, ...rest } = appointment;
  await insertBooked(trx, {
    ...rest,
    address: location.address,
    latitude: location.lat ?? null,
    longitude: location.lng ?? null,
    detail: JSON.stringify(priceTerms),
    actorId,
    now,
  });
}

interface BookedValues extends Omit<NewAppointment, 'location' | 'priceTerms'> {
  readonly address: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly detail: string;
  readonly actorId: string;
  readonly now: Date;
}

const insertBooked = statement<BookedValues, never>(
  (placeOf) => sql`
    with made as (
      insert into appointments (
        id, customer_id, vehicle_id, service_id, hold_mechanic_id, date, start_time, end_time, status,
        address, latitude, longitude, notes, price, included_in, cancel_until_hours, source, created_at,
        updated_at
      ) overriding system value values (
        ${placeOf('id')}, ${placeOf('customerId')}, ${placeOf('vehicleId')}, ${placeOf('serviceId')},
        ${placeOf('holdMechanicId')}, ${placeOf('date')}, ${placeOf('startTime')},
        ${placeOf('endTime')}, 'pending', ${placeOf('address')}, ${placeOf('latitude')},
        ${placeOf('longitude')}, ${placeOf('notes')}, ${placeOf('price')}, ${placeOf('includedIn')},
        ${placeOf('cancelUntilHours')}, ${placeOf('source')}, ${placeOf('now')}, ${placeOf('now')}
      )
    )
    insert into appointment_events (appointment_id, kind, at, actor_id, detail)
    values (
      ${placeOf('id')}, 'booked', ${placeOf('now')}, ${placeOf('actorId')}, ${placeOf('detail')}
    )`,
);

/** Whether the history tells of something already. */
export async function hasHappened(
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

/** Changes a row and writes the line of its history. */
export async function changeAppointment(
  trx: Transaction<Database>,
  id: number,
  change: Updateable<AppointmentsTable>,
  history: {
    readonly kind: HistoryKind;
    readonly actorId: string;
    readonly now: Date;
    readonly detail?: Readonly<Record<string, string | null>>;
  },
): Promise<void> {
  await trx
    .with('changed', (db) =>
      db
        .updateTable('appointments')
        .set({ ...change, updated_at: history.now })
        .where('id', '=', id),
    )
    .insertInto('appointment_events')
    .values({
      appointment_id: id,
      kind: history.kind,
      at: history.now,
      actor_id: history.actorId,
      detail: JSON.stringify(history.detail ?? {}),
    })
    .execute();
}

/**
 * Makes a change that needs other holds to move. They are let go first, then the change takes its
 * place, then they take theirs: in any other order a swap would meet itself half way in the
 * constraint against overlaps.
 */
export async function whileMovingHolds(
  trx: Transaction<Database>,
  moves: ReadonlyMap<number, string> | undefined,
  change: () => Promise<void>,
): Promise<void> {
  if (!moves || moves.size === 0) return change();
  // Sent together, run in this order.
  await Promise.all([releaseHolds(trx, [...moves.keys()]), change(), placeHolds(trx, moves)]);
}

/** Gives these appointments, which hold nobody's time now, a mechanic's time each. */
export async function placeHolds(
  trx: Transaction<Database>,
  holds: ReadonlyMap<number, string>,
): Promise<void> {
  if (holds.size === 0) return;
  await sql`
    update appointments a set hold_mechanic_id = placed.mechanic_id
    from unnest(${[...holds.keys()]}::int[], ${[...holds.values()]}::text[]) as placed (id, mechanic_id)
    where a.id = placed.id
  `.execute(trx);
}

/** Lets go of what these appointments hold. */
export async function releaseHolds(
  trx: Transaction<Database>,
  ids: readonly number[],
): Promise<void> {
  await sql`update appointments set hold_mechanic_id = null where id = any(${ids}::int[])`.execute(
    trx,
  );
}
