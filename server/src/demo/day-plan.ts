import { addDays, isWeekend, getWeekday } from '@curbwrench/contract/fields/calendar';
import type { Interval } from '../scheduling/rules/day-plan.ts';
import { overlaps } from '../scheduling/rules/mechanic-roster.ts';
import { demoAccountIds } from './demo-accounts.ts';
import type { DemoWorld, WorldCustomer, WorldMechanic, WorldService } from './demo-world.ts';
import { pickNote, planPayment, type PlannedPayment } from './job-details.ts';
import type { Place } from './places.ts';
import { randomFrom, type Random } from './random.ts';

/**
 * One appointment as planned for its day, independent of the current time: who comes when for what,
 * when it was booked, and how it proceeds unless a user of the demo changes it.
 */
export interface PlannedJob {
  readonly date: string;
  readonly interval: Interval;
  readonly mechanicId: string;
  readonly customerId: string;
  readonly vehicleId: number;
  readonly service: WorldService;
  readonly place: Place;
  readonly notes: string | null;
  /** The day it was booked, and minutes of that day. */
  readonly bookedOn: string;
  readonly bookedAt: number;
  /** Who booked it: the customer, or an advisor on the phone. */
  readonly bookedBy: string;
  readonly assignedBy: string;
  /** Minutes between booking and assignment. */
  readonly assignDelay: number;
  /**
   * completed: assigned soon after the booking and completed on its day. assigned_late: completed,
   * but not assigned before its day. declined: the same, after a mechanic declined it. cancelled:
   * cancelled hours after it was booked.
   */
  readonly outcome: 'completed' | 'assigned_late' | 'declined' | 'cancelled';
  /** The mechanic who declined it, if one did. */
  readonly declinedBy: string | null;
  /** The date and the minutes of the day for which it was first booked, if it was rescheduled. */
  readonly movedFrom: { readonly date: string; readonly at: number } | null;
  /** Minutes by which the work starts and ends late, or early if negative. */
  readonly delays: readonly [start: number, end: number];
  readonly payment: PlannedPayment;
  /** What changes the service's price, if anything does. */
  readonly terms: JobTerms | null;
}

/** What a plan and a service area change, of which a booking makes lines (`price.ts` of the contract). */
export interface JobTerms {
  readonly plan: { readonly name: string; readonly discountPercent: number } | null;
  readonly area: { readonly name: string; readonly callOutFee: string } | null;
}

/** How busy the days are. */
export interface DayStyle {
  /** The probability that a job starts in a mechanic's next free hour. */
  readonly fill: number;
  /** The share of the day's jobs that are cancelled. */
  readonly cancelled: number;
  /** For each job of the day that is assigned late, how many business days ahead it is booked. */
  readonly unassignedLeadDays: readonly number[];
}

/**
 * Plans the jobs of a day, always the same for the same world and seed. No mechanic has two jobs at
 * once (cancelled jobs take no time), everyone works within their hours and skills, and nobody works
 * from 12:00 to 13:00, so that each day has an hour which is easily booked. There are no jobs on
 * Saturdays, Sundays and holidays. The demo's mechanic has at least three on each working day.
 */
export function planDay(
  world: DemoWorld,
  date: string,
  seed: string,
  style: DayStyle,
): PlannedJob[] {
  if (isWeekend(date) || world.holidays.has(date)) return [];
  const random = randomFrom(seed, date);
  const day = new DayBuilder(world, date, random);
  for (const mechanic of world.mechanics) {
    const isDemo = mechanic.id === demoAccountIds.mechanic;
    for (const period of getWorkPeriods(mechanic, date)) {
      fillPeriod(day, mechanic, period, isDemo ? { fill: 1, maxMinutes: 120 } : style, style);
    }
  }
  return chooseLateAssignments(day, style);
}

/** Returns a mechanic's working time on a date, split at noon and rounded to whole hours. */
function getWorkPeriods(mechanic: WorldMechanic, date: string): Interval[] {
  const off = mechanic.timeOff.map(({ from, to }) => ({
    from: minutesInto(date, from),
    to: minutesInto(date, to),
  }));
  return (mechanic.week.get(getWeekday(date)) ?? [])
    .flatMap(({ from, to }) => [
      { from: Math.ceil(from / 60) * 60, to: Math.min(to, 720) },
      { from: Math.max(Math.ceil(from / 60) * 60, 780), to },
    ])
    .filter((period) => period.from < period.to)
    .filter((period) => !off.some((interval) => overlaps(interval, period)));
}

/** Returns the minutes from the date's start to 'yyyy-MM-dd HH:MM:SS', limited to the day. */
function minutesInto(date: string, text: string): number {
  if (text.slice(0, 10) === date)
    return Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16));
  return text === '-infinity' || (text !== 'infinity' && text < date) ? 0 : 1440;
}

