import { notify } from './appointment-rules.ts';
import type { CommandOf } from './command.ts';
import { isVehicleBooked, slotIs } from './day.ts';
import { activeMechanics, isDesk, todayOf, type Model, type ModelPerson } from './model.ts';
import { priceOf } from './plan-rules.ts';
import { no, nothing, yes, type Verdict } from './verdict.ts';

/** What the model says to a booking. */
export function judgeBooking(
  model: Model,
  actor: ModelPerson,
  command: CommandOf<'book'>,
): Verdict {
  if (actor.role === 'mechanic') return no('not_allowed');
  const customerId = isDesk(actor.role) ? command.customerId : actor.id;
  const service = model.services.get(command.serviceId);
  const vehicle = model.vehicles.get(command.vehicleId);
  const today = todayOf(model);
  const open = [...model.appointments.values()].filter(
    (each) => each.customerId === customerId && each.status === 'pending' && each.date >= today,
  );
  const problems: string[] = [];
  const customer = model.people.get(customerId);
  if (customer?.role !== 'customer' || !customer.active) problems.push('invalid_request');
  if (vehicle?.customerId !== customerId || !vehicle.active || vehicle.archived) {
    problems.push('invalid_request');
  }
  if (open.length >= model.settings.maxOpenBookings) problems.push('too_many_open');
  if (!service || service.archived) return no('invalid_request', ...problems);
  const slot = slotIs(model, command.date, command.from, service, actor.role);
  if (slot === 'closed') problems.push('slot_closed');
  // Whether nobody has time, or nobody works then at all, is one refusal to the model.
  if (slot === 'full') problems.push('slot_taken', 'slot_closed');
  const { total, includedIn } = priceOf(model, customerId, service, command.zip);
  if (command.shownPrice !== null && command.shownPrice !== total) problems.push('price_changed');
  const span = { from: command.from, to: command.from + service.duration };
  const isBooked = isVehicleBooked(model, command.vehicleId, command.date, span);
  if (isBooked && !command.confirmed) problems.push('vehicle_already_booked');
  if (problems.length > 0) return no(...problems);

  return yes((id) => {
    const held = activeMechanics(model).length > 0;
    model.appointments.set(id, {
      id,
      customerId,
      vehicleId: command.vehicleId,
      serviceId: service.id,
      price: total,
      includedIn,
      address: addressWith(command.zip),
      cancelUntilHours: model.settings.cancelUntilHours,
      status: 'pending',
      mechanicId: null,
      held,
      date: command.date,
      from: command.from,
      to: command.from + service.duration,
      startedAt: null,
      notes: 'from the campaign',
      declinedBy: [],
      history: [['booked', actor.id, null]],
    });
    notify(model, id, 'booked', actor, [customerId], true);
    return {
      ...nothing,
      holds: { id, held },
      told: [`appointment ${id}`, `slot ${command.date}`],
    };
  });
}

/** An address as the booking form has it, with a ZIP code at its end or without. */
export function addressWith(zip: string | null): string {
  return zip === null ? '1 Kerb Street' : `1 Kerb Street, Springfield, CA ${zip}`;
}
