import { expect, type Page } from '@playwright/test';
import { demoAccounts, type DemoAccount } from '@curbwrench/contract/people/schemas';
import { logIn, makeMember, robin, tokenSentTo } from './account-steps.ts';
import { expectAccessible, expectAccessibleAnywhere } from './accessibility.ts';
import { BookingPage } from './booking-page.ts';
import { makeBusyDay, type BusyDay } from './busy-day.ts';
import { pages, pagesFor, pagesForVisitors } from './pages.ts';
import { test } from './sandbox.ts';

/*
 * Every page of the application, for every role that may open it: on a desktop and on a phone, in the light
 * and in the dark theme, with targets large enough to touch and no horizontal scrolling. The pages are
 * read from the application's list of paths, so a new page is checked for all roles at once.
 */

/** Pages that need the token of a link in a message. */
const forTokens = ['/verify-email', '/cancel-email-change', '/reset-password', '/invitation'];

/** More to check on a page: a tab, or a dialog that no other test checks. */
type Look = (page: Page) => Promise<void>;

// About twenty pages each, four times: most of a minute on a small machine, much more on a busy one.
test.describe.configure({ timeout: 600_000 });

for (const account of demoAccounts) {
  test(`axe finds no problem on any page that the ${account} opens`, async ({ sandbox }) => {
    expect(pages.length, 'the pages of the application').toBeGreaterThan(20);
    const day = await makeBusyDay(sandbox);
    const page = await sandbox.openWithSession(sandbox.people[account]);
    page.setDefaultTimeout(60_000);
    for (const path of pagesFor(account)) {
      await lookAt(page, path.replace('$id', String(day.jobs.confirmed)));
      for (const [name, look] of Object.entries(looks[account][path] ?? {})) {
        await test.step(name, async () => {
          await look(page);
          await expectNoSkeleton(page);
          await expectNothing(page, `${path}, ${name}`);
        });
      }
    }
    for (const status of otherJobs[account]) {
      await glanceAt(page, `/appointments/${day.jobs[status]}`);
    }
  });
}

