import { addDays } from '@curbwrench/contract/fields/calendar';
import type { Position } from '@curbwrench/contract/people/schemas';
import { getPeriod } from '../plans/rules.ts';
import { northSideArea } from './area-catalog.ts';
import type { JobTerms, PlannedJob } from './planned-jobs.ts';
import { demoAccountIds } from './demo-accounts.ts';
import type { WorldCustomer } from './demo-world.ts';
import { pickPlaceInside, type Place } from './places.ts';
import { smallFleetPlan } from './plan-catalog.ts';
import { createRandom } from './random.ts';

/** Approximately how many days ago mechanics visited the demo customer. */
const visitsDaysAgo = [51, 37, 24, 13, 5];

/**
 * Returns the demo customer's workplace, where the most recent visit was, and its service area, which has a trip fee.
 */
function getWorkplace(cityCenter: Position): { place: Place; area: NonNullable<JobTerms['area']> } {
  const { name, shape, tripFee } = northSideArea;
  return {
    place: pickPlaceInside(shape, cityCenter, createRandom('workplace')),
    area: { name, tripFee },
  };
}

/** The demo customer's former subscription. It ended after three months, so the customer can join a plan again. */
export interface FormerPlan {
  readonly startedOn: string;
  readonly periods: number;
  /** The day after the subscription's last day. */
  readonly endedOn: string;
}

/** Returns the demo customer's former plan. Bookings made after its end are at full price. */
export function getFormerPlan(today: string): FormerPlan {
  // Three months that ended between the demo customer's visits.
  const startedOn = addDays(today, -115);
  const periods = 3;
  const { ends } = getPeriod(startedOn, smallFleetPlan.interval, periods - 1);
  return { startedOn, periods, endedOn: ends };
}

/**
 * Returns the jobs, with a few of them given to the demo customer: some past jobs, and one job after tomorrow.
 * Jobs booked while the customer had a plan cost less, and the job at their workplace costs more.
 */
export function giveJobsToDemoCustomer(
  jobs: readonly PlannedJob[],
  customer: WorldCustomer | null,
  today: string,
  cityCenter: Position,
): readonly PlannedJob[] {
  if (!customer) return jobs;
  const pastJobs = visitsDaysAgo.map((daysAgo, index) =>
    findPastVisit(jobs, addDays(today, -daysAgo), index),
  );
  const reassignedJobs = [...pastJobs, findUpcomingJob(jobs, today)];
  const jobAtWork = pastJobs.at(-1);
  const workplace = getWorkplace(cityCenter);
  return jobs.map((job) => {
    const index = reassignedJobs.indexOf(job);
    if (index < 0) return job;
    const area = job === jobAtWork ? workplace.area : null;
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

/**
 * Returns a paid job on the first day with jobs on or after `from`. Different indexes usually return jobs of different
 * mechanics.
 */
function findPastVisit(
  jobs: readonly PlannedJob[],
  from: string,
  index: number,
): PlannedJob | undefined {
  const day = jobs.find(({ date }) => date >= from)?.date;
  const paidJobs = jobs.filter(
    ({ date, outcome, payment }) =>
      date === day && outcome === 'completed' && payment.status === 'completed',
  );
  return paidJobs[(index * 4) % Math.max(paidJobs.length, 1)];
}

/** Returns a job after tomorrow that will be confirmed, preferably one of the demo mechanic's jobs. */
export function findUpcomingJob(
  jobs: readonly PlannedJob[],
  today: string,
): PlannedJob | undefined {
  const laterJobs = jobs
    .filter(({ date, outcome }) => date > addDays(today, 1) && outcome === 'completed')
    .toSorted((a, b) => a.date.localeCompare(b.date));
  return laterJobs.find(({ mechanicId }) => mechanicId === demoAccountIds.mechanic) ?? laterJobs[0];
}

/**
 * Returns the job as this customer's job: at their home, with the vehicle at this index (modulo their vehicle
 * count).
 */
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
 * Returns the start minutes of the demo mechanic's last two jobs today. These jobs stay confirmed even after their
 * planned time, so that a user of the demo has jobs to start.
 */
export function getStartsToKeepConfirmed(
  jobs: readonly PlannedJob[],
  today: string,
): ReadonlySet<number> {
  const starts = jobs
    .filter((job) => isDemoMechanicsJob(job, today) && job.outcome === 'completed')
    .map((job) => job.interval.from);
  return new Set(starts.toSorted((a, b) => a - b).slice(-2));
}

/** Returns whether this is one of the demo mechanic's jobs on this day. */
export function isDemoMechanicsJob(job: PlannedJob, today: string): boolean {
  return job.date === today && job.mechanicId === demoAccountIds.mechanic;
}
