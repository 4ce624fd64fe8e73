import { collide } from './arrangement.ts';
import { couldHold, isQualified, openOn, wantOf } from './day.ts';
import { fail } from './disagreement.ts';
import { activeMechanics, isOpen, isWaiting, type Model, type ModelAppointment } from './model.ts';
import type { Observed, ObservedAppointment } from './observed.ts';
import { nothing, type Effect } from './verdict.ts';

/**
 * Compares the whole state with the model after a command; an effect of null means that it was
 * refused, and nothing may have changed. Where the rules leave the choice to the server (whose
 * time is held), what it chose is checked and taken over.
 */
export function compare(model: Model, observed: Observed, effect: Effect | null): void {
  same('people', observed.people, peopleOf(model));
  same('services', observed.services, servicesOf(model));
  same('vehicles', observed.vehicles, vehiclesOf(model));
  same('payments', observed.payments, paymentsOf(model));
  same(
    'appointments',
    observed.appointments.map((each) => ({ ...each, holderId: null })),
    appointmentsOf(model),
  );
  compareHolds(model, observed.appointments, effect ?? nothing);
  compareEvents(observed, effect);
}

function peopleOf(model: Model): Observed['people'] {
  return [...model.people.values()]
    .map(
      ({ id, role, active, work }) =>
        [id, role, active, work?.active ?? null, work?.available ?? null] as const,
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function servicesOf(model: Model): Observed['services'] {
  return inOrder(model.services).map(
    ({ id, price, duration, skill, archived }) => [id, price, duration, skill, archived] as const,
  );
}

function vehiclesOf(model: Model): Observed['vehicles'] {
  return inOrder(model.vehicles).map(
    ({ id, customerId, make, active, archived }) =>
      [id, customerId, make, active, archived] as const,
  );
}

function paymentsOf(model: Model): Observed['payments'] {
  return [...model.payments]
    .toSorted(([a], [b]) => a - b)
    .map(([appointment, amount]) => [appointment, amount, 'pending'] as const);
}

function appointmentsOf(model: Model): ObservedAppointment[] {
  return inOrder(model.appointments).map((each) => ({
    id: each.id,
    customerId: each.customerId,
    vehicleId: each.vehicleId,
    serviceId: each.serviceId,
    price: each.price,
    status: each.status,
    mechanicId: each.mechanicId,
    holderId: null,
    date: each.date,
    from: each.from,
    to: each.to,
    notes: each.notes,
    declinedBy: each.declinedBy,
    history: each.history,
  }));
}

function compareHolds(
  model: Model,
  observed: readonly ObservedAppointment[],
  effect: Effect,
): void {
  for (const { id, holderId } of observed) {
    const appointment = model.appointments.get(id);
    if (!appointment) continue;
    if (holderId !== null) checkHolder(model, appointment, holderId, observed);
    const held = holderId !== null;
    if (effect.holds?.id === id) {
      if (effect.holds.held && !held) fail(`${id} holds nobody's time, and somebody could take it`);
      if (!effect.holds.held && held) fail(`${id} holds time, and nobody could take it`);
    } else if (appointment.held && !held && !effect.mayLose.includes(id)) {
      if (isOpen(appointment)) fail(`${id} lost the time it held`);
    } else if (!appointment.held && held && !effect.refill.includes(appointment.date)) {
      fail(`${id} holds time that it was not given`);
    }
    appointment.held = held;
  }
  for (const date of new Set(effect.refill)) {
    for (const waiting of openOn(model, date)) {
      if (!isWaiting(waiting) || waiting.held) continue;
      if (couldHold(model, date, wantOf(model, waiting), waiting.id)) {
        fail(`${waiting.id} waits without anybody's time, and on ${date} there is a way`);
      }
    }
  }
}

/** D5: a hold is a qualified mechanic's time, given once, and not of one who declined. */
function checkHolder(
  model: Model,
  appointment: ModelAppointment,
  holderId: string,
  observed: readonly ObservedAppointment[],
): void {
  const { id, date } = appointment;
  if (!isWaiting(appointment)) fail(`${id} is ${appointment.status} and holds time`);
  if (!activeMechanics(model).includes(holderId)) fail(`${id} is held by ${holderId}, who left`);
  if (appointment.declinedBy.includes(holderId)) fail(`${id} is held by ${holderId}, who declined`);
  if (!isQualified(model, date, wantOf(model, appointment), holderId)) {
    fail(`${id} is held by ${holderId}, who can't do it then`);
  }
  const other = observed.find(
    (each) =>
      each.id !== id &&
      each.date === date &&
      (each.mechanicId ?? each.holderId) === holderId &&
      each.status !== 'completed' &&
      each.status !== 'cancelled' &&
      collide(each, appointment),
  );
  if (other) fail(`${id} and ${other.id} both want ${holderId}'s time`);
}

function compareEvents({ events }: Observed, effect: Effect | null): void {
  if (effect === null && events.length > 0) fail(`a refusal told of ${JSON.stringify(events)}`);
  const told = new Set(events.map(([, kind, subject]) => `${kind} ${subject}`));
  const missing = (effect?.told ?? []).filter((event) => !told.has(event));
  if (missing.length > 0) fail(`nobody was told of ${missing.join(', ')}`);
}

function same(what: string, observed: unknown, expected: unknown): void {
  const [seen, wanted] = [observed, expected].map((value) => JSON.stringify(value, null, 1));
  if (seen !== wanted) fail(`${what} differ\nmodel: ${wanted}\nserver: ${seen}`);
}

function inOrder<T extends { readonly id: number }>(rows: ReadonlyMap<number, T>): T[] {
  return [...rows.values()].toSorted((a, b) => a.id - b.id);
}
