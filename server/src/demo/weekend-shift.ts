import { addDays, isWeekend, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import type { Transaction } from 'kysely';
import type { Position } from '@curbwrench/contract/people/schemas';
import type { Database } from '../database/schema.ts';
import type { Interval } from '../scheduling/rules/day-plan.ts';
import { fitsWithin } from '../scheduling/rules/mechanic-roster.ts';
import type { PlannedJob } from './planned-jobs.ts';
import { demoAccountIds } from './demo-accounts.ts';
import type { DemoContext } from './demo-options.ts';
import {
  canDo,
  getHours,
  hasTimeOffOn,
  readWorld,
  type DemoWorld,
  type WorldCustomer,
  type WorldMechanic,
  type WorldService,
} from './demo-world.ts';
import { pickNote, planCardPayment } from './job-details.ts';
import { loadRows } from './load-rows.ts';
import { getDistrict } from './places.ts';
import { createRandom, type Random } from './random.ts';

/** A weekend shift's hours, in minutes since midnight. */
const shift: Interval = { from: 9 * 60, to: 17 * 60 };

/** The travel time between two jobs, in minutes: enough for any drive through the town. */
const travelMinutes = 30;

/** When a mechanic's first job starts; and for each job, the number of services and the range of its total minutes. */
interface ShiftPlan {
  readonly from: number;
  readonly jobs: readonly {
    readonly services: number;
    readonly minutes: readonly [number, number];
  }[];
}

/** The colleague's jobs are long, so that a job is in progress for most of the day. */
const colleaguePlan: ShiftPlan = {
  from: 10 * 60,
  jobs: [
    { services: 1, minutes: [90, 120] },
    { services: 1, minutes: [90, 120] },
  ],
};

const demoMechanicPlan: ShiftPlan = {
  from: 13 * 60,
  jobs: [
    { services: 2, minutes: [0, 120] },
    { services: 1, minutes: [0, 60] },
  ],
};

/**
 * Reads the demo's people and services. If today is a Saturday or Sunday on which nobody works, the demo's mechanic and
 * a colleague first get working hours on that date, so that every role has something to do.
 */
export async function readWorldWithShift(
  trx: Transaction<Database>,
  cityCenter: Position,
  { local, seed }: DemoContext,
): Promise<DemoWorld> {
  const world = await readWorld(trx, cityCenter);
  const members = chooseShift(world, local.date, seed);
  if (members.length === 0) return world;
  await loadRows(
    trx,
    'working_day_exceptions',
    members.map(({ id }) => ({
      mechanic_id: id,
      date: local.date,
      starts: toTimeOfDay(shift.from),
      ends: toTimeOfDay(shift.to),
    })),
  );
  return readWorld(trx, cityCenter);
}

/** Returns the mechanics who get a shift on a date: none on a weekday or holiday, or if anyone already works then. */
function chooseShift(world: DemoWorld, date: string, seed: string): WorldMechanic[] {
  if (!isWeekend(date) || world.holidays.has(date)) return [];
  if (world.mechanics.some((mechanic) => getHours(mechanic, date).length > 0)) return [];
  const freeMechanics = world.mechanics.filter(
    (mechanic) => !mechanic.exceptions.has(date) && !hasTimeOffOn(mechanic, date),
  );
  const colleagues = freeMechanics.filter(
    ({ id, skills }) => id !== demoAccountIds.mechanic && skills.size > 1,
  );
  return [
    ...freeMechanics.filter(({ id }) => id === demoAccountIds.mechanic),
    ...createRandom(seed, date, 'weekend shift').shuffle(colleagues).slice(0, 1),
  ];
}

/**
 * Plans the jobs for a Saturday or Sunday; they are always the same for the same world and seed. The demo's mechanic
 * and one colleague get two jobs each if they work on that date. The office books the jobs the day before, within the
 * mechanic's hours, and each mechanic's two jobs are in different districts.
 */
export function planWeekendJobs(world: DemoWorld, date: string, seed: string): PlannedJob[] {
  const random = createRandom(seed, date, 'weekend jobs');
  const working = world.mechanics.filter(
    (mechanic) => getHours(mechanic, date).length > 0 && !hasTimeOffOn(mechanic, date),
  );
  const demoMechanic = working.find(({ id }) => id === demoAccountIds.mechanic);
  const colleague = working.find(({ id }) => id !== demoAccountIds.mechanic);
  const customers = random.shuffle(world.customers);
  return [
    ...(colleague ? planJobs(world, colleague, date, colleaguePlan, customers, random) : []),
    ...(demoMechanic
      ? planJobs(world, demoMechanic, date, demoMechanicPlan, customers, random)
      : []),
  ];
}

/**
 * Plans a mechanic's jobs one after another, within their working hours. Removes the jobs' customers from `customers`.
 */
function planJobs(
  world: DemoWorld,
  mechanic: WorldMechanic,
  date: string,
  plan: ShiftPlan,
  customers: WorldCustomer[],
  random: Random,
): PlannedJob[] {
  const hours = getHours(mechanic, date);
  const districts = new Set<string>();
  let from = plan.from;
  return plan.jobs.flatMap(({ minutes, services: count }): PlannedJob[] => {
    const services = pickServices(world, mechanic, minutes, count, random);
    const [first, ...others] = services;
    const index = customers.findIndex(({ home }) => !districts.has(getDistrict(home)));
    const [customer] = customers.splice(Math.max(index, 0), 1);
    const to = from + services.reduce((sum, { duration }) => sum + duration, 0);
    if (!first || !customer || !hours.some((each) => fitsWithin(each, { from, to }))) return [];
    const interval = { from, to };
    from = Math.ceil((to + travelMinutes) / 30) * 30;
    districts.add(getDistrict(customer.home));
    const advisor = random.pick(world.advisorIds);
    return [
      {
        date,
        interval,
        mechanicId: mechanic.id,
        customerId: customer.id,
        vehicleId: random.pick(customer.vehicleIds),
        services: [first, ...others],
        place: customer.home,
        notes: pickNote(random),
        bookedOn: addDays(date, -1),
        bookedMinute: random.between(10 * 60, 17 * 60),
        bookedBy: advisor,
        assignedBy: advisor,
        assignDelay: random.between(1, 20),
        outcome: 'completed',
        declinedBy: null,
        rescheduledFrom: null,
        delays: [random.between(-10, 5), random.between(-15, 5)],
        payment: planCardPayment(random),
        terms: null,
      },
    ];
  });
}

/**
 * Picks up to `count` services that together take at most `maxMinutes`, preferring services that take at least
 * `minMinutes`.
 */
function pickServices(
  { services }: DemoWorld,
  mechanic: WorldMechanic,
  [minMinutes, maxMinutes]: readonly [number, number],
  count: number,
  random: Random,
): WorldService[] {
  const picked: WorldService[] = [];
  for (let servicesLeft = count, minutesLeft = maxMinutes; servicesLeft > 0; servicesLeft -= 1) {
    const candidates = services.filter(
      (service) =>
        canDo(mechanic, service) &&
        service.duration <= minutesLeft / servicesLeft &&
        !picked.includes(service),
    );
    if (candidates.length === 0) break;
    const longEnough = candidates.filter(({ duration }) => duration >= minMinutes);
    const choices = longEnough.length > 0 ? longEnough : candidates;
    const service = random.pickWeighted(choices.map((each) => [each, each.demand] as const));
    picked.push(service);
    minutesLeft -= service.duration;
  }
  return picked;
}
