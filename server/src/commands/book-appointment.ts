import type { BookingInput } from '@curbwrench/contract/appointments';
import { dispatches } from '@curbwrench/contract/roles';
import { insertAppointment, whileMovingHolds } from '../db/appointment-changes.ts';
import type { AppointmentRow } from '../db/appointment-rows.ts';
import { loadDayPlan } from '../db/day-plans.ts';
import { claimKey, keepingReply } from '../db/idempotency-changes.ts';
import { lockBooking, lockCustomer } from '../db/locks.ts';
import { announce } from '../db/outbox-changes.ts';
import type { Actor } from '../domain/appointment.ts';
import { chooseSlot } from '../domain/availability.ts';
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
 * (D5), by the same function that shows the slots. A customer books for themself; dispatch names
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

  return perform(context, async (trx) => {
    if (repeatKey) {
      const earlier = await claimKey(trx, repeatKey, moment.now);
      if (earlier.kind === 'repeat') return accepted(earlier.reply);
      if (earlier.kind === 'mismatch') {
        return refused('idempotency_mismatch', 'That key was used for another booking.');
      }
    }

    if (!(await lockCustomer(trx, customerId))) {
      return refusedField('customerId', 'Please select a customer');
    }
    const { vehicleOwner, waiting } = await lockBooking(
      trx,
      { customerId, vehicleId: input.vehicleId, date: input.date },
      moment.local.date,
    );
    if (vehicleOwner !== customerId) return refusedField('vehicleId', 'Please select a vehicle');
    if (waiting >= context.business.maxOpenBookings) {
      return refused(
        'too_many_open',
        `${waiting} bookings are waiting for a mechanic already; please wait until one is confirmed.`,
      );
    }

    const { plan, service } = await loadDayPlan(
      trx,
      input.date,
      input.serviceId,
      context.business.jobsEndWithinHours,
    );
    if (!service) return refusedField('serviceId', 'Please select a service');
    const choice = chooseSlot(plan, service, input.startTime, moment.local);
    if (!choice.ok) return choice;

    const appointment = {
      customerId,
      vehicleId: input.vehicleId,
      serviceId: input.serviceId,
      holdMechanicId: choice.placement?.mechanicId ?? null,
      date: input.date,
      startTime: input.startTime,
      endTime: choice.endTime,
      location: input.location,
      notes: input.notes,
      price: service.price,
      cancelUntilHours: context.business.cancelUntilHours,
      source: dispatches(actor.role) ? ('office' as const) : ('customer' as const),
    };
    const booked = await whileMovingHolds(trx, choice.placement?.moves, () =>
      insertAppointment(trx, appointment, actor.id, moment.now),
    );
    const reply = booking.reply(booked);
    await announce(
      trx,
      [appointmentChanged(booked), slotsChanged(input.date)],
      moment.now,
      repeatKey ? keepingReply(repeatKey, reply) : undefined,
    );
    return accepted(reply);
  });
}

function refusedField(field: string, message: string) {
  return refused('invalid_request', message, { [field]: message });
}
