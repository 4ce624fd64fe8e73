import { gzipSync } from 'node:zlib';
import { expect, type Page, type Request } from '@playwright/test';
import { makeAppointment, makePlan } from '@curbwrench/server/testing/builders';
import { testMorning } from '@curbwrench/server/testing/start-app';
import { test, today, type Stage } from './stage.ts';

/*
 * What a first visit has to fetch before a page can be used: the page, its styles and its scripts, in
 * kB of 1,000 bytes, until everything it shows is there. Counted is what the server sends; where that
 * is Brotli's, which not every browser and proxy takes, what gzip makes of it. So a page that goes out
 * without compression, because it says something of its reader, counts as it is (decision 32).
 *
 * Fonts have a budget of their own (decision 32): words are there without them. Answers to calls are
 * data and not counted. What a page fetches once it is idle, or when somebody asks for it, does not
 * count either: see `whenIdle` and `lazyComponent`.
 */
const budgets = { landing: 105, dashboard: 190, booking: 235, fonts: 84 };

type Ready = (page: Page) => Promise<void>;

/** The first page of each role, with what it shows last. */
const firstPages = {
  customer: {
    path: '/',
    heading: 'Dashboard',
    ready: async (page: Page) => {
      await expect(page.getByRole('link', { name: /Maintenance plans/ })).toBeVisible();
      await expect(page.getByText('12 Ponsonby Road')).toBeVisible();
      await expect(page.getByText("You don't have any completed services yet.")).toBeVisible();
    },
  },
  mechanic: {
    path: '/',
    heading: 'Mechanic Dashboard',
    ready: async (page: Page) => {
      await expect(page.getByText('12 Ponsonby Road')).toBeVisible();
      await expect(page.getByRole('switch')).toBeVisible();
    },
  },
  advisor: {
    path: '/service-advisor',
    heading: 'Service Advisor',
    ready: async (page: Page) => {
      await expect(page.getByText('7 Elm Street')).toBeVisible();
      await expect(page.getByText('Marcus Bell').first()).toBeVisible();
    },
  },
  admin: {
    path: '/',
    heading: 'Admin Dashboard',
    ready: async (page: Page) => {
      await expect(page.getByText('4:00 PM')).toBeVisible();
      await expect(page.getByText('Marcus Bell').first()).toBeVisible();
      await expect(page.getByText('No transactions recorded yet.')).toBeVisible();
    },
  },
} as const;

test('the first load of every first page stays within its budget', async ({ stage }) => {
  await fillDay(stage);
  const visitor = await stage.openPage();
  const asked: string[] = [];
  visitor.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const landing = await firstLoad(visitor, '/', (page) =>
    expect(page.getByRole('button', { name: 'Customer', exact: true })).toBeEnabled(),
  );
  expect.soft(landing, 'landing page').toBeLessThanOrEqual(budgets.landing);
  // That nobody is signed in came with the page: no call is refused, none is made.
  expect.soft(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);

  for (const [account, { path, heading, ready }] of entriesOf(firstPages)) {
    const page = await stage.openWithSession(stage.people[account]);
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(pathname + search);
    });
    const dashboard = await firstLoad(page, path, () => settled(page, heading, ready));
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
  const questions: string[] = [];
  page.on('request', (request) => questions.push(new URL(request.url()).pathname));
  const booking = await firstLoad(page, '/book-service', () =>
    settled(page, 'Book Service', () => expect(page.getByLabel('Service Type')).toBeEnabled()),
  );
  expect.soft(booking, 'booking page').toBeLessThanOrEqual(budgets.booking);
  // What the form offers came with the page.
  expect.soft(questions).toContain('/api/notifications/count');
  expect.soft(questions).not.toContain('/api/services');
  expect.soft(questions).not.toContain('/api/vehicles');
});

test('what nobody has asked for yet is fetched when somebody first touches the page', async ({
  stage,
}) => {
  const page = await stage.openWithSession(stage.people.customer);
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  const later = ['overlays', 'booking-check', 'add-vehicle-dialog'];
  const fetched = () => later.filter((name) => files.some((file) => file.includes(`/${name}-`)));
  await page.goto('/book-service');
  await settled(page, 'Book Service', () => expect(page.getByLabel('Service Type')).toBeEnabled());
  // What the page fetches once it is idle, it has fetched.
  await expect.poll(() => files.join()).toContain('/assistant-button-');
  await page.waitForLoadState('networkidle');
  expect(fetched()).toEqual([]);
  await page.keyboard.press('Tab');
  await expect.poll(fetched).toEqual(later);
});

test.describe('in a business without demo accounts', () => {
  test.use({ stageOptions: { now: testMorning, demo: false } });

  test('a mechanic who is asked for the location stays within the budget', async ({ stage }) => {
    await fillDay(stage);
    const page = await stage.openWithSession(stage.people.mechanic);
    const { path, heading, ready } = firstPages.mechanic;
    const dashboard = await firstLoad(page, path, async () => {
      await settled(page, heading, ready);
      await expect(page.getByRole('button', { name: 'Share my location' })).toBeVisible();
    });
    expect(dashboard).toBeLessThanOrEqual(budgets.dashboard);
  });
});

/** Something in every list that a first page has. */
async function fillDay({ site, people, oilChange }: Stage): Promise<void> {
  const day = { customer_id: people.customer.id, service_id: oilChange.id, date: today };
  await makeAppointment(site, {
    ...day,
    start_time: '14:00',
    end_time: '15:00',
    status: 'confirmed',
    mechanic_id: people.mechanic.id,
    address: '12 Ponsonby Road',
  });
  await makeAppointment(site, {
    ...day,
    start_time: '16:00',
    end_time: '17:00',
    address: '7 Elm Street',
  });
  await makePlan(site, {}, [{ serviceId: oilChange.id, uses: 1 }]);
}

/** The page shows what it is for, and nothing of it is still on its way. */
async function settled(page: Page, heading: string, ready: Ready): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  await ready(page);
  await expect(page.locator('.animate-breathe, .animate-spin')).toHaveCount(0);
}

async function firstLoad(page: Page, path: string, ready: Ready): Promise<number> {
  // A browser that is never idle.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(path);
  await ready(page);
  await page.waitForLoadState('networkidle');
  const size = async (kinds: readonly string[]) => {
    const counted = requests.filter((request) => kinds.includes(request.resourceType()));
    const sizes = await Promise.all(counted.map(sizeOf));
    return sizes.reduce((sum, one) => sum + one, 0) / 1000;
  };
  const used = await size(['document', 'stylesheet', 'script']);
  expect.soft(await size(['font']), `fonts of ${path}`).toBeLessThanOrEqual(budgets.fonts);
  await page.context().close();
  return used;
}

/** How many bytes its answer's body took, had it been sent without Brotli. */
async function sizeOf(request: Request): Promise<number> {
  const response = await request.response();
  if (!response) throw new Error(`${request.url()} has no answer.`);
  const encoding = (await response.allHeaders())['content-encoding'];
  if (encoding === 'br') return gzipSync(await response.body(), { level: 9 }).length;
  const { responseBodySize } = await request.sizes();
  return responseBodySize;
}

function entriesOf<Key extends string, Value>(record: Readonly<Record<Key, Value>>) {
  return Object.entries(record) as [Key, Value][];
}
