import { displayId } from '@curbwrench/contract/fields/display-id';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { findAppointment } from '../../appointments/queries/appointments.ts';
import {
  findMatchingAppointments,
  getNamedStatuses,
  type MatchingAppointments,
} from '../matching-appointments.ts';
import { formatAppointment, describeAppointment } from '../appointment-sentences.ts';
import type { AskerContext, Topic } from '../topic.ts';
import { formatCount, formatDay, formatDays, bulletList, joinItems } from '../answer-format.ts';
import { hasTooManyUnknownWords, hasConcept, type ParsedQuestion } from '../parsed-question.ts';

/** The maximum number of appointments in one answer; the Appointments page shows the rest. */
const maxListed = 6;

/** The largest id that the database's integer columns can store. */
const maxId = 2_147_483_647;

/**
 * Answers questions about an appointment by its number. If the asker may not see the appointment, the answer is the
 * same as if it didn't exist.
 */
export const numberedAppointment: Topic = async (asker, question) => {
  const { number } = question;
  if (number === null) return null;
  const row =
    number <= maxId ? await findAppointment(asker.context.store.kysely, asker.scope, number) : null;
  if (!row) return `There is no appointment ${displayId(number)} that you can see.`;
  return describeAppointment(asker, question, "That's", row);
};

/** Answers questions about the asker's own appointments or, for the office, about all appointments. */
export const appointments: Topic = async (asker, question) => {
  if (!isAboutAppointments(question) || hasTooManyUnknownWords(question)) return null;
  const matches = await findMatchingAppointments(asker, question);
  return describeMatches(asker, question, matches);
};

/** Answers staff's questions about the appointments of a person named in the message. */
export const appointmentsOfNamedPerson: Topic = async (asker, question) => {
  if (asker.viewer.role === 'customer') return null;
  const nameWords = question.unknownStems.filter((word) => /^[a-z]{2,}$/.test(word)).slice(0, 3);
  const asksForDetail = hasConcept(
    question,
    'phone',
    'email',
    'who',
    'when',
    'where',
    'customer',
    'vehicle',
  );
  if (nameWords.length === 0 || !(asksForDetail || isAboutAppointments(question))) return null;
  const nearest = await findMatchingAppointments(asker, question, nameWords.join(' '));
  const matches =
    nearest.rows.length > 0 || nearest.timeframe !== 'upcoming'
      ? nearest
      : await findMatchingAppointments(
          asker,
          { ...question, concepts: new Set(['last']) },
          nameWords.join(' '),
        );
  if (matches.rows.length === 0) return null;
  return describeMatches(asker, question, matches);
};

/** Returns whether a question is about appointments, such as which mechanic is coming and when, or what was done. */
function isAboutAppointments(question: ParsedQuestion): boolean {
  const { days, time, people, services, vehicles } = question;
  if (hasConcept(question, 'appointment', 'next', 'unassigned', 'confirmed', 'in_progress'))
    return true;
  const namesRecord = services.length > 0 || vehicles.length > 0 || people.length > 0;
  const asksForDetail = hasConcept(
    question,
    'when',
    'who',
    'where',
    'status',
    'phone',
    'last',
    'list',
    'price',
  );
  if (namesRecord && (asksForDetail || people.length > 0)) return true;
  if (days !== null || time !== null) {
    // A day alone means that day's appointments.
    return question.unknownStems.length === 0 || asksForDetail;
  }
  if (hasConcept(question, 'last', 'completed'))
    return hasConcept(question, 'service', 'mechanic', 'when');
  if (hasConcept(question, 'mechanic')) return hasConcept(question, 'who', 'when');
  return hasConcept(question, 'customer') && hasConcept(question, 'phone', 'who');
}

