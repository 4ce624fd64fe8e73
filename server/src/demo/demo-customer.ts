import { addDays } from '@curbwrench/contract/fields/calendar';
import type { Position } from '@curbwrench/contract/people/schemas';
import { getPeriod } from '../plans/rules.ts';
import { northSideArea } from './area-catalogue.ts';
import type { JobTerms, PlannedJob } from './day-plan.ts';
import { demoAccountIds } from './demo-accounts.ts';
import type { WorldCustomer } from './demo-world.ts';
import { placeInside, type Place } from './places.ts';
import { smallFleetPlan } from './plan-catalogue.ts';
import { randomFrom } from './random.ts';

/** How many days ago, approximately, the mechanics' visits to the demo customer were. */
const visitsDaysAgo = [51, 37, 24, 13, 5];

/** Returns the customer's workplace, in an area with a call-out fee; the last visit was there. */
function getWorkplace(cityCentre: Position): { place: Place; area: NonNullable<JobTerms['area']> } {
  const { name, shape, callOutFee } = northSideArea;
  return {
    place: placeInside(shape, cityCentre, randomFrom('workplace')),
    area: { name, callOutFee },
  };
}

/** The plan that the demo customer had for three months, and can join again. */
export interface FormerPlan {
  readonly startedOn: string;
  readonly periods: number;
  /** The day after its last day. */
  readonly endedOn: string;
}

/** Returns the demo customer's former plan. The bookings after its end have the full price. */
export function getFormerPlan(today: string): FormerPlan {
  const startedOn = addDays(today, -115);
  const periods = 3;
  const { ends } = getPeriod(startedOn, smallFleetPlan.interval, periods - 1);
  return { startedOn, periods, endedOn: ends };
}

/**
 * Returns the jobs with a few of them given to the demo customer: past ones, and one after tomorrow.
 * Jobs booked while the customer had a plan cost less, and the one at their workplace more.
 */
export function giveJobsToDemoCustomer(
  jobs: readonly PlannedJob[],
  customer: WorldCustomer | null,
  today: string,
  cityCentre: Position,
): readonly PlannedJob[] {
  if (!customer) return jobs;
  const past = visitsDaysAgo.map((daysAgo, index) =>
    findPastVisit(jobs, addDays(today, -daysAgo), index),
  );
  const chosen = [...past, findUpcomingJob(jobs, today)];
  const atWork = past.at(-1);
  const workplace = getWorkplace(cityCentre);
  return jobs.map((job) => {
    const index = chosen.indexOf(job);
    if (index < 0) return job;
    const area = job === atWork ? workplace.area : null;
    return {
      ...giveToCustomer(customer, job, index),
      ...(area && { place: workplace.place }),
      terms: toTerms(getPlanAt(job.bookedOn, getFormerPlan(today)), area),
    };
  });
}

function getPlanAt(bookedOn: string, { startedOn, endedOn }: FormerPlan): JobTerms['plan'] {
  const { name, discountPercent } = smallFleetPlan;
  return startedOn <= bookedOn && bookedOn < endedOn ? { name, discountPercent } : null;
}

function toTerms(plan: JobTerms['plan'], area: JobTerms['area']): JobTerms | null {
  return plan || area ? { plan, area } : null;
}

/** Returns a paid job of the first business day from a date on. Another index usually gives another mechanic's. */
function findPastVisit(
  jobs: readonly PlannedJob[],
  from: string,
  index: number,
): PlannedJob | undefined {
  const day = jobs.find(({ date }) => date >= from)?.date;
  const paid = jobs.filter(
    ({ date, outcome, payment }) =>
      date === day && outcome === 'completed' && payment.status === 'completed',
  );
  return paid[(index * 4) % Math.max(paid.length, 1)];
}

/** Returns a confirmed job after tomorrow, the demo mechanic's if they have one. */
export function findUpcomingJob(
  jobs: readonly PlannedJob[],
  today: string,
): PlannedJob | undefined {
  const later = jobs
    .filter(({ date, outcome }) => date > addDays(today, 1) && outcome === 'completed')
    .toSorted((a, b) => a.date.localeCompare(b.date));
  return later.find(({ mechanicId }) => mechanicId === demoAccountIds.mechanic) ?? later[0];
}

/** Returns the job for another customer: at their home, with the vehicle of this index (modulo their number). */
export function giveToCustomer(
  customer: WorldCustomer,
  job: PlannedJob,
  index: number,
): PlannedJob {
  return {
    ...job,
    customerId: customer.id,
    vehicleId: customer.vehicleIds[index % customer.vehicleIds.length] ?? job.vehicleId,
    bookedBy: job.bookedBy === job.customerId ? customer.id : job.bookedBy,
    place: customer.home,
  };
}

/**
 * Returns the start minutes of the demo mechanic's last two jobs of today. They stay confirmed however
 * late it is, so that a user of the demo has jobs to start.
 */
export function getStartsStayingConfirmed(
  jobs: readonly PlannedJob[],
  today: string,
): ReadonlySet<number> {
  const starts = jobs
    .filter((job) => isDemoMechanicsJob(job, today) && job.outcome === 'completed')
    .map((job) => job.interval.from);
  return new Set(starts.toSorted((a, b) => a - b).slice(-2));
}

/** Returns whether it is a job of the demo mechanic on this day. */
export function isDemoMechanicsJob(job: PlannedJob, today: string): boolean {
  return job.date === today && job.mechanicId === demoAccountIds.mechanic;
}
