import { addMissingLineItems } from '@curbwrench/testing/appointment-line-items';
import { makePerson, makeService, openSession, type Person } from '@curbwrench/testing/builders';
import type { startApp, TestApp } from '@curbwrench/testing/start-app';
import { sql } from 'kysely';
import { formatTime } from './wall-clock.ts';

/** Time zones with every kind of clock change, and some without clock changes. */
export const zones = [
  'America/Los_Angeles',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'UTC',
] as const;

/** The deadlines for changes, in hours before the start: the first for even start hours, the second for odd ones. */
export const deadlineHourOptions = [24, 2] as const;

/** The businesses under test: one in every time zone, all on one database. */
export interface Site {
  readonly apps: ReadonlyMap<string, TestApp>;
  readonly serviceId: number;
  /** Session cookies by time zone, because each application signs them with its own secret. */
  readonly cookies: ReadonlyMap<string, { customer: string; mechanic: string; admin: string }>;
  /** The ids of the confirmed jobs, by date. */
  readonly jobs: ReadonlyMap<string, number>;
  /** The customer's appointments by date and time of day. */
  readonly appointments: ReadonlyMap<string, { id: number; deadlineHours: number }>;
  stop(): Promise<void>;
}

/**
 * Creates the businesses with a mechanic who is available from Monday through Friday; another mechanic with a job on
 * each date from `from` to `to`, and a job in progress from before `from`, which prevents starting any other; a payment
 * every hour on the hour; and a customer's appointments on the probed dates.
 */
export async function makeSite(
  start: typeof startApp,
  from: string,
  to: string,
  probedDates: readonly string[],
): Promise<Site> {
  const firstApp = await start({ business: { timeZone: zones[0] } });
  const apps = new Map<string, TestApp>([[zones[0], firstApp]]);
  for (const zone of zones.slice(1)) {
    apps.set(zone, await start({ business: { timeZone: zone }, database: firstApp.database }));
  }
  const customer = await makePerson(firstApp, 'customer');
  const admin = await makePerson(firstApp, 'admin');
  // Only this mechanic has the skill for the service whose slots are checked.
  const mechanic = await insertMechanic(firstApp, [1, 2, 3, 4, 5], []);
  const jobMechanic = await insertMechanic(firstApp, [], []);
  await sql`update mechanics set skills = '{free}' where person_id = ${mechanic.id}`.execute(
    firstApp.store.kysely,
  );
  const serviceId = await makeService(firstApp, { skill: 'free' });
  const vehicleId = await insertVehicle(firstApp, customer);
  const otherService = await makeService(firstApp, { skill: 'none' });
  const parents = { customer, vehicleId, serviceId: otherService };
  const jobs = await insertJobs(firstApp, parents, jobMechanic, from, to);
  const appointments = await insertAppointments(firstApp, parents, probedDates);
  await sql`insert into payments (customer_id, amount, status, payment_method, created_at, paid_at)
    select ${customer.id}, 1, 'completed', 'cash', at, at
    from generate_series(${from}::timestamptz - interval '5 days',
      ${to}::timestamptz + interval '5 days', interval '1 hour') as at`.execute(
    firstApp.store.kysely,
  );
  const cookies = new Map<string, { customer: string; mechanic: string; admin: string }>();
  const expiresAt = new Date('2100-01-01T00:00:00Z');
  for (const [zone, app] of apps) {
    cookies.set(zone, {
      customer: (await openSession(app, customer.id, expiresAt)).cookie,
      mechanic: (await openSession(app, jobMechanic.id, expiresAt)).cookie,
      admin: (await openSession(app, admin.id, expiresAt)).cookie,
    });
  }
  return {
    apps,
    serviceId,
    cookies,
    jobs,
    appointments,
    async stop() {
      for (const app of [...apps.values()].toReversed()) await app.stop();
    },
  };
}

/** The rows that an appointment refers to. */
interface AppointmentParents {
  readonly customer: Person;
  readonly vehicleId: number;
  readonly serviceId: number;
}

async function insertMechanic(app: TestApp, weekdays: readonly number[], skills: string[]) {
  const person = await makePerson(app, 'mechanic');
  await sql`insert into mechanics (person_id, available, skills)
    values (${person.id}, true, ${skills}::text[])`.execute(app.store.kysely);
  await sql`insert into working_hours (mechanic_id, weekday, starts, ends)
    select ${person.id}, weekday, '08:00', '18:00' from unnest(${[...weekdays]}::int[]) as weekday`.execute(
    app.store.kysely,
  );
  return person;
}

async function insertVehicle(app: TestApp, { id }: Person): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into vehicles (customer_id, make, model, year, created_at)
    values (${id}, 'Honda', 'Civic', 2019, now()) returning id`.execute(app.store.kysely);
  return rows[0]?.id ?? 0;
}

/**
 * Inserts a job on each date from five days before `from` to five days after `to`. One more, 40 days before `from`, is
 * in progress.
 */
async function insertJobs(
  app: TestApp,
  { customer, vehicleId, serviceId }: AppointmentParents,
  jobMechanic: Person,
  from: string,
  to: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; date: string }>`
    insert into appointments (customer_id, vehicle_id, service_id, mechanic_id, date, start_time,
      end_time, status, address, cancellation_cutoff_hours, source, created_at, updated_at)
    select ${customer.id}, ${vehicleId}, ${serviceId}, ${jobMechanic.id}, day, '12:00', '13:00',
      case when day = ${from}::date - 40 then 'in_progress' else 'confirmed' end,
      '1 Curb Street', 24, 'office', now(), now()
    from (
      select ${from}::date - 40 as day
      union all select generate_series(${from}::date - 5, ${to}::date + 5, interval '1 day')::date
    ) as days
    returning id, date::text`.execute(app.store.kysely);
  await addMissingLineItems(app, '10.00');
  return new Map(rows.map(({ id, date }) => [date, id]));
}

/** Start times in minutes after midnight: every slot, and night hours that clock changes skip or repeat. */
export const probedMinutes = [0, 30, 60, 90, 105, 120, 150, 165, 180, 210].concat(
  Array.from({ length: 10 }, (_, index) => (8 + index) * 60),
);

async function insertAppointments(
  app: TestApp,
  { customer, vehicleId, serviceId }: AppointmentParents,
  dates: readonly string[],
): Promise<Map<string, { id: number; deadlineHours: number }>> {
  const times = probedMinutes.map(formatTime);
  const { rows } = await sql<{ id: number; at: string; deadlineHours: number }>`
    insert into appointments (customer_id, vehicle_id, service_id, date, start_time, end_time,
      status, address, cancellation_cutoff_hours, source, created_at, updated_at)
    select ${customer.id}, ${vehicleId}, ${serviceId}, day::date, at::time, at::time, 'unassigned',
      '1 Curb Street',
      case when extract(hour from at::time)::int % 2 = 0 then ${deadlineHourOptions[0]}::int
        else ${deadlineHourOptions[1]}::int end,
      'customer', now(), now()
    from unnest(${[...dates]}::text[]) as day, unnest(${times}::text[]) as at
    returning id, date::text || ' ' || to_char(start_time, 'HH24:MI') as at,
      cancellation_cutoff_hours as "deadlineHours"`.execute(app.store.kysely);
  await addMissingLineItems(app, '10.00');
  return new Map(rows.map(({ id, at, deadlineHours }) => [at, { id, deadlineHours }]));
}
