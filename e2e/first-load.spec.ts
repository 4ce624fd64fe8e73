import { gzipSync } from 'node:zlib';
import { expect, type Page, type Request } from '@playwright/test';
import { makeAppointment } from '@curbwrench/testing/builders';
import { renderedByServer, test, today } from './sandbox.ts';

/*
 * The maximum gzipped sizes, in kB of 1,000 bytes, of what a first visit loads until the page is complete:
 * the document with its server-rendered content, styles and scripts. Fonts have their own
 * budget; data that the API returns has none.
 * In a wide window the advisor's page also loads the day board.
 */
const budgets = { landing: 136, dashboard: 216, dayBoard: 222, booking: 259, fonts: 84 };

test.use(renderedByServer);

const homePages = {
  customer: {
    path: '/',
    heading: 'Dashboard',
    lastText: "You don't have any completed services yet.",
  },
  advisor: {
    path: '/service-advisor',
    heading: 'Service Advisor',
    lastText: '7 Elm Street',
    viewport: { width: 390, height: 844 },
  },
  admin: { path: '/', heading: 'Admin Dashboard', lastText: 'No transactions recorded yet.' },
  // Last, because this page reports a position, and the resulting live event makes other open pages load data again.
  mechanic: { path: '/', heading: 'Mechanic Dashboard', lastText: '12 Ponsonby Road' },
} as const;

test('the first load of each role’s home page stays within its budget', async ({ sandbox }) => {
  const details = {
    customer_id: sandbox.people.customer.id,
    service_id: sandbox.oilChange.id,
    date: today,
  };
  await makeAppointment(sandbox.app, { ...details, address: '7 Elm Street' });
  await makeAppointment(sandbox.app, {
    ...details,
    start_time: '14:00',
    end_time: '15:00',
    status: 'confirmed',
    mechanic_id: sandbox.people.mechanic.id,
    address: '12 Ponsonby Road',
  });
  const landing = await measureFirstLoad(await sandbox.openPage(), '/', (page) =>
    expect(page.getByRole('button', { name: 'Customer', exact: true })).toBeEnabled(),
  );
  expect.soft(landing.size, 'landing page').toBeLessThanOrEqual(budgets.landing);
  // The document says that no one is signed in, so the page sends no request.
  expect.soft(landing.apiPaths).toEqual([]);

  for (const role of Object.keys(homePages) as (keyof typeof homePages)[]) {
    const { path, heading, lastText, ...options } = homePages[role];
    const page = await sandbox.openWithSession(sandbox.people[role], options);
    const { size, apiPaths } = await measureFirstLoad(page, path, () =>
      waitForContent(page, heading, lastText),
    );
    expect.soft(size, heading).toBeLessThanOrEqual(budgets.dashboard);
    // A mechanic's first position report causes a live event, after which the browser loads data again.
    const reportIndex = apiPaths.indexOf('/api/mechanics/status');
    const initialRequests = reportIndex < 0 ? apiPaths : apiPaths.slice(0, reportIndex);
    // No data is requested twice, and no data that the document already contains.
    expect.soft(initialRequests.toSorted()).toEqual([...new Set(initialRequests)].toSorted());
    expect.soft(initialRequests.join()).not.toContain('/api/auth/user');
  }

  const wide = await sandbox.openWithSession(sandbox.people.advisor);
  const dayBoard = await measureFirstLoad(wide, '/service-advisor', async (page) => {
    await waitForContent(page, 'Service Advisor', '7 Elm Street');
    await expect(page.getByRole('group', { name: 'Lanes' })).toBeVisible();
  });
  expect.soft(dayBoard.size, 'day board').toBeLessThanOrEqual(budgets.dayBoard);
  expect.soft(dayBoard.loadedUrls).not.toMatch(/maplibre|phone-board|week-board|selected-job/);

  const page = await sandbox.openWithSession(sandbox.people.customer);
  const booking = await measureFirstLoad(page, '/book-service', async () => {
    await waitForContent(page, 'Book Service', 'Service Type');
    await expect(page.getByRole('checkbox').first()).toBeEnabled();
  });
  expect.soft(booking.size, 'booking page').toBeLessThanOrEqual(budgets.booking);
  expect.soft(booking.loadedUrls).not.toMatch(/add-vehicle-dialog|assistant-panel/);
});

/** Waits until the page shows its content and nothing is loading. */
async function waitForContent(page: Page, heading: string, lastText: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  await expect(page.getByText(lastText).first()).toBeVisible();
  await expect(page.locator('.animate-breathe, .animate-spin')).toHaveCount(0);
}

/**
 * Opens a page, expects its fonts to be within their budget, and returns what it loaded: the total size in kB, the
 * URLs, and the API requests.
 */
async function measureFirstLoad(
  page: Page,
  path: string,
  waitUntilReady: (page: Page) => Promise<void>,
) {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(path);
  await waitUntilReady(page);
  await page.waitForLoadState('networkidle');
  const urls = requests.map((request) => new URL(request.url()));
  const measureResources = async (...types: string[]) => {
    const counted = requests.filter((request) => types.includes(request.resourceType()));
    return (
      (await Promise.all(counted.map(measureBody))).reduce((sum, size) => sum + size, 0) / 1000
    );
  };
  const size = await measureResources('document', 'stylesheet', 'script');
  const fonts = await measureResources('font');
  expect.soft(fonts, `fonts of ${path}`).toBeLessThanOrEqual(budgets.fonts);
  await page.context().close();
  return {
    size,
    loadedUrls: urls.join(),
    apiPaths: urls
      .filter(({ pathname }) => pathname.startsWith('/api/'))
      .map(({ pathname, search }) => pathname + search),
  };
}

/** Returns the gzipped size of a response's body, regardless of how it was sent. */
async function measureBody(request: Request): Promise<number> {
  const response = await request.response();
  if (!response) throw new Error(`${request.url()} has no response.`);
  return gzipSync(await response.body(), { level: 9 }).length;
}
