import { collide } from './arrangement.ts';
import { couldHold, isQualified, openOn, wantOf } from './day.ts';
import { fail } from './disagreement.ts';
import { expectedOf } from './expected.ts';
import { activeMechanics, isOpen, isWaiting, type Model, type ModelAppointment } from './model.ts';
import type { Observed, State } from './observed.ts';
import { nothing, type Effect } from './verdict.ts';

/**
 * Compares the whole state with the model after a command; an effect of null means that it was
 * refused, and nothing may have changed. Where the rules leave the choice to the server (whose
 * time is held, the numbers of payments and bell lines), what it chose is checked and taken over.
 */
export function compare(model: Model, observed: Observed, effect: Effect | null): void {
  for (const payment of model.payments.values()) {
    payment.id ??= observed.paymentIds[payment.label] ?? null;
  }
  const expected = expectedOf(model);
  for (const part of parts(expected)) same(part, observed[part], expected[part]);
  for (const { id, bell } of model.people.values()) {
    for (const [index, line] of bell.entries()) line.id = observed.bellIds[id]?.[index] ?? null;
  }
  compareHolds(model, observed, effect ?? nothing);
  compareEvents(observed, effect);
}

function parts(state: State): (keyof State)[] {
  // What an object of ours was made with is all it has.
  return Object.keys(state) as (keyof State)[];
}

function compareHolds(model: Model, { holders }: Observed, effect: Effect): void {
  for (const appointment of model.appointments.values()) {
    const { id } = appointment;
    const holderId = holders[id] ?? null;
    if (holderId !== null) checkHolder(model, appointment, holderId, holders);
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

/** A hold is a qualified mechanic's time, given once, and not of one who declined. */
function checkHolder(
  model: Model,
  appointment: ModelAppointment,
  holderId: string,
  holders: Observed['holders'],
): void {
  const { id, date } = appointment;
  if (!isWaiting(appointment)) fail(`${id} is ${appointment.status} and holds time`);
  if (!activeMechanics(model).includes(holderId)) fail(`${id} is held by ${holderId}, who left`);
  if (appointment.declinedBy.includes(holderId)) fail(`${id} is held by ${holderId}, who declined`);
  if (!isQualified(model, date, wantOf(model, appointment), holderId)) {
    fail(`${id} is held by ${holderId}, who can't do it then`);
  }
  const other = [...model.appointments.values()].find(
    (each) =>
      each.id !== id &&
      each.date === date &&
      (each.mechanicId ?? holders[each.id]) === holderId &&
      isOpen(each) &&
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
