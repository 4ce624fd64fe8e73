import { shownAt } from '../time/wall-clock.ts';
import { isOpen, isWaiting, type Model, type ModelPerson, type Role } from './model.ts';
import { no, nothing, yes, type Effect, type Verdict } from './verdict.ts';

/** D3: the last admin stays one, and whoever has open jobs stays a mechanic until they are moved. */
export function judgeRole(model: Model, actor: ModelPerson, userId: string, role: Role): Verdict {
  if (actor.role !== 'admin') return no('not_allowed');
  const person = model.people.get(userId);
  if (!person) return no('not_found');
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

/** D3: who is deactivated is let in no more, and has no duties left; reactivated, they work again. */
export function judgeStanding(
  model: Model,
  actor: ModelPerson,
  userId: string,
  active: boolean,
): Verdict {
  if (actor.role !== 'admin') return no('not_allowed');
  const person = model.people.get(userId);
  if (!person) return no('not_found');
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

/** D3's business of one: an admin who can be assigned; the mark stays while they have open jobs. */
export function judgeMechanicWork(
  model: Model,
  actor: ModelPerson,
  userId: string,
  works: boolean,
): Verdict {
  if (actor.role !== 'admin') return no('not_allowed');
  const person = model.people.get(userId);
  if (!person) return no('not_found');
  if (person.role !== 'admin' || !person.active) return no('wrong_status');
  if ((person.work?.active ?? false) === works) return yes(() => nothing);
  if (works) return yes(() => begin(model, person));
  return hasOpenJobs(model, person) ? no('open_jobs') : yes(() => end(model, person));
}

function isLastAdmin(model: Model, person: ModelPerson): boolean {
  const admins = [...model.people.values()].filter((each) => each.role === 'admin' && each.active);
  return person.role === 'admin' && person.active && admins.length === 1;
}

function hasOpenJobs(model: Model, { id }: ModelPerson): boolean {
  return [...model.appointments.values()].some((each) => each.mechanicId === id && isOpen(each));
}

const defaultHours = new Map([1, 2, 3, 4, 5].map((day) => [day, [[8 * 60, 18 * 60]] as const]));

/** Works as a mechanic from now on; what waits for one gets their time where it can (D5). */
function begin(model: Model, person: ModelPerson): Effect {
  const hours = person.work?.hours.size ? person.work.hours : defaultHours;
  person.work ??= { active: true, available: false, skills: [], hours, off: [] };
  person.work.active = true;
  person.work.hours = hours;
  return { ...nothing, refill: daysAhead(model), told: [`user ${person.id}`] };
}

/** No longer does; what held their time moves to others where it can (D5). */
function end(model: Model, person: ModelPerson): Effect {
  if (person.work) Object.assign(person.work, { active: false, available: false });
  return {
    refill: daysAhead(model),
    mayLose: [...model.appointments.values()].filter(isWaiting).map(({ id }) => id),
    holds: null,
    told: [`user ${person.id}`],
  };
}

/** The days from today on, on which something waits. */
function daysAhead(model: Model): string[] {
  const today = shownAt(model.now, model.settings.zone).date;
  const waiting = [...model.appointments.values()].filter(isWaiting);
  return waiting.map(({ date }) => date).filter((date) => date >= today);
}
