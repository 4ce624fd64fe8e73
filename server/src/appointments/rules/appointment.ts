import {
  openStatuses,
  standingsOf,
  startDay,
  transitions,
  waitingStatuses,
  whyNot,
  type AppointmentStatus,
  type Standing,
  type TransitionName,
} from '@curbwrench/contract/lifecycle';
import { displayDate, twelveHour } from '@curbwrench/contract/calendar';
import type { AttentionReason } from '@curbwrench/contract/appointments';
import type { Actor } from '../../application/rules/actor.ts';
import { instantOf, type LocalTime, type Moment } from '../../application/rules/business-time.ts';
import { accepted, refused, type Result, type Refused } from '../../application/rules/result.ts';

/** What the rules need to know of an appointment. */
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
 * Whether this actor may take this appointment through this transition now, and the status
 * it leads to. Whoever may not know of the appointment is told that it isn't there. What
 * depends on other rows (a free mechanic, another job in progress) is the command's to check.
 */
export function decide(
  name: TransitionName,
  appointment: AppointmentState,
  actor: Actor,
  moment: Moment,
): Result<{ status: AppointmentStatus; standings: readonly Standing[] }> {
  const standings = standingsOf(actor, appointment);
  if (standings.length === 0) return refused('not_found', 'There is no such appointment.');
  const closed = whyNot(name, appointment.status, standings);
  if (closed) return refused(closed.code, closed.message);
  const untimely = whyUntimely(name, appointment, standings, moment);
  if (untimely) return untimely;
  return accepted({ status: transitions[name].to ?? appointment.status, standings });
}

/** A mechanic who is back from being off within this was on a break, and nothing is flagged. */
export const breakMs = 60 * 60_000;

/**
 * What dispatch should look at: what is overdue, a job of today whose mechanic is off for the rest of
 * it, a request that holds nobody's time, or an open appointment whose price was made by a plan that
 * turned out unpaid. `mechanicOffSince` is when its mechanic switched off on its day.
 */
export function attentionOf(
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
  const isOffLong = off !== null && now.getTime() - off.getTime() >= breakMs;
  if (status === 'confirmed' && date === local.date && isOffLong) return 'mechanic_off';
  const waits = waitingStatuses.some((each) => each === status);
  if (waits && holdMechanicId === null && hasMechanics) return 'no_mechanic_free';
  const isOpen = openStatuses.some((open) => open === status);
  return isOpen && benefitUnpaid ? 'plan_unpaid' : null;
}

/**
 * Whether its time has passed and it is still open: a request whose start has come, a
 * confirmed job whose end has, and a job under way since an earlier day. A mechanic who sets out
 * late is not overdue yet.
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

/** Whether its start has come. */
export function hasBegun(
  appointment: { readonly date: string; readonly startTime: string },
  local: LocalTime,
): boolean {
  if (appointment.date !== local.date) return appointment.date < local.date;
  const [hours, minutes] = appointment.startTime.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0) <= local.minutes;
}

function whyUntimely(
  name: TransitionName,
  appointment: AppointmentState,
  standings: readonly Standing[],
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
  if (mayBeTooLate && standings.includes('owner') && isPastCutOff(appointment, moment)) {
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
 * Until when its customer may cancel or move it, by the terms kept at booking. It counts back from
 * the start's instant, so that a clock change does not move it.
 */
export function changeUntil(
  appointment: Pick<AppointmentState, 'date' | 'startTime' | 'cancelUntilHours'>,
  timeZone: string,
): Date {
  const start = instantOf(appointment.date, appointment.startTime, timeZone);
  return new Date(start.getTime() - appointment.cancelUntilHours * 3_600_000);
}
