import { shownAt } from '../time/wall-clock.ts';
import { judgeBooking, judgeChange } from './appointment-rules.ts';
import type { Command } from './command.ts';
import { isDesk, isOpen, isWaiting, jobUnderWay, type Model, type ModelPerson } from './model.ts';
import { judgeMechanicWork, judgeRole, judgeStanding } from './people-rules.ts';
import { no, nothing, yes, type Verdict } from './verdict.ts';

/** What the model says to any command: refused, or what it changes. Changes nothing by itself. */
export function judge(model: Model, command: Command): Verdict {
  const actor = model.people.get(command.actor);
  if (!actor) throw new Error(`Nobody is called ${command.actor}.`);
  // D3: their sessions ended with it.
  if (!actor.active) return no('not_signed_in');
  switch (command.kind) {
    case 'book':
      return judgeBooking(model, actor, command);
    case 'status':
      return judgeStatus(model, actor, command.status);
    case 'role':
      return judgeRole(model, actor, command.userId, command.role);
    case 'standing':
      return judgeStanding(model, actor, command.userId, command.active);
    case 'mechanicWork':
      return judgeMechanicWork(model, actor, command.userId, command.works);
    case 'changeService':
    case 'archiveService':
      return judgeService(model, actor, command);
    case 'addVehicle':
    case 'changeVehicle':
    case 'archiveVehicle':
      return judgeVehicle(model, actor, command);
    default:
      return judgeChange(model, actor, command);
  }
}

/** D4: `on_job` follows from a job in progress and can't be set or left by hand. */
function judgeStatus(model: Model, actor: ModelPerson, status: string): Verdict {
  const { work } = actor;
  if (!work?.active) return no('not_allowed');
  const onJob = jobUnderWay(model, actor.id) !== undefined;
  if ((status === 'on_job') !== onJob) return no('wrong_status');
  return yes(() => {
    if (!onJob) work.available = status === 'available';
    return { ...nothing, told: [`mechanic ${actor.id}`] };
  });
}

/** D1, D7: what was booked keeps its price and its time; what is archived is no longer sold. */
function judgeService(
  model: Model,
  actor: ModelPerson,
  command: Extract<Command, { kind: 'changeService' | 'archiveService' }>,
): Verdict {
  if (actor.role !== 'admin') return no('not_allowed');
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
    const today = shownAt(model.now, model.settings.zone).date;
    const otherSkill = change.skill !== undefined && change.skill !== service.skill;
    service.price = change.price ?? service.price;
    service.duration = change.duration ?? service.duration;
    if (change.skill !== undefined) service.skill = change.skill;
    return {
      ...nothing,
      // D5: a hold is a qualified mechanic's time, also when what qualifies them changed.
      refill: otherSkill ? waiting.map(({ date }) => date).filter((date) => date >= today) : [],
      mayLose: otherSkill ? waiting.map(({ id }) => id) : [],
      told,
    };
  });
}

/** D1, D7: one's own, or by the desk a customer's; none goes that an open appointment is for. */
function judgeVehicle(
  model: Model,
  actor: ModelPerson,
  command: Extract<Command, { kind: 'addVehicle' | 'changeVehicle' | 'archiveVehicle' }>,
): Verdict {
  if (actor.role === 'mechanic') return no('not_allowed');
  if (command.kind === 'addVehicle') {
    const customerId = isDesk(actor.role) ? command.customerId : actor.id;
    if (model.people.get(customerId)?.role !== 'customer') return no('invalid_request');
    return yes((id) => {
      model.vehicles.set(id, { id, customerId, make: 'Honda', active: true, archived: false });
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
