import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  test as base,
  expect,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import { makeMechanic, makePerson, makeService, type Person } from '@curbwrench/testing/builders';
import { createTestDatabase } from '@curbwrench/testing/database';
import { startProvider, type TestProvider } from '@curbwrench/testing/oidc-provider';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { ConsoleWatch } from './console-watch.ts';

/** The date of `testMorning` in the business's time zone: a Tuesday. */
export const today = '2026-03-03';

export interface SandboxOptions {
  /** What the server's and the browsers' clocks show; a Tuesday, 09:00, by default. */
  now: Date;
  /** Whether the landing page offers the demo accounts. */
  demo: boolean;
  /** Whether staff must have a second factor; the demo accounts need none. */
  staffTwoFactor?: boolean;
  /** Whether people may also sign in with an OpenID Connect provider, which waits for a press. */
  withProvider?: boolean;
  /**
   * Whether the server renders first pages, as it does unless it is busy. Tests leave it to the browser
   * unless they are about it: a press before the browser has taken over the page has no effect.
   */
  rendersPages?: boolean;
}

/** A small business on the real server, with a fixed clock, for one test. */
export interface Sandbox {
  readonly app: TestApp;
  /** The people behind the demo buttons. The mechanic is the only one. */
  readonly people: Readonly<Record<DemoAccount, Person>>;
  /** 'Oil & Filter Change', one hour for $89.00, which any mechanic can do. */
  readonly oilChange: { readonly id: number; readonly option: string };
  /** The provider people may sign in with, if the test has one. */
  readonly provider: TestProvider | null;
  /** A page in a new browser context, without a session. */
  openPage(options?: BrowserContextOptions): Promise<Page>;
  /** The same, signed in with the landing page's demo button, on that person's first page. */
  openAs(account: DemoAccount, options?: BrowserContextOptions): Promise<Page>;
  /** The same for a person without a demo button, with the cookie that signing in would set. */
  openWithSession(person: Person, options?: BrowserContextOptions): Promise<Page>;
  /** Announces that this test causes this response; the browser logs each to its console. */
  expectRefusal(status: number, path: string): void;
  /**
   * Announces that from now on sessions end or are replaced: a page may still have a request pending, or
   * learn it from the refusal. Call it just before, so that until then a refused session fails the test.
   */
  expectEndedSessions(): void;
  /** The same for a request whose response the test drops. */
  expectLostConnection(path: string): void;
  /** The same for a test in which the network comes and goes: for every request. */
  expectOffline(): void;
  /** The same for an error that an error boundary catches, whose text contains this. */
  expectCaughtError(text: string): void;
}

/** The heading of each demo account's first page. */
const firstPages: Record<DemoAccount, string> = {
  customer: 'Dashboard',
  mechanic: 'Mechanic Dashboard',
  advisor: 'Service Advisor',
  admin: 'Admin Dashboard',
};

/** For tests of pages as the server renders them: `test.use(renderedByServer)`. */
export const renderedByServer = {
  sandboxOptions: { now: testMorning, demo: true, rendersPages: true },
};

/** The test function: its `sandbox` fails a test for any console or page error that was not announced. */
export const test = base.extend<{ sandbox: Sandbox; sandboxOptions: SandboxOptions }>({
  sandboxOptions: [{ now: testMorning, demo: true }, { option: true }],
  sandbox: async ({ browser, sandboxOptions }, use) => {
    const watch = new ConsoleWatch();
    const { sandbox, close } = await createSandbox(browser, sandboxOptions, watch);
    await use(sandbox);
    await close();
    expect(watch.unexpected, 'unexpected console output').toEqual([]);
  },
});

async function createSandbox(
  browser: Browser,
  { now, demo, staffTwoFactor = false, withProvider = false, rendersPages = false }: SandboxOptions,
  watch: ConsoleWatch,
) {
  const database = await createTestDatabase();
  // The people of the demo buttons have to be known before the server starts.
  const authSecret = randomBytes(32).toString('hex');
  const building = { store: database.store, authSecret };
  const people = {
    customer: await makePerson(building, 'customer', { firstName: 'Casey', lastName: 'Morgan' }),
    mechanic: await makeMechanic(building, { firstName: 'Marcus', lastName: 'Bell' }),
    advisor: await makePerson(building, 'service_advisor', {
      firstName: 'Avery',
      lastName: 'Cole',
    }),
    admin: await makePerson(building, 'admin', { firstName: 'Dana', lastName: 'Whitaker' }),
  };
  const id = await makeService(building, {
    name: 'Oil & Filter Change',
    description: 'Full synthetic oil and a new filter.',
  });
  // Site and provider each need the other's address.
  const port = withProvider ? await freePort() : 0;
  const publicUrl = `http://127.0.0.1:${port}`;
  const provider = withProvider ? await startProvider(publicUrl) : null;
  if (provider) provider.waitsForPress = true;
  const app = await startApp({
    now,
    port,
    ...(provider && { publicUrl, signIn: { passwords: true, providers: [provider.settings] } }),
    database,
    authSecret,
    staffTwoFactor,
    webFolder: builtFile('dist'),
    ...(rendersPages && { rendererFile: builtFile('dist/.rendering/render-worker.js') }),
    demoAccounts: demo ? idsOf(people) : null,
    listen: true,
  });
  const contexts: { close(): Promise<void> }[] = [];

  async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL: app.url, ...options });
    contexts.push(context);
    await context.clock.setFixedTime(now);
    context.on('page', (page) => watch.follow(page));
    return context.newPage();
  }

  const sandbox: Sandbox = {
    app,
    people,
    provider,
    oilChange: { id, option: 'Oil & Filter Change - $89.00' },
    openPage,
    async openAs(account, options) {
      const page = await openPage(options);
      await page.goto('/');
      await enterDemo(page, account);
      return page;
    },
    async openWithSession(person, options) {
      const page = await openPage(options);
      const [name = '', value = ''] = person.headers.cookie.split('=');
      await page.context().addCookies([{ name, value, url: app.url }]);
      return page;
    },
    expectRefusal: (status, path) => watch.allow(path, `status of ${status} `),
    expectEndedSessions: () => watch.allowEndedSessions(),
    expectLostConnection: (path) => watch.allow(path, 'net::ERR_CONNECTION_RESET'),
    expectOffline: () => watch.allowOffline(),
    expectCaughtError: (text) => watch.allowCaught(text),
  };
  const close = async () => {
    await Promise.all(contexts.map((context) => context.close()));
    await app.stop();
    await provider?.stop();
    await database.drop();
  };
  return { sandbox, close };
}

/** Presses a demo button of the landing page and waits for that person's first page. */
export async function enterDemo(page: Page, account: DemoAccount): Promise<void> {
  const label = `${account[0]?.toUpperCase()}${account.slice(1)}`;
  await page.getByRole('button', { name: label, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: firstPages[account] })).toBeVisible();
}

function idsOf(people: Sandbox['people']): Record<DemoAccount, string> {
  return {
    customer: people.customer.id,
    mechanic: people.mechanic.id,
    advisor: people.advisor.id,
    admin: people.admin.id,
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function builtFile(name: string): string {
  const file = fileURLToPath(new URL(`../web/${name}`, import.meta.url));
  if (!existsSync(file)) throw new Error(`web/${name} is missing: the browser tests need a build.`);
  return file;
}