/** Adds jobs from the start to the end of a mechanic's period, a few of them cancelled. */
function fillPeriod(
  day: DayBuilder,
  mechanic: WorldMechanic,
  period: Interval,
  { fill, maxMinutes }: { readonly fill: number; readonly maxMinutes?: number },
  style: DayStyle,
): void {
  const { random } = day;
  let from = period.from;
  while (from < period.to) {
    const minutes = Math.min(period.to - from, maxMinutes ?? Infinity);
    const service = random.chance(fill) ? day.pickService(mechanic, minutes) : null;
    if (service) day.addCompleted(mechanic, service, from);
    if (random.chance(style.cancelled)) day.addCancelled(mechanic, from, minutes);
    from += service ? Math.ceil(service.duration / 60) * 60 : 60;
  }
}

/** Chooses the jobs that are assigned late, so that dispatch has work; never the demo mechanic's. */
function chooseLateAssignments({ jobs, random, world }: DayBuilder, style: DayStyle): PlannedJob[] {
  const candidates = jobs.filter(
    ({ outcome, mechanicId }) => outcome === 'completed' && mechanicId !== demoAccountIds.mechanic,
  );
  const chosen = new Map(
    random
      .shuffled(candidates)
      .slice(0, style.unassignedLeadDays.length)
      .map((job, index) => [job, index]),
  );
  return jobs.map((job) => {
    const index = chosen.get(job);
    if (index === undefined) return job;
    const otherMechanics = world.mechanics.filter(({ id }) => id !== job.mechanicId);
    const isDeclined = index === 1 && otherMechanics.length > 0;
    return {
      ...job,
      bookedOn: businessDaysBefore(job.date, style.unassignedLeadDays[index] ?? 1),
      movedFrom: null,
      outcome: isDeclined ? ('declined' as const) : ('assigned_late' as const),
      declinedBy: isDeclined ? random.pick(otherMechanics).id : null,
    };
  });
}

/** Returns the date that many days earlier; weekends do not count. */
function businessDaysBefore(date: string, days: number): string {
  let before = date;
  for (let left = days; left > 0; left -= isWeekend(before) ? 0 : 1) before = addDays(before, -1);
  return before;
}

/** Collects the jobs of one day. */
class DayBuilder {
  readonly world: DemoWorld;
  readonly date: string;
  readonly random: Random;
  readonly jobs: PlannedJob[] = [];
  readonly #customers = new Set<string>();

  constructor(world: DemoWorld, date: string, random: Random) {
    this.world = world;
    this.date = date;
    this.random = random;
  }

  /**
   * Picks a service that the mechanic can do in that many minutes, preferring those in demand; null if
   * there is none.
   */
  pickService(mechanic: WorldMechanic, minutes: number): WorldService | null {
    const fitting = this.world.services.filter(
      ({ duration, skill }) =>
        duration <= minutes && (skill === null || mechanic.skills.has(skill)),
    );
    if (fitting.length === 0) return null;
    return this.random.weighted(fitting.map((service) => [service, service.demand] as const));
  }

  addCompleted(mechanic: WorldMechanic, service: WorldService, from: number): void {
    const { random } = this;
    // Most book weeks or days ahead; some on the day itself, a good two hours before.
    const daysAhead = Math.floor(31 * random.next() ** 1.5);
    const isDemo = mechanic.id === demoAccountIds.mechanic;
    this.#add(mechanic, service, from, isDemo ? Math.max(daysAhead, 3) : daysAhead, 'completed');
  }

  addCancelled(mechanic: WorldMechanic, from: number, minutes: number): void {
    const service = this.pickService(mechanic, minutes);
    if (service) this.#add(mechanic, service, from, this.random.between(1, 20), 'cancelled');
  }

  #add(
    mechanic: WorldMechanic,
    service: WorldService,
    from: number,
    daysAhead: number,
    outcome: 'completed' | 'cancelled',
  ): void {
    const { random, date, world } = this;
    const customer = this.#pickCustomer();
    const bookedAt = random.between(7 * 60, 21 * 60);
    const isByPhone = random.chance(0.25);
    const advisor = random.pick(world.advisorIds);
    this.jobs.push({
      date,
      interval: { from, to: from + service.duration },
      mechanicId: mechanic.id,
      customerId: customer.id,
      vehicleId: random.pick(customer.vehicleIds),
      service,
      place: customer.home,
      notes: pickNote(random),
      bookedOn: addDays(date, -daysAhead),
      bookedAt: daysAhead === 0 ? Math.max(from - random.between(125, 265), 0) : bookedAt,
      bookedBy: isByPhone ? advisor : customer.id,
      assignedBy: advisor,
      assignDelay: random.between(4, 95),
      outcome,
      declinedBy: null,
      movedFrom: daysAhead >= 5 && random.chance(0.08) ? this.#originalTime(from) : null,
      delays: [random.between(-10, 12), random.between(-15, 15)],
      payment: planPayment(random),
      terms: null,
    });
  }

  /** Returns the original time of a rescheduled job: the last business day before, at another hour. */
  #originalTime(from: number): { date: string; at: number } {
    return { date: businessDaysBefore(this.date, 1), at: from === 540 ? 600 : 540 };
  }

  /** Picks a customer who, if possible, has no job on that day yet. */
  #pickCustomer(): WorldCustomer {
    const { customers } = this.world;
    let customer = this.random.pick(customers);
    for (let tries = 0; this.#customers.has(customer.id) && tries < 30; tries += 1) {
      customer = this.random.pick(customers);
    }
    this.#customers.add(customer.id);
    return customer;
  }
}
