import { displayId } from '@curbwrench/contract/fields/display-id';
import { expect, type Page } from '@playwright/test';
import { makeAppointment, makeVehicle } from '@curbwrench/testing/builders';
import { fillPath, pages } from './pages.ts';
import { test, today } from './sandbox.ts';

/*
 * What a visitor and each role see on every page: its heading, or a refusal message.
 * menus.spec.ts tests the menus that link to the pages.
 */

const viewers = ['visitor', 'customer', 'mechanic', 'advisor', 'admin'] as const;

const loginRequired = 'Please log in to access the dashboard.';
const adminsOnly = 'Only administrators can access this page.';
const mechanicsForAdminsOnly = 'Only administrators can access the mechanics management page.';
const officeOnly = 'Only service advisors and administrators can access this page.';
const staffOnly = 'Only staff can access this page.';
const mechanicsOnly = 'Only mechanics can access the job map page.';
const notFound = 'Did you forget to add the page to the router?';

/** The heading that is shown above each refusal message. */
const refusals: Readonly<Record<string, string>> = {
  [loginRequired]: 'Authentication required',
  [adminsOnly]: 'Access restricted',
  [mechanicsForAdminsOnly]: 'Access restricted',
  [officeOnly]: 'Access restricted',
  [staffOnly]: 'Access restricted',
  [mechanicsOnly]: 'Access restricted',
  [notFound]: '404 Page Not Found',
};

/** The heading that each viewer sees, or a refusal message. */
type Row = readonly [
  visitor: string,
  customer: string,
  mechanic: string,
  advisor: string,
  admin: string,
];

const everyone = (heading: string): Row => [heading, heading, heading, heading, heading];
const signedIn = (heading: string): Row => [loginRequired, heading, heading, heading, heading];
const admins = (heading: string, refusal = adminsOnly): Row => [
  loginRequired,
  refusal,
  refusal,
  refusal,
  heading,
];
const homePages = [
  'Dashboard',
  'Mechanic Dashboard',
  'Service Advisor',
  'Admin Dashboard',
] as const;

/**
 * What viewers see, by path. The pages are opened in this order. No two in a row have the same heading, so that
 * a test cannot mistake the previous page for the next one.
 */
const expectedTexts: Readonly<Record<string, Row>> = {
  '/': ['Professional mobile mechanic services - we come to you!', ...homePages],
  '/appointments': signedIn('Appointments'),
  '/appointments/$id': signedIn('$number Oil & Filter Change'),
  '/book-service': everyone('Book Service'),
  '/mechanics': admins('Mechanics', mechanicsForAdminsOnly),
  '/team': [loginRequired, staffOnly, 'My hours', 'Team schedule', 'Team schedule'],
  '/customers': [loginRequired, officeOnly, officeOnly, 'Customers', 'Customers'],
  '/customers/import': admins('Import Customers'),
  '/customers/$id': [loginRequired, officeOnly, officeOnly, '$customer', '$customer'],
  '/vehicles/$id': signedIn('2019 Honda Civic'),
  '/service-advisor': [loginRequired, officeOnly, officeOnly, 'Service Advisor', 'Service Advisor'],
  '/map': [loginRequired, mechanicsOnly, 'Job Map', mechanicsOnly, mechanicsOnly],
  '/subscription-plans': everyone('Maintenance Plans'),
  '/service-area-map': everyone('Service Areas'),
  '/subscription-success': signedIn('Maintenance Plans'),
  '/services': everyone('Services'),
  '/reviews': ['Reviews', 'Reviews', 'My reviews', 'Reviews', 'Reviews'],
  '/privacy': everyone('Privacy'),
  '/terms': everyone('Terms'),
  '/payments': signedIn('Payments'),
  '/settings': signedIn('Settings'),
  '/account': signedIn('Your account'),
  '/chat-support': signedIn('Messages'),
  '/mail': admins('Account emails'),
  '/message-log': [loginRequired, officeOnly, officeOnly, 'Message log', 'Message log'],
  '/audit': admins('Audit trail'),
  // A signed-in person is redirected to their home page.
  '/sign-in': ['Log in to Curbwrench', ...homePages],
  '/forgot-password': everyone('Forgot your password?'),
  '/sign-up': ['Create an account', ...homePages],
  // These need the token of an email link.
  '/verify-email': everyone('This link is incomplete'),
  '/cancel-email-change': everyone('This link is incomplete'),
  '/unsubscribe': everyone('This link is incomplete'),
  '/invitation': everyone("This invitation can't be opened"),
  '/appointment-link': everyone("This link can't be opened"),
  '/reset-password': everyone('This link is incomplete'),
  '/set-up': ['Set up Curbwrench', ...homePages],
  '/no-such-page': everyone(notFound),
};

for (const [column, viewer] of viewers.entries()) {
  test(`the ${viewer} can open their own pages, and sees on other pages why access is refused @access.pages`, async ({
    sandbox,
  }) => {
    const paths = Object.keys(expectedTexts).filter((path) => path !== '/no-such-page');
    expect(new Set(paths), 'a row for each page').toEqual(new Set(pages));
    const { people } = sandbox;
    const vehicle = await makeVehicle(sandbox.app, people.customer.id);
    const id = await makeAppointment(sandbox.app, {
      vehicle_id: vehicle,
      date: today,
      status: 'confirmed',
      customer_id: people.customer.id,
      mechanic_id: people.mechanic.id,
      service_id: sandbox.oilChange.id,
    });
    const page = await (viewer === 'visitor'
      ? sandbox.openPage()
      : sandbox.openWithSession(people[viewer]));
    await page.goto('/');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    for (const [path, row] of Object.entries(expectedTexts)) {
      await test.step(path, async () => {
        const expected =
          row[column]?.replace('$number', displayId(id)).replace('$customer', 'Casey Morgan') ?? '';
        await expectPage(
          page,
          fillPath(path, { appointment: id, customer: people.customer.id, vehicle }),
          expected,
        );
        await expect(page.getByRole('button', { name: 'Curbwrench Assistant' })).toHaveCount(
          viewer === 'visitor' ? 0 : 1,
        );
      });
    }
  });
}

/** Opens a URL and expects the page's heading, or its refusal. */
async function expectPage(page: Page, address: string, expected: string): Promise<void> {
  const refusal = refusals[expected];
  // Refusals are tested by loading the URL. Other pages are opened without a page load, which is faster.
  if (refusal === undefined) await page.evaluate((to) => history.pushState({}, '', to), address);
  else await page.goto(address);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(refusal ?? expected);
  if (refusal === undefined) {
    // The browser tab of a record's page has the record's name as its title.
    if (/^\/(appointments|customers|vehicles)\/(?!import)/.test(address))
      await expect(page).toHaveTitle(`${expected} · Curbwrench`);
    return;
  }
  await expect(main).toContainText(expected);
  await expect(page).toHaveURL(address);
  if (expected !== loginRequired) return;
  await expect(main.getByRole('link', { name: 'Log In', exact: true })).toHaveAttribute(
    'href',
    `/api/login?to=${encodeURIComponent(address)}`,
  );
}
