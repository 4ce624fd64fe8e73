import { daysAfter, instantShowing, shownAt, weekday } from '../time/wall-clock.ts';
import type { Command } from './command.ts';
import type { Step } from './history.ts';
import {
  activeMechanics,
  isOpen,
  isWaiting,
  type Model,
  type ModelAppointment,
  type Role,
} from './model.ts';
import { cast, customerIds, mechanicIds } from './world.ts';

const roles: readonly Role[] = ['mechanic', 'customer', 'service_advisor', 'admin'];

/**
 * The command that a step stands for, as things are; null when there is nothing it could be about.
 * `firstDay` is the date on which the history began.
 */
export function meaningOf(model: Model, step: Step, firstDay: string): Command | null {
  const { which, other } = step;
  const anybody = step.by === null ? undefined : cast[step.by]?.id;
  const by = (fit: string | null | undefined): string => anybody ?? fit ?? desk(which);
  switch (step.does) {
    case 'book': {
      const customerId = pick(customerIds, which) ?? '';
      const own = [...model.vehicles.values()].filter((each) => each.customerId === customerId);
      // Now and then somebody else's.
      const vehicles = other === 11 ? [...model.vehicles.values()] : own;
      const vehicle = pick(vehicles, other);
      const service = pick([...model.services.values()], other);
      if (!vehicle || !service) return null;
      return {
        kind: 'book',
        actor: by(which % 3 === 0 ? desk(which) : customerId),
        customerId,
        vehicleId: vehicle.id,
        serviceId: service.id,
        date: dateOf(step, firstDay),
        from: step.slot * 60,
      };
    }
    case 'assign': {
      const id = idOf(model, step, (each) => isWaiting(each) || each.status === 'confirmed');
      // Now and then somebody who isn't one.
      const active = activeMechanics(model);
      const mechanicId =
        pick(other === 11 || active.length === 0 ? mechanicIds : active, other) ?? '';
      return id === null ? null : { kind: 'assign', actor: by(desk(which)), id, mechanicId };
    }
    case 'unassign':
    case 'decline': {
      const id = idOf(model, step, ({ status }) => status === 'confirmed');
      const fit = step.does === 'decline' ? mechanicOf(model, id) : desk(which);
      return id === null ? null : { kind: 'unassign', actor: by(fit), id };
    }
    case 'start':
    case 'complete': {
      const status = step.does === 'start' ? 'confirmed' : 'in_progress';
      // Mostly a start of today, which is the only one that is allowed.
      const anyDay = step.does === 'complete' || other % 4 === 0;
      const today = todayOf(model);
      const id = idOf(
        model,
        step,
        (each) => each.status === status && (anyDay || each.date === today),
      );
      return id === null ? null : { kind: step.does, actor: by(mechanicOf(model, id)), id };
    }
    case 'reschedule': {
      const id = idOf(model, step, isOpen);
      const [date, from] = [dateOf(step, firstDay), step.slot * 60];
      const actor = by(ownerOrDesk(model, id, other));
      return id === null ? null : { kind: 'reschedule', actor, id, date, from };
    }
    case 'cancel': {
      const id = idOf(model, step, isOpen);
      const actor = by(ownerOrDesk(model, id, other));
      const reason = other % 4 === 0 ? null : 'Because.';
      return id === null ? null : { kind: 'cancel', actor, id, reason };
    }
    case 'notes': {
      const id = idOf(model, step, isOpen);
      const actor = by(id === null ? null : model.appointments.get(id)?.customerId);
      return id === null ? null : { kind: 'notes', actor, id, notes: `note ${other}` };
    }
    case 'status': {
      const status = (['available', 'offline', 'on_job'] as const)[other % 3] ?? 'offline';
      const workers = activeMechanics(model);
      const worker = pick(workers.length > 0 ? workers : mechanicIds, which);
      return { kind: 'status', actor: by(worker), status };
    }
    case 'role': {
      const userId = pick([...mechanicIds, ...cast.map(({ id }) => id)], which) ?? '';
      return {
        kind: 'role',
        actor: by(adminOf(model)),
        userId,
        role: pick(roles, other) ?? 'customer',
      };
    }
    case 'standing': {
      // Customers stay: whether one who is deactivated can be booked for is asked nowhere.
      const staff = cast.filter(({ role }) => role !== 'customer').map(({ id }) => id);
      const off = staff.filter((id) => model.people.get(id)?.active === false);
      // Mostly, who is deactivated comes back before anybody else goes.
      const back = off.length > 0 && other % 3 > 0;
      const userId = pick(back ? off : staff, which) ?? '';
      return { kind: 'standing', actor: by(adminOf(model)), userId, active: back };
    }
    case 'mechanicWork': {
      const userId = pick(['admin-0', 'admin-1', ...mechanicIds], which) ?? '';
      return { kind: 'mechanicWork', actor: by(adminOf(model)), userId, works: other % 3 > 0 };
    }
    case 'changeService': {
      // Mostly one that somebody waits for: what was booked must stand.
      const waiting = [...model.appointments.values()].filter(isWaiting);
      const asked = waiting.map(({ serviceId }) => serviceId);
      const ids = which % 4 > 0 && asked.length > 0 ? asked : [...model.services.keys()];
      const id = pick(ids, which);
      const skills = [{ skill: 'brakes' }, { skill: 'engine' }, { skill: null }];
      const chosen = pick([{ price: '95.50' }, { duration: 90 }, ...skills], other) ?? {};
      return id === undefined
        ? null
        : { kind: 'changeService', actor: by('admin-0'), id, change: chosen };
    }
    case 'archiveService': {
      const id = pick([...model.services.keys()], which);
      return id === undefined ? null : { kind: 'archiveService', actor: by('admin-0'), id };
    }
    case 'addVehicle': {
      const customerId = pick(customerIds, which) ?? '';
      return { kind: 'addVehicle', actor: by(customerId), customerId };
    }
    case 'changeVehicle':
    case 'archiveVehicle': {
      const vehicle = pick([...model.vehicles.values()], which);
      if (!vehicle) return null;
      const actor = by(vehicle.customerId);
      if (step.does === 'archiveVehicle') return { kind: 'archiveVehicle', actor, id: vehicle.id };
      const change = [{ make: 'Ford' }, { isActive: false }, { isActive: true }][other % 3] ?? {};
      return { kind: 'changeVehicle', actor, id: vehicle.id, change };
    }
    case 'clock':
      return null;
  }
}

