import { randomUUID } from 'node:crypto';
import type { BookingInput, NewCustomerBooking } from '@curbwrench/contract/appointments/schemas';
import { toCents, highestAmount } from '@curbwrench/contract/fields/money';
import { listBookingLines, totalOf } from '@curbwrench/contract/payments/price';
import { isDispatchRole } from '@curbwrench/contract/people/roles';
import { listServiceIds } from '@curbwrench/contract/scheduling/requested-services';
import { insertCustomer } from '../../accounts/changes/customer-changes.ts';
import { insertVehicle } from '../../vehicles/changes.ts';
import { findYearProblem } from '../../vehicles/rules.ts';
import { insertAppointment } from '../changes/appointment-changes.ts';
import { withMovedHolds } from '../../scheduling/changes/hold-changes.ts';
import type { AppointmentRow } from '../queries/appointment-rows.ts';
import { lockVehicleAndReadTerms } from '../queries/booking-terms.ts';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import { claimKey, storeReply } from '../../database/idempotency-changes.ts';
import { lockCustomer, lockDays } from '../../database/locks.ts';
import { toDetailColumns } from '../rules/appointment-details.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { getBookingMoment, chooseSlot } from '../../scheduling/rules/availability.ts';
import { combineServices } from '../../scheduling/rules/skills.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import type { IdempotencyKey } from '../../database/rules/idempotency-key.ts';
import { appointmentChanged, personChanged, slotsChanged } from '../../application/events.ts';
import {
  done,
  getCurrentMoment,
  runInTransaction,
  type Context,
} from '../../application/transaction.ts';
import { geocodeAddress, type GeocodingContext } from '../../places/geocode-address.ts';
import { findLimitProblem } from '../../service-areas/limit-rules.ts';
import { findAreaForAddress } from '../../service-areas/queries.ts';
import { checkVehicleOverlap } from './check-vehicle-overlap.ts';

/** A booking as requested. */
export interface Booking {
  readonly input: BookingInput | NewCustomerBooking;
  /** Null when the client sent no Idempotency-Key. */
  readonly idempotencyKey: IdempotencyKey | null;
  /** Returns the exact text of the reply, which is stored so that a repeated request gets the same bytes. */
  readonly reply: (booked: AppointmentRow) => string;
}

/**
 * Books one or more services: creates a pending appointment that holds the time of one free mechanic who is qualified
 * for all of them, chosen by the same function that lists the slots. The appointment's line items are the services, the
 * discounts from the customer's plan, and the trip fee for the address's service area. It is flagged if it's not
 * certain that a service area covers its address. Customers book for themselves; dispatch names the customer.
 * A new customer is stored in the same transaction, with their vehicle and without an account, so that nothing
 * about them is stored if the booking is refused. A repeated request with the same key returns the first
 * reply.
 */
