import { addDays, isWeekend } from '@curbwrench/contract/fields/calendar';
import type { Interval } from '../scheduling/rules/day-plan.ts';
import { overlaps } from '../scheduling/rules/mechanic-roster.ts';
import { demoAccountIds } from './demo-accounts.ts';
import {
  canDo,
  getHours,
  listTimeOff,
  type DemoWorld,
  type WorldCustomer,
  type WorldMechanic,
  type WorldService,
} from './demo-world.ts';
import { pickNote, planPayment, type PlannedPayment } from './job-details.ts';
import type { Place } from './places.ts';
import { createRandom, type Random } from './random.ts';
import { planWeekendJobs } from './weekend-shift.ts';

/**
 * A planned appointment, independent of the current time: its people, time and services,
 * when it is booked, and how it proceeds unless a user of the demo changes it.
 */
export interface PlannedJob {
  readonly date: string;
  readonly interval: Interval;
  readonly mechanicId: string;
  readonly customerId: string;
  readonly vehicleId: number;
  /** One or more services, in the order in which they are done. */
  readonly services: readonly [WorldService, ...WorldService[]];
  readonly place: Place;
  readonly notes: string | null;
  /** The date on which the job was booked, and the minute of that day. */
  readonly bookedOn: string;
  readonly bookedMinute: number;
  /** Who booked the job: the customer, or an advisor on the phone. */
  readonly bookedBy: string;
  readonly assignedBy: string;
  /** Minutes between booking and assignment. */
  readonly assignDelay: number;
  /**
   * completed: assigned soon after the booking, and completed on its day. assigned_late: completed,
   * but not assigned before its day. declined: like assigned_late, but a mechanic declined it first. cancelled:
   * canceled a few hours after it was booked.
   */
  readonly outcome: 'completed' | 'assigned_late' | 'declined' | 'cancelled';
  /** The mechanic who declined the job, if any. */
  readonly declinedBy: string | null;
  /** The date, and the minute of that day, for which the job was first booked; null if it was not rescheduled. */
  readonly rescheduledFrom: { readonly date: string; readonly minute: number } | null;
  /** How many minutes late the work starts and ends; negative if early. */
  readonly delays: readonly [start: number, end: number];
  readonly payment: PlannedPayment;
  /** The plan and area that change the price, if any. */
  readonly terms: JobTerms | null;
}

/**
 * A plan and a service area that change the price; each becomes a line item of the booking (`price.ts` in the
 * contract).
 */
export interface JobTerms {
  readonly plan: { readonly name: string; readonly discountPercent: number } | null;
  readonly area: { readonly name: string; readonly tripFee: string } | null;
}

/** How busy the days are. */
export interface DayWorkload {
  /** The probability that a job starts in a mechanic's next free hour. */
  readonly fill: number;
  /** The share of the day's jobs that are canceled. */
  readonly canceledShare: number;
  /** For each job of the day that is assigned late: how many weekdays ahead it is booked. */
  readonly unassignedLeadDays: readonly number[];
}

/**
 * Plans the jobs of a day; they are always the same for the same world and seed. No mechanic has two jobs at the
 * same time (canceled jobs don't count), everyone works within their hours and skills, and nobody works
 * from 12:00 to 13:00, so that each day has an hour that can easily be booked. There are no jobs on
 * holidays, and only weekend-shift jobs on Saturdays and Sundays. The demo's mechanic has at least three jobs
 * on each working day.
 */
export function planDay(
  world: DemoWorld,
  date: string,
  seed: string,
  workload: DayWorkload,
): PlannedJob[] {
  if (world.holidays.has(date)) return [];
  if (isWeekend(date)) return planWeekendJobs(world, date, seed);
  const random = createRandom(seed, date);
  const day = new DayBuilder(world, date, random);
  for (const mechanic of world.mechanics) {
    const isDemo = mechanic.id === demoAccountIds.mechanic;
    for (const period of getWorkPeriods(mechanic, date)) {
      fillPeriod(day, mechanic, period, isDemo ? { fill: 1, maxMinutes: 120 } : workload, workload);
    }
  }
  return addSecondService(
    chooseLateAssignments(day, workload),
    world,
    createRandom(seed, date, 'second service'),
  );
}

/**
 * Returns a mechanic's working time on a date: the parts before 12:00 and after 13:00 that no time off overlaps. Starts
 * are rounded up to the hour.
 */
function getWorkPeriods(mechanic: WorldMechanic, date: string): Interval[] {
  const timeOff = listTimeOff(mechanic, date);
  return getHours(mechanic, date)
    .flatMap(({ from, to }) => [
      { from: Math.ceil(from / 60) * 60, to: Math.min(to, 720) },
      { from: Math.max(Math.ceil(from / 60) * 60, 780), to },
    ])
    .filter((period) => period.from < period.to)
    .filter((period) => !timeOff.some((interval) => overlaps(interval, period)));
}

