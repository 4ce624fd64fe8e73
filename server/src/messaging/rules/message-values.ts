import { describeAttention } from '@curbwrench/contract/appointments/attention-text';
import { verificationCode } from '@curbwrench/contract/appointments/verification-code';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import type { AttentionReason } from '@curbwrench/contract/appointments/schemas';
import type { MessageKind } from '@curbwrench/contract/messaging/kinds';
import { messagePlaceholders } from '@curbwrench/contract/messaging/placeholders';
import {
  daysBetween,
  displayTime,
  getRelativeDayName,
  getShortWeekdayName,
  getWeekdayName,
} from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { formatMoney } from '@curbwrench/contract/fields/money';
import { toLocalTime } from '../../application/rules/business-time.ts';
import { getChangeDeadline } from '../../appointments/rules/appointment.ts';
import type { MessageValues } from './message-templates.ts';

/** The data about an appointment that messages can contain. */
export interface AppointmentFacts {
  readonly id: number;
  /** `yyyy-MM-dd`, and `HH:mm` for the times, in the business's time zone. */
  readonly date: string;
  readonly startTime: string;
  readonly endTime: string;
  /** How many hours before the start the customer can still reschedule or cancel. */
  readonly cancellationCutoffHours: number;
  readonly customerName: string;
  /** Null if no mechanic is assigned. */
  readonly mechanicFirstName: string | null;
  readonly address: string;
  readonly vehicle: string;
  /** The names of the services, in order. */
  readonly services: readonly string[];
  /** The amount paid or due, with two decimals. */
  readonly amount: string;
  /** Whether it was paid, even if it has been refunded since. */
  readonly isPaid: boolean;
  /** The time of day at which a mechanic on the way was expected to arrive; null if none was computed. */
  readonly expectedArrival: string | null;
  readonly cancellationReason: string | null;
  /** How the appointment last lost its mechanic or time, and why; null if it never did. */
  readonly lastUnassignment: {
    readonly kind: 'declined' | 'unassigned' | 'rescheduled';
    readonly reason: string | null;
  } | null;
  /** Why the appointment needs attention, if the office was alerted to it; null otherwise. */
  readonly alert: AlertFacts | null;
}

/** Why an appointment needs attention. */
export interface AlertFacts {
  readonly reason: AttentionReason;
  readonly status: AppointmentStatus;
  readonly mechanicFirstName: string | null;
  /** Whether the appointment's mechanic is out sick at that time. */
  readonly isSick: boolean;
}

/** An appointment in a list of those that need attention. */
export type ListedAlertFacts = AlertFacts &
  Pick<AppointmentFacts, 'id' | 'date' | 'startTime' | 'services'>;

/** A job in the list of a mechanic's jobs. */
export type ListedJobFacts = Pick<
  AppointmentFacts,
  'startTime' | 'endTime' | 'services' | 'vehicle' | 'address'
>;

/** The data for a message to one person. */
export interface MessageFacts {
  readonly firstName: string;
  readonly appointment: AppointmentFacts | null;
  /** The recipient's jobs on `date`, by start time; empty unless the message lists them. */
  readonly jobs: readonly ListedJobFacts[];
  /** If the message is about a conversation with the office, the full name of that person; otherwise null. */
  readonly conversationName: string | null;
  /** The conversation message that is forwarded, if any, with the first name of its author. */
  readonly message: { readonly text: string; readonly sender: string } | null;
  /** The appointments that need attention, by start; empty unless the message lists them. */
  readonly alerts: readonly ListedAlertFacts[];
}

interface MessageContext {
  readonly kind: MessageKind;
  /** When the message is sent. */
  readonly now: Date;
  /** The day of a list of jobs. */
  readonly date: string | null;
  readonly business: {
    readonly name: string;
    readonly phone: string | null;
    readonly currency: string;
    readonly timeZone: string;
  };
  readonly link: string;
}

