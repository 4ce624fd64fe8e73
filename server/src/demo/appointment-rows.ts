import { toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import { listBookingLines, totalOf, type BookingLine } from '@curbwrench/contract/payments/price';
import type { HistoryKind } from '../appointments/changes/appointment-changes.ts';
import { demoAccountIds } from './demo-accounts.ts';
import type { PlannedJob } from './planned-jobs.ts';
import { cancelReasons, type PlannedPayment } from './job-details.ts';
import type { RowOf } from './load-rows.ts';
import type { DemoContext } from './demo-options.ts';

/** The rows to insert for one appointment; `writeAppointments` adds its id to each. */
export interface AppointmentRows {
  readonly appointment: Omit<RowOf<'appointments'>, 'id'>;
  readonly lines: readonly Omit<RowOf<'appointment_lines'>, 'appointment_id'>[];
  readonly history: readonly Omit<RowOf<'appointment_events'>, 'appointment_id'>[];
  readonly payment: Omit<RowOf<'payments'>, 'id' | 'appointment_id'> | null;
}

/** The current state of a job. */
export type JobState = 'needs_mechanic' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';

/**
 * Returns the current state of a planned job. With `staysConfirmed`, a job planned for today stays confirmed
 * even after its planned time. A job without a mechanic gets one on its day, less than an hour before it starts.
 * The demo mechanic's jobs are never in progress.
 */
export function getJobState(
  job: PlannedJob,
  { local }: DemoContext,
  staysConfirmed: boolean,
): JobState {
  if (job.outcome === 'cancelled') return 'cancelled';
  if (job.date < local.date) return 'completed';
  const isAssignedLate = job.outcome === 'assigned_late' || job.outcome === 'declined';
  if (job.date > local.date) return isAssignedLate ? 'needs_mechanic' : 'confirmed';
  if (isAssignedLate && job.interval.from >= local.minutes + 60) return 'needs_mechanic';
  return staysConfirmed ? 'confirmed' : getStateToday(job.mechanicId, job.interval, local.minutes);
}

/** Returns the state that one of today's jobs has at this minute of the day if the job is on schedule. */
export function getStateToday(
  mechanicId: string,
  interval: { readonly from: number; readonly to: number },
  minutes: number,
): 'confirmed' | 'in_progress' | 'completed' {
  if (interval.to <= minutes) return 'completed';
  const isUnderWay = interval.from <= minutes && mechanicId !== demoAccountIds.mechanic;
  return isUnderWay ? 'in_progress' : 'confirmed';
}

/** Returns the rows for a planned job in this state. */
export function buildAppointmentRows(
  job: PlannedJob,
  state: JobState,
  context: DemoContext,
): AppointmentRows {
  const builder = new HistoryBuilder(job, context);
  builder.addBooking();
  if (state === 'cancelled') builder.addCancellation();
  else if (state === 'needs_mechanic') builder.addDeclinedAssignment();
  else {
    builder.addDeclinedAssignment();
    builder.addAssignment();
  }
  if (state === 'in_progress' || state === 'completed') builder.addStart();
  const completedAt = state === 'completed' ? builder.addCompletion() : null;
  const createdAt = builder.entries[0]?.at ?? context.now;
  const updatedAt = builder.entries.at(-1)?.at ?? createdAt;
  const lines = listJobLines(job);
  const hasMechanic = state !== 'needs_mechanic' && state !== 'cancelled';
  return {
    appointment: {
      customer_id: job.customerId,
      vehicle_id: job.vehicleId,
      service_id: job.services[0].id,
      mechanic_id: hasMechanic ? job.mechanicId : null,
      held_mechanic_id: state === 'needs_mechanic' ? job.mechanicId : null,
      date: job.date,
      start_time: toTimeOfDay(job.interval.from),
      end_time: toTimeOfDay(job.interval.to),
      status: getStatus(job, state),
      address: job.place.address,
      latitude: job.place.latitude,
      longitude: job.place.longitude,
      place_precision: 'house',
      notes: job.notes,
      cancellation_cutoff_hours: context.cancellationCutoffHours,
      source: 'generated',
      created_at: createdAt,
      updated_at: updatedAt,
    },
    lines: toLineRows(lines),
    history: builder.entries,
    payment:
      completedAt &&
      buildPaymentRow(job.customerId, totalOf(lines), job.payment, completedAt, context),
  };
}

function listJobLines({ services, terms }: PlannedJob): BookingLine[] {
  const plan = terms?.plan ? { ...terms.plan, usesLeft: () => 0 } : null;
  return listBookingLines({ services, plan, area: terms?.area ?? null });
}

function toLineRows(
  lines: readonly BookingLine[],
): readonly Omit<RowOf<'appointment_lines'>, 'appointment_id'>[] {
  return lines.map((line) => ({
    position: line.position,
    kind: line.kind,
    service_id: line.serviceId,
    description: line.description,
    quantity: line.quantity.toFixed(2),
    unit_price: line.unitPrice,
    duration: line.duration,
    included_in: null,
  }));
}

function getStatus(job: PlannedJob, state: JobState): AppointmentStatus {
  if (state !== 'needs_mechanic') return state;
  return job.outcome === 'declined' ? 'unassigned' : 'pending';
}

/** Returns the payment for a finished job: pending until the planned time of the payment, then as planned. */
export function buildPaymentRow(
  customerId: string,
  amount: string,
  plannedPayment: PlannedPayment,
  completedAt: Date,
  { now }: Pick<DemoContext, 'now'>,
): Omit<RowOf<'payments'>, 'id' | 'appointment_id'> {
  const paidAt = new Date(completedAt.getTime() + plannedPayment.delayMinutes * 60_000);
  const status = paidAt > now ? 'pending' : plannedPayment.status;
  const isPending = status === 'pending';
  return {
    customer_id: customerId,
    amount,
    refunded_amount: status === 'refunded' ? amount : '0.00',
    status,
    payment_method: isPending ? null : plannedPayment.method,
    transaction_id: isPending ? null : plannedPayment.transactionId,
    created_at: completedAt,
    paid_at: isPending || status === 'failed' ? null : paidAt,
  };
}

/**
 * Builds an appointment's history in order: no entry is earlier than the previous one or later than now. The minutes
 * between the entries only have to look plausible.
 */
class HistoryBuilder {
  readonly entries: (Omit<RowOf<'appointment_events'>, 'appointment_id'> & { at: Date })[] = [];
  readonly #job: PlannedJob;
  readonly #context: DemoContext;
  #lastAt: Date | null = null;

  constructor(job: PlannedJob, context: DemoContext) {
    this.#job = job;
    this.#context = context;
  }

  addBooking(): void {
    const { bookedOn, bookedMinute, bookedBy } = this.#job;
    const at = this.#context.toInstant(bookedOn, bookedMinute);
    this.#add('booked', at, bookedBy);
  }

  addCancellation(): void {
    const { bookedOn, bookedMinute, bookedBy, interval } = this.#job;
    const reason = cancelReasons[interval.from % cancelReasons.length] ?? null;
    const at = this.#context.toInstant(bookedOn, bookedMinute + 140);
    this.#add('cancelled', at, bookedBy, { reason });
  }

  /** Adds an assignment that a mechanic declined, if the job has one. */
  addDeclinedAssignment(): void {
    const { declinedBy, assignedBy } = this.#job;
    if (declinedBy === null) return;
    this.#add('assigned', this.#afterLastEntry(25), assignedBy, {
      mechanicId: declinedBy,
      formerMechanicId: null,
    });
    this.#add('declined', this.#afterLastEntry(50), declinedBy, {
      formerMechanicId: declinedBy,
      reason: 'Too far from my other jobs that day.',
    });
  }

  /** Adds the assignment to the job's mechanic; if the job was rescheduled, adds that first. */
  addAssignment(): void {
    const {
      date,
      outcome,
      interval,
      rescheduledFrom,
      mechanicId,
      assignedBy,
      assignDelay,
      bookedBy,
    } = this.#job;
    if (rescheduledFrom !== null) {
      this.#add('rescheduled', this.#afterLastEntry(95), bookedBy, {
        fromDate: rescheduledFrom.date,
        fromTime: toTimeOfDay(rescheduledFrom.minute),
        toDate: date,
        toTime: toTimeOfDay(interval.from),
      });
    }
    const at =
      outcome === 'completed'
        ? this.#afterLastEntry(assignDelay)
        : this.#context.toInstant(date, interval.from - 45);
    this.#add('assigned', at, assignedBy, { mechanicId, formerMechanicId: null });
  }

  addStart(): void {
    const { date, interval, delays, mechanicId } = this.#job;
    this.#add('started', this.#context.toInstant(date, interval.from + delays[0]), mechanicId);
  }

  addCompletion(): Date {
    const { date, interval, delays, mechanicId } = this.#job;
    const at = this.#context.toInstant(date, interval.to + delays[1]);
    return this.#add('completed', at, mechanicId);
  }

  /** Returns the time this many minutes after the last entry. */
  #afterLastEntry(minutes: number): Date {
    return new Date((this.#lastAt ?? this.#context.now).getTime() + minutes * 60_000);
  }

  #add(
    kind: HistoryKind,
    at: Date,
    actor: string,
    detail: Readonly<Record<string, string | null>> = {},
  ): Date {
    const earliest = this.#lastAt ?? at;
    const addedAt = new Date(
      Math.min(Math.max(at.getTime(), earliest.getTime()), this.#context.now.getTime()),
    );
    this.#lastAt = addedAt;
    this.entries.push({ kind, at: addedAt, actor_id: actor, detail });
    return addedAt;
  }
}
