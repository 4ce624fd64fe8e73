import type { AppointmentStatus } from '@curbwrench/contract/lifecycle';
import type { PaymentStatus } from '@curbwrench/contract/payment-status';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** An appointment with the names its screens need, before anyone decides who may see what. */
export interface AppointmentRow {
  id: number;
  customer_id: string;
  vehicle_id: number;
  service_id: number;
  mechanic_id: string | null;
  hold_mechanic_id: string | null;
  date: string;
  start_time: string;
  end_time: string;
  status: AppointmentStatus;
  address: string;
  latitude: number | null;
  longitude: number | null;
  notes: string | null;
  price: string;
  cancel_until_hours: number;
  /** ISO 8601. */
  created_at: string;
  service_name: string;
  service_duration: number;
  vehicle_make: string;
  vehicle_model: string;
  vehicle_year: number;
  vehicle_plate: string | null;
  customer_first_name: string;
  customer_last_name: string;
  customer_email: string | null;
  customer_phone: string | null;
  customer_image: string | null;
  mechanic_first_name: string | null;
  mechanic_last_name: string | null;
  mechanic_email: string | null;
  mechanic_image: string | null;
  payment_id: number | null;
  payment_status: PaymentStatus | null;
  payment_amount: string | null;
  has_mechanics: boolean;
}

/** What stands for the address of somebody deleted is no address. */
const emailOf = (person: string) =>
  `case when ${person}.deleted_at is null then ${person}.email end`;

/** Where each value of a row comes from, in the order in which the database sends them. */
const sources: Record<keyof AppointmentRow, string> = {
  id: 'a.id',
  customer_id: 'a.customer_id',
  vehicle_id: 'a.vehicle_id',
  service_id: 'a.service_id',
  mechanic_id: 'a.mechanic_id',
  hold_mechanic_id: 'a.hold_mechanic_id',
  date: 'a.date',
  start_time: 'a.start_time',
  end_time: 'a.end_time',
  status: 'a.status',
  address: 'a.address',
  latitude: 'a.latitude',
  longitude: 'a.longitude',
  notes: 'a.notes',
  price: 'a.price::text',
  cancel_until_hours: 'a.cancel_until_hours',
  created_at: 'a.created_at',
  service_name: 's.name',
  service_duration: 's.duration',
  vehicle_make: 'v.make',
  vehicle_model: 'v.model',
  vehicle_year: 'v.year',
  vehicle_plate: 'v.plate_number',
  customer_first_name: 'c.first_name',
  customer_last_name: 'c.last_name',
  customer_email: emailOf('c'),
  customer_phone: 'c.phone',
  customer_image: 'c.image',
  mechanic_first_name: 'm.first_name',
  mechanic_last_name: 'm.last_name',
  mechanic_email: emailOf('m'),
  mechanic_image: 'm.image',
  payment_id: 'p.id',
  payment_status: 'p.status',
  payment_amount: 'p.amount::text',
  has_mechanics: '(select exists (select 1 from mechanics where active))',
};

const values = sql.raw(Object.values(sources).join(', '));

const joins = sql.raw(`
  join services s on s.id = a.service_id
  join vehicles v on v.id = a.vehicle_id
  join users c on c.id = a.customer_id
  left join users m on m.id = a.mechanic_id
  left join payments p on p.appointment_id = a.id
`);

/**
 * The appointments that `chosen` selects (a query over `appointments a` that may order and
 * limit), each with its names, in `order`. The choice is made first: however many there are, only
 * a page of them is joined. The answer comes as one JSON value, arrays in an array: handing over
 * seven hundred single values takes the driver longer than the database needs to find them.
 */
export async function readAppointments(
  db: Kysely<Database> | Transaction<Database>,
  chosen: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<AppointmentRow[]> {
  const { rows } = await sql<{ list: unknown[][] | null }>`
    select json_agg(json_build_array(${values}) ${order}) as list from (${chosen}) a ${joins}
  `.execute(db);
  return (rows[0]?.list ?? []).map(toRow);
}

/**
 * A row from its values, which come in the order of `sources`; nothing between the database and
 * here checks their types. Written out, because a thousand of these are made in a second and an
 * object that is filled by computed names is a slow one.
 */
function toRow(cells: readonly unknown[]): AppointmentRow {
  return {
    id: cells[0],
    customer_id: cells[1],
    vehicle_id: cells[2],
    service_id: cells[3],
    mechanic_id: cells[4],
    hold_mechanic_id: cells[5],
    date: cells[6],
    start_time: cells[7],
    end_time: cells[8],
    status: cells[9],
    address: cells[10],
    latitude: cells[11],
    longitude: cells[12],
    notes: cells[13],
    price: cells[14],
    cancel_until_hours: cells[15],
    created_at: cells[16],
    service_name: cells[17],
    service_duration: cells[18],
    vehicle_make: cells[19],
    vehicle_model: cells[20],
    vehicle_year: cells[21],
    vehicle_plate: cells[22],
    customer_first_name: cells[23],
    customer_last_name: cells[24],
    customer_email: cells[25],
    customer_phone: cells[26],
    customer_image: cells[27],
    mechanic_first_name: cells[28],
    mechanic_last_name: cells[29],
    mechanic_email: cells[30],
    mechanic_image: cells[31],
    payment_id: cells[32],
    payment_status: cells[33],
    payment_amount: cells[34],
    has_mechanics: cells[35],
  } as AppointmentRow;
}