/** Returns the values of those placeholders only that messages of this kind may contain. */
export function toMessageValues(facts: MessageFacts, context: MessageContext): MessageValues {
  const { kind, now, date, business, link } = context;
  const today = toLocalTime(now, business.timeZone).date;
  const { appointment, jobs, message, alerts } = facts;
  const customer = facts.conversationName ?? appointment?.customerName;
  const values: MessageValues = {
    firstName: facts.firstName,
    business: business.name,
    phone: business.phone ?? '',
    link,
    ...(appointment && {
      ...describeAppointment(appointment, kind, today, business.currency),
      ...describeLinkActions(appointment, now, business),
    }),
    ...(customer !== undefined && { customer }),
    ...(message && { message: message.text, sender: message.sender }),
    ...(kind === 'office_attention_list' && { jobs: describeAlerts(alerts, today) }),
    ...(date !== null && {
      day: describeDay(date, today),
      jobs: jobs.map(describeJob).join('\n\n'),
    }),
  };
  return Object.fromEntries(
    messagePlaceholders[kind].flatMap((name) => {
      const value = values[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

/** Returns the values of the placeholders of the message with a verification code. */
export function toVerificationCodeValues(
  { name, phone }: Pick<MessageContext['business'], 'name' | 'phone'>,
  code: string,
): MessageValues {
  return {
    business: name,
    ...(phone !== null && { phone }),
    code,
    minutes: String(verificationCode.minutes),
  };
}

function describeAppointment(
  appointment: AppointmentFacts,
  kind: MessageKind,
  today: string,
  currency: string,
): MessageValues {
  const { date, startTime, endTime, expectedArrival, cancellationReason } = appointment;
  return {
    services: appointment.services.join(', '),
    vehicle: appointment.vehicle,
    when: describeTime(date, startTime, today),
    day: describeDay(date, today),
    time: displayTime(startTime),
    endTime: displayTime(endTime),
    address: appointment.address,
    mechanic: appointment.mechanicFirstName ?? '',
    // Screens say 'about' too, because it is an estimate.
    arrival: expectedArrival === null ? '' : `about ${displayTime(expectedArrival)}`,
    number: displayId(appointment.id),
    amount: formatMoney(appointment.amount, currency),
    document: appointment.isPaid ? 'receipt' : 'invoice',
    reason: kind === 'office_attention' ? describeCause(appointment) : (cancellationReason ?? ''),
  };
}

/**
 * Returns what customers can do through the link of an upcoming appointment now and, if they can only view it, the
 * number to call instead.
 */
function describeLinkActions(
  appointment: AppointmentFacts,
  now: Date,
  { phone, timeZone }: MessageContext['business'],
): MessageValues {
  if (now <= getChangeDeadline(appointment, timeZone)) {
    return { linkActions: 'View, reschedule, or cancel' };
  }
  return {
    linkActions: 'View your appointment',
    changeByPhone: phone === null ? '' : `To reschedule or cancel, call us at ${phone}.`,
  };
}

/**
 * Returns 'Tue, Mar 3 at 10:00 AM', with the year if it isn't the current one, followed by '(today)' or '(tomorrow)'.
 */
function describeTime(date: string, time: string, today: string): string {
  const near = daysBetween(today, date);
  const name = near === 0 || near === 1 ? getRelativeDayName(near) : null;
  const [year, month, day] = splitDate(date);
  const yearText = year === today.slice(0, 4) ? '' : `, ${year}`;
  const text = `${getShortWeekdayName(date)}, ${month.slice(0, 3)} ${day}${yearText} at ${displayTime(time)}`;
  return name === null ? text : `${text} (${name.toLowerCase()})`;
}

/** Returns 'Tuesday, March 3', with the year if it isn't the current one. */
function describeDay(date: string, today: string): string {
  const [year, month, day] = splitDate(date);
  const text = `${getWeekdayName(date)}, ${month} ${day}`;
  return year === today.slice(0, 4) ? text : `${text}, ${year}`;
}

function describeJob({ startTime, endTime, services, vehicle, address }: ListedJobFacts): string {
  const details = [services.join(', '), vehicle, address].filter((detail) => detail !== '');
  return `${displayTime(startTime)} to ${displayTime(endTime)}: ${details.join('; ')}`;
}

/** How many appointments a list names; the board shows the others. */
const maxListedAlerts = 20;

function describeAlerts(alerts: readonly ListedAlertFacts[], today: string): string {
  const lines = alerts
    .slice(0, maxListedAlerts)
    .map(
      (alert) =>
        `${displayId(alert.id)}, ${describeTime(alert.date, alert.startTime, today)}, ${alert.services.join(', ')}: ${describeAlert(alert)}`,
    );
  const more = alerts.length - lines.length;
  return [...lines, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n\n');
}

function describeAlert({ reason, status, mechanicFirstName, isSick }: AlertFacts): string {
  if (reason === 'mechanic_not_working' && isSick) {
    return `${mechanicFirstName ?? 'The mechanic'} is out sick.`;
  }
  return describeAttention(reason, { status, mechanicName: mechanicFirstName ?? '' });
}

function describeCause({ alert, lastUnassignment }: AppointmentFacts): string {
  return alert ? describeAlert(alert) : describeLastUnassignment(lastUnassignment);
}

function describeLastUnassignment(last: AppointmentFacts['lastUnassignment']): string {
  if (last === null) return '';
  const reason = last.reason === null ? '' : ` "${last.reason}"`;
  switch (last.kind) {
    case 'declined':
      return `The mechanic declined the job.${reason}`;
    case 'unassigned':
      return `The mechanic was taken off the job.${reason}`;
    case 'rescheduled':
      return "It was rescheduled to a time when its mechanic isn't available.";
  }
}

const monthNames =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

function splitDate(date: string): [year: string, month: string, day: number] {
  const month = monthNames[Number(date.slice(5, 7)) - 1] ?? '';
  return [date.slice(0, 4), month, Number(date.slice(8, 10))];
}
