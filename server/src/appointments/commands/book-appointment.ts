import type { BookingInput } from '@curbwrench/contract/appointments/schemas';
import { toCents, highestAmount } from '@curbwrench/contract/fields/money';
import { calculatePrice } from '@curbwrench/contract/payments/price';
import { isDispatchRole } from '@curbwrench/contract/people/roles';
import { insertAppointment } from '../changes/appointment-changes.ts';
import { rememberAddress } from '../changes/customer-address-changes.ts';
import { withMovedHolds } from '../../scheduling/changes/hold-changes.ts';
import type { AppointmentRow } from '../queries/appointment-rows.ts';
import { findAppointment } from '../queries/appointments.ts';
import { lockVehicleAndReadTerms, type BookingTerms } from '../queries/booking-terms.ts';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import { claimKey, storeReply } from '../../database/idempotency-changes.ts';
import { lockCustomer, lockDays } from '../../database/locks.ts';
import { toDetailColumns } from '../rules/appointment-details.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { getBookingMoment, chooseSlot } from '../../scheduling/rules/availability.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import type { IdempotencyKey } from '../../database/rules/idempotency-key.ts';
import { appointmentChanged, slotsChanged } from '../../application/events.ts';
import {
  done,
  getCurrentMoment,
  runInTransaction,
  type Context,
} from '../../application/transaction.ts';
import { locateAddress, type LocatingContext } from '../../places/locate-address.ts';
import { findLimitProblem } from '../../service-areas/limit-rules.ts';
import { findAreaForAddress } from '../../service-areas/queries.ts';
import { checkVehicleOverlap } from './check-vehicle-overlap.ts';

/** A booking as requested. */
export interface Booking {
  readonly input: BookingInput;
  /** Null when the client sent no Idempotency-Key. */
  readonly idempotencyKey: IdempotencyKey | null;
  /** The exact text of the reply, stored with the booking, so that a repeated request gets the same bytes. */
  readonly reply: (booked: AppointmentRow) => string;
}

/**
 * Books a service: creates a pending appointment that holds the time of one free, qualified mechanic, chosen
 * by the same function that shows the slots. The price is the service's, as changed by the customer's plan
 * and the service area of the address; if it is not certain that one serves it, the booking says so. Customers
 * book for themselves; dispatch names the customer. A repeat under the same key returns the first reply.
 */
