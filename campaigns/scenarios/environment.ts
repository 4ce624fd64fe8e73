import { openSession } from '@curbwrench/testing/builders';
import { hashTestPassword } from '@curbwrench/testing/passwords';
import { defaultBookingRules } from '@curbwrench/contract/scheduling/booking-rules';
import type { TestApp } from '@curbwrench/testing/start-app';
import type { Database } from '@curbwrench/server/database/schema';
import { sql, type Transaction } from 'kysely';
import { addDays } from '../time/wall-clock.ts';
import type { BuildModules } from '../in-process.ts';
import { password, plate } from './requests.ts';
import { participants, customerIds, mechanicIds, zips, type StartState } from './start-state.ts';

/** The earliest day on which a scenario can start: a Monday, a few days before daylight saving time starts. */
export const firstDay = '2026-03-02';

const vehiclesPerCustomer = 2;

const workingDays = [1, 2, 3, 4, 5];

/** The modules of the build that create the environment. */
type EnvironmentModules = Pick<BuildModules, 'startApp' | 'inTransaction'>;

/** The applications under test: one for each set of business settings, each with its own database. */
export class Environment {
  readonly apps: readonly TestApp[];
  readonly #modules: EnvironmentModules;
  /** Computed once, because hashing is deliberately slow. */
  readonly #passwordHash = hashTestPassword(password);
  /** By application: the session cookie of each person. */
  readonly #cookies: readonly Map<string, string>[];

  private constructor(modules: EnvironmentModules, apps: readonly TestApp[]) {
    this.#modules = modules;
    this.apps = apps;
    this.#cookies = apps.map(() => new Map());
  }

  /** Starts the applications from a build of the server. */
  static async build(modules: EnvironmentModules): Promise<Environment> {
    const apps: TestApp[] = [];
    for (const business of settings) apps.push(await modules.startApp({ business }));
    const environment = new Environment(modules, apps);
    for (const [appIndex, app] of apps.entries()) {
      for (const { id, role } of participants) await insertPerson(app, id, role);
      for (const { id } of participants) await environment.signIn(appIndex, id);
    }
    return environment;
  }

  /** Opens a new session for a person, since a change may have ended the last one. */
  async signIn(appIndex: number, id: string): Promise<void> {
    const { cookie } = await openSession(this.app(appIndex), id, new Date('2100-01-01T00:00:00Z'));
    this.#cookies[appIndex]?.set(id, cookie);
  }

  cookieFor(appIndex: number, id: string): string {
    return this.#cookies[appIndex]?.get(id) ?? '';
  }

  app(appIndex: number): TestApp {
    const app = this.apps[appIndex];
    if (!app) throw new Error(`There is no application ${appIndex}.`);
    return app;
  }

  async stop(): Promise<void> {
    for (const app of this.apps.toReversed()) await app.stop();
  }