test('axe finds no problem on a refused page or on one that could not be loaded', async ({
  sandbox,
}) => {
  const page = await sandbox.openWithSession(sandbox.people.customer);
  for (const path of pages.filter((one) => !pagesFor('customer').includes(one))) {
    if (!pagesForVisitors.includes(path)) await glanceAt(page, path);
  }
  sandbox.expectRefusal(503, '/api/appointments');
  await page.route('**/api/appointments?*', (route) =>
    route.fulfill({ status: 503, body: 'Please try again in a moment.' }),
  );
  await page.goto('/appointments');
  // The data it opens with was loaded with it.
  await page.getByRole('tab', { name: 'Past' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectNothing(page, 'a list that could not be loaded');
});

test('axe finds no problem on any page that a visitor opens', async ({ sandbox }) => {
  const all = new Set([...pagesForVisitors, ...demoAccounts.flatMap(pagesFor)]);
  expect(
    pages.filter((path) => !all.has(path)),
    'an unknown page',
  ).toEqual([]);
  const { invited } = await makeBusyDay(sandbox);
  await makeMember(sandbox);
  const page = await sandbox.openPage();
  const token = await tokenSentTo(sandbox, invited);
  await lookAt(page, '/', page.locator('main h1'));
  for (const path of [...pagesForVisitors, '/no-such-page', '/settings']) {
    await lookAt(page, forTokens.includes(path) ? `${path}#token=${token}` : path);
  }

  const booking = new BookingPage(page);
  await booking.open();
  await booking.fill({
    service: sandbox.oilChange.option,
    day: 'Wednesday, March 4th, 2026',
    time: '10:00 AM',
    address: '5 Elm Street',
  });
  await booking.submit.click();
  await expect(page.getByRole('dialog', { name: 'Log in to book' })).toBeVisible();
  await expectNothing(page, 'being asked to log in');
  await page.keyboard.press('Escape');
  await expectNothing(page, 'the filled form');

  // Demo accounts have no password, sessions or second factor.
  await page.goto('/sign-in');
  await logIn(page, robin);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await lookAt(page, '/account');
  for (const name of ['Set up', 'Delete account']) {
    await press(name)(page);
    await expectNothing(page, `the dialog of ${name}`);
    await page.keyboard.press('Escape');
  }
});

/** The frame distinguishes a page from the landing page, which is on the screen before all others. */
async function lookAt(
  page: Page,
  address: string,
  heading = page.locator('#page h1'),
): Promise<void> {
  await test.step(address, async () => {
    await page.goto(address);
    await expect(heading).toBeVisible();
    await expectNoSkeleton(page);
    await expectAccessibleAnywhere(page, address);
  });
}

/** For a page that differs only slightly from one that is checked anyway. */
async function glanceAt(page: Page, address: string): Promise<void> {
  await test.step(address, async () => {
    await page.goto(address);
    await expect(page.locator('#page h1')).toBeVisible();
    await expectNoSkeleton(page);
    await expectNothing(page, address);
  });
}

function expectNothing(page: Page, what: string): Promise<void> {
  return expectAccessible(page, { what, practice: true, onPhone: true });
}

/** Everything it requested has arrived. */
async function expectNoSkeleton(page: Page): Promise<void> {
  await expect(page.locator('.animate-breathe')).toHaveCount(0);
}

/** Presses the first button with a name and waits for the dialog that it opens. */
function press(name: string | RegExp): Look {
  return async (page) => {
    await page.getByRole('button', { name }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
}

function close(then: Look): Look {
  return async (page) => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await then(page);
  };
}

function tab(name: string | RegExp): Look {
  return (page) => page.getByRole('tab', { name }).click();
}

/** The other statuses in which a role's view of an appointment's page is checked. */
const otherJobs: Record<DemoAccount, readonly (keyof BusyDay['jobs'])[]> = {
  customer: ['completed', 'cancelled'],
  mechanic: ['in_progress'],
  advisor: ['pending', 'unassigned'],
  admin: ['in_progress', 'completed'],
};

const looks: Record<DemoAccount, Record<string, Record<string, Look>>> = {
  customer: {
    '/': { 'the person menu': press(/^Your account/) },
    '/appointments': {
      'picking a date': press('Pick a date'),
      'those past': close(tab(/^Past/)),
    },
    '/book-service': {
      'adding a vehicle': async (page) => {
        await page.getByLabel('Vehicle', { exact: true }).selectOption('add');
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    '/settings': {
      'the vehicles': tab('Vehicles'),
      'deleting a vehicle': press(/^Delete/),
    },
  },
  mechanic: {
    '/': { 'the schedule': tab(/Schedule/), 'the navigation': tab('Map & Navigation') },
  },
  advisor: {
    '/service-advisor': {
      assigning: press(/^Assign Mechanic/),
      'the confirmed': close(tab(/^Confirmed/)),
      'those in progress': tab(/^In Progress/),
      'the completed': tab(/^Completed/),
    },
    '/chat-support': {
      'a conversation': async (page) => {
        await page.getByRole('link', { name: /Casey Morgan/ }).click();
      },
    },
  },
  admin: {
    '/appointments': { 'those past': tab(/^Past/), 'those to come': tab(/^Upcoming/) },
    '/mail': {
      'a message': async (page) => {
        await page.getByRole('list', { name: 'Messages' }).getByRole('button').first().click();
      },
    },
    '/mechanics': {
      'the menu of a row': async (page) => {
        await page
          .getByRole('button', { name: /^Actions for/ })
          .first()
          .click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
      'the location': async (page) => {
        await page.getByRole('menuitem', { name: 'View Location' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    '/services': { 'deleting a service': press(/^Delete/) },
    '/subscription-plans': { 'taking a plan off the list': press(/^(Archive|Take)/) },
    '/service-area-map': { 'deleting an area': press(/^Delete/) },
    '/settings': {
      'the people': tab('People'),
      'a person': press(/^Manage/),
      'an invitation': close(press(/^Invite/)),
    },
  },
};
