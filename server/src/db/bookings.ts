import type { PlanBenefit } from '@curbwrench/contract/price';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { RepeatKey } from '../domain/repeat-key.ts';
import {
  planColumns,
  plannedDay,
  planOf,
  type LoadedPlan,
  type PlannedDay,
  type PlanRow,
} from './day-plans.ts';
import { firstAttempt, type FirstAttempt } from './idempotency-changes.ts';
import type { Database } from './schema.ts';
import { statement, type PlaceOf } from './statement.ts';

/** A vehicle as a booking finds it. */
export interface KeptVehicle {
  readonly ownerId: string;
  readonly make: string;
  readonly model: string;
  readonly year: number;
  readonly plate: string | null;
}

/** What a customer's plan does for the service that is being booked. */
export interface BookingPlan extends PlanBenefit {
  /** The interval of which an included use would be taken. */
  readonly periodId: number;
  readonly name: string;
}

/** The area in which the address lies, where its ZIP code tells. */
export interface BookingArea {
  readonly name: string;
  /** Decimal text. */
  readonly callOutFee: string;
}

/** What a booking has to know, once its locks are held. */
export interface LoadedBooking extends LoadedPlan {
  /** A number for the new appointment, whether or not it is made. */
  readonly id: number;
  /** What its repeat key was used for before; null: nothing. */
  readonly earlier: FirstAttempt | null;
  /** Kept against removal; null: not there, or not in use. */
  readonly vehicle: KeptVehicle | null;
  /** Bookings of the customer that wait for a mechanic from today on. */
  readonly waiting: number;
  /** That they joined a plan; `loadBenefit` says what it does for the service. */
  readonly hasPlan: boolean;
  /** Null: no area lists the ZIP code. */
  readonly area: BookingArea | null;
}

/**
 * Reads all that decides about a booking, once its locks are held: whether it is a repeat, the plan
 * of its day, its vehicle, how many bookings its customer has waiting, and what changes the price. Of
 * the customer's own plan it says only whether there is one: few have one, and reading what it does
 * takes a quarter as long as all the rest.
 */
export async function loadBooking(
  trx: Transaction<Database>,
  booking: {
    readonly customerId: string;
    readonly vehicleId: number;
    readonly serviceId: number;
    readonly date: string;
    /** Of the address; null where it can't be told. */
    readonly zip: string | null;
  },
  repeat: RepeatKey | null,
  today: string,
  mustEndWithinHours: boolean,
): Promise<LoadedBooking> {
  const { customerId, vehicleId, zip } = booking;
  const wanted = {
    customerId,
    vehicleId,
    zip,
    today,
    ...plannedDay(booking.date, booking.serviceId),
  };
  const [row] = await (repeat === null
    ? loadFresh(trx, wanted)
    : loadRepeatable(trx, { ...wanted, ...repeat }));
  if (!row) throw new Error('A query without a table answered no row.');
  const { id, earlier, vehicle, waiting, hasPlan, area } = row;
  return {
    id,
    earlier,
    vehicle,
    waiting,
    hasPlan,
    area,
    ...planOf(row, booking.date, mustEndWithinHours),
  };
}

/** What the statement asks about. */
interface Asked extends PlannedDay {
  readonly customerId: string;
  readonly vehicleId: number;
  readonly zip: string | null;
  readonly today: string;
}

type BookingRow = PlanRow & Omit<LoadedBooking, keyof LoadedPlan>;

const loadFresh = statement<Asked, BookingRow>((placeOf) => bookingQuery(sql`null::json`, placeOf));
const loadRepeatable = statement<Asked & RepeatKey, BookingRow>((placeOf) =>
  bookingQuery(firstAttempt(placeOf), placeOf),
);

function bookingQuery(
  earlier: RawBuilder<unknown>,
  placeOf: PlaceOf<Asked>,
): RawBuilder<BookingRow> {
  return sql`
    select nextval('appointments_id_seq')::int as id,
      ${earlier} as earlier,
      (select json_build_object('ownerId', customer_id, 'make', make, 'model', model,
          'year', year, 'plate', plate_number)
        from vehicles
        where id = ${placeOf('vehicleId')} and archived_at is null and is_active
        for key share) as vehicle,
      (select count(*) from appointments
        where customer_id = ${placeOf('customerId')} and date >= ${placeOf('today')}::date
          and status = 'pending') as waiting,
      exists (select from subscriptions
        where customer_id = ${placeOf('customerId')} and ended_at is null) as "hasPlan",
      (select json_build_object('name', a.name, 'callOutFee', a.call_out_fee::text)
        from service_area_zips z join service_areas a on a.id = z.area_id
        where z.zip = ${placeOf('zip')}::text) as area,
      ${planColumns(placeOf)}`;
}

/**
 * What the customer's plan does for the service; null: none that counts. The customer's lock keeps
 * the plan and its uses: nobody else books, joins or leaves for them meanwhile, and a use that is
 * given back is only ever one more.
 */
export async function loadBenefit(
  trx: Transaction<Database>,
  { customerId, serviceId }: { readonly customerId: string; readonly serviceId: number },
  today: string,
): Promise<BookingPlan | null> {
  const { rows } = await sql<BookingPlan>`
    select p.id as "periodId", s.plan_name as name, s.discount_percent as "discountPercent",
      coalesce((
        select i.uses from subscription_services i
        where i.subscription_id = s.id and i.service_id = ${serviceId}), 0) - (
        select count(*) from appointments used
        where used.included_in = p.id and used.service_id = ${serviceId}
          and used.status <> 'cancelled') as "usesLeft"
    from subscriptions s
    cross join lateral (
      select id, ends, payment_id from subscription_periods
      where subscription_id = s.id order by number desc limit 1
    ) p
    join payments paid on paid.id = p.payment_id
    where s.customer_id = ${customerId} and s.ended_at is null
      and (s.renews or p.ends > ${today}::date)
      and paid.status in ('pending', 'completed')
  `.execute(trx);
  return rows[0] ?? null;
}
