import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import type { MessageChannel } from '@curbwrench/contract/messaging/kinds';
import type { Customer, MessageBusiness, Recipient } from './business.ts';
import { getRules, type TestedKind } from './kinds.ts';

/** The state of an appointment at one point in time. */
export interface AppointmentState {
  readonly date: string;
  /** `HH:mm`. */
  readonly time: string;
  readonly status: AppointmentStatus;
  readonly mechanic: Recipient | null;
  readonly hasArrived: boolean;
}

/** Messages that wait until a change can no longer be undone. */
interface PendingMessages {
  readonly dueAt: number;
  readonly expect: () => void;
}

/** An appointment as the campaign knows it from the requests that were accepted. */
export interface Appointment {
  readonly id: number;
  readonly customer: Customer;
  /** Its states, each with the phase in which it began. */
  readonly versions: { readonly phase: number; readonly state: AppointmentState }[];
  /** When its time was last set, in ms. */
  timeSetAt: number;
  lastAssigned: Recipient | null;
  pendingMessages: PendingMessages | null;
}

/** A message that somebody must get, unless it is outdated before it can be sent. */
export interface Expectation {
  readonly recipient: Recipient;
  readonly kind: TestedKind;
  readonly channel: MessageChannel;
  /** Null for a list of jobs. */
  readonly appointment: Appointment | null;
  /** `yyyy-MM-dd HH:mm`; the day of a list of jobs is `yyyy-MM-dd`. */
  readonly time: string;
  readonly mechanic: Recipient | null;
  /** The phase in which the message was caused. */
  readonly phase: number;
  /** When the message is due, in ms. */
  readonly dueAt: number;
  readonly expiresAt: number;
}

/** A period in which the clock stands still: requests are sent, and then every message that is due is sent. */
export interface Phase {
  readonly clock: number;
  /** Whether the server was killed in this phase, so that some messages that were due may not have been sent. */
  isKilled: boolean;
}

/** What happened: phases, appointments, and the messages that follow from them. */
export class Scenario {
  readonly phases: Phase[] = [];
  readonly appointments: Appointment[] = [];
  readonly expectations: Expectation[] = [];
  readonly business: MessageBusiness;
  /** The phase of the request whose consequences are being recorded; null for the current phase. */
  sentInPhase: number | null = null;
  /** The reminders and job lists that are already expected. */
  readonly #expectedOnce = new Set<string>();

  constructor(business: MessageBusiness) {
    this.business = business;
  }

  get phase(): number {
    return this.phases.length - 1;
  }

  get clock(): number {
    return this.phases.at(-1)?.clock ?? 0;
  }

  /** The phase to which the consequences of a request belong. */
  get requestPhase(): number {
    return this.sentInPhase ?? this.phase;
  }

  get requestClock(): number {
    return this.phases[this.requestPhase]?.clock ?? 0;
  }

  /** Begins a phase: adds the expectations that were held back until now and the reminders that have come due. */
  beginPhase(clock: number): void {
    this.phases.push({ clock, isKilled: false });
    for (const appointment of this.appointments) {
      if (appointment.pendingMessages && appointment.pendingMessages.dueAt <= clock)
        this.flushPendingMessages(appointment);
    }
    this.recordDue();
  }

  /** Expects the reminders and lists that are due now. */
  recordDue(): void {
    for (const appointment of this.appointments) this.#remind(appointment);
    this.#listJobs();
  }

  /** Adds the expectations that were held back until the appointment's last change could no longer be undone. */
  flushPendingMessages(appointment: Appointment): void {
    const { pendingMessages } = appointment;
    appointment.pendingMessages = null;
    pendingMessages?.expect();
  }

  /** Expects a message on each of the recipient's channels, with its current content. */
  expect(
    kind: TestedKind,
    recipient: Recipient | null,
    appointment: Appointment | null,
    mechanic: Recipient | null,
    time = appointment ? getDateTime(getState(appointment)) : '',
  ): void {
    if (!recipient) return;
    const rules = getRules(kind);
    const dueAt = this.requestClock + rules.delayMs;
    const start = rules.lastsUntilStart ? toInstant(time) : 0;
    for (const channel of rules.channels) {
      if (channel === 'sms' && recipient.number === null) continue;
      if (channel === 'push' && recipient.endpoint === null) continue;
      const expiresAt = Math.max(dueAt + rules.lifetimeMs, start);
      const phase = this.requestPhase;
      this.expectations.push({
        recipient,
        kind,
        channel,
        appointment,
        time,
        mechanic,
        phase,
        dueAt,
        expiresAt,
      });
    }
  }

