import type * as Builders from '@curbwrench/testing/builders';
import type * as Contents from '@curbwrench/testing/database-contents';
import type { TestApp } from '@curbwrench/testing/start-app';
import type { Role } from '@curbwrench/contract/people/roles';
import type { KnownValues } from './schema-values.ts';

/** The modules of a build that a site needs. They must come from the same build as the application. */
export interface BuildModules {
  readonly builders: typeof Builders;
  readonly contents: typeof Contents;
}

/** Sessions and existing values from which valid requests are generated. */
export interface TestData {
  /** By role: the session cookies of a person who must stay signed in, and of one who may be signed out or deleted. */
  readonly cookies: Readonly<
    Record<Role, { readonly permanent: string; readonly disposable: string }>
  >;
  /** Existing values, by the names of the contract's properties. */
  readonly knownValues: KnownValues;
  /** Ids of existing objects, by the collection in their paths, such as `appointments`. */
  readonly ids: Readonly<Record<string, readonly (string | number)[]>>;
}

/** The server under test, with access to its database and memory. */
export interface ServerUnderTest {
  readonly port: number;
  /** Creates people with sessions and records. */
  createTestData(): Promise<TestData>;
  /** Stores the current contents of the database for `diffSnapshot`. */
  takeSnapshot(): Promise<void>;
  /** Returns what changed since `takeSnapshot`, one line per cell. */
  diffSnapshot(): Promise<readonly string[]>;
  /** Returns the names of properties that were added to every object by prototype pollution. */
  pollutedProperties(): Promise<readonly string[]>;
  /** Returns the resident memory after a garbage collection, in bytes. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

const holidayDate = '2026-12-24';

/** The date of the test (a Tuesday) and later working days. */
const dates = ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-09', '2026-03-10'];

/** The mechanics' weekly hours from Sunday on, as the builders create them. */
const usualDay = [{ startTime: '08:00', endTime: '18:00' }];
const usualWeek = [[], usualDay, usualDay, usualDay, usualDay, usualDay, []];

/** Cursors that the server never issued; most have as many values as a real cursor. */
const forgedCursors = [
  [],
  {},
  ['2026-02-30', 1],
  ['2026-03-04T25:00:00.000000Z', 1],
  ['99999999999999999999', 1],
  ['a', 'b'],
  ['2026-02-30', '10:00:00', 1],
  ['2026-03-04', '25:00:00', 1],
  ['2026-03-04', '10:00:00', 1e300],
  ['\u0000', '\ud800', '1'],
  ['a', 'b', 'c'],
  [1e300],
  ['x'],
  ['a', 'b', 'c', 'd'],
].map((values) => Buffer.from(JSON.stringify(values)).toString('base64url'));

/** Tables to which even a refused request may write, such as counts of requests. */
const tablesWrittenByRefusals = new Set([
  'rate_limits',
  'sign_in_attempts',
  'audit_pending',
  'audit_entries',
]);
/** Columns to which even a refused request may write, such as when a person was last active. */
const lastUseColumns = new Set([
  'sessions.updated_at',
  'sessions.expires_at',
  'sessions.last_used_at',
  'mechanics.last_active_at',
]);

/** Returns the server under test; `builders` and `contents` must come from the application's build. */
export function createServerUnderTest(
  app: TestApp,
  { builders, contents }: BuildModules,
): ServerUnderTest {
  let snapshot: Contents.DatabaseContents | null = null;
  return {
    port: Number(new URL(app.url).port),
    async createTestData() {
      await contents.stopAttentionAlerts(app.store);
      return insertTestData(app, builders);
    },
    async takeSnapshot() {
      snapshot = await contents.readSettledDatabase(app.store);
    },
    async diffSnapshot() {
      if (!snapshot) throw new Error('Call takeSnapshot() before diffSnapshot().');
      return contents
        .compareContents(snapshot, await contents.readSettledDatabase(app.store))
        .filter(
          ({ table, column }) =>
            !tablesWrittenByRefusals.has(table) && !lastUseColumns.has(`${table}.${column}`),
        )
        .map(({ table, key, column, after }) => `${table} ${key}.${column} = ${String(after)}`);
    },
    async pollutedProperties() {
      const found: string[] = [];
      // oxlint-disable-next-line guard-for-in -- this looks for inherited properties
      for (const name in {}) found.push(name);
      return found;
    },
    async memory() {
      // Freed memory is returned gradually, so this repeats until the resident memory no longer shrinks.
      let resident = Infinity;
      for (let stableRounds = 0; stableRounds < 3;) {
        collectGarbage();
        await new Promise((resolve) => setTimeout(resolve, 150));
        const now = process.memoryUsage.rss();
        stableRounds = now < resident * 0.995 ? 0 : stableRounds + 1;
        resident = Math.min(resident, now);
      }
      return resident;
    },
    stop: () => app.stop(),
  };
}

/** Frees all unreferenced objects and returns their memory to the system. */
function collectGarbage(): void {
  const { gc } = globalThis;
  gc?.();
  gc?.();
  const lastResort = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;
  (gc as ((options: typeof lastResort) => void) | undefined)?.(lastResort);
}

async function insertTestData(app: TestApp, builders: BuildModules['builders']): Promise<TestData> {
  const { makePerson, makeMechanic, makeTeam, makeVehicle, makeAppointment } = builders;
  const pair = async (make: () => Promise<Builders.Person>) =>
    [await make(), await make()] as const;
  const customers = await pair(() => makePerson(app, 'customer'));
  const mechanics = await pair(() => makeMechanic(app));
  const advisors = await pair(() => makePerson(app, 'service_advisor'));
  const admins = await pair(() => makePerson(app, 'admin'));
  const team = await makeTeam(app, 2);
  const [customer] = customers;
  const vehicleId = await makeVehicle(app, customer.id);
  const otherVehicleId = await makeVehicle(app, customer.id);
  const appointments: number[] = [];
  for (const [index, date] of dates.entries()) {
    const details = { date, customer_id: customer.id, vehicle_id: vehicleId };
    const assigned = { status: 'confirmed', mechanic_id: mechanics[0].id } as const;
    appointments.push(await makeAppointment(app, { ...details, ...(index % 2 === 0 && assigned) }));
  }
  await app.store.kysely
    .insertInto('holidays')
    .values({ date: holidayDate, name: 'Inventory' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const disposableIds = [customers[1], mechanics[1], advisors[1], admins[1]].map(({ id }) => id);
  return {
    cookies: {
      customer: toCookies(customers),
      mechanic: toCookies(mechanics),
      service_advisor: toCookies(advisors),
      admin: toCookies(admins),
    },
    knownValues: {
      vehicleId: [vehicleId, otherVehicleId],
      serviceId: [team.serviceId],
      customerId: [customer.id],
      mechanicId: [mechanics[0].id, ...team.mechanics.map(({ id }) => id)],
      userId: disposableIds,
      actorId: [admins[0].id],
      date: dates,
      from: ['2026-03-01'],
      to: ['2026-04-01'],
      startTime: ['08:00', '10:00', '13:30', '17:00'],
      location: [
        JSON.stringify({ address: '5 Elm Street' }),
        JSON.stringify({ address: '5 Elm Street', lat: 37.7, lng: -122.4 }),
      ],
      year: [1990, 2019, 2026],
      laborHours: [0.5, 12, null],
      appointmentId: appointments,
      accepted: [[], appointments],
      // The hours of a week, of a day, and none; each endpoint accepts some of them.
      hours: [usualWeek, usualWeek.with(2, []), usualDay, null],
      before: [usualWeek, usualDay, [], null],
      skills: [[team.skill], []],
      startDate: dates,
      endDate: dates,
      endTime: ['12:00', '18:00', '24:00'],
      businessHours: [Array.from({ length: 7 }, () => ({ opens: '08:00', closes: '18:00' }))],
      timeZone: ['America/Los_Angeles'],
      currency: ['USD'],
      version: [1, 2],
      phones: [['415 555 0123'], []],
      text: ['elm', '415', 'Honda Civic'],
      cursor: forgedCursors,
      picture: [`data:image/png;base64,${Buffer.from('not a picture').toString('base64')}`, null],
    },
    ids: {
      appointments,
      services: [team.serviceId],
      vehicles: [vehicleId, otherVehicleId],
      mechanics: [mechanics[0].id, team.mechanics[0].id],
      customers: [customer.id],
      holidays: [holidayDate, ...dates],
      users: disposableIds,
      invitations: [1, 2, 3],
      sessions: ['none'],
      conversations: [customer.id, mechanics[0].id],
    },
  };
}

function toCookies([permanent, disposable]: readonly [Builders.Person, Builders.Person]) {
  return { permanent: permanent.headers.cookie, disposable: disposable.headers.cookie };
}
