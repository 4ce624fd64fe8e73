import { openSession } from '@curbwrench/testing/builders';
import { hashTestPassword } from '@curbwrench/testing/passwords';
import type { TestApp } from '@curbwrench/testing/start-app';
import type { Database } from '@curbwrench/server/database/schema';
import { sql, type Transaction } from 'kysely';
import { clockText, daysAfter } from '../time/wall-clock.ts';
import type { Product } from '../in-process.ts';
import type { Model, ModelPerson, PlanTerms, Role, Settings, WorkingLife } from './model.ts';
import { password } from './requests.ts';
import { plate } from './rules.ts';
import { cast, customerIds, mechanicIds, zips, type World } from './world.ts';

/** The day on or after which every history begins: a Monday, some days before clocks change. */
export const firstDay = '2026-03-02';

/** Nothing of any history is due by then. */
const longBefore = new Date('2026-01-05T12:00:00Z');

/** Two customers and two vehicles each. */
const vehiclesEach = 2;

const workingDays = [1, 2, 3, 4, 5];

/** The applications under test: one a setting, all on one database. */
export class Stage {
  readonly apps: readonly TestApp[];
  readonly #product: Product;
  /** Made once: it is slow on purpose. */
  readonly #passwordHash = hashTestPassword(password);
  /** The session of each person with each application. */
  readonly #cookies: readonly Map<string, string>[];

  private constructor(product: Product, apps: readonly TestApp[]) {
    this.#product = product;
    this.apps = apps;
    this.#cookies = apps.map(() => new Map());
  }

  /** Builds it of a build of the server. */
  static async build(product: Product): Promise<Stage> {
    const first = await product.startApp({ business: settings[0] });
    const apps = [first];
    for (const business of settings.slice(1)) {
      apps.push(await product.startApp({ business, database: first.database }));
    }
    const stage = new Stage(product, apps);
    for (const { id, role } of cast) await insertPerson(first, id, role);
    for (const { id } of cast) await stage.signIn(id);
    return stage;
  }

  /** Opens a new session for a person: a change of their role may end the ones they had. */
  async signIn(id: string): Promise<void> {
    for (const [index, app] of this.apps.entries()) {
      const { cookie } = await openSession(app, id, new Date('2100-01-01T00:00:00Z'));
      this.#cookies[index]?.set(id, cookie);
    }
  }

  cookieOf(setting: number, id: string): string {
    return this.#cookies[setting]?.get(id) ?? '';
  }

  app(setting: number): TestApp {
    const app = this.apps[setting];
    if (!app) throw new Error(`There is no setting ${setting}.`);
    return app;
  }

  async stop(): Promise<void> {
    for (const app of this.apps.toReversed()) await app.stop();
  }

