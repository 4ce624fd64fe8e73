import { instantShowing } from '../time/wall-clock.ts';
import { ring } from './bell-rules.ts';
import type { AppointmentCommand, CommandOf } from './command.ts';
import { couldAssign, couldHold, isVehicleBooked, slotIs, wantOf } from './day.ts';
import {
  activeMechanics,
  isDesk,
  jobUnderWay,
  todayOf,
  type Model,
  type ModelAppointment,
  type ModelPerson,
} from './model.ts';
import { payForJob } from './payment-rules.ts';
import { allowed, no, nothing, yes, type Effect, type Standing, type Verdict } from './verdict.ts';

/** What the model says to a change of an appointment. */
export function judgeChange(
  model: Model,
  actor: ModelPerson,
  command: AppointmentCommand,
): Verdict {
  const appointment = model.appointments.get(command.id);
  const standing = appointment && standingOf(actor, appointment);
  // Another's object answers like one that isn't there.
  if (!standing) return no('not_found');
  const legal = allowed[command.kind][appointment.status];
  // An admin who works as a mechanic does both to a job of their own.
  const does = isDesk(actor.role) && appointment.mechanicId === actor.id && actor.work?.active;
  if (!legal?.includes(standing) && !(does && legal?.includes('assigned'))) {
    return no('wrong_status', 'not_allowed');
  }
  switch (command.kind) {
    case 'assign':
      return judgeAssignment(model, actor, appointment, command.mechanicId);
    case 'unassign':
      return judgeUnassignment(model, actor, appointment, command.reason);
    case 'reschedule':
      return judgeMove(model, actor, standing, appointment, command);
    case 'cancel':
      return judgeCancelling(model, actor, standing, appointment, command.reason);
    case 'start':
      return judgeStart(model, actor, appointment);
    case 'arrive':
      return judgeArrival(model, actor, appointment);
    case 'complete':
      return judgeCompletion(model, actor, appointment);
    case 'notes':
      return yes(() => {
        appointment.notes = command.notes;
        log(appointment, 'notes_changed', actor);
        return { ...nothing, told: [`appointment ${appointment.id}`] };
      });
  }
}

function standingOf(actor: ModelPerson, appointment: ModelAppointment): Standing | null {
  if (isDesk(actor.role)) return 'desk';
  if (actor.role === 'mechanic') return appointment.mechanicId === actor.id ? 'assigned' : null;
  return appointment.customerId === actor.id ? 'owner' : null;
}

function judgeAssignment(
  model: Model,
  actor: ModelPerson,
  appointment: ModelAppointment,
  mechanicId: string,
): Verdict {
  const former = appointment.mechanicId;
  if (former === mechanicId) return yes(() => nothing);
  if (!activeMechanics(model).includes(mechanicId)) return no('not_found');
  const want = wantOf(model, appointment);
  if (!couldAssign(model, appointment.date, want, mechanicId, appointment.id)) {
    return no('mechanic_busy');
  }
  return yes(() => {
    appointment.status = 'confirmed';
    appointment.mechanicId = mechanicId;
    appointment.held = false;
    log(appointment, 'assigned', actor);
    notify(model, appointment.id, 'assigned', actor, [appointment.customerId, mechanicId, former]);
    return {
      ...nothing,
      refill: [appointment.date],
      told: [...toldOf(appointment), ...told('mechanic', mechanicId, former)],
    };
  });
}

function judgeUnassignment(
  model: Model,
  actor: ModelPerson,
  appointment: ModelAppointment,
  reason: string | null,
): Verdict {
  return yes(() => {
    const former = appointment.mechanicId;
    const declines = former === actor.id;
    appointment.status = 'unassigned';
    appointment.mechanicId = null;
    if (declines) appointment.declinedBy = [...appointment.declinedBy, actor.id];
    const held = couldHold(model, appointment.date, wantOf(model, appointment), appointment.id);
    appointment.held = held;
    log(appointment, declines ? 'declined' : 'unassigned', actor, reason);
    notify(model, appointment.id, 'unassigned', actor, [appointment.customerId, former], true);
    return {
      refill: [appointment.date],
      mayLose: [],
      holds: { id: appointment.id, held },
      told: [...toldOf(appointment), ...told('mechanic', former)],
    };
  });
}

