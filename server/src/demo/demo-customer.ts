import { addDays } from '@curbwrench/contract/fields/calendar';
import type { Position } from '@curbwrench/contract/people/schemas';
import { periodNumbered } from '../plans/rules.ts';
import type { JobTerms, PlannedJob } from './day-plan.ts';
import { demoAccountIds } from './demo-accounts.ts';
import type { WorldCustomer } from './demo-world.ts';
import { isOwnCity, northSide, smallFleet } from './plan-catalogue.ts';

/** How many days ago, approximately, the demo customer's visits were. */
const visits = [51, 37, 24, 13, 5];

/** The last visit was at work, in the one nearby area with a call-out fee. */
const work = {
  place: {
    address: '850 Ropewalk Street, North Landing 94109',
    latitude: 37.7929,
    longitude: -122.4212,
  },
  area: { name: northSide.name, callOutFee: northSide.callOutFee },
};

/** The plan that the demo customer had for three months, and can join again. */
export interface FormerPlan {
  readonly startedOn: string;
  readonly periods: number;
  /** The day after its last day. */
  readonly endedOn: string;
}

/** Returns the demo customer's former plan; it ended early enough that later bookings have the full price. */
export function formerPlan(today: string): FormerPlan {
  const startedOn = addDays(today, -115);
  const periods = 3;
  const { ends } = periodNumbered(startedOn, smallFleet.interval, periods - 1);
  return { startedOn, periods, endedOn: ends };
}

/**
 * Gives the demo customer past jobs, and the first job after tomorrow as the upcoming one. Jobs
 * booked while they had a plan cost less, and the visit at their work more.
 */
export function withDemoCustomer(
  jobs: readonly PlannedJob[],
  customer: WorldCustomer | null,
  today: string,
  cityCentre: Position,
): readonly PlannedJob[] {
  if (!customer) return jobs;
  const past = visits.map((days, turn) => visitAbout(jobs, addDays(today, -days), turn));
  const chosen = [...past, upcomingFor(jobs, today)];
  const atWork = isOwnCity(cityCentre) ? past.at(-1) : undefined;
  return jobs.map((job) => {
    const turn = chosen.indexOf(job);
    if (turn < 0) return job;
    const given = givenTo(customer, job, turn);
    const area = job === atWork ? work.area : null;
    return {
      ...given,
      ...(area && { place: work.place }),
      terms: termsOf(planAt(job.bookedOn, formerPlan(today)), area),
    };
  });
}

function planAt(bookedOn: string, { startedOn, endedOn }: FormerPlan): JobTerms['plan'] {
  const { name, discountPercent } = smallFleet;
  return startedOn <= bookedOn && bookedOn < endedOn ? { name, discountPercent } : null;
}

function termsOf(plan: JobTerms['plan'], area: JobTerms['area']): JobTerms | null {
  return plan || area ? { plan, area } : null;
}

/** Returns a paid job of the first business day from a date on, each time another mechanic's. */
function visitAbout(
  jobs: readonly PlannedJob[],
  from: string,
  turn: number,
): PlannedJob | undefined {
  const day = jobs.find(({ date }) => date >= from)?.date;
  const paid = jobs.filter(
    ({ date, fate, payment }) => date === day && fate === 'done' && payment.status === 'completed',
  );
  return paid[(turn * 4) % Math.max(paid.length, 1)];
}

/** Returns a confirmed job after tomorrow, the demo mechanic's if they have one. */
export function upcomingFor(jobs: readonly PlannedJob[], today: string): PlannedJob | undefined {
  const later = jobs
    .filter(({ date, fate }) => date > addDays(today, 1) && fate === 'done')
    .toSorted((a, b) => a.date.localeCompare(b.date));
  return later.find(({ mechanicId }) => mechanicId === demoAccountIds.mechanic) ?? later[0];
}

/** Returns the same job for another customer. */
export function givenTo(customer: WorldCustomer, job: PlannedJob, turn: number): PlannedJob {
  return {
    ...job,
    customerId: customer.id,
    vehicleId: customer.vehicleIds[turn % customer.vehicleIds.length] ?? job.vehicleId,
    bookedBy: job.bookedBy === job.customerId ? customer.id : job.bookedBy,
    place: customer.home,
  };
}

/** Returns when the demo mechanic's last two jobs of today start: they stay confirmed, however late. */
export function keptToday(jobs: readonly PlannedJob[], today: string): ReadonlySet<number> {
  const starts = jobs
    .filter((job) => isDemoToday(job, today) && job.fate === 'done')
    .map((job) => job.interval.from);
  return new Set(starts.toSorted((a, b) => a - b).slice(-2));
}

export function isDemoToday(job: PlannedJob, today: string): boolean {
  return job.date === today && job.mechanicId === demoAccountIds.mechanic;
}
