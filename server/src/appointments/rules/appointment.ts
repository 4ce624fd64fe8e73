import {
  getRelations,
  checkStartDay,
  transitions,
  transitionProblem,
  type AppointmentStatus,
  type Relation,
  type TransitionName,
} from '@curbwrench/contract/appointments/lifecycle';
import { displayDateWithWeekday } from '@curbwrench/contract/fields/calendar';
import type { Actor } from '../../application/rules/actor.ts';
import {
  toInstant,
  type LocalTime,
  type CurrentTime,
} from '../../application/rules/business-time.ts';
import { accepted, refused, type Result, type Refused } from '../../application/rules/result.ts';

/** What the rules need to know about an appointment. */
export interface AppointmentState {
  readonly customerId: string;
  readonly mechanicId: string | null;
  readonly status: AppointmentStatus;
  readonly date: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly cancellationCutoffHours: number;
}

/**
 * Returns the resulting status of this transition if this actor may make it now, or a refusal. An actor who may not
 * see the appointment gets the same refusal as if it did not exist. Conditions on other rows (a free mechanic, another
 * job in progress) are checked by the command.
 */
export function decideTransition(
  name: TransitionName,
  appointment: AppointmentState,
  actor: Actor,
  currentTime: CurrentTime,
): Result<{ status: AppointmentStatus; relations: readonly Relation[] }> {
  const relations = getRelations(actor, appointment);
  if (relations.length === 0) return refused('not_found', 'Appointment not found.');
  const problem = transitionProblem(name, appointment.status, relations);
  if (problem) return refused(problem.code, problem.message);
  const timingRefusal = refuseWrongTime(name, appointment, relations, currentTime);
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
  currentTime: CurrentTime,
): Refused | null {
  const dayStatus = checkStartDay(appointment.date, currentTime.local.date);
  if (name === 'start' && dayStatus !== 'today') {
    return refused(
      dayStatus,
      `A job can only be started on its scheduled day, ${displayDateWithWeekday(appointment.date)}.`,
    );
  }
  const hasCutoff = name === 'cancel' || name === 'reschedule';
  if (hasCutoff && relations.includes('owner') && isPastCutoff(appointment, currentTime)) {
    return refused(
      'too_late',
      `The deadline for online changes was ${describeCutoff(appointment.cancellationCutoffHours)}. Please call us.`,
    );
  }
  return null;
}

function describeCutoff(hours: number): string {
  return hours === 0
    ? 'the start of your appointment'
    : `${hours} ${hours === 1 ? 'hour' : 'hours'} before your appointment`;
}

function isPastCutoff(appointment: AppointmentState, currentTime: CurrentTime): boolean {
  return currentTime.now > getChangeDeadline(appointment, currentTime.timeZone);
}

/**
 * Returns the time until which the customer may cancel or reschedule an appointment, by the terms fixed at booking.
 * Counts elapsed hours before the start, so a DST change does not affect it.
 */
export function getChangeDeadline(
  appointment: Pick<AppointmentState, 'date' | 'startTime' | 'cancellationCutoffHours'>,
  timeZone: string,
): Date {
  const start = toInstant(appointment.date, appointment.startTime, timeZone);
  return new Date(start.getTime() - appointment.cancellationCutoffHours * 3_600_000);
}
