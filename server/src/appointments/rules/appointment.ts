import {
  openStatuses,
  relationsOf,
  startDay,
  transitions,
  waitingStatuses,
  transitionProblem,
  type AppointmentStatus,
  type Relation,
  type TransitionName,
} from '@curbwrench/contract/appointments/lifecycle';
import { displayDate, twelveHour } from '@curbwrench/contract/fields/calendar';
import type { AttentionReason } from '@curbwrench/contract/appointments/schemas';
import type { Actor } from '../../application/rules/actor.ts';
import { instantOf, type LocalTime, type Moment } from '../../application/rules/business-time.ts';
import { accepted, refused, type Result, type Refused } from '../../application/rules/result.ts';

/** What the rules need to know about an appointment. */
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
 * Returns the status that this transition leads to if this actor may make it now, or a refusal. To an actor
 * who may not see the appointment, it does not exist. What depends on other rows (a free mechanic, another
 * job in progress) is checked by the command.
 */
export function decide(
  name: TransitionName,
  appointment: AppointmentState,
  actor: Actor,
  moment: Moment,
): Result<{ status: AppointmentStatus; relations: readonly Relation[] }> {
  const relations = relationsOf(actor, appointment);
  if (relations.length === 0) return refused('not_found', 'There is no such appointment.');
  const problem = transitionProblem(name, appointment.status, relations);
  if (problem) return refused(problem.code, problem.message);
  const timingRefusal = refuseWrongTime(name, appointment, relations, moment);
  if (timingRefusal) return timingRefusal;
  return accepted({ status: transitions[name].to ?? appointment.status, relations });
}

/** A mechanic who is off for less than this is on a break, which is not flagged. */
export const maxBreakMs = 60 * 60_000;

/**
 * Returns why dispatch should look at an appointment: it is overdue, it is a job of today whose mechanic is
 * off for the rest of it, it is a request without a hold, or it is open and a plan that turned out unpaid
 * made its price. `mechanicOffSince` is when its mechanic switched to offline on its day.
 */
export function getAttentionReason(
  appointment: AppointmentState & {
    readonly holdMechanicId: string | null;
    readonly mechanicOffSince: Date | null;
    readonly benefitUnpaid: boolean;
  },
  { now, local }: Pick<Moment, 'now' | 'local'>,
  hasMechanics: boolean,
): AttentionReason | null {
  if (isOverdue(appointment, local)) return 'overdue';
  const { status, date, holdMechanicId, mechanicOffSince: off, benefitUnpaid } = appointment;
  const isOffLong = off !== null && now.getTime() - off.getTime() >= maxBreakMs;
  if (status === 'confirmed' && date === local.date && isOffLong) return 'mechanic_off';
  const isWaiting = waitingStatuses.some((each) => each === status);
  if (isWaiting && holdMechanicId === null && hasMechanics) return 'no_mechanic_free';
  const isOpen = openStatuses.some((open) => open === status);
  return isOpen && benefitUnpaid ? 'plan_unpaid' : null;
}

/**
 * Returns whether it is still open although its time has passed: a request at its start, a confirmed job at
 * its end, a job in progress since an earlier day. A mechanic who sets out late is not overdue yet.
 */
export function isOverdue(
  {
    status,
    date,
    startTime,
    endTime,
  }: Pick<AppointmentState, 'status' | 'date' | 'startTime' | 'endTime'>,
  local: LocalTime,
): boolean {
  switch (status) {
    case 'pending':
    case 'unassigned':
      return hasBegun({ date, startTime }, local);
    case 'confirmed':
      return hasBegun({ date, startTime: endTime }, local);
    case 'in_progress':
      return date < local.date;
    case 'completed':
    case 'cancelled':
      return false;
  }
}

/** Returns whether its start time has been reached. */
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
  const day = startDay(appointment.date, moment.local.date);
  if (name === 'start' && day !== 'today') {
    return refused(
      day,
      `A job can be started only on its own day, ${displayDate(appointment.date)}.`,
    );
  }
  const mayBeTooLate = name === 'cancel' || name === 'reschedule';
  if (mayBeTooLate && relations.includes('owner') && isPastCutOff(appointment, moment)) {
    return refused(
      'too_late',
      `This can be changed until ${appointment.cancelUntilHours} hours before the start, ` +
        `${displayDate(appointment.date)} at ${twelveHour(appointment.startTime)}. Please call us.`,
    );
  }
  return null;
}

function isPastCutOff(appointment: AppointmentState, moment: Moment): boolean {
  return moment.now > changeUntil(appointment, moment.timeZone);
}

/**
 * Returns until when its customer may cancel or move it, by the terms fixed at booking. Counted back from the
 * instant of the start, so that a clock change does not affect it.
 */
export function changeUntil(
  appointment: Pick<AppointmentState, 'date' | 'startTime' | 'cancelUntilHours'>,
  timeZone: string,
): Date {
  const start = instantOf(appointment.date, appointment.startTime, timeZone);
  return new Date(start.getTime() - appointment.cancelUntilHours * 3_600_000);
}