export async function bookAppointment(
  context: Context & GeocodingContext,
  actor: Actor,
  booking: Booking,
): Promise<Result<string>> {
  const { input, idempotencyKey } = booking;
  const moment = getCurrentMoment(context);
  const newCustomer = 'newCustomer' in input ? input.newCustomer : null;
  const customerId = newCustomer ? randomUUID() : chooseCustomer(actor, input);
  if (customerId === undefined) return refuseField('customerId', 'Please select a customer');
  const yearProblem = newCustomer && findYearProblem(newCustomer.vehicle.year, moment.local.date);
  if (yearProblem) return refuseField('vehicle.year', yearProblem);
  // Done before the transaction, since it may call a geocoding service.
  const place = await geocodeAddress(context, customerId, input.location);

  return runInTransaction(context, actor.id, async (trx) => {
    const previous = idempotencyKey && (await claimKey(trx, idempotencyKey));
    if (previous?.hasSameBody) return done(previous.reply, []);
    if (previous) {
      return refused('idempotency_mismatch', 'That key was used for another booking.');
    }
    if (newCustomer) await insertCustomer(trx, { id: customerId, ...newCustomer }, moment.now);
    else if (!(await lockCustomer(trx, customerId))) {
      return refuseField('customerId', 'Please select a customer');
    }
    // Done before the day is locked, so that no other booking waits for it.
    const { cityCenter, outsideAreaPolicy } = context.business;
    const { answer, area, hasAreas } = await findAreaForAddress(trx, place, cityCenter);
    const isCustomerOutside = answer === 'no' && !isDispatchRole(actor.role);
    if (isCustomerOutside && outsideAreaPolicy === 'refuse') {
      const message = "We don't come to this address yet.";
      return refused('invalid_request', message, { location: message });
    }
    await lockDays(trx, [input.date]);
    const serviceIds = listServiceIds(input);
    const vehicleId =
      'newCustomer' in input
        ? await insertVehicle(trx, customerId, input.newCustomer.vehicle, moment.now)
        : input.vehicleId;
    const terms = await lockVehicleAndReadTerms(trx, {
      customerId,
      vehicleId,
      serviceIds,
      today: moment.local.date,
      startsBeforePayment: context.business.plansStartBeforePayment,
    });
    if (!terms) return refuseField('vehicleId', 'Please select a vehicle');
    const { waitingCount, plan: customersPlan } = terms;
    const { plan, business, services } = await loadDayPlan(trx, input.date, serviceIds);
    if (waitingCount >= business.maxOpenBookings) {
      return refused(
        'too_many_open',
        `${waitingCount} bookings are already waiting for a mechanic; please wait until one is confirmed.`,
      );
    }
    const missingId = serviceIds.find((id) => !services.some((service) => service.id === id));
    if (missingId !== undefined) return refuseMissingService(missingId, input);
    const now = getBookingMoment(moment, actor, input.confirmOutsideHours);
    const choice = chooseSlot(plan, combineServices(services), input.startTime, now);
    if (!choice.ok) return choice;
    const limitProblem =
      area && !isDispatchRole(actor.role) && findLimitProblem(area, input, moment.local);
    if (limitProblem) return refuseField(limitProblem.field, limitProblem.message);

    const lines = listBookingLines({
      services,
      plan: customersPlan && {
        ...customersPlan,
        usesLeft: (id) => customersPlan.usesLeft[id] ?? 0,
      },
      area,
    });
    const price = totalOf(lines);
    // Possible only with prices and fees that were stored before their limits existed.
    if (toCents(price) > toCents(highestAmount)) {
      return refuseField('serviceId', 'This costs too much to book here.');
    }
    if (input.shownPrice !== undefined && input.shownPrice !== price) {
      return refused('price_changed', 'The price has changed; please check it and book again.');
    }

    // Checked last, so that no other refusal can follow the confirmation.
    if (!input.confirmOverlap) {
      const time = { ...input, vehicleId, endTime: choice.endTime };
      const overlap = await checkVehicleOverlap(trx, actor, time, null);
      if (overlap) return overlap;
    }

    const isReduced = lines.some(({ kind }) => kind === 'discount');
    const booked = await withMovedHolds(trx, choice.placement?.moves, () =>
      insertAppointment(
        trx,
        {
          customer_id: customerId,
          vehicle_id: vehicleId,
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
          benefit_period_id: isReduced ? (customersPlan?.periodId ?? null) : null,
          buffer_minutes: business.bufferMinutes,
          outside_hours: choice.outsideHours,
          cancel_until_hours: business.cancellationNoticeHours,
          source: isDispatchRole(actor.role) ? 'office' : 'customer',
        },
        lines.map(({ isIncluded, ...line }) => ({
          ...line,
          includedIn: isIncluded ? (customersPlan?.periodId ?? null) : null,
        })),
        place,
        { actorId: actor.id, now: moment.now },
      ),
    );

    const reply = booking.reply(booked);
    if (idempotencyKey) await storeReply(trx, idempotencyKey, reply, moment.now);
    return done(reply, [
      appointmentChanged(booked, {}, { kind: 'booked', by: actor.id }),
      slotsChanged(input.date),
      ...(newCustomer
        ? [
            personChanged(customerId),
            { kind: 'vehicle', subjectId: vehicleId, customerId } as const,
          ]
        : []),
    ]);
  });
}

/** Returns whom the booking is for: dispatch names the customer; everyone else books for themselves. */
function chooseCustomer(actor: Actor, input: Booking['input']): string | undefined {
  if (!isDispatchRole(actor.role)) return actor.id;
  return 'customerId' in input ? input.customerId : undefined;
}

/** Refuses a service that is not offered, naming its field. */
function refuseMissingService(id: number, { serviceId }: Pick<BookingInput, 'serviceId'>) {
  if (id === serviceId) return refuseField('serviceId', 'Please select a service');
  return refuseField('additionalServiceIds', 'One of these services is no longer offered.');
}

function refuseField(field: string, message: string) {
  return refused('invalid_request', message, { [field]: message });
}