function judgeMove(
  model: Model,
  actor: ModelPerson,
  standing: Standing,
  appointment: ModelAppointment,
  { date, from, confirmed }: CommandOf<'reschedule'>,
): Verdict {
  if (standing === 'owner' && isPastCutOff(model, appointment)) return no('too_late');
  // A repeat of the same move changes nothing.
  if (appointment.date === date && appointment.from === from) return yes(() => nothing);
  const { id, mechanicId: former } = appointment;
  const skill = model.services.get(appointment.serviceId)?.skill ?? null;
  const duration = appointment.to - appointment.from;
  const want = { from, to: from + duration, skill, declinedBy: [] };
  const slot = slotIs(model, date, from, { duration, skill }, actor.role, id);
  if (slot === 'closed') return no('slot_closed');
  const stays = former !== null && couldAssign(model, date, want, former, id);
  if (slot === 'full' && !stays) return no('slot_taken', 'slot_closed');
  if (!confirmed && isVehicleBooked(model, appointment.vehicleId, date, want, id)) {
    return no('vehicle_already_booked');
  }

  return yes(() => {
    const oldDate = appointment.date;
    appointment.date = date;
    appointment.from = from;
    appointment.to = want.to;
    appointment.declinedBy = [];
    if (!stays && former !== null) {
      appointment.mechanicId = null;
      appointment.status = 'pending';
    }
    appointment.held = !stays && activeMechanics(model).length > 0;
    log(appointment, 'rescheduled', actor);
    const { customerId, mechanicId } = appointment;
    notify(model, id, 'rescheduled', actor, [customerId, former], mechanicId === null);
    return {
      refill: [oldDate],
      mayLose: [],
      holds: { id, held: appointment.held },
      told: [...toldOf(appointment), `slot ${oldDate}`, ...told('mechanic', former)],
    };
  });
}

function judgeCancelling(
  model: Model,
  actor: ModelPerson,
  standing: Standing,
  appointment: ModelAppointment,
  reason: string | null,
): Verdict {
  if (standing === 'owner' && isPastCutOff(model, appointment)) return no('too_late');
  if (appointment.status === 'in_progress' && reason === null) return no('invalid_request');
  return yes(() => {
    const mechanic = appointment.mechanicId;
    if (appointment.status === 'in_progress') makeAvailable(model, mechanic);
    appointment.status = 'cancelled';
    appointment.held = false;
    log(appointment, 'cancelled', actor, reason);
    notify(model, appointment.id, 'cancelled', actor, [appointment.customerId, mechanic]);
    return {
      ...nothing,
      refill: [appointment.date],
      told: [...toldOf(appointment), ...told('mechanic', mechanic)],
    };
  });
}

function judgeStart(model: Model, actor: ModelPerson, appointment: ModelAppointment): Verdict {
  const today = todayOf(model);
  if (appointment.date > today) return no('too_early');
  if (appointment.date < today) return no('too_late');
  if (jobUnderWay(model, actor.id)) return no('mechanic_busy');
  return yes(() => {
    const wasOff = actor.work?.switchedOn === today && !actor.work.available;
    appointment.status = 'in_progress';
    appointment.startedAt = model.now;
    makeAvailable(model, actor.id);
    log(appointment, 'started', actor);
    notify(model, appointment.id, 'started', actor, [appointment.customerId]);
    return {
      ...nothing,
      refill: wasOff ? [today] : [],
      told: [`appointment ${appointment.id}`, `mechanic ${actor.id}`],
    };
  });
}

/** An event of the job, once. */
function judgeArrival(model: Model, actor: ModelPerson, appointment: ModelAppointment): Verdict {
  if (appointment.history.some(([kind]) => kind === 'arrived')) return no('wrong_status');
  return yes(() => {
    makeAvailable(model, actor.id);
    log(appointment, 'arrived', actor);
    return { ...nothing, told: [`appointment ${appointment.id}`, `mechanic ${actor.id}`] };
  });
}

function judgeCompletion(model: Model, actor: ModelPerson, appointment: ModelAppointment): Verdict {
  return yes(() => {
    appointment.status = 'completed';
    makeAvailable(model, actor.id);
    payForJob(model, appointment);
    log(appointment, 'completed', actor);
    notify(model, appointment.id, 'completed', actor, [appointment.customerId]);
    return {
      ...nothing,
      refill: [appointment.date],
      told: [...toldOf(appointment), `mechanic ${actor.id}`],
    };
  });
}

function isPastCutOff(model: Model, { date, from, cancelUntilHours }: ModelAppointment): boolean {
  const start = instantShowing(date, from, model.settings.zone);
  return start - model.now < cancelUntilHours * 3_600_000;
}

function makeAvailable(model: Model, mechanicId: string | null): void {
  const work = model.people.get(mechanicId ?? '')?.work;
  if (work) Object.assign(work, { available: true, switchedOn: todayOf(model) });
}

function log(
  appointment: ModelAppointment,
  kind: string,
  actor: ModelPerson,
  reason: string | null = null,
): void {
  appointment.history = [...appointment.history, [kind, actor.id, reason]];
}

/** Those it concerns find it under their bell, and the desk where it waits for somebody. */
export function notify(
  model: Model,
  id: number,
  kind: string,
  actor: ModelPerson,
  to: readonly (string | null)[],
  office = false,
): void {
  ring(model, { kind, about: `appointment ${id}`, to, office, by: actor.id });
}

/** Whoever sees the appointment hears of it, and whoever chooses a slot of its day. */
function toldOf({ id, date }: ModelAppointment): Effect['told'] {
  return [`appointment ${id}`, `slot ${date}`];
}

function told(kind: string, ...subjects: readonly (string | null)[]): Effect['told'] {
  return subjects.flatMap((subject) => (subject === null ? [] : [`${kind} ${subject}`]));
}
