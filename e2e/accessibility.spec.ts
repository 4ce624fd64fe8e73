import { expect, type Page } from '@playwright/test';
import { demoAccounts, type DemoAccount } from '@curbwrench/contract/people/schemas';
import { logIn, makeMember, robin, tokenSentTo } from './account-steps.ts';
import { expectAccessible, expectAccessibleAnywhere } from './accessibility.ts';
import { BookingPage } from './booking-page.ts';
import { insertSampleData, type SampleData } from './sample-data.ts';
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
type Interaction = (page: Page) => Promise<void>;

// About twenty pages each, four times: most of a minute on a small machine, much more on a busy one.
test.describe.configure({ timeout: 600_000 });

for (const account of demoAccounts) {
  test(`axe finds no problem on any page that the ${account} opens`, async ({ sandbox }) => {
    expect(pages.length, 'the pages of the application').toBeGreaterThan(20);
    const day = await insertSampleData(sandbox);
    const page = await sandbox.openWithSession(sandbox.people[account]);
    page.setDefaultTimeout(60_000);
    for (const path of pagesFor(account)) {
      await checkPage(page, path.replace('$id', String(day.jobs.confirmed)));
      for (const [name, interact] of Object.entries(interactions[account][path] ?? {})) {
        await test.step(name, async () => {
          await interact(page);
          await expectLoaded(page);
          await expectNoViolations(page, `${path}, ${name}`);
        });
      }
    }
    for (const status of otherStatuses[account]) {
      await checkPageBriefly(page, `/appointments/${day.jobs[status]}`);
    }
  });
}

test('axe finds no problem on a refused page or on one that could not be loaded', async ({
  sandbox,
}) => {
  const page = await sandbox.openWithSession(sandbox.people.customer);
  for (const path of pages.filter((one) => !pagesFor('customer').includes(one))) {
    if (!pagesForVisitors.includes(path)) await checkPageBriefly(page, path);
  }
  sandbox.expectRefusal(503, '/api/appointments');
  await page.route('**/api/appointments?*', (route) =>
    route.fulfill({ status: 503, body: 'Please try again in a moment.' }),
  );
  await page.goto('/appointments');
  // The data it opens with was loaded with it.
  await page.getByRole('tab', { name: 'Past' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectNoViolations(page, 'a list that could not be loaded');
});

test('axe finds no problem on any page that a visitor opens', async ({ sandbox }) => {
  const reachable = new Set([...pagesForVisitors, ...demoAccounts.flatMap(pagesFor)]);
  expect(
    pages.filter((path) => !reachable.has(path)),
    'an unknown page',
  ).toEqual([]);
  const { invited } = await insertSampleData(sandbox);
  await makeMember(sandbox);
  const page = await sandbox.openPage();
  const token = await tokenSentTo(sandbox, invited);
  await checkPage(page, '/', page.locator('main h1'));
  for (const path of [...pagesForVisitors, '/no-such-page', '/settings']) {
    await checkPage(page, forTokens.includes(path) ? `${path}#token=${token}` : path);
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
  await expectNoViolations(page, 'being asked to log in');
  await page.keyboard.press('Escape');
  await expectNoViolations(page, 'the filled form');

  // Demo accounts have no password, sessions or second factor.
  await page.goto('/sign-in');
  await logIn(page, robin);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await checkPage(page, '/account');
  for (const name of ['Set up', 'Delete account']) {
    await press(name)(page);
    await expectNoViolations(page, `the dialog of ${name}`);
    await page.keyboard.press('Escape');
  }
});

/** The frame distinguishes a page from the landing page, which is on the screen before all others. */
async function checkPage(
  page: Page,
  address: string,
  heading = page.locator('#page h1'),
): Promise<void> {
  await test.step(address, async () => {
    await page.goto(address);
    await expect(heading).toBeVisible();
    await expectLoaded(page);
    await expectAccessibleAnywhere(page, address);
  });
}

/** For a page that differs only slightly from one that is checked anyway. */
async function checkPageBriefly(page: Page, address: string): Promise<void> {
  await test.step(address, async () => {
    await page.goto(address);
    await expect(page.locator('#page h1')).toBeVisible();
    await expectLoaded(page);
    await expectNoViolations(page, address);
  });
}

function expectNoViolations(page: Page, subject: string): Promise<void> {
  return expectAccessible(page, { subject, includeBestPractices: true, alsoOnPhone: true });
}

/** Everything it requested has arrived. */
async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('.animate-breathe')).toHaveCount(0);
}

/** Presses the first button with a name and waits for the dialog that it opens. */
function press(name: string | RegExp): Interaction {
  return async (page) => {
    await page.getByRole('button', { name }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
}

function closeThen(then: Interaction): Interaction {
  return async (page) => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await then(page);
  };
}

function selectTab(name: string | RegExp): Interaction {
  return (page) => page.getByRole('tab', { name }).click();
}

/** The other statuses in which a role's view of an appointment's page is checked. */
const otherStatuses: Record<DemoAccount, readonly (keyof SampleData['jobs'])[]> = {
  customer: ['completed', 'cancelled'],
  mechanic: ['in_progress'],
  advisor: ['pending', 'unassigned'],
  admin: ['in_progress', 'completed'],
};

const interactions: Record<DemoAccount, Record<string, Record<string, Interaction>>> = {
  customer: {
    '/': { 'the person menu': press(/^Your account/) },
    '/appointments': {
      'picking a date': press('Pick a date'),
      'those past': closeThen(selectTab(/^Past/)),
    },
    '/book-service': {
      'adding a vehicle': async (page) => {
        await page.getByLabel('Vehicle', { exact: true }).selectOption('add');
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    '/settings': {
      'the vehicles': selectTab('Vehicles'),
      'deleting a vehicle': press(/^Delete/),
    },
  },
  mechanic: {
    '/': { 'the schedule': selectTab(/Schedule/), 'the navigation': selectTab('Map & Navigation') },
  },
  advisor: {
    '/service-advisor': {
      assigning: press(/^Assign Mechanic/),
      'the confirmed': closeThen(selectTab(/^Confirmed/)),
      'those in progress': selectTab(/^In Progress/),
      'the completed': selectTab(/^Completed/),
    },
    '/chat-support': {
      'a conversation': async (page) => {
        await page.getByRole('link', { name: /Casey Morgan/ }).click();
      },
    },
  },
  admin: {
    '/appointments': { 'those past': selectTab(/^Past/), 'those to come': selectTab(/^Upcoming/) },
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
      'the people': selectTab('People'),
      'a person': press(/^Manage/),
      'an invitation': closeThen(press(/^Invite/)),
    },
  },
};
