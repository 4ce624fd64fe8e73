import { expect, test as base, type BrowserContextOptions, type Page } from '@playwright/test';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import type { Person } from '@curbwrench/testing/builders';
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
 * The options of a test's own server, or `shared` for the server that a worker's tests share, which is started
 * with the default options. Tests on the shared server see each other's data in the office's lists, in
 * appointment numbers and in counts. They therefore look only at the data they created, and don't change the
 * clock, the service areas or the plans.
 */
type ServerChoice = ServerOptions | 'shared';

/** A small business on the real server, with a fixed clock, for one test. */
export interface Sandbox {
  readonly app: TestApp;
  /**
   * Casey Morgan, Marcus Bell, Avery Cole and Dana Whitaker, created for this test. On the test's own server they
   * are the people behind the demo buttons, and Marcus is the only mechanic.
   */
  readonly people: People;
  /** 'Oil & Filter Change', one hour for $89.00. On a shared server only this test's mechanic can do it. */
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

/** For tests that run on the server that a worker's tests share: `test.use(onSharedServer)`. */
export const onSharedServer = { serverOptions: 'shared' as const };

/** The test function: its `sandbox` fails a test for any console or page error that the test did not declare. */
export const test = base.extend<
  { sandbox: Sandbox; serverOptions: ServerChoice },
  { getSharedServer: () => Promise<TestServer> }
>({
  serverOptions: [{}, { option: true }],
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
    // This test's mechanic gets no bookings from other tests, because the required skill is unique to this test.
    const skill = isShared ? `skill of test ${++sharedServerTestCount}` : null;
    const people = skill === null ? server.people : await makePeople(app, [skill]);
    const oilChangeId = await makeOilChange(app, skill);

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
    if (isShared) await archiveService(app, oilChangeId);
    else await server.stop();
    expect(monitor.unexpected, 'unexpected console output').toEqual([]);
  },
});

/** How many tests in this worker have used the shared server. */
let sharedServerTestCount = 0;

/** Removes a service from the lists of services, so that the next test finds only its own. */
async function archiveService({ store }: TestApp, serviceId: number): Promise<void> {
  const services = store.kysely.updateTable('services');
  await services.set({ archived_at: new Date() }).where('id', '=', serviceId).execute();
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
