import { timeOfMinutes } from '@curbwrench/contract/fields/calendar';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import { priceOf } from '@curbwrench/contract/payments/price';
import type { HistoryKind } from '../appointments/changes/appointment-changes.ts';
import type { LocalTime } from '../application/rules/business-time.ts';
import { demoAccountIds } from './demo-accounts.ts';
import type { PlannedJob } from './day-plan.ts';
import { cancelReasons, type PlannedPayment } from './job-details.ts';
import type { RowOf } from './load-rows.ts';
import type { WallClock } from './wall-clock.ts';

/** The demo's current time and settings. */
export interface Present {
  readonly now: Date;
  readonly local: LocalTime;
  readonly clock: WallClock;
  readonly cancelUntilHours: number;
  readonly seed: string;
}

/** The rows of one appointment, without its id, which its history and its payment share. */
export interface Story {
  readonly appointment: Omit<RowOf<'appointments'>, 'id'>;
  readonly history: readonly Omit<RowOf<'appointment_events'>, 'appointment_id'>[];
  readonly payment: Omit<RowOf<'payments'>, 'id' | 'appointment_id'> | null;
}

/** The progress of a job. */
export type Stage = 'waiting' | 'confirmed' | 'in_progress' | 'completed' | 'called_off';

/**
 * Returns the current progress of a planned job. `kept`: it stays confirmed on its day, however
 * late it is. A job without a mechanic gets one on its day, unless it is an hour or more ahead; the
 * demo mechanic's jobs are never in progress.
 */
export function stageOf(job: PlannedJob, { local }: Present, kept: boolean): Stage {
  if (job.fate === 'called_off') return 'called_off';
  if (job.date < local.date) return 'completed';
  const waits = job.fate === 'waits' || job.fate === 'returned';
  if (job.date > local.date) return waits ? 'waiting' : 'confirmed';
  if (waits && job.interval.from >= local.minutes + 60) return 'waiting';
  return kept ? 'confirmed' : stageToday(job.mechanicId, job.interval, local.minutes);
}

/** Returns the progress of one of today's jobs that is on time. */
export function stageToday(
  mechanicId: string,
  interval: { readonly from: number; readonly to: number },
  minutes: number,
): 'confirmed' | 'in_progress' | 'completed' {
  if (interval.to <= minutes) return 'completed';
  const underWay = interval.from <= minutes && mechanicId !== demoAccountIds.mechanic;
  return underWay ? 'in_progress' : 'confirmed';
}

/** Returns the rows of a job with this progress. */
export function tellStory(job: PlannedJob, stage: Stage, present: Present): Story {
  const teller = new Teller(job, present);
  teller.book();
  if (stage === 'called_off') teller.callOff();
  else if (stage === 'waiting') teller.decline();
  else {
    teller.decline();
    teller.assign();
  }
  if (stage === 'in_progress' || stage === 'completed') teller.start();
  const finished = stage === 'completed' ? teller.complete() : null;
  const created = teller.history[0]?.at ?? present.now;
  const updated = teller.history.at(-1)?.at ?? created;
  const price = priceIn(job);
  const hasMechanic = stage !== 'waiting' && stage !== 'called_off';
  return {
    appointment: {
      customer_id: job.customerId,
      vehicle_id: job.vehicleId,
      service_id: job.service.id,
      mechanic_id: hasMechanic ? job.mechanicId : null,
      hold_mechanic_id: stage === 'waiting' ? job.mechanicId : null,
      date: job.date,
      start_time: timeOfMinutes(job.interval.from),
      end_time: timeOfMinutes(job.interval.to),
      status: statusOf(job, stage),
      address: job.place.address,
      latitude: job.place.latitude,
      longitude: job.place.longitude,
      notes: job.notes,
      price,
      cancel_until_hours: present.cancelUntilHours,
      source: 'generated',
      created_at: created,
      updated_at: updated,
    },
    history: teller.history,
    payment: finished && paymentRow(job.customerId, price, job.payment, finished, present),
  };
}

function priceIn({ service, terms }: PlannedJob): string {
  return priceOf({
    servicePrice: service.price,
    benefit: terms?.plan ? { usesLeft: 0, discountPercent: terms.plan.discountPercent } : null,
    callOutFee: terms?.area?.callOutFee ?? null,
  }).total;
}

