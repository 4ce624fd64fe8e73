import { expect, test as base, type BrowserContextOptions, type Page } from '@playwright/test';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import type { Person } from '@curbwrench/testing/builders';
import { emptyDatabase } from '@curbwrench/testing/empty-database';
import type { TestProvider } from '@curbwrench/testing/oidc-provider';
import { testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { ConsoleMonitor } from './console-monitor.ts';
import {
  makeOilChange,
  makePeople,
  startTestServer,
  type People,
  type ServerOptions,
  type TestServer,
} from './test-server.ts';

/** The date of `testMorning` in the business's time zone: a Tuesday. */
export const today = '2026-03-03';

/**
 * The options of a test's own server, or `shared` for the server that a worker's tests share, whose database is emptied
 * before each of them. Tests that change the business's settings or the clock need their own server.
 */
type ServerChoice = ServerOptions | 'shared';

/** A small business on the real server, with a fixed clock, for one test. */
export interface Sandbox {
  readonly app: TestApp;
  /** Casey Morgan, Marcus Bell, Avery Cole and Dana Whitaker, the people behind the demo buttons. */
  readonly people: People;
  /** 'Oil & Filter Change', one hour for $89.00. */
  readonly oilChange: { readonly id: number; readonly name: string };
  /** The provider that people can sign in with, if the test has one. */
  readonly provider: TestProvider | null;
  /** A page in a new browser context, without a session. */
  openPage(options?: BrowserContextOptions): Promise<Page>;
  /** A page in a new browser context, with a session, on this person's home page. */
  openAs(account: DemoAccount, options?: BrowserContextOptions): Promise<Page>;
  /** An empty page in a new browser context, with the cookie that signing in would set. */
  openWithSession(person: Person, options?: BrowserContextOptions): Promise<Page>;
  /**
   * Declares that a request will return this error status. The browser logs it to the console, which otherwise fails
   * the test.
   */
  expectErrorStatus(status: number, path: string): void;
  /**
   * Declares that after this call sessions can end or be replaced, and that a page's requests can get a 401 response
   * until it notices. Call this just before the session ends, so that a 401 before that still fails the test.
   */
  expectEndedSessions(): void;
  /** Declares that requests to this path will fail because the test drops their responses. */
  expectLostConnection(path: string): void;
  /** Declares that after this call any request can fail because the device goes offline and back online. */
  expectOffline(): void;
  /** Declares that an error boundary will catch an error whose message contains this text. */
  expectCaughtError(text: string): void;
}

/** The heading of each demo account's home page. */
const homePages: Record<DemoAccount, string> = {
  customer: 'Dashboard',
  mechanic: 'Mechanic Dashboard',
  advisor: 'Service Advisor',
  admin: 'Admin Dashboard',
};

/** For tests of server-rendered pages: `test.use(renderedByServer)`. */
export const renderedByServer = { serverOptions: { rendersPages: true } };

/** For tests that need a server of their own, with the default options: `test.use(onOwnServer)`. */
export const onOwnServer = { serverOptions: {} };

/** The test function: its `sandbox` fails a test for any console or page error that the test did not declare. */
export const test = base.extend<
  { sandbox: Sandbox; serverOptions: ServerChoice },
  { getSharedServer: () => Promise<TestServer> }
>({
  serverOptions: ['shared', { option: true }],
  // Starts the server when the first test of the worker needs it.
  getSharedServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern as the first parameter
    async ({}, use) => {
      let server: Promise<TestServer> | undefined;
      await use(() => (server ??= startTestServer({})));
      await (await server)?.stop();
    },
    { scope: 'worker' },
  ],
  sandbox: async ({ browser, serverOptions, getSharedServer }, use) => {
    const isShared = serverOptions === 'shared';
    const server = isShared ? await getSharedServer() : await startTestServer(serverOptions);
    const now = (isShared ? undefined : serverOptions.now) ?? testMorning;
    const { app } = server;
    if (isShared) await emptyDatabase(app.store);
    const stateBefore = await readSharedState(app);
    const people = isShared ? await makePeople(app) : server.people;
    const oilChangeId = await makeOilChange(app);

    const monitor = new ConsoleMonitor();
    const contexts: { close(): Promise<void> }[] = [];

    async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext({ baseURL: app.url, ...options });
      contexts.push(context);
      await context.clock.setFixedTime(now);
      context.on('page', (page) => monitor.follow(page));
      return context.newPage();
    }

    async function openWithSession(person: Person, options?: BrowserContextOptions): Promise<Page> {
      const page = await openPage(options);
      const [name = '', value = ''] = person.headers.cookie.split('=');
      await page.context().addCookies([{ name, value, url: app.url }]);
      return page;
    }

    async function openAs(account: DemoAccount, options?: BrowserContextOptions): Promise<Page> {
      const page = await openWithSession(people[account], options);
      await page.goto('/');
      await expectHomePage(page, account);
      return page;
    }

    await use({
      app,
      people,
      provider: server.provider,
      oilChange: { id: oilChangeId, name: 'Oil & Filter Change' },
      openPage,
      openAs,
      openWithSession,
      expectErrorStatus: (status, path) => monitor.allow(path, `status of ${status} `),
      expectEndedSessions: () => monitor.allowEndedSessions(),
      expectLostConnection: (path) => monitor.allow(path, 'net::ERR_CONNECTION_RESET'),
      expectOffline: () => monitor.allowOffline(),
      expectCaughtError: (text) => monitor.allowCaughtError(text),
    });

    await Promise.all(contexts.map((context) => context.close()));
    if (isShared) expect(await readSharedState(app), ownServerHint).toEqual(stateBefore);
    else await server.stop();
    expect(monitor.unexpected, 'unexpected console output').toEqual([]);
  },
});

const ownServerHint = 'a test that changes settings or the clock needs its own server';

/** Returns the time, and the versions of the business's settings and texts, which each change increases. */
async function readSharedState({ store, clock }: TestApp) {
  const query = store.kysely.selectFrom('business').select(['version', 'texts_version']);
  return { ...(await query.executeTakeFirstOrThrow()), now: clock.now() };
}

/** Clicks a demo button on the landing page and waits for that person's home page. */
export async function enterDemo(page: Page, account: DemoAccount): Promise<void> {
  const label = `${account[0]?.toUpperCase()}${account.slice(1)}`;
  await page.getByRole('button', { name: label, exact: true }).click();
  await expectHomePage(page, account);
}

async function expectHomePage(page: Page, account: DemoAccount): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: homePages[account] })).toBeVisible();
  // On a wide screen, the advisor's lists are below the board, which moves them when it appears.
  if (account === 'advisor' && (page.viewportSize()?.width ?? 0) >= 1024) {
    await expect(page.getByRole('group', { name: 'Lanes' })).toBeVisible();
  }
}