  /** Deletes the data of the previous scenario, and creates the business of the next one. */
  async reset(startState: StartState): Promise<void> {
    const app = this.app(startState.appIndex);
    const start = addDays(firstDay, startState.startDay);
    const signedOutIds: string[] = [];
    await this.#modules.inTransaction(app.store, async (trx) => {
      // Bypasses triggers and foreign keys; rows are deleted because truncating a table takes longer.
      await sql`set local session_replication_role = replica`.execute(trx);
      // Waits for the background job that merges counts; otherwise it could store the previous scenario's counts later.
      await sql`lock table appointment_counts, payment_totals in share row exclusive mode`.execute(
        trx,
      );
      for (const table of clearedTables) await sql`delete from ${sql.table(table)}`.execute(trx);
      // A trigger prevents restoring deleted people; it is disabled only here.
      await sql`alter table people disable trigger stays_deleted`.execute(trx);
      const restored = await sql<{ id: string }>`
        update people set deleted_at = null, name = id, first_name = id,
          last_name = 'Participant', email = id || '@example.com'
        where deleted_at is not null returning id`.execute(trx);
      await sql`alter table people enable always trigger stays_deleted`.execute(trx);
      await sql`insert into accounts (id, email, email_verified, created_at, updated_at)
        select id, email, true, now(), now() from people on conflict do nothing`.execute(trx);
      const reactivated = await sql<{ id: string }>`
        update accounts set active = true where not active returning id`.execute(trx);
      for (const { id } of [...restored.rows, ...reactivated.rows]) signedOutIds.push(id);
      await insertPasswords(trx, await this.#passwordHash);
      await sql`update accounts set role = given.role from
        json_to_recordset(${JSON.stringify(rolesFor(startState))}::json) as given (id text, role text)
        where accounts.id = given.id and accounts.role <> given.role`.execute(trx);
      await restoreSettings(trx, startState.appIndex);
      await insertMechanics(trx, startState, start);
      for (const day of startState.holidays) {
        const date = addDays(start, day);
        await sql`insert into holidays (date, name) values (${date}, 'Holiday')
          on conflict do nothing`.execute(trx);
      }
      const services = await sql<{ id: number }>`
        insert into services (name, description, price, duration, skill, created_at)
        select 'Service', 'What we do for this price.', '80.00', duration, skill, now()
        from json_to_recordset(${JSON.stringify(startState.services)}::json)
          as given (duration int, skill text)
        returning id`.execute(trx);
      const owners = Array.from({ length: vehiclesPerCustomer }, () => customerIds).flat();
      await sql`
        insert into vehicles (customer_id, make, model, year, plate_number, created_at)
        select owner, 'Honda', 'Civic', 2019, ${plate}, now() from unnest(${owners}::text[]) as owner`.execute(
        trx,
      );
      await insertPlan(trx, services.rows[0]?.id ?? 0);
      await insertArea(trx);
    });
    for (const id of signedOutIds) await this.signIn(startState.appIndex, id);
  }
}

/** Inserts a plan. With the plan and the service area, even short scenarios have prices to compute. */
async function insertPlan(trx: Transaction<Database>, service: number): Promise<void> {
  await sql`
    with inserted as (
      insert into plans (name, description, price, billing_interval, discount_percent, created_at)
      values ('Plan', 'What this plan covers.', '30.00', 'month', 15, now()) returning id
    )
    insert into plan_services (plan_id, service_id, uses) select id, ${service}::int, 1 from inserted
  `.execute(trx);
}

async function insertArea(trx: Transaction<Database>): Promise<void> {
  await sql`
    with inserted as (
      insert into service_areas (name, days, trip_fee, created_at)
      values ('Area', '{mon}', '15.00', now()) returning id
    )
    insert into service_area_zips (zip, area_id) select ${zips[0]}, id from inserted`.execute(trx);
}

/** Restores the passwords of people whose accounts were deleted. */
async function insertPasswords(trx: Transaction<Database>, hash: string): Promise<void> {
  await sql`
    insert into credentials (id, subject, provider_id, account_id, password, created_at, updated_at)
    select id, id, 'credential', id, ${hash}, now(), now() from accounts
    on conflict do nothing`.execute(trx);
}

/** Tables that are emptied before a scenario. Event numbers are not reset, because they must never decrease. */
const clearedTables = [
  'payments',
  'refunds',
  'subscription_periods',
  'subscription_services',
  'subscriptions',
  'plan_services',
  'plans',
  'service_area_zips',
  'service_areas',
  'messages',
  'conversations',
  'notification_preferences',
  'emails',
  'outbound_messages',
  'appointment_links',
  'undoable_changes',
  'appointment_events',
  'appointment_lines',
  'appointments',
  'appointment_counts',
  'payment_totals',
  'idempotency_keys',
  'rate_limits',
  'outbox',
  'notifications',
  'vehicles',
  'services',
  'working_hours',
  'working_day_exceptions',
  'time_off',
  'holidays',
  'stranded_jobs',
  'mechanics',
];