/** Returns the price terms in the history entry of the booking. */
function keptTerms({ service, terms }: PlannedJob): Readonly<Record<string, string>> {
  return {
    ...(terms && { servicePrice: service.price }),
    ...(terms?.plan && { plan: terms.plan.name }),
    ...(terms?.area && { area: terms.area.name, callOutFee: terms.area.callOutFee }),
  };
}

function statusOf(job: PlannedJob, stage: Stage): AppointmentStatus {
  if (stage === 'called_off') return 'cancelled';
  if (stage === 'waiting') return job.fate === 'returned' ? 'unassigned' : 'pending';
  return stage;
}

/** Returns the payment of a finished job in its current state. */
export function paymentRow(
  customerId: string,
  amount: string,
  planned: PlannedPayment,
  finished: Date,
  { now }: Pick<Present, 'now'>,
): Omit<RowOf<'payments'>, 'id' | 'appointment_id'> {
  const settled = new Date(finished.getTime() + planned.delay * 60_000);
  const status = settled > now ? 'pending' : planned.status;
  const isPending = status === 'pending';
  return {
    customer_id: customerId,
    amount,
    refunded_amount: status === 'refunded' ? amount : '0.00',
    status,
    payment_method: isPending ? null : planned.method,
    transaction_id: isPending ? null : planned.reference,
    created_at: finished,
    paid_at: isPending || status === 'failed' ? null : settled,
  };
}

/** Writes an appointment's history in order: no entry is before the previous one, or after now. */
class Teller {
  readonly history: (Omit<RowOf<'appointment_events'>, 'appointment_id'> & { at: Date })[] = [];
  readonly #job: PlannedJob;
  readonly #present: Present;
  #last: Date | null = null;

  constructor(job: PlannedJob, present: Present) {
    this.#job = job;
    this.#present = present;
  }

  book(): void {
    const { bookedOn, bookedAt, bookedBy } = this.#job;
    const at = this.#present.clock(bookedOn, bookedAt);
    this.#tell('booked', at, bookedBy, keptTerms(this.#job));
  }

  callOff(): void {
    const { bookedOn, bookedAt, bookedBy, interval } = this.#job;
    const reason = cancelReasons[interval.from % cancelReasons.length] ?? null;
    this.#tell('cancelled', this.#present.clock(bookedOn, bookedAt + 140), bookedBy, { reason });
  }

  /** Adds an assignment that the mechanic declined. */
  decline(): void {
    const { declinedBy, assignedBy } = this.#job;
    if (declinedBy === null) return;
    this.#tell('assigned', this.#after(25), assignedBy, {
      mechanicId: declinedBy,
      formerMechanicId: null,
    });
    this.#tell('declined', this.#after(50), declinedBy, {
      formerMechanicId: declinedBy,
      reason: 'Too far from my other jobs that day.',
    });
  }

  assign(): void {
    const { date, fate, interval, movedFrom, mechanicId, assignedBy, assignDelay, bookedBy } =
      this.#job;
    if (movedFrom !== null) {
      this.#tell('rescheduled', this.#after(95), bookedBy, {
        fromDate: movedFrom.date,
        fromTime: timeOfMinutes(movedFrom.at),
        toDate: date,
        toTime: timeOfMinutes(interval.from),
      });
    }
    const at =
      fate === 'done' ? this.#after(assignDelay) : this.#present.clock(date, interval.from - 45);
    this.#tell('assigned', at, assignedBy, { mechanicId, formerMechanicId: null });
  }

  start(): void {
    const { date, interval, drift, mechanicId } = this.#job;
    this.#tell('started', this.#present.clock(date, interval.from + drift[0]), mechanicId);
  }

  complete(): Date {
    const { date, interval, drift, mechanicId } = this.#job;
    return this.#tell('completed', this.#present.clock(date, interval.to + drift[1]), mechanicId);
  }

  #after(minutes: number): Date {
    return new Date((this.#last ?? this.#present.now).getTime() + minutes * 60_000);
  }

  #tell(
    kind: HistoryKind,
    at: Date,
    actor: string,
    detail: Readonly<Record<string, string | null>> = {},
  ): Date {
    const earliest = this.#last ?? at;
    const told = new Date(
      Math.min(Math.max(at.getTime(), earliest.getTime()), this.#present.now.getTime()),
    );
    this.#last = told;
    this.history.push({ kind, at: told, actor_id: actor, detail });
    return told;
  }
}
