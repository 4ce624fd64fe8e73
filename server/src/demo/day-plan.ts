import { addDays, isWeekend, weekdayOf } from '@curbwrench/contract/fields/calendar';
import type { Interval } from '../scheduling/rules/day-plan.ts';
import { overlaps } from '../scheduling/rules/roster.ts';
import { demoAccountIds } from './demo-accounts.ts';
import type { DemoWorld, WorldCustomer, WorldMechanic, WorldService } from './demo-world.ts';
import { jobNote, planPayment, type PlannedPayment } from './job-details.ts';
import type { Place } from './places.ts';
import { randomFrom, type Random } from './random.ts';

/**
 * One appointment as planned for its day, whatever the current time: who comes when for what, when
 * it was booked, and how it proceeds unless a person interferes.
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
   * done: confirmed soon, done on its day. waits: not assigned before its day. returned: the same,
   * after a mechanic declined it. called_off: cancelled hours after it was booked.
   */
  readonly fate: 'done' | 'waits' | 'returned' | 'called_off';
  /** Who declined it, if it was returned. */
  readonly declinedBy: string | null;
  /** The date and minutes it was first booked for, if it was moved once. */
  readonly movedFrom: { readonly date: string; readonly at: number } | null;
  /** Minutes by which the work starts and ends later (or, negative, earlier) than planned. */
  readonly drift: readonly [start: number, end: number];
  readonly payment: PlannedPayment;
  /** Why the price differs from the service's, if it does. */
  readonly terms: JobTerms | null;
}

/** The terms as stored by a booking (`book-appointment.ts`). */
export interface JobTerms {
  readonly plan: { readonly name: string; readonly discountPercent: number } | null;
  readonly area: { readonly name: string; readonly callOutFee: string } | null;
}

/** How busy the days are. */
export interface PlanStyle {
  /** The probability that a mechanic's next free hour starts a job. */
  readonly fill: number;
  /** The share of the day's jobs that are cancelled. */
  readonly calledOff: number;
  /** For each of the day's unassigned jobs, how many business days ahead it is booked. */
  readonly waiting: readonly number[];
}

/**
 * Plans the jobs of a day, always the same for the same world and seed. No mechanic's time is
 * planned twice (cancelled jobs take no time), everyone works within their hours and skills, and
 * nobody from 12:00 to 13:00, so that each day has an hour which is easily booked. Saturdays,
 * Sundays and holidays have none. In total the demo's mechanic has at least three.
 */
export function planDay(
  world: DemoWorld,
  date: string,
  seed: string,
  style: PlanStyle,
): PlannedJob[] {
  if (isWeekend(date) || world.holidays.has(date)) return [];
  const random = randomFrom(seed, date);
  const day = new DayInTheMaking(world, date, random);
  for (const mechanic of world.mechanics) {
    const isDemo = mechanic.id === demoAccountIds.mechanic;
    for (const stretch of stretchesOf(mechanic, date)) {
      fillStretch(day, mechanic, stretch, isDemo ? { fill: 1, longest: 120 } : style, style);
    }
  }
  return dealFates(day, style);
}

/** Returns a mechanic's working time on a date, split at noon and rounded to whole hours. */
function stretchesOf(mechanic: WorldMechanic, date: string): Interval[] {
  const off = mechanic.timeOff.map(({ from, to }) => ({
    from: minutesInto(date, from),
    to: minutesInto(date, to),
  }));
  return (mechanic.week.get(weekdayOf(date)) ?? [])
    .flatMap(({ from, to }) => [
      { from: Math.ceil(from / 60) * 60, to: Math.min(to, 720) },
      { from: Math.max(Math.ceil(from / 60) * 60, 780), to },
    ])
    .filter((stretch) => stretch.from < stretch.to)
    .filter((stretch) => !off.some((interval) => overlaps(interval, stretch)));
}

/** Returns the minutes from the date's start to 'yyyy-MM-dd HH:MM:SS', limited to the day. */
function minutesInto(date: string, text: string): number {
  if (text.slice(0, 10) === date)
    return Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16));
  return text === '-infinity' || (text !== 'infinity' && text < date) ? 0 : 1440;
}

function fillStretch(
  day: DayInTheMaking,
  mechanic: WorldMechanic,
  stretch: Interval,
  { fill, longest }: { readonly fill: number; readonly longest?: number },
  style: PlanStyle,
): void {
  const { random } = day;
  let from = stretch.from;
  while (from < stretch.to) {
    const room = Math.min(stretch.to - from, longest ?? Infinity);
    const service = random.chance(fill) ? day.serviceFor(mechanic, room) : null;
    if (service) day.add(mechanic, service, from);
    if (random.chance(style.calledOff)) day.addCalledOff(mechanic, from, room);
    from += service ? Math.ceil(service.duration / 60) * 60 : 60;
  }
}