/** The moment at which a start would be in time: mostly, a job is not set out to on another day. */
export function morningOfStart(model: Model, step: Step): number | null {
  const today = todayOf(model);
  const confirmed = [...model.appointments.values()].filter(({ status }) => status === 'confirmed');
  const [next] = confirmed;
  if (step.does !== 'start' || step.other % 4 === 0 || !next) return null;
  if (confirmed.some(({ date }) => date === today)) return null;
  return instantShowing(next.date, 7 * 60, model.settings.zone);
}

/** Where a step puts the clock: to a confirmed job's morning, forth by hours or days, or back. */
export function clockAfter(model: Model, step: Step): number {
  const hour = 3_600_000;
  const next = [...model.appointments.values()].find(({ status }) => status === 'confirmed');
  if (next && step.which % 4 > 0) return instantShowing(next.date, 7 * 60, model.settings.zone);
  const moves = [hour, 24 * hour, -hour, 4 * hour, 23.5 * hour, 72 * hour, 0.5 * hour];
  return model.now + (moves[step.other % moves.length] ?? hour);
}

function desk(which: number): string {
  return which % 2 === 0 ? 'advisor-0' : 'admin-0';
}

/** Somebody who may do it, while there is one. */
function adminOf(model: Model): string {
  const admins = [...model.people.values()].filter((each) => each.role === 'admin' && each.active);
  return admins[0]?.id ?? 'admin-0';
}

function mechanicOf(model: Model, id: number | null): string | null {
  return id === null ? null : (model.appointments.get(id)?.mechanicId ?? null);
}

function ownerOrDesk(model: Model, id: number | null, other: number): string {
  const owner = id === null ? undefined : model.appointments.get(id)?.customerId;
  return other % 2 === 0 && owner !== undefined ? owner : desk(other);
}

/** Mostly an appointment that the step suits, now and then any. */
function idOf(
  model: Model,
  { which }: Step,
  suits: (appointment: ModelAppointment) => boolean,
): number | null {
  const all = [...model.appointments.values()];
  return pick(which === 11 ? all : all.filter(suits), which)?.id ?? null;
}

/** The step's day, counted from the first; a weekend is moved past, but for the far ones. */
function dateOf({ day }: Step, firstDay: string): string {
  const date = daysAfter(firstDay, day);
  if (day > 3 || day < 0) return date;
  const past = { 6: 2, 0: 1 }[weekday(date)] ?? 0;
  return daysAfter(date, past);
}

/** The model's own today. */
export function todayOf(model: Model): string {
  return shownAt(model.now, model.settings.zone).date;
}

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length];
}
