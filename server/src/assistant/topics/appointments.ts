import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayDate } from '@curbwrench/contract/fields/calendar';
import { dispatches } from '@curbwrench/contract/people/roles';
import { findAppointment } from '../../appointments/queries/appointments.ts';
import { chooseAppointments, statusesIn, type Choice } from '../appointment-choice.ts';
import { line, whole } from '../appointment-sentences.ts';
import type { Asking, Topic } from '../asking.ts';
import { counted, lines, listed } from '../phrases.ts';
import { isTooStrange, means, type Understanding } from '../understanding.ts';

/** How many are listed; the page shows the rest. */
const mostListed = 6;

/** Answers about one appointment by its number. Another person's gets the same answer as a missing one. */
export const numberedAppointment: Topic = async (asking, understood) => {
  const { number } = understood;
  if (number === null) return null;
  const row =
    number <= 2_147_483_647
      ? await findAppointment(asking.context.store.kysely, asking.scope, number)
      : null;
  if (!row) return `There is no appointment ${displayId(number)} that you can see.`;
  return whole(asking, understood, 'It is', row);
};

/** Answers about the asker's own appointments; for dispatch, the business's. */
export const appointments: Topic = async (asking, understood) => {
  if (!isAbout(understood) || isTooStrange(understood)) return null;
  const choice = await chooseAppointments(asking, understood);
  return describe(asking, understood, choice);
};

/** Answers about the appointments of a person named in the message, for staff. */
export const appointmentsOf: Topic = async (asking, understood) => {
  if (asking.viewer.role === 'customer') return null;
  const name = understood.strange.filter((word) => /^[a-z]{2,}$/.test(word)).slice(0, 3);
  const isAsked = means(
    understood,
    'phone',
    'email',
    'who',
    'when',
    'where',
    'customer',
    'vehicle',
  );
  if (name.length === 0 || !(isAsked || isAbout(understood))) return null;
  const ahead = await chooseAppointments(asking, understood, name.join(' '));
  const choice =
    ahead.rows.length > 0 || ahead.direction !== 'ahead'
      ? ahead
      : await chooseAppointments(
          asking,
          { ...understood, concepts: new Set(['last']) },
          name.join(' '),
        );
  if (choice.rows.length === 0) return null;
  return describe(asking, understood, choice);
};

/** Returns whether a question is about appointments, such as when a mechanic comes, who, or what was done. */
function isAbout(understood: Understanding): boolean {
  const { days, time, people, services, vehicles } = understood;
  if (means(understood, 'appointment', 'next', 'unassigned', 'confirmed', 'in_progress'))
    return true;
  const isNamed = services.length > 0 || vehicles.length > 0 || people.length > 0;
  const isAsked = means(
    understood,
    'when',
    'who',
    'where',
    'status',
    'phone',
    'last',
    'list',
    'price',
  );
  if (isNamed && (isAsked || people.length > 0)) return true;
  if (days !== null || time !== null) {
    // A day alone means that day's appointments.
    return understood.strange.length === 0 || isAsked;
  }
  if (means(understood, 'last', 'completed'))
    return means(understood, 'service', 'mechanic', 'when');
  if (means(understood, 'mechanic')) return means(understood, 'who', 'when');
  return means(understood, 'customer') && means(understood, 'phone', 'who');
}

function describe(asking: Asking, understood: Understanding, choice: Choice): string {
  const { rows, direction, hasMore } = choice;
  const isDispatch = dispatches(asking.viewer.role);
  const atLeast = hasMore ? 'at least ' : '';
  const noun = asking.viewer.role === 'mechanic' ? 'job' : 'appointment';
  const [first] = rows;
  if (!first) return nothing(asking, understood, direction, noun);
  if (direction === 'days') {
    const { days } = understood;
    const when =
      !days || days.from === days.to
        ? `on ${displayDate(first.date)}`
        : `from ${displayDate(days.from)} to ${displayDate(days.to)}`;
    const opening = isDispatch
      ? `There ${rows.length === 1 ? 'is' : 'are'} ${atLeast}${counted(rows.length, noun)} ${when}`
      : `You have ${atLeast}${counted(rows.length, noun)} ${when}`;
    if (rows.length === 1) {
      return whole(asking, understood, isDispatch ? 'There is one:' : 'You have one:', first);
    }
    return `${opening}:\n${listOf(asking, choice)}`;
  }
  const isOpenWork = isDispatch && means(understood, 'unassigned') && !means(understood, 'next');
  const wantsAll =
    isOpenWork ||
    means(understood, 'count') ||
    (means(understood, 'list') &&
      /\b(appointments|jobs|bookings|visits|services|all|list)\b/i.test(understood.text));
  if (wantsAll && rows.length > 1) {
    const kind = direction === 'back' ? `past ${noun}` : `upcoming ${noun}`;
    const opening = isDispatch
      ? `These are the first of the ${kind}s${isOpenWork ? ' without a mechanic' : ''}`
      : `You have ${atLeast}${counted(rows.length, kind)}`;
    return `${opening}:\n${listOf(asking, choice)}`;
  }
  const word = direction === 'back' ? 'last' : 'next';
  const whose = isDispatch ? 'The' : 'Your';
  const such = isNarrowed(understood) ? 'such ' : '';
  return whole(
    asking,
    understood,
    `${whose} ${word} ${such}${noun} ${direction === 'back' ? 'was' : 'is'}`,
    first,
  );
}

/** Returns whether there may be nearer ones that the question does not mean. */
function isNarrowed(understood: Understanding): boolean {
  const { services, vehicles } = understood;
  return services.length > 0 || vehicles.length > 0 || statusesIn(understood).length > 0;
}

function listOf(asking: Asking, { rows }: Choice): string {
  const more = rows.length - mostListed;
  const shown = lines(rows.slice(0, mostListed).map((row) => line(asking, row)));
  return more > 0 ? `${shown}\nThe Appointments page shows the others.` : shown;
}

function nothing(
  { viewer }: Asking,
  understood: Understanding,
  direction: Choice['direction'],
  noun: string,
): string {
  const what = [
    ...understood.services.map(({ name }) => name),
    ...understood.vehicles.map(({ make, model }) => `${make} ${model}`),
  ];
  const about = what.length > 0 ? ` for ${listed(what, 'or')}` : '';
  const { days } = understood;
  if (direction === 'days' && days) {
    const when =
      days.from === days.to
        ? `on ${displayDate(days.from)}`
        : `from ${displayDate(days.from)} to ${displayDate(days.to)}`;
    return dispatches(viewer.role)
      ? `There are no ${noun}s${about} ${when}.`
      : `You don't have any ${noun}s${about} ${when}.`;
  }
  const kind = direction === 'back' ? `past ${noun}s` : `upcoming ${noun}s`;
  if (dispatches(viewer.role)) return `There are no ${kind}${about}.`;
  const hint =
    viewer.role === 'customer' && direction === 'ahead'
      ? ' You can book one with Book Service.'
      : '';
  return `You don't have any ${kind}${about}.${hint}`;
}
