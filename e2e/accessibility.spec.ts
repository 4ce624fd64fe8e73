import { expect, type Page } from '@playwright/test';
import { demoAccounts, type DemoAccount } from '@curbwrench/contract/people/schemas';
import { logIn, makeMember, robin, tokenSentTo } from './account-steps.ts';
import { expectAccessible, expectAccessibleAtAllSizes } from './accessibility.ts';
import { BookingPage, fillVisitor } from './booking-page.ts';
import { insertSampleData, type SampleData } from './sample-data.ts';
import {
  fillPath,
  pages,
  pagesFor,
  pagesForEveryone,
  pagesForVisitors,
  pagesIdenticalForEveryone,
  readVehicleId,
} from './pages.ts';
import { test } from './sandbox.ts';

/*
 * Checks every page for every role that can open it, on a desktop and on a phone, in the light and in the
 * dark theme: axe finds no problem, targets are large enough to touch, nothing scrolls sideways, and no more than
 * one button on a page is its primary action. The pages are read from the application's list of paths, so new pages are
 * included. A page that differs little from one that another test checks is checked at fewer sizes.
 */

/** Pages that are opened through a link with a token in an email. */
const tokenPages = ['/verify-email', '/cancel-email-change', '/reset-password', '/invitation'];

/** Opens a tab or a dialog on a page, so that it is checked too. */
type Interaction = (page: Page) => Promise<void>;

// Each test checks about twenty pages four times: a minute on a small machine, more on a busy one.
test.describe.configure({ timeout: 600_000 });

for (const account of demoAccounts) {
  test(`axe finds no problem on any page that the ${account} opens`, async ({ sandbox }) => {
    expect(pages.length, 'the pages of the application').toBeGreaterThan(20);
    const sample = await insertSampleData(sandbox);
    const page = await sandbox.openWithSession(sandbox.people[account]);
    page.setDefaultTimeout(60_000);
    const appointment = sample.jobs.confirmed;
    const vehicle = await readVehicleId(page, appointment);
    const paths = pagesFor(account).filter((path) => !pagesIdenticalForEveryone.includes(path));
    for (const path of paths) {
      const ids = { appointment, customer: sandbox.people.customer.id, vehicle };
      const check = isCheckedElsewhere(account, path) ? checkPageBriefly : checkPage;
      await check(page, fillPath(path, ids));
      for (const [name, interact] of Object.entries(interactions[account][path] ?? {})) {
        await test.step(name, async () => {
          await interact(page);
          await expectLoaded(page);
          await expectNoViolations(page, `${path}, ${name}`);
        });
      }
    }
    for (const status of otherStatuses[account]) {
      await checkPageBriefly(page, `/appointments/${sample.jobs[status]}`);
    }
  });
}

/**
 * Returns whether another test checks nearly the same page at all sizes: the admin's test the advisor's pages, and the
 * visitor's test the pages about the business, which a customer and a mechanic cannot edit. The booking form is not one
 * of them, since it has other fields for a customer.
 */
function isCheckedElsewhere(account: DemoAccount, path: string): boolean {
  if (account === 'advisor') return pagesFor('admin').includes(path);
  return account !== 'admin' && path !== '/book-service' && pagesForEveryone.includes(path);
}

test('axe finds no problem on pages that a role cannot open or whose data failed to load', async ({
  sandbox,
}) => {
  const page = await sandbox.openWithSession(sandbox.people.customer);
  for (const path of pages.filter((candidate) => !pagesFor('customer').includes(candidate))) {
    if (!pagesForVisitors.includes(path)) await checkPageBriefly(page, path);
  }
  sandbox.expectErrorStatus(503, '/api/appointments');
  await page.route('**/api/appointments?*', (route) =>
    route.fulfill({ status: 503, body: 'Please try again in a moment.' }),
  );
  await page.goto('/appointments');
  // The first tab's data came with the document, so another tab is opened.
  await page.getByRole('tab', { name: 'Past' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectNoViolations(page, 'a list that could not be loaded');
});

test('axe finds no problem on any page that a visitor opens', async ({ sandbox }) => {
  const reachable = new Set([...pagesForVisitors, ...demoAccounts.flatMap(pagesFor)]);
  expect(
    pages.filter((path) => !reachable.has(path)),
    'pages that nobody can open',
  ).toEqual([]);
  const { invitedEmail } = await insertSampleData(sandbox);
  await makeMember(sandbox);
  const page = await sandbox.openPage();
  const token = await tokenSentTo(sandbox, invitedEmail);
  await checkPage(page, '/', page.locator('main h1'));
  for (const path of [...pagesForVisitors, ...pagesForEveryone, '/no-such-page', '/settings']) {
    await checkPage(page, tokenPages.includes(path) ? `${path}#token=${token}` : path);
  }

  const booking = new BookingPage(page);
  await booking.open();
  await booking.fill({
    service: sandbox.oilChange.name,
    day: 'Wednesday, March 4th, 2026',
    time: '10:00 AM',
    address: '5 Elm Street',
  });
  await fillVisitor(page);
  await booking.submit.click();
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible();
  await expectNoViolations(page, 'the dialog for the code');
  await page.keyboard.press('Escape');
  await expectNoViolations(page, 'the filled-in booking form');

  // Demo accounts have no password, sessions or second factor.
  await page.goto('/sign-in');
  await logIn(page, robin);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await checkPage(page, '/account');
  for (const name of ['Set up', 'Delete account']) {
    await pressButton(name)(page);
    await expectNoViolations(page, `the ${name} dialog`);
    await page.keyboard.press('Escape');
  }
});

/**
 * Opens a page and checks it at all sizes. By default it waits for a heading within `#page`; the landing page has no
 * such element.
 */
async function checkPage(
  page: Page,
  address: string,
  heading = page.locator('#page h1'),
): Promise<void> {
  await test.step(address, async () => {
    await page.goto(address);
    await expect(heading).toBeVisible();
    await expectLoaded(page);
    await expectAccessibleAtAllSizes(page, address);
    await expectOnePrimaryAction(page, address);
  });
}

/** Opens a page and checks it at fewer sizes, because it differs little from another checked page. */
async function checkPageBriefly(page: Page, address: string): Promise<void> {
  await test.step(address, async () => {
    await page.goto(address);
    await expect(page.locator('#page h1')).toBeVisible();
    await expectLoaded(page);
    await expectNoViolations(page, address);
  });
}

async function expectNoViolations(page: Page, subject: string): Promise<void> {
  await expectAccessible(page, { subject, includeBestPractices: true, alsoOnPhone: true });
  await expectOnePrimaryAction(page, subject);
}

/** Expects that only one button on the page or in the open dialog, or none, has the primary action's color. */
async function expectOnePrimaryAction(page: Page, subject: string): Promise<void> {
  const dialog = page.getByRole('dialog').last();
  const scope = (await dialog.isVisible()) ? dialog : page.locator('body');
  const filled = scope.locator(':is(a, button).bg-signal').filter({ visible: true });
  const names = await filled.allInnerTexts();
  expect.soft(names.slice(1), `primary actions on ${subject} besides ${names[0]}`).toEqual([]);
}

/** Expects that the page shows no loading placeholders. */
async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('.animate-breathe')).toHaveCount(0);
}

