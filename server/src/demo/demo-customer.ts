import { addDays } from '@curbwrench/contract/calendar';
import { demoAccountIds } from './demo-accounts.ts';
import type { PlannedJob } from './day-plan.ts';
import type { WorldCustomer } from './demo-world.ts';

/** How many days ago, about, the demo customer's visits were. */
const visits = [51, 37, 24, 13, 5];

/** Gives the demo customer a past, and the first job after tomorrow as what is upcoming. */
export function withDemoCustomer(
  jobs: readonly PlannedJob[],
  customer: WorldCustomer | null,
  today: string,
): readonly PlannedJob[] {
  if (!customer) return jobs;
  const past = visits.map((days, turn) => visitAbout(jobs, addDays(today, -days), turn));
  const chosen = [...past, upcomingFor(jobs, today)];
  return jobs.map((job) => {
    const turn = chosen.indexOf(job);
    return turn < 0 ? job : givenTo(customer, job, turn);
  });
}

/** A paid job of the first business day from a date on, each time another mechanic's. */
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

/** A confirmed job after tomorrow, the demo mechanic's if they have one. */
export function upcomingFor(jobs: readonly PlannedJob[], today: string): PlannedJob | undefined {
  const later = jobs
    .filter(({ date, fate }) => date > addDays(today, 1) && fate === 'done')
    .toSorted((a, b) => a.date.localeCompare(b.date));
  return later.find(({ mechanicId }) => mechanicId === demoAccountIds.mechanic) ?? later[0];
}

/** The same job, for another customer. */
export function givenTo(customer: WorldCustomer, job: PlannedJob, turn: number): PlannedJob {
  return {
    ...job,
    customerId: customer.id,
    vehicleId: customer.vehicleIds[turn % customer.vehicleIds.length] ?? job.vehicleId,
    bookedBy: job.bookedBy === job.customerId ? customer.id : job.bookedBy,
    place: customer.home,
  };
}

/** When the demo mechanic's last two jobs of today begin: they stay to be done, however late. */
export function keptToday(jobs: readonly PlannedJob[], today: string): ReadonlySet<number> {
  const starts = jobs
    .filter((job) => isDemoToday(job, today) && job.fate === 'done')
    .map((job) => job.interval.from);
  return new Set(starts.toSorted((a, b) => a - b).slice(-2));
}

export function isDemoToday(job: PlannedJob, today: string): boolean {
  return job.date === today && job.mechanicId === demoAccountIds.mechanic;
}
