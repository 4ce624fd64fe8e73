import type * as Builders from '@curbwrench/testing/builders';
import type * as ContentsOf from '@curbwrench/testing/contents';
import type { TestApp } from '@curbwrench/testing/start-app';
import type { Role } from '@curbwrench/contract/people/roles';
import type { KnownValues } from './schema-values.ts';

/** The parts of a build used beside the application; a store works only with its own build. */
export interface Parts {
  readonly builders: typeof Builders;
  readonly contents: typeof ContentsOf;
}

/** A caller with cookies of two people: one who stays, and one who may be signed out or deleted. */
export interface Cast {
  readonly cookies: Readonly<Record<Role, { readonly stays: string; readonly leaves: string }>>;
  /** Existing values, by the names of the contract's properties. */
  readonly known: KnownValues;
  /** Ids of rows, by the noun in a path. */
  readonly ids: Readonly<Record<string, readonly (string | number)[]>>;
}

/** The server under test, from inside: its people, and what its database contains. */
export interface Site {
  readonly port: number;
  /** Creates people with a valid session, with records of theirs. */
  newCast(): Promise<Cast>;
  /** Remembers the database's current content. */
  mark(): Promise<void>;
  /** What changed since then, one line per cell. */
  changes(): Promise<readonly string[]>;
  /** Names that every object has now, and none should. */
  polluted(): Promise<readonly string[]>;
  /** Resident memory after a garbage collection, in bytes. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

/** The dates seen from the business's morning: a Tuesday and the working days after it. */
const days = ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-09', '2026-03-10'];

/** List cursors that were never issued; each with as many values as some order has. */
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

/** What a refused request may still write: its count, and when the person was last seen. */
const counting = new Set(['rate_limits', 'sign_in_attempts', 'audit_pending', 'audit_entries']);
const lastUse = new Set([
  'sessions.updated_at',
  'sessions.expires_at',
  'sessions.last_used_at',
  'mechanics.last_active_at',
]);

export function siteOf(app: TestApp, { builders, contents }: Parts): Site {
  let marked: ContentsOf.Contents | null = null;
  return {
    port: Number(new URL(app.url).port),
    newCast: () => makeCast(app, builders),
    async mark() {
      marked = await contents.readContents(app.store);
    },
    async changes() {
      if (!marked) throw new Error('There is nothing remembered to compare with.');
      return contents
        .changesBetween(marked, await contents.readContents(app.store))
        .filter(({ table, column }) => !counting.has(table) && !lastUse.has(`${table}.${column}`))
        .map(({ table, key, column, after }) => `${table} ${key}.${column} = ${String(after)}`);
    },
    async polluted() {
      const found: string[] = [];
      // oxlint-disable-next-line guard-for-in -- inherited properties are what is looked for
      for (const name in {}) found.push(name);
      return found;
    },
    async memory() {
      // Freed memory is returned gradually: until no more is.
      let resident = Infinity;
      for (let quiet = 0; quiet < 3;) {
        collect();
        await new Promise((resolve) => setTimeout(resolve, 150));
        const now = process.memoryUsage.rss();
        quiet = now < resident * 0.995 ? 0 : quiet + 1;
        resident = Math.min(resident, now);
      }
      return resident;
    },
    stop: () => app.stop(),
  };
}

/** Frees all unreferenced objects, and then, as when memory runs short, their pages. */
function collect(): void {
  const { gc } = globalThis;
  gc?.();
  gc?.();
  const thorough = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;
  (gc as ((how: typeof thorough) => void) | undefined)?.(thorough);
}

async function makeCast(app: TestApp, builders: Parts['builders']): Promise<Cast> {
  const { makePerson, makeMechanic, makeCrew, makeVehicle, makeAppointment } = builders;
  const pair = async (make: () => Promise<Builders.Person>) =>
    [await make(), await make()] as const;
  const customers = await pair(() => makePerson(app, 'customer'));
  const mechanics = await pair(() => makeMechanic(app));
  const advisors = await pair(() => makePerson(app, 'service_advisor'));
  const admins = await pair(() => makePerson(app, 'admin'));
  const crew = await makeCrew(app, 2);
  const [customer] = customers;
  const vehicleId = await makeVehicle(app, customer.id);
  const another = await makeVehicle(app, customer.id);
  const appointments: number[] = [];
  for (const [index, date] of days.entries()) {
    const details = { date, customer_id: customer.id, vehicle_id: vehicleId };
    const assigned = { status: 'confirmed', mechanic_id: mechanics[0].id } as const;
    appointments.push(await makeAppointment(app, { ...details, ...(index % 2 === 0 && assigned) }));
  }
  const leaving = [customers[1], mechanics[1], advisors[1], admins[1]].map(({ id }) => id);
  return {
    cookies: {
      customer: cookiesOf(customers),
      mechanic: cookiesOf(mechanics),
      service_advisor: cookiesOf(advisors),
      admin: cookiesOf(admins),
    },
    known: {
      vehicleId: [vehicleId, another],
      serviceId: [crew.serviceId],
      customerId: [customer.id],
      mechanicId: [mechanics[0].id, ...crew.mechanics.map(({ id }) => id)],
      userId: leaving,
      actorId: [admins[0].id],
      date: days,
      from: ['2026-03-01'],
      to: ['2026-04-01'],
      startTime: ['08:00', '10:00', '13:30', '17:00'],
      location: [
        JSON.stringify({ address: '5 Elm Street' }),
        JSON.stringify({ address: '5 Elm Street', lat: 37.7, lng: -122.4 }),
      ],
      year: [1990, 2019, 2026],
      laborHours: [0.5, 12, null],
      cursor: forgedCursors,
      picture: [`data:image/png;base64,${Buffer.from('not a picture').toString('base64')}`, null],
    },
    ids: {
      appointments,
      services: [crew.serviceId],
      vehicles: [vehicleId, another],
      mechanics: [mechanics[0].id],
      users: leaving,
      invitations: [1, 2, 3],
      sessions: ['none'],
      conversations: [customer.id, mechanics[0].id],
    },
  };
}

function cookiesOf([stays, leaves]: readonly [Builders.Person, Builders.Person]) {
  return { stays: stays.headers.cookie, leaves: leaves.headers.cookie };
}