  /** Sweeps the last history away, sets up the next one's world, and answers its model. */
  async reset(world: World): Promise<Model> {
    const app = this.app(world.setting);
    // Its minutely renewals go by its own clock, and must not find due what only this one's makes due.
    for (const other of this.apps) if (other !== app) other.clock.set(longBefore);
    const business = settingsOf(world);
    const start = daysAfter(firstDay, world.startDay);
    const people = peopleOf(world, start);
    const holidays = world.holidays.map((day) => daysAfter(start, day));
    const model: Model = {
      settings: business,
      now: 0,
      people: new Map(people.map((person) => [person.id, person])),
      holidays: new Set(holidays),
      services: new Map(),
      vehicles: new Map(),
      appointments: new Map(),
      payments: new Map(),
      plans: new Map(),
      subscriptions: new Map(),
      areas: new Map(),
      conversations: new Map(),
    };
    const lockedOut: string[] = [];
    await this.#product.inTransaction(app.store, async (trx) => {
      // Past triggers and references: rows go one by one, since emptying a table takes longer.
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const table of swept) await sql`delete from ${sql.table(table)}`.execute(trx);
      // The database refuses to bring deleted people back, and only here is it done.
      await sql`alter table users disable trigger stays_deleted`.execute(trx);
      const back = await sql<{ id: string }>`
        update users set active = true, deleted_at = null, name = id, first_name = id,
          last_name = 'Cast', email = id || '@example.com', email_verified = true
        where not active returning id`.execute(trx);
      await sql`alter table users enable always trigger stays_deleted`.execute(trx);
      for (const { id } of back.rows) lockedOut.push(id);
      await insertPasswords(trx, await this.#passwordHash);
      await sql`update users set role = given.role from
        json_to_recordset(${JSON.stringify(people)}::json) as given (id text, role text)
        where users.id = given.id and users.role <> given.role`.execute(trx);
      await insertMechanics(trx, people);
      for (const date of holidays) {
        await sql`insert into holidays (date, name) values (${date}, 'Holiday')
          on conflict do nothing`.execute(trx);
      }
      const services = await sql<{ id: number }>`
        insert into services (name, description, price, duration, skill, created_at)
        select 'Service', 'What we do for this price.', '80.00', duration, skill, now()
        from json_to_recordset(${JSON.stringify(world.services)}::json)
          as given (duration int, skill text)
        returning id`.execute(trx);
      for (const [index, { id }] of services.rows.entries()) {
        const { duration, skill } = world.services[index] ?? { duration: 60, skill: null };
        model.services.set(id, { id, price: '80.00', duration, skill, archived: false });
      }
      const owners = Array.from({ length: vehiclesEach }, () => customerIds).flat();
      const vehicles = await sql<{ id: number }>`
        insert into vehicles (customer_id, make, model, year, plate_number, created_at)
        select owner, 'Honda', 'Civic', 2019, ${plate}, now() from unnest(${owners}::text[]) as owner
        returning id`.execute(trx);
      for (const [index, { id }] of vehicles.rows.entries()) {
        const customerId = owners[index] ?? '';
        const vehicle = { id, customerId, make: 'Honda', plate, active: true, archived: false };
        model.vehicles.set(id, vehicle);
      }
      await insertPlan(trx, model);
      await insertArea(trx, model);
    });
    for (const id of lockedOut) await this.signIn(id);
    return model;
  }
}

/** A plan and an area are there from the beginning, so that short histories have prices to make. */
async function insertPlan(trx: Transaction<Database>, model: Model): Promise<void> {
  const [service = 0] = model.services.keys();
  const terms: PlanTerms = {
    price: '30.00',
    interval: 'month',
    discount: 15,
    uses: [[service, 1]],
  };
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into plans (name, description, price, billing_interval, discount_percent, created_at)
      values ('Plan', 'What it is good for.', ${terms.price}, ${terms.interval},
        ${terms.discount}, now()) returning id
    ), included as (
      insert into plan_services (plan_id, service_id, uses) select id, ${service}::int, 1 from made
    ) select id from made`.execute(trx);
  for (const { id } of rows) model.plans.set(id, { id, terms, version: 1, archived: false });
}

async function insertArea(trx: Transaction<Database>, model: Model): Promise<void> {
  const [zip] = zips;
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into service_areas (name, days, call_out_fee, created_at)
      values ('Area', '{mon}', '15.00', now()) returning id
    ), listed as (
      insert into service_area_zips (zip, area_id) select ${zip}, id from made
    ) select id from made`.execute(trx);
  for (const { id } of rows) model.areas.set(id, { zips: [zip], circle: false, fee: '15.00' });
}

/** Whoever has none any more gets one again: it went with their account. */
async function insertPasswords(trx: Transaction<Database>, hash: string): Promise<void> {
  await sql`
    insert into accounts (id, account_id, provider_id, user_id, password, created_at, updated_at)
    select id, id, 'credential', id, ${hash}, now(), now() from users
    on conflict do nothing`.execute(trx);
}

