import type { AppointmentStatus } from '@curbwrench/contract/lifecycle';
import type { PaymentStatus } from '@curbwrench/contract/payments';
import { sql, type RawBuilder } from 'kysely';

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
  created_at: Date;
  service_name: string;
  service_duration: number;
  vehicle_make: string;
  vehicle_model: string;
  vehicle_year: number;
  vehicle_plate: string | null;
  customer_first_name: string;
  customer_last_name: string;
  customer_email: string;
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

const columns = sql.raw(`
  a.id, a.customer_id, a.vehicle_id, a.service_id, a.mechanic_id, a.hold_mechanic_id, a.date,
  a.start_time, a.end_time, a.status, a.address, a.latitude, a.longitude, a.notes, a.price,
  a.cancel_until_hours, a.created_at,
  s.name as service_name, s.duration as service_duration,
  v.make as vehicle_make, v.model as vehicle_model, v.year as vehicle_year,
  v.plate_number as vehicle_plate,
  c.first_name as customer_first_name, c.last_name as customer_last_name,
  c.email as customer_email, c.phone as customer_phone, c.image as customer_image,
  m.first_name as mechanic_first_name, m.last_name as mechanic_last_name,
  m.email as mechanic_email, m.image as mechanic_image,
  p.id as payment_id, p.status as payment_status, p.amount as payment_amount,
  exists (select 1 from mechanics where active) as has_mechanics
`);

const joins = sql.raw(`
  join services s on s.id = a.service_id
  join vehicles v on v.id = a.vehicle_id
  join users c on c.id = a.customer_id
  left join users m on m.id = a.mechanic_id
  left join payments p on p.appointment_id = a.id
`);

/**
 * The appointments that `chosen` selects (a query over `appointments a` that may order and
 * limit), each with its names. The choice is made first: however many there are, only a page of
 * them is joined.
 */
export function withNames(
  chosen: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<AppointmentRow> {
  return sql<AppointmentRow>`select ${columns} from (${chosen}) a ${joins} ${order}`;
}
