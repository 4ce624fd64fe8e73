import { judgeChange } from './appointment-rules.ts';
import { judgeArea } from './area-rules.ts';
import { judgeBooking } from './booking-rules.ts';
import { statusOf } from './day.ts';
import { judgeBellReading, judgePreferences } from './bell-rules.ts';
import type { Command, CommandOf } from './command.ts';
import { judgeMessage, judgeReading } from './conversation-rules.ts';
import {
  isDesk,
  isOpen,
  isWaiting,
  jobUnderWay,
  todayOf,
  type Model,
  type ModelPerson,
} from './model.ts';
import { judgePayment } from './payment-rules.ts';
import { judgeDeletion, judgeMechanicWork, judgeRole, judgeStanding } from './people-rules.ts';
import { judgeJoining, judgePlan, judgeStaying } from './plan-rules.ts';
import { no, nothing, yes, type Verdict } from './verdict.ts';

/** What the model says to any command: refused, or what it changes. Changes nothing by itself. */
export function judge(model: Model, command: Command): Verdict {
  const actor = model.people.get(command.actor);
  if (!actor) throw new Error(`Nobody is called ${command.actor}.`);
  // Their sessions ended with it.
  if (!actor.active) return no('not_signed_in');
  switch (command.kind) {
    case 'book':
      return judgeBooking(model, actor, command);
    case 'status':
      return judgeStatus(model, actor, command);
    case 'role':
      return judgeRole(model, actor, command.userId, command.role);
    case 'standing':
      return judgeStanding(model, actor, command.userId, command.active);
    case 'mechanicWork':
      return judgeMechanicWork(model, actor, command.userId, command.works);
    case 'deleteAccount':
      return judgeDeletion(model, actor, command.isProven);
    case 'createService':
    case 'changeService':
    case 'archiveService':
      return judgeService(model, actor, command);
    case 'addVehicle':
    case 'changeVehicle':
    case 'archiveVehicle':
      return judgeVehicle(model, actor, command);
    case 'createArea':
    case 'changeArea':
    case 'removeArea':
      return judgeArea(model, actor, command);
    case 'createPlan':
    case 'changePlan':
    case 'archivePlan':
      return judgePlan(model, actor, command);
    case 'join':
      return judgeJoining(model, actor, command);
    case 'stay':
      return judgeStaying(model, actor, command);
    case 'record':
    case 'fail':
    case 'refund':
      return judgePayment(model, actor, command);
    case 'send':
      return judgeMessage(model, actor, command);
    case 'read':
      return judgeReading(model, actor, command);
    case 'readBell':
      return judgeBellReading(actor, command);
    case 'preferences':
      return judgePreferences(actor, command.wanted);
    default:
      return judgeChange(model, actor, command);
  }
}

/**
 * `on_job` follows from a job in progress and can't be set or left by hand. Switched off, they get no
 * new work for the rest of today: what held their time moves. A position comes with consent, and
 * goes with it; none is kept of who is neither available nor on a job.
 */
function judgeStatus(
  model: Model,
  actor: ModelPerson,
  { status, place }: CommandOf<'status'>,
): Verdict {
  const { work } = actor;
  if (!work?.active) return no('not_allowed');
  const onJob = jobUnderWay(model, actor.id) !== undefined;
  if (status !== undefined && (status === 'on_job') !== onJob) return no('wrong_status');
  return yes(() => {
    const today = todayOf(model);
    const wasOff = work.switchedOn === today && !work.available;
    if (status !== undefined && !onJob) {
      Object.assign(work, { available: status === 'available', switchedOn: today });
    }
    const isOff = work.switchedOn === today && !work.available;
    if (place === null) work.place = null;
    else if (place !== undefined && statusOf(model, actor.id) !== 'offline') {
      work.place = { lat: place, told: model.now };
    }
    if (isOff === wasOff) return { ...nothing, told: [`mechanic ${actor.id}`] };
    const waiting = [...model.appointments.values()].filter(isWaiting);
    return {
      refill: [today],
      mayLose: waiting.filter(({ date }) => isOff && date === today).map(({ id }) => id),
      holds: null,
      told: [`mechanic ${actor.id}`],
    };
  });
}

/** What was booked keeps its price and its time; what is archived is no longer sold. */
function judgeService(
  model: Model,
  actor: ModelPerson,
  command: CommandOf<'createService' | 'changeService' | 'archiveService'>,
): Verdict {
  if (actor.role !== 'admin') return no('not_allowed');
  if (command.kind === 'createService') {
    return yes((id) => {
      model.services.set(id, { id, ...command.offer, archived: false });
      return { ...nothing, told: [`service ${id}`] };
    });
  }
  const service = model.services.get(command.id);
  if (!service || service.archived) return no('not_found');
  const told = [`service ${service.id}`];
  if (command.kind === 'archiveService') {
    return yes(() => {
      service.archived = true;
      return { ...nothing, told };
    });
  }
  const { change } = command;
  return yes(() => {
    const waiting = [...model.appointments.values()].filter(isWaiting);
    const today = todayOf(model);
    const otherSkill = change.skill !== undefined && change.skill !== service.skill;
    service.price = change.price ?? service.price;
    service.duration = change.duration ?? service.duration;
    if (change.skill !== undefined) service.skill = change.skill;
    return {
      ...nothing,
      // A hold is a qualified mechanic's time, also when what qualifies them changed.
      refill: otherSkill ? waiting.map(({ date }) => date).filter((date) => date >= today) : [],
      mayLose: otherSkill ? waiting.map(({ id }) => id) : [],
      told,
    };
  });
}

/** Every car's. */
export const plate = 'CURB 1';

/** One's own, or by the desk a customer's; none goes that an open appointment is for. */
function judgeVehicle(
  model: Model,
  actor: ModelPerson,
  command: CommandOf<'addVehicle' | 'changeVehicle' | 'archiveVehicle'>,
): Verdict {
  if (actor.role === 'mechanic') return no('not_allowed');
  if (command.kind === 'addVehicle') {
    const customerId = isDesk(actor.role) ? command.customerId : actor.id;
    const customer = model.people.get(customerId);
    if (customer?.role !== 'customer' || !customer.active) return no('invalid_request');
    return yes((id) => {
      const vehicle = { id, customerId, make: 'Honda', plate, active: true, archived: false };
      model.vehicles.set(id, vehicle);
      return { ...nothing, told: [`vehicle ${id}`] };
    });
  }
  const vehicle = model.vehicles.get(command.id);
  const hidden = !isDesk(actor.role) && vehicle?.customerId !== actor.id;
  if (!vehicle || vehicle.archived || hidden) return no('not_found');
  const told = [`vehicle ${vehicle.id}`];
  if (command.kind === 'changeVehicle') {
    return yes(() => {
      vehicle.make = command.change.make ?? vehicle.make;
      vehicle.active = command.change.isActive ?? vehicle.active;
      return { ...nothing, told };
    });
  }
  const inUse = [...model.appointments.values()].some(
    (each) => each.vehicleId === vehicle.id && isOpen(each),
  );
  if (inUse) return no('in_use');
  return yes(() => {
    vehicle.archived = true;
    return { ...nothing, told };
  });
}
