import { gzipSync } from 'node:zlib';
import { expect, type Page, type Response } from '@playwright/test';
import { test } from './stage.ts';

/*
 * What a first visit has to fetch before a page can be used: page, styles and scripts, each as gzip
 * makes it, in kB of 1,000 bytes. Fonts and pictures come after the words. What a page fetches once
 * it is idle, or when somebody asks for it, does not count: see `whenIdle` and `lazyComponent`.
 */
const budgets = { landing: 105, dashboard: 190, booking: 235 };

const firstPages = {
  customer: { path: '/', heading: 'Dashboard' },
  mechanic: { path: '/', heading: 'Mechanic Dashboard' },
  advisor: { path: '/service-advisor', heading: 'Service Advisor' },
  admin: { path: '/', heading: 'Admin Dashboard' },
} as const;

test('the first load of every first page stays within its budget', async ({ stage }) => {
  const visitor = await stage.openPage();
  const asked: string[] = [];
  visitor.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const landing = await firstLoad(visitor, '/', (page) =>
    expect(page.getByRole('button', { name: 'Customer', exact: true })).toBeEnabled(),
  );
  expect.soft(landing, 'landing page').toBeLessThanOrEqual(budgets.landing);
  // That nobody is signed in came with the page: no call is refused, none is made.
  expect.soft(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);

  for (const [account, { path, heading }] of entriesOf(firstPages)) {
    const page = await stage.openWithSession(stage.people[account]);
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(pathname + search);
    });
    const dashboard = await firstLoad(page, path, () => settled(page, heading));
    expect.soft(dashboard, heading).toBeLessThanOrEqual(budgets.dashboard);
    // Nothing is asked twice, neither who it is nor what came with the page (decision 22).
    expect.soft(calls.toSorted()).toEqual([...new Set(calls)].toSorted());
    expect.soft(calls.join()).not.toContain('/api/auth/user');
    if (account === 'customer') {
      // The completed ones; what comes next came with the page.
      expect.soft(calls.filter((call) => call.startsWith('/api/appointments?'))).toHaveLength(1);
    }
  }

  const page = await stage.openWithSession(stage.people.customer);
  const booking = await firstLoad(page, '/book-service', async () => {
    await expect(page.getByLabel('Service Type')).toBeEnabled();
    await settled(page, 'Book Service');
  });
  expect.soft(booking, 'booking page').toBeLessThanOrEqual(budgets.booking);
});

/** The page shows what it is for, and nothing of it is still on its way. */
async function settled(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

async function firstLoad(
  page: Page,
  path: string,
  ready: (page: Page) => Promise<void>,
): Promise<number> {
  // A browser that is never idle.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const responses: Response[] = [];
  page.on('response', (response) => {
    if (kinds.has(response.request().resourceType())) responses.push(response);
  });
  await page.goto(path);
  await ready(page);
  const sizes = await Promise.all(
    responses.map(async (response) => gzipSync(await response.body(), { level: 9 }).length),
  );
  await page.context().close();
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

const kinds = new Set(['document', 'stylesheet', 'script']);

function entriesOf<Key extends string, Value>(record: Readonly<Record<Key, Value>>) {
  return Object.entries(record) as [Key, Value][];
}