/** What a history leaves behind. Events keep their numbers: those only ever grow. */
const swept = [
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
  'mails',
  'appointment_events',
  'appointments',
  'appointment_tallies',
  'payment_tallies',
  'idempotency_keys',
  'rate_limits',
  'outbox',
  'notifications',
  'vehicles',
  'services',
  'working_hours',
  'time_off',
  'holidays',
  'mechanics',
];

const settings: readonly [TestSettings, ...TestSettings[]] = [
  {
    timeZone: 'America/Los_Angeles',
    cancelUntilHours: 24,
    maxOpenBookings: 5,
    jobsEndWithinHours: false,
    noticeHours: 0,
    plansBeforePayment: true,
  },
  {
    timeZone: 'Asia/Kolkata',
    cancelUntilHours: 2,
    maxOpenBookings: 3,
    jobsEndWithinHours: true,
    noticeHours: 2,
    plansBeforePayment: false,
  },
];

interface TestSettings {
  readonly timeZone: string;
  readonly cancelUntilHours: number;
  readonly maxOpenBookings: number;
  readonly jobsEndWithinHours: boolean;
  readonly noticeHours: number;
  readonly plansBeforePayment: boolean;
}

export const settingCount = settings.length;

function settingsOf({ setting }: World): Settings {
  const { timeZone, ...rest } = settings[setting] ?? settings[0];
  return { zone: timeZone, ...rest };
}

function peopleOf(world: World, start: string): ModelPerson[] {
  return cast.map(({ id, role }) => {
    const mechanic = world.mechanics[mechanicIds.indexOf(id)];
    if (!mechanic) {
      return personOf(id, role === 'mechanic' ? 'customer' : role, null);
    }
    const hours = mechanic.hours.map(([from, to]) => [from * 60, to * 60] as const);
    const work: WorkingLife = {
      active: true,
      available: mechanic.available,
      switchedOn: start,
      skills: mechanic.skills,
      hours: new Map(hours.length === 0 ? [] : workingDays.map((day) => [day, hours])),
      off: mechanic.off
        ? [
            {
              date: daysAfter(start, mechanic.off.day),
              from: mechanic.off.from * 60,
              to: mechanic.off.to * 60,
            },
          ]
        : [],
      place: null,
    };
    return personOf(id, role, work);
  });
}

function personOf(id: string, role: Role, work: WorkingLife | null): ModelPerson {
  return { id, role, active: true, deleted: false, work, bell: [], preferences: null };
}

async function insertMechanics(
  trx: Transaction<Database>,
  people: readonly ModelPerson[],
): Promise<void> {
  for (const { id, work } of people) {
    if (!work) continue;
    await sql`insert into mechanics (user_id, active, available, switched_on, switched_at, skills)
      values (${id}, true, ${work.available}, ${work.switchedOn}::date,
        ${work.switchedOn}::date::timestamptz, ${[...work.skills]}::text[])`.execute(trx);
    const hours = [...work.hours].flatMap(([weekday, spans]) =>
      spans.map(([from, to]) => ({ weekday, starts: clockText(from), ends: clockText(to) })),
    );
    if (hours.length > 0) {
      await sql`insert into working_hours (mechanic_id, weekday, starts, ends)
        select ${id}, weekday, starts, ends from json_to_recordset(${JSON.stringify(hours)}::json)
          as given (weekday int, starts time, ends time)`.execute(trx);
    }
    for (const { date, from, to } of work.off) {
      const during = `[${date} ${clockText(from)}, ${date} ${clockText(to)})`;
      await sql`insert into time_off (mechanic_id, during) values (${id}, ${during}::tsrange)`.execute(
        trx,
      );
    }
  }
}

async function insertPerson(app: TestApp, id: string, role: string): Promise<void> {
  await sql`insert into users (id, name, first_name, last_name, email, email_verified, role,
      created_at, updated_at)
    values (${id}, ${id}, ${id}, 'Cast', ${`${id}@example.com`}, true, ${role}, now(), now())`.execute(
    app.store.kysely,
  );
}