/** Returns an interaction that presses the first button with a name and waits for its dialog. */
function pressButton(name: string | RegExp): Interaction {
  return async (page) => {
    await page.getByRole('button', { name }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
}

/** Returns an interaction that closes the open dialog before it runs `next`. */
function closeThen(next: Interaction): Interaction {
  return async (page) => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await next(page);
  };
}

function selectTab(name: string | RegExp): Interaction {
  return (page) => page.getByRole('tab', { name }).click();
}

/** The statuses, besides confirmed, in which each role's appointment page is checked. */
const otherStatuses: Record<DemoAccount, readonly (keyof SampleData['jobs'])[]> = {
  customer: ['completed', 'cancelled'],
  mechanic: ['in_progress'],
  advisor: ['pending', 'unassigned'],
  admin: ['in_progress', 'completed'],
};

const interactions: Record<DemoAccount, Record<string, Record<string, Interaction>>> = {
  customer: {
    '/': { 'the account menu': pressButton(/^Your account/) },
    '/appointments': {
      'picking a date': pressButton('Pick a date'),
      'the Past tab': closeThen(selectTab(/^Past/)),
    },
    '/book-service': {
      'adding a vehicle': async (page) => {
        await page.getByRole('button', { name: /^Add (New|Your First) Vehicle$/ }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    '/settings': {
      'the Vehicles tab': selectTab('Vehicles'),
      'deleting a vehicle': pressButton(/^Delete/),
    },
  },
  mechanic: {
    '/': {
      'the Schedule tab': selectTab(/Schedule/),
      'the Map & Navigation tab': selectTab('Map & Navigation'),
    },
  },
  advisor: {
    '/service-advisor': {
      assigning: pressButton(/^Assign Mechanic/),
      'the Confirmed tab': closeThen(selectTab(/^Confirmed/)),
      'the In Progress tab': selectTab(/^In Progress/),
      'the Completed tab': selectTab(/^Completed/),
      'marking a mechanic as sick': pressButton('Mark someone out sick'),
    },
    '/chat-support': {
      'a conversation': async (page) => {
        await page.getByRole('link', { name: /Casey Morgan/ }).click();
      },
    },
  },
  admin: {
    '/team': {
      'the weekly hours': async (page) => {
        await page
          .getByRole('button', { name: /^Actions for/ })
          .first()
          .click();
        await page.getByRole('menuitem', { name: 'Weekly hours' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
      'the holidays': closeThen(pressButton('Holidays')),
      'new time off': closeThen(pressButton('Add time off')),
    },
    '/appointments': {
      'the Past tab': selectTab(/^Past/),
      'the Upcoming tab': selectTab(/^Upcoming/),
    },
    '/mail': {
      'an email': async (page) => {
        await page.getByRole('list', { name: 'Emails' }).getByRole('button').first().click();
      },
    },
    '/mechanics': {
      'a row menu': async (page) => {
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
    '/services': { 'deleting a service': pressButton(/^Delete/) },
    '/subscription-plans': { 'archiving a plan': pressButton(/^(Archive|Take)/) },
    '/service-area-map': { 'deleting an area': pressButton(/^Delete/) },
    '/settings': {
      'the People tab': selectTab('People'),
      'a person': pressButton(/^Manage/),
      'an invitation': closeThen(pressButton(/^Invite/)),
      'the Business tab': closeThen(selectTab('Business')),
    },
  },
};
