import type { BookingInput } from '@curbwrench/contract/appointments/schemas';
import { toCents, highestAmount } from '@curbwrench/contract/fields/money';
import { listBookingLines, totalOf } from '@curbwrench/contract/payments/price';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import { listServiceIds } from '@curbwrench/contract/scheduling/requested-services';
import type { Actor } from '../../application/rules/actor.ts';
import type { CurrentTime } from '../../application/rules/business-time.ts';
import { accepted, refused, type Result } from '../../application/rules/result.ts';
import type { Context, Transaction } from '../../application/transaction.ts';
import { lockDays } from '../../database/locks.ts';
import { withMovedHolds } from '../../scheduling/changes/hold-changes.ts';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import { chooseSlot, getBookingContext } from '../../scheduling/rules/availability.ts';
import { combineServices } from '../../scheduling/rules/skills.ts';
import { findLimitProblem } from '../../service-areas/limit-rules.ts';
import { findAreaForAddress } from '../../service-areas/queries.ts';
import { insertAppointment } from '../changes/appointment-changes.ts';
import type { AppointmentRow } from '../queries/appointment-rows.ts';
import { lockVehicleAndReadTerms } from '../queries/booking-terms.ts';
import { toDetailColumns } from '../rules/appointment-details.ts';
import { checkVehicleOverlap } from './check-vehicle-overlap.ts';

/** What is booked, for whom and by whom. */
export interface BookingRequest {
  readonly actor: Actor;
  /** The customer, whose lock the caller must hold. */
  readonly customerId: string;
  readonly input: Omit<BookingInput, 'vehicleId' | 'customerId'>;
  readonly place: LocatedAddress;
  readonly currentTime: CurrentTime;
  /** Returns the vehicle's id. Called after the day is locked; may insert the vehicle. */
  readonly getVehicleId: () => Promise<number>;
  /** The maximum number of the customer's bookings that may wait for a mechanic; null for the business's own limit. */
  readonly maxOpenBookings: number | null;
  /** The number of other people's waiting bookings that count toward this customer's limit, too. */
  readonly otherOpenBookingsOfMailbox: number;
  /** Whether the benefits of the customer's plan apply. */
  readonly usesPlan: boolean;
}

/** The result of a booking: the appointment and its vehicle. */
export interface BookingResult {
  readonly booked: AppointmentRow;
  readonly vehicleId: number;
}

/**
 * Books services for a customer in the caller's transaction, by the rules that `bookAppointment` describes. Locks the
 * day and the vehicle.
 */
export async function makeBooking(
  trx: Transaction,
  context: Context,
  request: BookingRequest,
): Promise<Result<BookingResult>> {
  const { actor, customerId, input, place, currentTime } = request;
  // Done before the day is locked, so that no other booking waits for it.
  const { cityCenter, outsideAreaPolicy } = context.business;
  const { answer, area, hasAreas } = await findAreaForAddress(trx, place, cityCenter);
  const isCustomerOutside = answer === 'no' && !isOfficeRole(actor.role);
  if (isCustomerOutside && outsideAreaPolicy === 'refuse') {
    const message = "We don't serve this address yet.";
    return refused('invalid_request', message, { location: message });
  }
  await lockDays(trx, [input.date]);
  const serviceIds = listServiceIds(input);
  const vehicleId = await request.getVehicleId();
  const terms = await lockVehicleAndReadTerms(trx, {
    customerId,
    vehicleId,
    serviceIds,
    today: currentTime.local.date,
    startsBeforePayment: context.business.plansStartBeforePayment,
  });
  if (!terms) return refuseField('vehicleId', 'Please select a vehicle');
  const waitingCount = terms.waitingCount + request.otherOpenBookingsOfMailbox;
  const maintenancePlan = request.usesPlan ? terms.plan : null;
  const { plan: dayPlan, business, services } = await loadDayPlan(trx, input.date, serviceIds);
  if (waitingCount >= (request.maxOpenBookings ?? business.maxOpenBookings)) {
    return refuseTooManyOpen(waitingCount, isOfficeRole(actor.role));
  }
  const missingId = serviceIds.find((id) => !services.some((service) => service.id === id));
  if (missingId !== undefined) return refuseMissingService(missingId, input);
  const now = getBookingContext(currentTime, actor, input.confirmOutsideHours);
  const choice = chooseSlot(dayPlan, combineServices(services), input.startTime, now);
  if (!choice.ok) return choice;
  const limitProblem =
    area && !isOfficeRole(actor.role) && findLimitProblem(area, input, currentTime.local);
  if (limitProblem) return refuseField(limitProblem.field, limitProblem.message);

  const lines = listBookingLines({
    services,
    plan: maintenancePlan && {
      ...maintenancePlan,
      usesLeft: (id) => maintenancePlan.usesLeft[id] ?? 0,
    },
    area,
  });
  const price = totalOf(lines);
  // Possible only if prices or fees were stored before their limits existed.
  if (toCents(price) > toCents(highestAmount)) {
    return refuseField('serviceId', 'This booking is over our online limit. Please call us.');
  }
  if (input.shownPrice !== undefined && input.shownPrice !== price) {
    return refused('price_changed', 'The price has changed. Please check it and book again.');
  }

  // Checked last, so that a customer who confirms the overlap gets no other refusal after that.
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
        held_mechanic_id: choice.placement?.mechanicId ?? null,
        date: input.date,
        start_time: input.startTime,
        end_time: choice.endTime,
        address: input.location.address,
        latitude: place.position?.lat ?? null,
        longitude: place.position?.lng ?? null,
        place_precision: place.precision,
        // Also set if the address is outside every area.
        area_unsure: (answer === 'unsure' && hasAreas) || isCustomerOutside,
        ...toDetailColumns(input),
        benefit_period_id: isReduced ? (maintenancePlan?.periodId ?? null) : null,
        buffer_minutes: business.bufferMinutes,
        outside_hours: choice.outsideHours,
        cancellation_cutoff_hours: business.cancellationCutoffHours,
        source: isOfficeRole(actor.role) ? 'office' : 'customer',
      },
      lines.map(({ isIncluded, ...line }) => ({
        ...line,
        includedIn: isIncluded ? (maintenancePlan?.periodId ?? null) : null,
      })),
      place,
      { actorId: actor.id, now: currentTime.now },
    ),
  );
  return accepted({ booked, vehicleId });
}

/** Refuses a booking because the customer already has `count` bookings that are waiting for a mechanic. */
function refuseTooManyOpen(count: number, isForOffice: boolean) {
  const [owner, customer] = isForOffice
    ? ['This customer already has', 'They']
    : ['You already have', 'You'];
  const bookings = count === 1 ? '1 booking' : `${count} bookings`;
  return refused(
    'too_many_open',
    `${owner} ${bookings} waiting for a mechanic. ${customer} can book again once one is confirmed.`,
  );
}

/** Refuses a service that is not offered, naming its field. */
function refuseMissingService(id: number, { serviceId }: Pick<BookingInput, 'serviceId'>) {
  if (id === serviceId) return refuseField('serviceId', 'Please select a service');
  return refuseField('additionalServiceIds', 'One of these services is no longer offered.');
}

function refuseField(field: string, message: string) {
  return refused('invalid_request', message, { [field]: message });
}