  #remind(appointment: Appointment): void {
    const state = getState(appointment);
    if (!isUpcoming(state)) return;
    const left = toInstant(getDateTime(state)) - this.clock;
    for (const [kind, before, until] of reminders) {
      const key = `${kind} ${appointment.id} ${getDateTime(state)}`;
      const isDue = left <= before && left > until && !this.#expectedOnce.has(key);
      if (!isDue || appointment.timeSetAt >= this.clock + left - before - hour) continue;
      this.#expectedOnce.add(key);
      this.expect(kind, appointment.customer, appointment, null);
    }
  }

  #listJobs(): void {
    const { date, minutes } = toLocal(this.clock);
    if (minutes < 17 * 60) return;
    const tomorrow = addDays(date, 1);
    for (const mechanic of this.business.mechanics) {
      const key = `${mechanic.id} ${tomorrow}`;
      if (this.#expectedOnce.has(key)) continue;
      const isNeeded = this.appointments.some((appointment) => {
        const state = getState(appointment);
        return (
          state.date === tomorrow && state.status === 'confirmed' && state.mechanic === mechanic
        );
      });
      if (!isNeeded) continue;
      this.#expectedOnce.add(key);
      this.expect('tomorrows_jobs', mechanic, null, null, tomorrow);
    }
  }
}

const hour = 3_600_000;
/** Each kind of reminder, how long before the start it becomes due, and how long before the start it is too late. */
const reminders = [
  ['reminder_day', 24 * hour, 3 * hour],
  ['reminder_hours', 2 * hour, 0],
] as const;

/** Returns an appointment's state at the end of a phase; null if it did not exist yet. */
export function getStateAfter({ versions }: Appointment, phase: number): AppointmentState | null {
  return versions.findLast((version) => version.phase <= phase)?.state ?? null;
}

export function getState(appointment: Appointment): AppointmentState {
  const state = getStateAfter(appointment, Infinity);
  if (!state) throw new Error('The appointment has no state.');
  return state;
}

/** Returns the states that an appointment had at any time during a phase. */
export function listStatesIn(appointment: Appointment, phase: number): AppointmentState[] {
  const first = getStateAfter(appointment, phase - 1);
  const others = appointment.versions.filter((version) => version.phase === phase);
  return [...(first ? [first] : []), ...others.map(({ state }) => state)];
}

/** Returns a state's date and time, `yyyy-MM-dd HH:mm`. */
export function getDateTime({ date, time }: AppointmentState): string {
  return `${date} ${time}`;
}

export function needsMechanic({ status }: AppointmentState): boolean {
  return status === 'pending' || status === 'unassigned';
}

function isUpcoming(state: AppointmentState): boolean {
  return needsMechanic(state) || state.status === 'confirmed';
}

/** Returns whether the content of a message matches a state. */
export function matchesState(
  { kind, recipient, time, mechanic }: Expectation,
  state: AppointmentState,
): boolean {
  const isSameTime = getDateTime(state) === time;
  const isInProgress = state.status === 'in_progress' && state.mechanic === mechanic;
  switch (kind) {
    case 'booked':
    case 'moved':
    case 'reminder_day':
    case 'reminder_hours':
      return isSameTime && isUpcoming(state);
    case 'confirmed':
    case 'reassigned':
      return isSameTime && state.status === 'confirmed' && state.mechanic === mechanic;
    case 'on_the_way':
      return isInProgress && !state.hasArrived;
    case 'arrived':
      return isInProgress;
    case 'finished':
    case 'review_request':
      return state.status === 'completed';
    case 'cancelled':
      return state.status === 'cancelled';
    case 'job_assigned':
    case 'job_changed':
      return isSameTime && state.status === 'confirmed' && state.mechanic === recipient;
    case 'job_removed':
      return state.status === 'cancelled' || state.mechanic !== recipient;
    case 'office_booking':
      return isUpcoming(state) || state.status === 'in_progress';
    case 'office_attention':
      return needsMechanic(state);
    case 'tomorrows_jobs':
      return true;
  }
}

/** The business is in San Francisco, where daylight saving time begins on March 8, 2026, at 10:00 UTC. */
const daylightSavingStart = Date.UTC(2026, 2, 8, 10);

/** Returns the time in ms of a local date and time. */
export function toInstant(time: string): number {
  const [date = '', clock = '00:00'] = time.split(' ');
  const utc = Date.parse(`${date}T${clock}:00Z`);
  return utc + (utc + 7 * hour >= daylightSavingStart ? 7 : 8) * hour;
}

/** Returns the local date, and the minutes since midnight. */
export function toLocal(instant: number): { readonly date: string; readonly minutes: number } {
  const local = new Date(instant - (instant >= daylightSavingStart ? 7 : 8) * hour);
  return {
    date: local.toISOString().slice(0, 10),
    minutes: local.getUTCHours() * 60 + local.getUTCMinutes(),
  };
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * 24 * hour).toISOString().slice(0, 10);
}