/** Fills a mechanic's working period with jobs, a few of them canceled. */
function fillPeriod(
  day: DayBuilder,
  mechanic: WorldMechanic,
  period: Interval,
  { fill, maxMinutes }: { readonly fill: number; readonly maxMinutes?: number },
  workload: DayWorkload,
): void {
  const { random } = day;
  let from = period.from;
  while (from < period.to) {
    const minutes = Math.min(period.to - from, maxMinutes ?? Infinity);
    const service = random.chance(fill) ? day.pickService(mechanic, minutes) : null;
    if (service) day.addCompletedJob(mechanic, service, from);
    if (random.chance(workload.canceledShare)) day.addCanceledJob(mechanic, from, minutes);
    from += service ? Math.ceil(service.duration / 60) * 60 : 60;
  }
}

/** Chooses the jobs that are assigned late, so that the office has work to do; never the demo mechanic's jobs. */
function chooseLateAssignments(
  { jobs, random, world }: DayBuilder,
  workload: DayWorkload,
): PlannedJob[] {
  const candidates = jobs.filter(
    ({ outcome, mechanicId }) => outcome === 'completed' && mechanicId !== demoAccountIds.mechanic,
  );
  const indexByJob = new Map(
    random
      .shuffle(candidates)
      .slice(0, workload.unassignedLeadDays.length)
      .map((job, index) => [job, index]),
  );
  return jobs.map((job) => {
    const index = indexByJob.get(job);
    if (index === undefined) return job;
    const otherMechanics = world.mechanics.filter(({ id }) => id !== job.mechanicId);
    const isDeclined = index === 1 && otherMechanics.length > 0;
    return {
      ...job,
      bookedOn: subtractWeekdays(job.date, workload.unassignedLeadDays[index] ?? 1),
      rescheduledFrom: null,
      outcome: isDeclined ? ('declined' as const) : ('assigned_late' as const),
      declinedBy: isDeclined ? random.pick(otherMechanics).id : null,
    };
  });
}

/** Adds a short service to one of the day's jobs, if there is time for it before the next hour begins. */
function addSecondService(
  jobs: readonly PlannedJob[],
  { mechanics, services }: DemoWorld,
  random: Random,
): PlannedJob[] {
  const choices = jobs.flatMap((job) => {
    const mechanic = mechanics.find(({ id }) => id === job.mechanicId);
    const minutesLeft = (60 - (job.interval.to % 60)) % 60;
    if (job.outcome === 'cancelled' || !mechanic) return [];
    return services
      .filter((service) => service.duration <= minutesLeft && !job.services.includes(service))
      .filter((service) => canDo(mechanic, service))
      .map((service) => ({ job, service }));
  });
  const [chosen] = random.shuffle(choices);
  return jobs.map((job) => {
    if (job !== chosen?.job) return job;
    const { services: booked, interval } = job;
    const { service } = chosen;
    return {
      ...job,
      services: [...booked, service],
      interval: { from: interval.from, to: interval.to + service.duration },
    };
  });
}

/** Returns the date this many weekdays (Monday through Friday) earlier. */
function subtractWeekdays(date: string, days: number): string {
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
   * Picks a service that the mechanic can do in this many minutes, favoring popular services; null if
   * there is none.
   */
  pickService(mechanic: WorldMechanic, minutes: number): WorldService | null {
    const suitableServices = this.world.services.filter(
      (service) => service.duration <= minutes && canDo(mechanic, service),
    );
    if (suitableServices.length === 0) return null;
    return this.random.pickWeighted(
      suitableServices.map((service) => [service, service.demand] as const),
    );
  }

  addCompletedJob(mechanic: WorldMechanic, service: WorldService, from: number): void {
    const { random } = this;
    // Most customers book days or weeks ahead; some book on the same day, at least two hours ahead.
    const daysAhead = Math.floor(31 * random.next() ** 1.5);
    const isDemo = mechanic.id === demoAccountIds.mechanic;
    this.#add(mechanic, service, from, isDemo ? Math.max(daysAhead, 3) : daysAhead, 'completed');
  }

  addCanceledJob(mechanic: WorldMechanic, from: number, minutes: number): void {
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
    const bookedMinute = random.between(7 * 60, 21 * 60);
    const isBookedByPhone = random.chance(0.25);
    const advisor = random.pick(world.advisorIds);
    this.jobs.push({
      date,
      interval: { from, to: from + service.duration },
      mechanicId: mechanic.id,
      customerId: customer.id,
      vehicleId: random.pick(customer.vehicleIds),
      services: [service],
      place: customer.home,
      notes: pickNote(random),
      bookedOn: addDays(date, -daysAhead),
      bookedMinute: daysAhead === 0 ? Math.max(from - random.between(125, 265), 0) : bookedMinute,
      bookedBy: isBookedByPhone ? advisor : customer.id,
      assignedBy: advisor,
      assignDelay: random.between(4, 95),
      outcome,
      declinedBy: null,
      rescheduledFrom: daysAhead >= 5 && random.chance(0.08) ? this.#getOriginalTime(from) : null,
      delays: [random.between(-10, 12), random.between(-15, 15)],
      payment: planPayment(random),
      terms: null,
    });
  }

  /** Returns a rescheduled job's original time: the previous weekday at 9:00, or at 10:00 if it is at 9:00 now. */
  #getOriginalTime(from: number): { date: string; minute: number } {
    return { date: subtractWeekdays(this.date, 1), minute: from === 540 ? 600 : 540 };
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