/** Decides which of the day's jobs are booked late and need dispatch; never the demo mechanic's. */
function dealFates({ jobs, random, world }: DayInTheMaking, style: PlanStyle): PlannedJob[] {
  const may = jobs.filter(
    ({ fate, mechanicId }) => fate === 'done' && mechanicId !== demoAccountIds.mechanic,
  );
  const waiting = new Map(
    random
      .shuffled(may)
      .slice(0, style.waiting.length)
      .map((job, index) => [job, index]),
  );
  return jobs.map((job) => {
    const turn = waiting.get(job);
    if (turn === undefined) return job;
    const others = world.mechanics.filter(({ id }) => id !== job.mechanicId);
    const returned = turn === 1 && others.length > 0;
    return {
      ...job,
      bookedOn: businessDaysBefore(job.date, style.waiting[turn] ?? 1),
      movedFrom: null,
      fate: returned ? ('returned' as const) : ('waits' as const),
      declinedBy: returned ? random.pick(others).id : null,
    };
  });
}

function businessDaysBefore(date: string, days: number): string {
  let before = date;
  for (let left = days; left > 0; left -= isWeekend(before) ? 0 : 1) before = addDays(before, -1);
  return before;
}

class DayInTheMaking {
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

  /** Returns a service the mechanic can do in that many minutes, preferring services in demand. */
  serviceFor(mechanic: WorldMechanic, minutes: number): WorldService | null {
    const fitting = this.world.services.filter(
      ({ duration, skill }) =>
        duration <= minutes && (skill === null || mechanic.skills.has(skill)),
    );
    if (fitting.length === 0) return null;
    return this.random.weighted(fitting.map((service) => [service, service.demand] as const));
  }

  add(mechanic: WorldMechanic, service: WorldService, from: number): void {
    const { random } = this;
    // Most book weeks or days ahead; some on the day itself, a good two hours before.
    const ahead = Math.floor(31 * random.next() ** 1.5);
    const isDemo = mechanic.id === demoAccountIds.mechanic;
    this.#put(mechanic, service, from, isDemo ? Math.max(ahead, 3) : ahead, 'done');
  }

  addCalledOff(mechanic: WorldMechanic, from: number, room: number): void {
    const service = this.serviceFor(mechanic, room);
    if (service) this.#put(mechanic, service, from, this.random.between(1, 20), 'called_off');
  }

  #put(
    mechanic: WorldMechanic,
    service: WorldService,
    from: number,
    ahead: number,
    fate: 'done' | 'called_off',
  ): void {
    const { random, date, world } = this;
    const customer = this.#someCustomer();
    const bookedAt = random.between(7 * 60, 21 * 60);
    const onPhone = random.chance(0.25);
    const advisor = random.pick(world.advisorIds);
    this.jobs.push({
      date,
      interval: { from, to: from + service.duration },
      mechanicId: mechanic.id,
      customerId: customer.id,
      vehicleId: random.pick(customer.vehicleIds),
      service,
      place: customer.home,
      notes: jobNote(random),
      bookedOn: addDays(date, -ahead),
      bookedAt: ahead === 0 ? Math.max(from - random.between(125, 265), 0) : bookedAt,
      bookedBy: onPhone ? advisor : customer.id,
      assignedBy: advisor,
      assignDelay: random.between(4, 95),
      fate,
      declinedBy: null,
      movedFrom: ahead >= 5 && random.chance(0.08) ? this.#otherTime(from) : null,
      drift: [random.between(-10, 12), random.between(-15, 15)],
      payment: planPayment(random),
      terms: null,
    });
  }

  /** Returns the time before a move: the last business day before, at another hour. */
  #otherTime(from: number): { date: string; at: number } {
    return { date: businessDaysBefore(this.date, 1), at: from === 540 ? 600 : 540 };
  }

  /** Returns a customer with no job on that day yet, if there is one. */
  #someCustomer(): WorldCustomer {
    const { customers } = this.world;
    let customer = this.random.pick(customers);
    for (let tries = 0; this.#customers.has(customer.id) && tries < 30; tries += 1) {
      customer = this.random.pick(customers);
    }
    this.#customers.add(customer.id);
    return customer;
  }
}
