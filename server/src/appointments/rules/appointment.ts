import {
  getRelations,
  checkStartDay,
  transitions,
  transitionProblem,
  type AppointmentStatus,
  type Relation,
  type TransitionName,
} from '@curbwrench/contract/appointments/lifecycle';
import { displayDate, displayTime } from '@curbwrench/contract/fields/calendar';
import type { Actor } from '../../application/rules/actor.ts';
import { toInstant, type LocalTime, type Moment } from '../../application/rules/business-time.ts';
import { accepted, refused, type Result, type Refused } from '../../application/rules/result.ts';

/** The state of an appointment on which the rules decide. */
export interface AppointmentState {
  readonly customerId: string;
  readonly mechanicId: string | null;
  readonly status: AppointmentStatus;
  readonly date: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly cancelUntilHours: number;
}

/**
 * Returns the status that this transition leads to if this actor may make it now, or a refusal. An actor who
 * may not see the appointment gets the refusal for one that does not exist. Conditions on other rows (a free
 * mechanic, another job in progress) are checked by the command.
 */
export function decideTransition(
  name: TransitionName,
  appointment: AppointmentState,
  actor: Actor,
  moment: Moment,
): Result<{ status: AppointmentStatus; relations: readonly Relation[] }> {
  const relations = getRelations(actor, appointment);
  if (relations.length === 0) return refused('not_found', 'There is no such appointment.');
  const problem = transitionProblem(name, appointment.status, relations);
  if (problem) return refused(problem.code, problem.message);
  const timingRefusal = refuseWrongTime(name, appointment, relations, moment);
  if (timingRefusal) return timingRefusal;
  return accepted({ status: transitions[name].to ?? appointment.status, relations });
}

/** Returns whether an appointment's start time has been reached. */
export function hasBegun(
  appointment: { readonly date: string; readonly startTime: string },
  local: LocalTime,
): boolean {
  if (appointment.date !== local.date) return appointment.date < local.date;
  const [hours, minutes] = appointment.startTime.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0) <= local.minutes;
}

function refuseWrongTime(
  name: TransitionName,
  appointment: AppointmentState,
  relations: readonly Relation[],
  moment: Moment,
): Refused | null {
  const day = checkStartDay(appointment.date, moment.local.date);
  if (name === 'start' && day !== 'today') {
    return refused(
      day,
      `A job can be started only on its own day, ${displayDate(appointment.date)}.`,
    );
  }
  const hasCutOff = name === 'cancel' || name === 'reschedule';
  if (hasCutOff && relations.includes('owner') && isPastCutOff(appointment, moment)) {
    return refused(
      'too_late',
      `This can be changed until ${appointment.cancelUntilHours} hours before the start, ` +
        `${displayDate(appointment.date)} at ${displayTime(appointment.startTime)}. Please call us.`,
    );
  }
  return null;
}

function isPastCutOff(appointment: AppointmentState, moment: Moment): boolean {
  return moment.now > changeUntil(appointment, moment.timeZone);
}

/**
 * Returns until when the customer may cancel or reschedule an appointment, by the terms fixed at booking.
 * Counted in elapsed hours before the start, so that a clock change does not affect it.
 */
export function changeUntil(
  appointment: Pick<AppointmentState, 'date' | 'startTime' | 'cancelUntilHours'>,
  timeZone: string,
): Date {
  const start = toInstant(appointment.date, appointment.startTime, timeZone);
  return new Date(start.getTime() - appointment.cancelUntilHours * 3_600_000);
}
