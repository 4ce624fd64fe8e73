import {
  standingsOf,
  transitions,
  whyNot,
  type AppointmentStatus,
  type Standing,
  type TransitionName,
} from '@curbwrench/contract/lifecycle';
import { displayDate, twelveHour } from '@curbwrench/contract/calendar';
import type { AttentionReason } from '@curbwrench/contract/appointments';
import type { Role } from '@curbwrench/contract/roles';
import { instantOf, type LocalTime } from './business-time.ts';
import { accepted, refused, type Outcome, type Refused } from './outcome.ts';

/** Who acts. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
}

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

/** When it is: the instant, and what the business's clocks show. */
export interface Moment {
  readonly now: Date;
  readonly local: LocalTime;
  readonly timeZone: string;
}

/**
 * Whether this actor may take this appointment through this transition now (D4), and the status
 * it leads to. Whoever may not know of the appointment is told that it isn't there (D1). What
 * depends on other rows (a free mechanic, another job in progress) is the command's to check.
 */
export function decide(
  name: TransitionName,
  appointment: AppointmentState,
  actor: Actor,
  moment: Moment,
): Outcome<{ status: AppointmentStatus; standings: readonly Standing[] }> {
  const standings = standingsOf(actor, appointment);
  if (standings.length === 0) return refused('not_found', 'There is no such appointment.');
  const closed = whyNot(name, appointment.status, standings);
  if (closed) return refused(closed.code, closed.message);
  const untimely = whyUntimely(name, appointment, standings, moment);
  if (untimely) return untimely;
  return accepted({ status: transitions[name].to ?? appointment.status, standings });
}

/** What dispatch should look at: what is overdue, or a request that holds nobody's time. */
export function attentionOf(
  appointment: AppointmentState & { readonly holdMechanicId: string | null },
  local: LocalTime,
  hasMechanics: boolean,
): AttentionReason | null {
  if (isOverdue(appointment, local)) return 'overdue';
  if (appointment.status !== 'pending' && appointment.status !== 'unassigned') return null;
  return appointment.holdMechanicId === null && hasMechanics ? 'no_mechanic_free' : null;
}

/**
 * Whether its time has passed and it is still open (decision 23): a request whose start has come, a
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
  if (name === 'start' && appointment.date !== moment.local.date) {
    return refused(
      appointment.date > moment.local.date ? 'too_early' : 'too_late',
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
