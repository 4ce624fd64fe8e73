// Reads tables owned by these modules: payments, plans, vehicles
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** The benefits of a customer's plan for the booked services. */
export interface BookingPlan {
  /** The billing period from which an included use would be taken. */
  readonly periodId: number;
  readonly name: string;
  /** In whole percent. */
  readonly discountPercent: number;
  /** The number of included uses left, by service id; services that are not included are missing. */
  readonly usesLeft: Readonly<Record<string, number>>;
}

/** What a booking depends on besides the day's available times: the customer's waiting bookings and their plan. */
export interface BookingTerms {
  /** The number of the customer's bookings, today or later, that are waiting for a mechanic. */
  readonly waitingCount: number;
  /** Null if the customer has no plan, or its benefits don't apply yet. */
  readonly plan: BookingPlan | null;
}

/**
 * Locks the customer's vehicle against removal and reads the terms of a booking. Returns null if the customer has no
 * active vehicle with this id.
 *
 * A plan's benefits apply after its current interval is paid. With `startsBeforePayment`, they also apply while that
 * payment is pending.
 *
 * The customer must already be locked by a previous statement, so that their bookings, plan and uses do not change
 * during the booking: no other transaction can make a booking for them, or add or end their plan. Only a cancellation
 * can return an included use.
 */
export async function lockVehicleAndReadTerms(
  trx: Transaction<Database>,
  request: {
    readonly customerId: string;
    readonly vehicleId: number;
    readonly serviceIds: readonly number[];
    readonly today: string;
    readonly startsBeforePayment: boolean;
  },
): Promise<BookingTerms | null> {
  const { customerId, vehicleId, serviceIds, today, startsBeforePayment } = request;
  const { rows } = await sql<BookingTerms>`
    select
      (select count(*) from appointments
        where customer_id = ${customerId} and date >= ${today}::date and status = 'pending'
      ) as "waitingCount",
      (select json_build_object(
          'periodId', p.id,
          'name', s.plan_name,
          'discountPercent', s.discount_percent,
          'usesLeft', (
            select coalesce(json_object_agg(i.service_id, i.uses - (
                select count(*) from appointment_lines l join appointments used on used.id = l.appointment_id
                where l.included_in = p.id and l.service_id = i.service_id
                  and used.status <> 'cancelled')), '{}')
            from subscription_services i
            where i.subscription_id = s.id and i.service_id = any(${serviceIds}::int[])))
        from subscriptions s
        cross join lateral (
          select id, ends, payment_id from subscription_periods
          where subscription_id = s.id order by number desc limit 1
        ) p
        join payments paid on paid.id = p.payment_id
        where s.customer_id = ${customerId} and s.ended_at is null
          and (s.renews or p.ends > ${today}::date)
          and (paid.status = 'completed' or ${startsBeforePayment} and paid.status = 'pending')
      ) as plan
    from vehicles v
    where v.id = ${vehicleId} and v.customer_id = ${customerId}
      and v.archived_at is null and v.is_active
    for key share of v
  `.execute(trx);
  return rows[0] ?? null;
}
