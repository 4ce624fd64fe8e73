import type { BookingInput } from '@curbwrench/contract/appointments';
import { centsOf, highestAmount } from '@curbwrench/contract/money';
import { priceOf } from '@curbwrench/contract/price';
import { dispatches } from '@curbwrench/contract/roles';
import { zipIn } from '@curbwrench/contract/service-areas';
import {
  insertAppointment,
  whileMovingHolds,
  type NewAppointment,
} from '../db/appointment-changes.ts';
import type { AppointmentRow } from '../db/appointment-rows.ts';
import {
  loadBenefit,
  loadBooking,
  type BookingArea,
  type BookingPlan,
  type KeptVehicle,
} from '../db/bookings.ts';
import type { PlannedService } from '../db/day-plans.ts';
import { keepingReply } from '../db/idempotency-changes.ts';
import { lockBooking, type KeptCustomer } from '../db/locks.ts';
import type { Actor } from '../domain/appointment.ts';
import { chooseSlot } from '../domain/availability.ts';
import type { DayPlan } from '../domain/day-plan.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import type { RepeatKey } from '../domain/repeat-key.ts';
import { appointmentChanged, slotsChanged } from './announcements.ts';
import { momentOf, perform, type Context } from './transaction.ts';

/** A booking as it came in. */
export interface Booking {
  readonly input: BookingInput;
  /** Null when the client sent no Idempotency-Key. */
  readonly repeatKey: RepeatKey | null;
  /** The reply's exact text, kept with the booking so that a repeat gets the same bytes. */
  readonly reply: (booked: AppointmentRow) => string;
}

/**
 * Books a service: a pending appointment that holds the time of one free, qualified mechanic
 * (D5), by the same function that shows the slots, at the price that the customer's plan and the
 * address make of the service's. A customer books for themself; dispatch names
 * the customer. A repeat under the same key answers what the first one answered.
 */
export async function bookAppointment(
  context: Context,
  actor: Actor,
  booking: Booking,
): Promise<Outcome<string>> {
  const { input, repeatKey } = booking;
  const moment = momentOf(context);
  const customerId = dispatches(actor.role) ? input.customerId : actor.id;
  if (customerId === undefined) return refusedField('customerId', 'Please select a customer');

  return perform(context, actor.id, async (trx, tell) => {
    const wanted = { ...input, customerId, zip: zipIn(input.location.address) };
    // Sent together, run in this order: what is read is read when the locks are held.
    const mustEndWithinHours = context.business.jobsEndWithinHours;
    const [customer, { id, earlier, vehicle, waiting, hasPlan, area, plan, service }] =
      await Promise.all([
        lockBooking(trx, wanted, repeatKey),
        loadBooking(trx, wanted, repeatKey, moment.local.date, mustEndWithinHours),
      ]);
    if (earlier?.isSame) return accepted(earlier.reply);
    if (earlier) {
      return refused('idempotency_mismatch', 'That key was used for another booking.');
    }
    if (!customer) return refusedField('customerId', 'Please select a customer');
    if (vehicle?.ownerId !== customerId) {
      return refusedField('vehicleId', 'Please select a vehicle');
    }
    if (waiting >= context.business.maxOpenBookings) {
      return refused(
        'too_many_open',
        `${waiting} bookings are waiting for a mechanic already; please wait until one is confirmed.`,
      );
    }
    if (!service) return refusedField('serviceId', 'Please select a service');
    const choice = chooseSlot(plan, service, input.startTime, moment.local);
    if (!choice.ok) return choice;

    const benefit = hasPlan ? await loadBenefit(trx, wanted, moment.local.date) : null;
    const price = priceOf({
      servicePrice: service.price,
      benefit,
      callOutFee: area?.callOutFee ?? null,
    });
    // Prices and fees are bounded so that this can't be; older ones may be higher.
    if (centsOf(price.total) > centsOf(highestAmount)) {
      return refusedField('serviceId', 'This service costs too much to be booked here.');
    }
    if (input.shownPrice !== undefined && input.shownPrice !== price.total) {
      return refused('price_changed', 'The price has changed; please check it and book again.');
    }

    const appointment: NewAppointment = {
      id,
      customerId,
      vehicleId: input.vehicleId,
      serviceId: input.serviceId,
      holdMechanicId: choice.placement?.mechanicId ?? null,
      date: input.date,
      startTime: input.startTime,
      endTime: choice.endTime,
      location: input.location,
      notes: input.notes,
      price: price.total,
      includedIn: price.isIncluded ? (benefit?.periodId ?? null) : null,
      priceTerms: termsOf(service.price, { benefit, area }),
      cancelUntilHours: context.business.cancelUntilHours,
      source: dispatches(actor.role) ? 'office' : 'customer',
    };
    const booked = bookedRow(appointment, moment.now, { customer, vehicle, service, plan });
    const reply = booking.reply(booked);
    tell(
      [appointmentChanged(booked, {}, { kind: 'booked', by: actor.id }), slotsChanged(input.date)],
      {
        changes: (last) =>
          whileMovingHolds(last, choice.placement?.moves, () =>
            insertAppointment(last, appointment, actor.id, moment.now),
          ),
        ...(repeatKey && { alongside: keepingReply(repeatKey, reply, moment.now) }),
      },
    );
    return accepted(reply);
  });
}

/** Why the price is what it is, for the appointment's history; nothing where it is the service's. */
function termsOf(
  servicePrice: string,
  { benefit, area }: { readonly benefit: BookingPlan | null; readonly area: BookingArea | null },
): NewAppointment['priceTerms'] {
  return {
    ...((benefit || area) && { servicePrice }),
    ...(benefit && { plan: benefit.name }),
    ...(area && { area: area.name, callOutFee: area.callOutFee }),
  };
}

/** The new row with its names, all of which are known and kept: nothing need be read again. */
function bookedRow(
  appointment: NewAppointment,
  now: Date,
  known: {
    readonly customer: KeptCustomer;
    readonly vehicle: KeptVehicle;
    readonly service: PlannedService;
    readonly plan: DayPlan;
  },
): AppointmentRow {
  const { customer, vehicle, service, plan } = known;
  return {
    id: appointment.id,
    customer_id: appointment.customerId,
    vehicle_id: appointment.vehicleId,
    service_id: appointment.serviceId,
    mechanic_id: null,
    hold_mechanic_id: appointment.holdMechanicId,
    date: appointment.date,
    start_time: appointment.startTime,
    end_time: appointment.endTime,
    status: 'pending',
    address: appointment.location.address,
    latitude: appointment.location.lat ?? null,
    longitude: appointment.location.lng ?? null,
    notes: appointment.notes,
    price: appointment.price,
    cancel_until_hours: appointment.cancelUntilHours,
    created_at: now.toISOString(),
    service_name: service.name,
    service_duration: service.duration,
    vehicle_make: vehicle.make,
    vehicle_model: vehicle.model,
    vehicle_year: vehicle.year,
    vehicle_plate: vehicle.plate,
    customer_first_name: customer.firstName,
    customer_last_name: customer.lastName,
    customer_email: customer.email,
    customer_phone: customer.phone,
    customer_image: customer.image,
    mechanic_first_name: null,
    mechanic_last_name: null,
    mechanic_email: null,
    mechanic_image: null,
    payment_id: null,
    payment_status: null,
    payment_amount: null,
    has_mechanics: plan.hasMechanics,
  };
}

function refusedField(field: string, message: string) {
  return refused('invalid_request', message, { [field]: message });
}
