import { isOpen, isWaiting, todayOf, type Model, type ModelPerson, type Role } from './model.ts';
import { end as endPlan, openOf } from './plan-rules.ts';
import { no, nothing, yes, type Effect, type Verdict } from './verdict.ts';

/** The last admin stays one, and whoever has open jobs stays a mechanic until they are moved. */
export function judgeRole(model: Model, actor: ModelPerson, userId: string, role: Role): Verdict {
  if (actor.role !== 'admin') return no('not_allowed');
  const person = model.people.get(userId);
  if (!person || person.deleted) return no('not_found');
  if (person.role === role) return yes(() => nothing);
  // Nobody comes back by the way: they are reactivated first.
  if (!person.active) return no('wrong_status');
  if (isLastAdmin(model, person)) return no('last_admin');
  const stops = person.work?.active === true && role !== 'mechanic';
  if (stops && hasOpenJobs(model, person)) return no('open_jobs');

  return yes(() => {
    person.role = role;
    if (role === 'mechanic') return begin(model, person);
    return stops ? end(model, person) : { ...nothing, told: [`user ${userId}`] };
  });
}

/** Who is deactivated is let in no more, and has no duties left; reactivated, they work again. */
export function judgeStanding(
  model: Model,
  actor: ModelPerson,
  userId: string,
  active: boolean,
): Verdict {
  if (actor.role !== 'admin') return no('not_allowed');
  const person = model.people.get(userId);
  if (!person || person.deleted) return no('not_found');
  if (person.active === active) return yes(() => nothing);
  if (active) {
    return yes(() => {
      person.active = true;
      if (person.role === 'mechanic') return begin(model, person);
      return { ...nothing, told: [`user ${userId}`] };
    });
  }
  if (isLastAdmin(model, person)) return no('last_admin');
  if (person.work?.active && hasOpenJobs(model, person)) return no('open_jobs');
  return yes(() => {
    person.active = false;
    return person.work?.active ? end(model, person) : { ...nothing, told: [`user ${userId}`] };
  });
}

/** A business of one: an admin who can be assigned; the mark stays while they have open jobs. */
export function judgeMechanicWork(
  model: Model,
  actor: ModelPerson,
  userId: string,
  works: boolean,
): Verdict {
  if (actor.role !== 'admin') return no('not_allowed');
  const person = model.people.get(userId);
  if (!person || person.deleted) return no('not_found');
  if (person.role !== 'admin' || !person.active) return no('wrong_status');
  if ((person.work?.active ?? false) === works) return yes(() => nothing);
  if (works) return yes(() => begin(model, person));
  return hasOpenJobs(model, person) ? no('open_jobs') : yes(() => end(model, person));
}

/**
 * Who deletes their account proves who they are first, and has nothing open; what they did stays,
 * without what is theirs.
 */
export function judgeDeletion(model: Model, person: ModelPerson, isProven: boolean): Verdict {
  if (!isProven) return no('invalid_request');
  const { id } = person;
  const own = [...model.appointments.values()].filter(({ customerId }) => customerId === id);
  const problems: string[] = [];
  if (own.some(isOpen)) problems.push('in_use');
  if (isLastAdmin(model, person)) problems.push('last_admin');
  if (person.work?.active && hasOpenJobs(model, person)) problems.push('open_jobs');
  if (problems.length > 0) return no(...problems);

  return yes(() => {
    const ended = person.work?.active ? end(model, person) : nothing;
    Object.assign(person, { active: false, deleted: true, bell: [], preferences: null });
    for (const each of own) {
      // What the office wrote stays; the histories never name anybody in it.
      const isOwnNote = each.history.some(
        ([kind, actor]) => actor === id && (kind === 'booked' || kind === 'notes_changed'),
      );
      Object.assign(each, { address: 'Removed', notes: isOwnNote ? null : each.notes });
      each.history = each.history.map(([kind, actor, reason]) => [
        kind,
        actor,
        actor === id ? null : reason,
      ]);
    }
    // Why they declined a job is theirs too, also on another's appointment.
    for (const each of model.appointments.values()) {
      each.history = each.history.map(([kind, actor, reason]) =>
        kind === 'declined' && actor === id ? [kind, actor, null] : [kind, actor, reason],
      );
    }
    for (const vehicle of model.vehicles.values()) {
      if (vehicle.customerId !== id) continue;
      Object.assign(vehicle, { plate: null, active: false, archived: true });
    }
    const plan = openOf(model, id);
    if (plan) endPlan(plan);
    for (const message of model.conversations.get(id)?.messages ?? []) {
      if (message.author === id) message.text = null;
    }
    return { ...ended, told: [`user ${id}`, ...ended.told] };
  });
}

function isLastAdmin(model: Model, person: ModelPerson): boolean {
  const admins = [...model.people.values()].filter((each) => each.role === 'admin' && each.active);
  return person.role === 'admin' && person.active && admins.length === 1;
}

function hasOpenJobs(model: Model, { id }: ModelPerson): boolean {
  return [...model.appointments.values()].some((each) => each.mechanicId === id && isOpen(each));
}

const defaultHours = new Map([1, 2, 3, 4, 5].map((day) => [day, [[8 * 60, 18 * 60]] as const]));

/** Works as a mechanic from now on; what waits for one gets their time where it can. */
function begin(model: Model, person: ModelPerson): Effect {
  const hours = person.work?.hours.size ? person.work.hours : defaultHours;
  person.work ??= {
    active: true,
    available: false,
    switchedOn: null,
    skills: [],
    hours,
    off: [],
    place: null,
  };
  person.work.active = true;
  person.work.hours = hours;
  return { ...nothing, refill: daysAhead(model), told: [`user ${person.id}`] };
}

/** No longer does; what held their time moves to others where it can. */
function end(model: Model, person: ModelPerson): Effect {
  // Where they were is nobody's business any more.
  if (person.work) Object.assign(person.work, { active: false, place: null });
  return {
    refill: daysAhead(model),
    mayLose: [...model.appointments.values()].filter(isWaiting).map(({ id }) => id),
    holds: null,
    told: [`user ${person.id}`],
  };
}

/** The days from today on, on which something waits. */
function daysAhead(model: Model): string[] {
  const today = todayOf(model);
  const waiting = [...model.appointments.values()].filter(isWaiting);
  return waiting.map(({ date }) => date).filter((date) => date >= today);
}
