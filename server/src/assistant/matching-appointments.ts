import {
  appointmentStatuses,
  openStatuses,
  type AppointmentStatus,
} from '@curbwrench/contract/appointments/lifecycle';
import type { AppointmentQuery } from '@curbwrench/contract/appointments/schemas';
import type { AppointmentRow } from '../appointments/queries/appointment-rows.ts';
import { listAppointments } from '../appointments/queries/appointments.ts';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { hasBegun } from '../appointments/rules/appointment.ts';
import type { AskerContext } from './topic.ts';
import { hasConcept, type ParsedQuestion } from './parsed-question.ts';

/** The appointments that a question is about, nearest first. */
export interface MatchingAppointments {
  readonly timeframe: 'upcoming' | 'past' | 'days';
  readonly rows: readonly AppointmentRow[];
  /** Whether more appointments match than were read. If so, the answer must not state an exact number. */
  readonly hasMore: boolean;
}

/** Returns the statuses that a question names. */
export function getNamedStatuses(question: ParsedQuestion): AppointmentStatus[] {
  const statuses = appointmentStatuses.filter(
    (status) => hasConcept(question, status) && !(status === 'completed' && asksWhenDone(question)),
  );
  // Pending appointments have no mechanic either: none has been assigned yet.
  const addsPending = statuses.includes('unassigned') && !statuses.includes('pending');
  return addsPending ? ['pending', ...statuses] : statuses;
}

/** Returns whether the question is like 'When am I done today?', which is about jobs that are still open. */
function asksWhenDone({ text }: ParsedQuestion): boolean {
  return /\b(am i|are we|i am|i['’]?m|be|get) (done|finished|through)\b/i.test(text);
}

/** Reads up to fifty of the appointments in the asker's scope that match a question. */
export async function findMatchingAppointments(
  asker: AskerContext,
  question: ParsedQuestion,
  search?: string,
): Promise<MatchingAppointments> {
  const today = asker.currentTime.local.date;
  // A time without a day means today.
  const days = question.days ?? (question.time === null ? null : { from: today, to: today });
  const statuses = getNamedStatuses(question);
  const searchQuery = search === undefined ? {} : { search };
  const isAboutPast = days
    ? days.to < today
    : hasConcept(question, 'last', 'completed') && !hasConcept(question, 'next');
  if (days) {
    const { rows, hasMore } = await readAppointments(asker, question, {
      ...searchQuery,
      from: days.from,
      to: days.to,
      ...(statuses.length > 0 && { status: statuses }),
    });
    const matchingRows =
      statuses.length > 0 ? rows : rows.filter(({ status }) => status !== 'cancelled');
    const rowsAtTime = matchingRows.filter(
      ({ start_time }) => start_time.slice(0, 5) === question.time,
    );
    return { timeframe: 'days', rows: rowsAtTime.length > 0 ? rowsAtTime : matchingRows, hasMore };
  }
  if (isAboutPast) {
    const status: AppointmentStatus[] = statuses.length > 0 ? statuses : ['completed'];
    return {
      timeframe: 'past',
      ...(await readAppointments(asker, question, { ...searchQuery, when: 'past', status })),
    };
  }
  const status = statuses.length > 0 ? statuses : [...openStatuses];
  const { rows, hasMore } = await readAppointments(asker, question, {
    ...searchQuery,
    from: today,
    status,
    sort: 'date',
  });
  // A pending or unassigned appointment no longer counts as upcoming after its start time.
  return {
    timeframe: 'upcoming',
    hasMore,
    rows: rows.filter(
      (row) =>
        !(row.status === 'pending' || row.status === 'unassigned') ||
        !hasBegun(toAppointmentTime(row), asker.currentTime.local),
    ),
  };
}

async function readAppointments(
  { context, viewer, scope, currentTime }: AskerContext,
  question: ParsedQuestion,
  query: AppointmentQuery,
): Promise<Omit<MatchingAppointments, 'timeframe'>> {
  const db = context.store.kysely;
  // With "my", an admin who also works as a mechanic means their own jobs.
  const isOwn = viewer.role === 'admin' && /\bmy\b/i.test(question.text);
  const [mechanic = isOwn ? viewer : undefined] = question.people;
  const page = await listAppointments(
    db,
    scope,
    {
      ...query,
      ...(mechanic && isOfficeRole(viewer.role) && { mechanicId: mechanic.id }),
      serviceIds: question.services.map(({ id }) => id),
      vehicleIds: question.vehicles.map(({ id }) => id),
      limit: 50,
    },
    currentTime.local.date,
  );
  const people = new Set(question.people.map(({ id }) => id));
  const rows = (page?.rows ?? []).filter(
    (row) => people.size === 0 || people.has(row.mechanic_id ?? '') || people.has(row.customer_id),
  );
  return { rows, hasMore: (page?.next ?? null) !== null };
}

function toAppointmentTime(row: AppointmentRow): { date: string; startTime: string } {
  return { date: row.date, startTime: row.start_time.slice(0, 5) };
}