export async function bookAppointment(
  context: Context & LocatingContext,
  actor: Actor,
  booking: Booking,
): Promise<Result<string>> {
  const { input, idempotencyKey } = booking;
  const moment = getCurrentMoment(context);
  const customerId = isDispatchRole(actor.role) ? input.customerId : actor.id;
  if (customerId === undefined) return refuseField('customerId', 'Please select a customer');
  // Before the transaction, since it may ask a service.
  const place = await locateAddress(context, customerId, input.location);

  return runInTransaction(context, actor.id, async (trx) => {
    const earlier = idempotencyKey && (await claimKey(trx, idempotencyKey));
    if (earlier?.isSame) return done(earlier.reply, []);
    if (earlier) {
      return refused('idempotency_mismatch', 'That key was used for another booking.');
    }
    if (!(await lockCustomer(trx, customerId))) {
      return refuseField('customerId', 'Please select a customer');
    }
    // Before the day's lock, so that no other booking waits for it.
    const { cityCentre, outsideAreas } = context.business;
    const { answer, area, hasAreas } = await findAreaForAddress(trx, place, cityCentre);
    const isCustomerOutside = answer === 'no' && !isDispatchRole(actor.role);
    if (isCustomerOutside && outsideAreas === 'refuse') {
      const message = "We don't come to this address yet.";
      return refused('invalid_request', message, { location: message });
    }
    await lockDays(trx, [input.date]);
    const terms = await lockVehicleAndReadTerms(trx, {
      customerId,
      vehicleId: input.vehicleId,
      serviceId: input.serviceId,
      today: moment.local.date,
      beforePayment: context.business.plansBeforePayment,
    });
    if (!terms) return refuseField('vehicleId', 'Please select a vehicle');
    const { waiting, benefit } = terms;
    const { plan, business, service } = await loadDayPlan(trx, input.date, input.serviceId);
    if (waiting >= business.maxOpenBookings) {
      return refused(
        'too_many_open',
        `${waiting} bookings are already waiting for a mechanic; please wait until one is confirmed.`,
      );
    }
    if (!service) return refuseField('serviceId', 'Please select a service');
    const now = getBookingMoment(moment.local, actor, input.confirmOutsideHours);
    const choice = chooseSlot(plan, service, input.startTime, now);
    if (!choice.ok) return choice;
    const limit =
      area && !isDispatchRole(actor.role) && findLimitProblem(area, input, moment.local);
    if (limit) return refuseField(limit.field, limit.message);

    const price = calculatePrice({
      servicePrice: service.price,
      benefit,
      callOutFee: area?.callOutFee ?? null,
    });
    // Possible only for prices and fees that were stored before their limits existed.
    if (toCents(price.total) > toCents(highestAmount)) {
      return refuseField('serviceId', 'This service costs too much to book here.');
    }
    if (input.shownPrice !== undefined && input.shownPrice !== price.total) {
      return refused('price_changed', 'The price has changed; please check it and book again.');
    }

    // Checked last, so that no other refusal can follow the confirmation.
    if (!input.confirmOverlap) {
      const time = { ...input, endTime: choice.endTime };
      const overlap = await checkVehicleOverlap(trx, actor, time, null);
      if (overlap) return overlap;
    }

    const id = await withMovedHolds(trx, choice.placement?.moves, () =>
      insertAppointment(
        trx,
        {
          customer_id: customerId,
          vehicle_id: input.vehicleId,
          service_id: input.serviceId,
          hold_mechanic_id: choice.placement?.mechanicId ?? null,
          date: input.date,
          start_time: input.startTime,
          end_time: choice.endTime,
          address: input.location.address,
          latitude: place.position?.lat ?? null,
          longitude: place.position?.lng ?? null,
          place_precision: place.precision,
          area_unsure: (answer === 'unsure' && hasAreas) || isCustomerOutside,
          ...toDetailColumns(input),
          price: price.total,
          included_in: price.isIncluded ? (benefit?.periodId ?? null) : null,
          benefit_period_id: price.service === service.price ? null : (benefit?.periodId ?? null),
          buffer_minutes: business.bufferMinutes,
          outside_hours: choice.outsideHours,
          cancel_until_hours: business.cancelUntilHours,
          source: isDispatchRole(actor.role) ? 'office' : 'customer',
        },
        {
          actorId: actor.id,
          now: moment.now,
          priceTerms: toPriceTerms(service.price, benefit, area),
        },
      ),
    );
    await rememberAddress(trx, customerId, place, moment.now);
    const booked = await findAppointment(trx, { kind: 'all' }, id);
    if (!booked) throw new Error('The appointment that was just inserted was not found.');
    const reply = booking.reply(booked);
    if (idempotencyKey) await storeReply(trx, idempotencyKey, reply, moment.now);
    return done(reply, [
      appointmentChanged(booked, {}, { kind: 'booked', by: actor.id }),
      slotsChanged(input.date),
    ]);
  });
}

/**
 * Returns how the price was calculated, for the appointment's history; an empty object if it is the service's
 * price.
 */
function toPriceTerms(
  servicePrice: string,
  benefit: BookingTerms['benefit'],
  area: { readonly name: string; readonly callOutFee: string } | null,
): Readonly<Record<string, string>> {
  return {
    ...((benefit || area) && { servicePrice }),
    ...(benefit && { plan: benefit.name }),
    ...(area && { area: area.name, callOutFee: area.callOutFee }),
  };
}

function refuseField(field: string, message: string) {
  return refused('invalid_request', message, { [field]: message });
}