/** The business settings of each application. */
const settings: readonly [TestSettings, ...TestSettings[]] = [
  {
    timeZone: 'America/Los_Angeles',
    cancellationCutoffHours: 24,
    maxOpenBookings: 5,
    jobsMustEndWithinWorkingHours: false,
    noticeHours: 0,
    plansStartBeforePayment: true,
    bufferMinutes: 0,
  },
  {
    timeZone: 'Asia/Kolkata',
    cancellationCutoffHours: 2,
    maxOpenBookings: 3,
    jobsMustEndWithinWorkingHours: true,
    noticeHours: 2,
    plansStartBeforePayment: false,
    bufferMinutes: 30,
  },
];

interface TestSettings {
  readonly timeZone: string;
  readonly cancellationCutoffHours: number;
  readonly maxOpenBookings: number;
  readonly jobsMustEndWithinWorkingHours: boolean;
  readonly noticeHours: number;
  readonly plansStartBeforePayment: boolean;
  readonly bufferMinutes: number;
}

/** How many applications an environment has. */
export const appCount = settings.length;

/** Returns every participant's role: mechanics without an entry in the start state are customers instead. */
function rolesFor({ mechanics }: StartState): { id: string; role: string }[] {
  return participants.map(({ id, role }) => {
    const hasRole = role !== 'mechanic' || mechanics[mechanicIds.indexOf(id)] !== undefined;
    return { id, role: hasRole ? role : 'customer' };
  });
}

/**
 * Restores the settings that scenarios change. Other settings keep the values with which the application was started.
 */
async function restoreSettings(trx: Transaction<Database>, appIndex: number): Promise<void> {
  const appSettings = settings[appIndex] ?? settings[0];
  const { businessHours, slotIntervalMinutes, windowDays } = defaultBookingRules;
  await sql`update business set jobs_must_end_within_working_hours = ${appSettings.jobsMustEndWithinWorkingHours},
    notice_hours = ${appSettings.noticeHours}, buffer_minutes = ${appSettings.bufferMinutes},
    business_hours = ${JSON.stringify(businessHours)}::jsonb,
    slot_interval_minutes = ${slotIntervalMinutes}, window_days = ${windowDays}`.execute(trx);
}

async function insertMechanics(
  trx: Transaction<Database>,
  { mechanics }: StartState,
  start: string,
): Promise<void> {
  for (const [index, { available, skills, hours, timeOff }] of mechanics.entries()) {
    const id = mechanicIds[index] ?? '';
    await sql`insert into mechanics (person_id, active, available, availability_set_on, availability_set_at, skills)
      values (${id}, true, ${available}, ${start}::date, ${start}::date::timestamptz,
        ${[...skills]}::text[])`.execute(trx);
    const intervals = workingDays.flatMap((weekday) =>
      hours.map(([from, to]) => ({ weekday, starts: `${from}:00`, ends: `${to}:00` })),
    );
    await sql`insert into working_hours (mechanic_id, weekday, starts, ends)
      select ${id}, weekday, starts, ends from json_to_recordset(${JSON.stringify(intervals)}::json)
        as given (weekday int, starts time, ends time)`.execute(trx);
    if (!timeOff) continue;
    const date = addDays(start, timeOff.day);
    const during = `[${date} ${timeOff.from}:00, ${date} ${timeOff.to}:00)`;
    await sql`insert into time_off (mechanic_id, during) values (${id}, ${during}::tsrange)`.execute(
      trx,
    );
  }
}

async function insertPerson(app: TestApp, id: string, role: string): Promise<void> {
  const { kysely } = app.store;
  const email = `${id}@example.com`;
  await sql`insert into people (id, name, first_name, last_name, email, created_at, updated_at)
    values (${id}, ${id}, ${id}, 'Participant', ${email}, now(), now())`.execute(kysely);
  await sql`insert into accounts (id, email, email_verified, role, created_at, updated_at)
    values (${id}, ${email}, true, ${role}, now(), now())`.execute(kysely);
}
