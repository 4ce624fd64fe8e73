import { randomUUID } from 'node:crypto';
import type { BookingInput, NewCustomerBooking } from '@curbwrench/contract/appointments/schemas';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { insertCustomer } from '../../accounts/changes/customer-changes.ts';
import { insertVehicle } from '../../vehicles/changes.ts';
import { findYearProblem } from '../../vehicles/rules.ts';
import type { AppointmentRow } from '../queries/appointment-rows.ts';
import { claimKey, storeReply } from '../../database/idempotency-changes.ts';
import { lockCustomer } from '../../database/locks.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import type { IdempotencyKey } from '../../database/rules/idempotency-key.ts';
import { appointmentChanged, personChanged, slotsChanged } from '../../application/events.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../../application/transaction.ts';
import { geocodeAddress, type GeocodingContext } from '../../places/geocode-address.ts';
import { makeBooking } from './make-booking.ts';

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
 * discounts from the customer's plan, and the trip fee for the address's service area. The appointment is flagged if
 * it's not certain that a service area covers its address. Customers book for themselves; the office specifies the
 * customer. A new customer is stored in the same transaction, with their vehicle and without an account, so that
 * nothing about them is stored if the booking is refused. A repeated request with the same key returns the first reply.
 */
export async function bookAppointment(
  context: Context & GeocodingContext,
  actor: Actor,
  booking: Booking,
): Promise<Result<string>> {
  const { input, idempotencyKey } = booking;
  const currentTime = getCurrentTime(context);
  const newCustomer = 'newCustomer' in input ? input.newCustomer : null;
  const customerId = newCustomer ? randomUUID() : chooseCustomer(actor, input);
  if (customerId === undefined) return refuseField('customerId', 'Please select a customer');
  const yearProblem =
    newCustomer && findYearProblem(newCustomer.vehicle.year, currentTime.local.date);
  if (yearProblem) return refuseField('vehicle.year', yearProblem);
  // Done before the transaction, since it may call a geocoding service.
  const place = await geocodeAddress(context, customerId, input.location);

  return runInTransaction(context, actor.id, async (trx) => {
    const previous = idempotencyKey && (await claimKey(trx, idempotencyKey));
    if (previous?.hasSameBody) return done(previous.reply, []);
    if (previous) {
      return refused('idempotency_mismatch', 'That key was used for another booking.');
    }
    if (newCustomer) await insertCustomer(trx, { id: customerId, ...newCustomer }, currentTime.now);
    else if (!(await lockCustomer(trx, customerId))) {
      return refuseField('customerId', 'Please select a customer');
    }
    const made = await makeBooking(trx, context, {
      actor,
      customerId,
      input,
      place,
      currentTime,
      getVehicleId: async () =>
        'newCustomer' in input
          ? insertVehicle(trx, customerId, input.newCustomer.vehicle, currentTime.now)
          : input.vehicleId,
      maxOpenBookings: null,
      otherOpenBookingsOfMailbox: 0,
      usesPlan: true,
    });
    if (!made.ok) return made;
    const { booked, vehicleId } = made.value;

    const reply = booking.reply(booked);
    if (idempotencyKey) await storeReply(trx, idempotencyKey, reply, currentTime.now);
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

/** Returns whom the booking is for: the office specifies the customer; everyone else books for themselves. */
function chooseCustomer(actor: Actor, input: Booking['input']): string | undefined {
  if (!isOfficeRole(actor.role)) return actor.id;
  return 'customerId' in input ? input.customerId : undefined;
}

function refuseField(field: string, message: string) {
  return refused('invalid_request', message, { [field]: message });
}
