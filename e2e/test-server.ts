import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Role } from '@curbwrench/contract/people/roles';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import {
  makeMechanic,
  makePerson,
  makeService,
  type BuilderContext,
  type Person,
} from '@curbwrench/testing/builders';
import { createTestDatabase } from '@curbwrench/testing/database';
import { startProvider, type TestProvider } from '@curbwrench/testing/oidc-provider';
import {
  startApp,
  testMorning,
  type TestApp,
  type TestAppOptions,
} from '@curbwrench/testing/start-app';

/** The options of a test server. */
export interface ServerOptions {
  /** The time on the server's and the browsers' clocks; by default `testMorning`, a Tuesday at 09:00. */
  now?: Date;
  /** Whether the landing page offers the demo accounts; true by default. */
  demo?: boolean;
  /** Whether staff must have a second factor; the demo accounts need none. */
  staffTwoFactor?: boolean;
  /** Whether people can also sign in with an OpenID Connect provider, whose pages wait for a click. */
  withProvider?: boolean;
  /**
   * Whether the server renders the initial page, as in production. By default it does not, because a click has no
   * effect until the browser has hydrated a rendered page.
   */
  rendersPages?: boolean;
  /** The source of the base map, by default the schematic map. */
  map?: Pick<TestAppOptions, 'mapFile' | 'mapStyle'>;
  /** A geocoding service; by default there is none. */
  geocoder?: TestAppOptions['geocoder'];
  /** A Twilio account; by default text messages are not set up. */
  twilio?: TestAppOptions['twilio'];
}

/** One person of each role. */
export type People = Readonly<Record<DemoAccount, Person>>;

/** The built application on its own database, with a fixed clock. */
export interface TestServer {
  readonly app: TestApp;
  /** The people behind the demo buttons. */
  readonly people: People;
  /** The provider that people can sign in with, if there is one. */
  readonly provider: TestProvider | null;
  /** Stops the server and drops its database. */
  stop(): Promise<void>;
}

/** Starts a server with one person of each role and without services. */
export async function startTestServer({
  now = testMorning,
  demo = true,
  staffTwoFactor = false,
  withProvider = false,
  rendersPages = false,
  map = {},
  geocoder = null,
  twilio = null,
}: ServerOptions): Promise<TestServer> {
  const database = await createTestDatabase();
  const authSecret = randomBytes(32).toString('hex');
  // The people behind the demo buttons have to be known before the server starts.
  const people = await makePeople({ store: database.store, authSecret });
  // The server and the provider each need the other's address.
  const port = withProvider ? await findFreePort() : 0;
  const publicUrl = `http://127.0.0.1:${port}`;
  const provider = withProvider ? await startProvider(publicUrl) : null;
  if (provider) provider.waitsForClick = true;
  const app = await startApp({
    now,
    port,
    ...(provider && { publicUrl, signIn: { passwords: true, providers: [provider.settings] } }),
    database,
    authSecret,
    staffTwoFactor,
    geocoder,
    twilio,
    webFolder: findBuiltFile('dist'),
    ...(rendersPages && { rendererFile: findBuiltFile('dist/.rendering/render-worker.js') }),
    demoAccounts: demo ? getIds(people) : null,
    ...map,
    listen: true,
  });
  return {
    app,
    people,
    provider,
    async stop() {
      await app.stop();
      await provider?.stop();
      await database.drop();
    },
  };
}

/**
 * Creates a person of each role. Their ids are always the same, so that the demo buttons of a server still work after its
 * database was emptied.
 */
export async function makePeople(context: BuilderContext): Promise<People> {
  const make = (role: Role, id: string, firstName: string, lastName: string) =>
    makePerson(context, role, { id, firstName, lastName });
  return {
    customer: await make('customer', 'casey', 'Casey', 'Morgan'),
    mechanic: await makeMechanic(context, {
      id: 'marcus',
      firstName: 'Marcus',
      lastName: 'Bell',
    }),
    advisor: await make('service_advisor', 'avery', 'Avery', 'Cole'),
    admin: await make('admin', 'dana', 'Dana', 'Whitaker'),
  };
}

/** Creates the service 'Oil & Filter Change'. */
export function makeOilChange(context: BuilderContext): Promise<number> {
  return makeService(context, {
    name: 'Oil & Filter Change',
    description: 'Full synthetic oil and a new filter.',
  });
}

function getIds(people: People): Record<DemoAccount, string> {
  return {
    customer: people.customer.id,
    mechanic: people.mechanic.id,
    advisor: people.advisor.id,
    admin: people.admin.id,
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function findBuiltFile(name: string): string {
  const file = fileURLToPath(new URL(`../web/${name}`, import.meta.url));
  if (!existsSync(file)) throw new Error(`web/${name} is missing: the browser tests need a build.`);
  return file;
}
