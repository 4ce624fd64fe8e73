import { waitingStatuses } from '@curbwrench/contract/appointments/lifecycle';
import type { Appointment, AppointmentLocation } from '@curbwrench/contract/appointments/schemas';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import {
  summarizeLines,
  toAppointmentState,
  type AppointmentRow,
} from '../queries/appointment-rows.ts';
import { getVisibleDetails } from '../rules/appointment-details.ts';
import { getRowAttention } from '../queries/attention.ts';
import type { CurrentTime } from '../../application/rules/business-time.ts';
import type { Actor } from '../../application/rules/actor.ts';
import type { MechanicSummary } from '@curbwrench/contract/people/schemas';

/**
 * Returns an appointment as this viewer may see it. A mechanic gets the customer's name and phone but not their
 * email; only the office sees what needs attention and whether the service area is uncertain. No one sees which
 * mechanic's time is held.
 */
export function presentAppointment(
  row: AppointmentRow,
  viewer: Actor,
  currentTime: CurrentTime,
): Appointment {
  const { service, price, duration } = summarizeLines(row);
  return {
    id: row.id,
    serviceId: row.service_id,
    vehicleId: row.vehicle_id,
    mechanicId: row.mechanic_id,
    customerId: row.customer_id,
    date: row.date,
    startTime: row.start_time.slice(0, 5),
    endTime: row.end_time.slice(0, 5),
    status: row.status,
    location: JSON.stringify(toLocation(row)),
    // Null if booked before precisions were stored; back then, any coordinates came from the client.
    placePrecision: row.place_precision ?? (row.latitude === null ? 'unknown' : 'pin'),
    ...getVisibleDetails(row, toAppointmentState(row), viewer, currentTime.local),
    lines: row.lines.map(
      ({ position, kind, serviceId, description, quantity, unitPrice, duration: minutes }) => ({
        position,
        kind,
        serviceId,
        description,
        quantity,
        unitPrice,
        duration: minutes,
      }),
    ),
    price,
    cancellationCutoffHours: row.cancellation_cutoff_hours,
    createdAt: row.created_at.toISOString(),
    arrivedAt: row.arrived_at && new Date(row.arrived_at).toISOString(),
    service: { id: row.service_id, name: service, duration },
    vehicle: {
      id: row.vehicle_id,
      make: row.vehicle_make,
      model: row.vehicle_model,
      year: row.vehicle_year,
      plateNumber: row.vehicle_plate,
    },
    mechanic: presentAssignedMechanic(row),
    customer: {
      id: row.customer_id,
      firstName: row.customer_first_name,
      lastName: row.customer_last_name,
      email: viewer.role === 'mechanic' ? null : row.customer_email,
      phone: row.customer_phone,
      profileImageUrl: row.customer_image,
    },
    payment:
      row.payment_id === null || row.payment_status === null || row.payment_amount === null
        ? null
        : { id: row.payment_id, status: row.payment_status, amount: row.payment_amount },
    attention: isOfficeRole(viewer.role) ? getRowAttention(row, currentTime) : null,
    isAreaUncertain: isOfficeRole(viewer.role) && isAreaUncertain(row),
  };
}

function toLocation(row: AppointmentRow): AppointmentLocation {
  return row.latitude === null || row.longitude === null
    ? { address: row.address }
    : { address: row.address, lat: row.latitude, lng: row.longitude };
}

/**
 * Returns whether it is unclear if a service area covers the address. After a mechanic is assigned, this no longer
 * matters, since the office has decided to go there.
 */
function isAreaUncertain({ area_unsure: isUncertain, status }: AppointmentRow): boolean {
  return isUncertain && waitingStatuses.some((waiting) => waiting === status);
}

/** Returns the fields of an appointment's mechanic that its customer may see; null if none is assigned. */
export function presentAssignedMechanic(row: AppointmentRow): MechanicSummary | null {
  if (row.mechanic_id === null) return null;
  return {
    id: row.mechanic_id,
    firstName: row.mechanic_first_name ?? '',
    lastName: row.mechanic_last_name ?? '',
    email: row.mechanic_email,
    profileImageUrl: row.mechanic_image,
  };
}