function describeMatches(
  asker: AskerContext,
  question: ParsedQuestion,
  matches: MatchingAppointments,
): string {
  const { rows, timeframe, hasMore } = matches;
  const isOfficeStaff = isOfficeRole(asker.viewer.role);
  const atLeast = hasMore ? 'at least ' : '';
  const noun = asker.viewer.role === 'mechanic' ? 'job' : 'appointment';
  const [first] = rows;
  if (!first) return describeNoAppointments(asker, question, timeframe, noun);
  if (timeframe === 'days') {
    const { days } = question;
    const today = asker.currentTime.local.date;
    const when = days ? formatDays(days, today) : formatDay(first.date, today);
    const opening = isOfficeStaff
      ? `There ${rows.length === 1 ? 'is' : 'are'} ${atLeast}${formatCount(rows.length, noun)} ${when}`
      : `You have ${atLeast}${formatCount(rows.length, noun)} ${when}`;
    if (rows.length === 1) {
      return describeAppointment(
        asker,
        question,
        isOfficeStaff ? 'There is one:' : 'You have one:',
        first,
      );
    }
    return `${opening}:\n${formatList(asker, matches)}`;
  }
  const asksForUnassigned =
    isOfficeStaff && hasConcept(question, 'unassigned') && !hasConcept(question, 'next');
  const asksForAll =
    asksForUnassigned ||
    hasConcept(question, 'count') ||
    (hasConcept(question, 'list') &&
      /\b(appointments|jobs|bookings|visits|services|all|list)\b/i.test(question.text));
  if (asksForAll && rows.length > 1) {
    const kind = timeframe === 'past' ? `past ${noun}` : `upcoming ${noun}`;
    const opening = isOfficeStaff
      ? `These are the first ${kind}s${asksForUnassigned ? ' without a mechanic' : ''}`
      : `You have ${atLeast}${formatCount(rows.length, kind)}`;
    return `${opening}:\n${formatList(asker, matches)}`;
  }
  const word = timeframe === 'past' ? 'last' : 'next';
  const determiner = isOfficeStaff ? 'The' : 'Your';
  const qualifier = isNarrowed(question) ? 'matching ' : '';
  return describeAppointment(
    asker,
    question,
    `${determiner} ${word} ${qualifier}${noun} ${timeframe === 'past' ? 'was' : 'is'}`,
    first,
  );
}

/**
 * Returns whether the question names a service, vehicle or status, so that it may not be about the nearest appointment.
 */
function isNarrowed(question: ParsedQuestion): boolean {
  const { services, vehicles } = question;
  return services.length > 0 || vehicles.length > 0 || getNamedStatuses(question).length > 0;
}

function formatList(asker: AskerContext, { rows }: MatchingAppointments): string {
  const hasMore = rows.length > maxListed;
  const list = bulletList(rows.slice(0, maxListed).map((row) => formatAppointment(asker, row)));
  return hasMore ? `${list}\nThe Appointments page shows the rest.` : list;
}

function describeNoAppointments(
  { viewer, currentTime }: AskerContext,
  question: ParsedQuestion,
  timeframe: MatchingAppointments['timeframe'],
  noun: string,
): string {
  const names = [
    ...question.services.map(({ name }) => name),
    ...question.vehicles.map(({ make, model }) => `${make} ${model}`),
  ];
  const about = names.length > 0 ? ` for ${joinItems(names, 'or')}` : '';
  const { days } = question;
  if (timeframe === 'days' && days) {
    const when = formatDays(days, currentTime.local.date);
    return isOfficeRole(viewer.role)
      ? `There are no ${noun}s${about} ${when}.`
      : `You don't have any ${noun}s${about} ${when}.`;
  }
  const kind = timeframe === 'past' ? `past ${noun}s` : `upcoming ${noun}s`;
  if (isOfficeRole(viewer.role)) return `There are no ${kind}${about}.`;
  const hint =
    viewer.role === 'customer' && timeframe === 'upcoming'
      ? ' You can book one with Book Service.'
      : '';
  return `You don't have any ${kind}${about}.${hint}`;
}
