import { displayId } from '@curbwrench/contract/fields/display-id';
import { expect, type Locator, type Page } from '@playwright/test';
import { makeAppointment, makeMechanic, makeVehicle } from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { bookThroughApi, delayRequests, setAvailability } from './appointment-steps.ts';
import { expectToast } from './booking-page.ts';
import { test, today, type Sandbox } from './sandbox.ts';

const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };

test('a customer without appointments sees what to do next, and later finds appointments by day and status @dashboards.loading @dashboards.empty @appointments.empty-lists @appointments.actions @appointments.loading @appointments.live @appointments.filters', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('customer', phone);

  await test.step('placeholder blocks are shown while the lists load', async () => {
    await page.goto('/appointments');
    const release = await delayRequests(page, /\/api\/(appointments|vehicles)(\?|$)/);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(3);
    await expect(page.getByRole('main').locator('.animate-breathe').first()).toBeVisible();
    await release();
    await expect(page.getByRole('main').locator('.animate-breathe')).toHaveCount(0);
  });

  await test.step('an empty dashboard links to next steps', async () => {
    await expect(page.getByText('Welcome back, Casey!')).toBeVisible();
    await expect(page.getByText("You don't have any upcoming appointments.")).toBeVisible();
    await expect(page.getByRole('link', { name: 'Book a service now' })).toBeVisible();
    await expect(page.getByText("You haven't added any vehicles yet.")).toBeVisible();
    await expect(page.getByText("You don't have any completed services yet.")).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add Vehicle' })).toHaveAttribute(
      'href',
      '/settings?tab=vehicles',
    );
    await expect(page.getByRole('link', { name: 'View service history' })).toHaveAttribute(
      'href',
      '/appointments?tab=past',
    );
    await expectAccessible(page);
  });

  await test.step('empty lists link to next steps', async () => {
    await page.getByRole('link', { name: 'My Appointments' }).click();
    await expect(page.getByText('View and manage your appointments')).toBeVisible();
    await expect(page.getByText("You don't have any upcoming appointments.")).toBeVisible();
    await expect(page.getByRole('link', { name: 'Book New Appointment' })).toHaveCount(2);
    await page.getByRole('tab', { name: 'Past' }).click();
    await expect(page.getByText("You don't have any past appointments.")).toBeVisible();
    await expect(page.getByRole('tab', { name: 'All' })).toHaveCount(0);
    await page.getByRole('tab', { name: 'Upcoming' }).click();
  });

  const { past, soon, later } = await makePastAndFutureAppointments(sandbox);
  const nextCardTexts = [
    'Oil & Filter Change',
    'Mar 05, 2026',
    '10:00 AM – 11:00 AM',
    '2019 Honda Civic',
    'Mechanic: Not yet assigned',
    '5 Elm Street, San Francisco',
  ];

  await test.step('bookings appear without reloading, the earliest first', async () => {
    await expect(page.getByRole('article')).toHaveCount(2);
    await expectTexts(page.getByRole('article').first(), [...nextCardTexts, soon, 'Pending']);
    await expectAccessible(page);
  });

  await test.step('a day filters the list until it is cleared', async () => {
    await page.getByRole('button', { name: 'Pick a date' }).click();
    const calendar = page.getByRole('dialog', { name: 'Pick a date' });
    await expect(calendar.getByText('March 2026')).toBeVisible();
    await calendar.getByRole('button', { name: /next month/i }).click();
    await expect(calendar.getByText('April 2026')).toBeVisible();
    await calendar.getByRole('button', { name: /previous month/i }).click();
    await calendar.getByRole('button', { name: /Monday, March 9th, 2026/ }).click();
    await expect(page).toHaveURL(/date=2026-03-09/);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('article')).toContainText(later);
    await page.getByRole('button', { name: 'Mar 09, 2026' }).click();
    await calendar.getByRole('button', { name: /Monday, March 9th, 2026/ }).click();
    await expect(page.getByRole('article')).toHaveCount(2);
  });

  await test.step('a status filters the list, and customers are not offered Unassigned', async () => {
    const filter = page.getByLabel('Filter by status');
    await expect(filter.locator('option:checked')).toHaveText('Filter by status');
    await expect(filter.getByRole('option', { name: 'Unassigned' })).toHaveCount(0);
    await filter.selectOption('Confirmed');
    await expect(page.getByText("You don't have any upcoming appointments.")).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await expect(page.getByRole('article')).toHaveCount(2);
    // Focus is on the list, not at the top of the page.
    await expect(page.locator('div:focus')).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('article').locator(':focus')).toHaveCount(1);
  });

  await test.step('past appointments have only View Details', async () => {
    await page.getByRole('tab', { name: 'Past' }).click();
    const row = page.getByRole('article');
    await expect(row).toContainText('Completed');
    await expect(row.getByRole('button')).toHaveCount(0);
    await row.getByRole('link', { name: `View Details for ${past}` }).click();
    await expect(page.getByRole('heading', { name: `${past} Oil & Filter Change` })).toBeVisible();
    // The older appointment is inserted last, to show that the table is sorted by date.
    await makeAppointment(sandbox.app, {
      date: '2026-02-20',
      customer_id: sandbox.people.customer.id,
      service_id: sandbox.oilChange.id,
      status: 'completed',
      mechanic_id: sandbox.people.mechanic.id,
    });
    await page.goto('/');
    const recent = page.getByRole('table', { name: 'Recent Services' }).getByRole('row');
    await expect(recent.filter({ has: page.getByRole('cell') })).toHaveText([
      /Feb 26, 2026.*Completed/,
      /Feb 20, 2026.*Completed/,
    ]);
    await expectTexts(page.getByRole('article'), [...nextCardTexts, soon, 'Pending']);
    const vehicles = page.getByRole('region', { name: 'My Vehicles' }).getByRole('listitem');
    await expectTexts(vehicles.first(), ['2019 Honda Civic', 'Sedan']);
    await page.getByRole('link', { name: `View Details for ${past}, Oil & Filter Change` }).click();
    await expect(page.getByRole('heading', { name: `${past} Oil & Filter Change` })).toBeVisible();
  });
});

test('the advisor board describes empty tabs, and flags appointments that need attention @dispatch.board @dispatch.attention @dispatch.candidates', async ({
  sandbox,
}) => {
  const advisor = await sandbox.openAs('advisor');
  await expect(advisor).toHaveURL(/\/service-advisor$/);

  await test.step('empty tabs say that they are empty', async () => {
    await expect(advisor.getByText('1 mechanic available for assignment')).toBeVisible();
    for (const [tab, subtitle, empty] of [
      [
        'Confirmed',
        'These appointments have been assigned to mechanics',
        'No confirmed appointments.',
      ],
      [
        'In Progress',
        'Mechanics are currently servicing these appointments',
        'No in-progress appointments.',
      ],
      ['Completed', 'These appointments have been completed', 'No completed appointments.'],
      ['Pending', 'Assign mechanics to these appointments', 'No pending appointments.'],
    ] as const) {
      await advisor.getByRole('tab', { name: tab }).click();
      await expect(advisor.getByText(subtitle)).toBeVisible();
      await expect(advisor.getByText(empty)).toBeVisible();
    }
  });

  const { soon } = await makePastAndFutureAppointments(sandbox);
  const job = { customer_id: sandbox.people.customer.id, service_id: sandbox.oilChange.id };
  await makeAppointment(sandbox.app, { ...job, date: '2026-03-02', status: 'unassigned' });
  const elenaDetails = { firstName: 'Elena', lastName: 'Ruiz', available: false };
  const elena = await makeMechanic(sandbox.app, elenaDetails);
  const elenaJob = { ...job, mechanic_id: elena.id };
  await makeAppointment(sandbox.app, { ...elenaJob, date: '2026-03-06', status: 'confirmed' });
  await makeAppointment(sandbox.app, { ...elenaJob, date: today, status: 'in_progress' });

  await test.step('an appointment whose time has passed needs attention', async () => {
    await advisor.reload();
    const row = advisor.getByRole('article').first();
    await expect(row).toContainText('Overdue');
    await expect(row).toContainText(
      'The start time has passed, and no mechanic has been assigned.',
    );
    await expect(row).toContainText('Unassigned');
    await expect(row).toContainText('Mar 02, 2026');
    await expect(row.getByRole('button', { name: /Assign Mechanic/ })).toBeVisible();
    await expect(advisor.getByRole('main').locator('dl > div')).toHaveText([
      /^Pending\s*3$/,
      /^Confirmed\s*1$/,
      /^In Progress\s*1$/,
      /^Completed\s*1$/,
    ]);
    await expect(advisor.getByRole('tab', { name: /Pending\s*3/ })).toBeVisible();
    await expectTexts(advisor.getByRole('article').filter({ hasText: soon }), [
      'Pending',
      `Customer #${sandbox.people.customer.id.slice(0, 5)}`,
      'Mar 05, 2026',
      '10:00 AM – 11:00 AM',
      '5 Elm Street, San Francisco',
    ]);
    for (const name of [/Confirmed\s*1/, /In Progress\s*1/]) {
      await advisor.getByRole('tab', { name }).click();
      await expect(advisor.getByRole('article')).toContainText('Mechanic: Elena Ruiz');
      await expect(advisor.getByRole('article').getByRole('link')).toHaveText('View Details');
      await expect(advisor.getByRole('button', { name: /^Assign/ })).toHaveCount(0);
    }
    await advisor.getByRole('tab', { name: /Completed\s*1/ }).click();
    await expect(advisor.getByRole('article')).toContainText('Mechanic: Marcus Bell');
    await expect(advisor.getByRole('link', { name: /View Details/ })).toBeVisible();
  });

  await test.step('no mechanic is offered while none is available', async () => {
    await setAvailability(sandbox, 'offline');
    await expect(advisor.getByText('No mechanics available at this time')).toBeVisible();
    // The current status matters only for a job today; for later days, everyone who is free is offered.
    await makeAppointment(sandbox.app, { ...job, date: today, status: 'unassigned' });
    await advisor.reload();
    await advisor.getByRole('tab', { name: /Pending/ }).click();
    const row = advisor.getByRole('article').filter({ hasText: 'Mar 03, 2026' });
    await row.getByRole('button', { name: /Assign Mechanic/ }).click();
    const dialog = advisor.getByRole('dialog', { name: 'Assign Mechanic' });
    await expect(dialog.getByText('Select a mechanic', { exact: true })).toBeVisible();
    await expect(dialog.getByRole('radio', { name: 'No available mechanics' })).toBeDisabled();
    // The button is marked as disabled, but pressing it shows what is missing.
    const confirm = dialog.getByRole('button', { name: 'Confirm Assignment' });
    await expect(confirm).toBeDisabled();
    await confirm.click({ force: true });
    await expectToast(advisor, 'No mechanic selected', 'Please select a mechanic to assign.');
  });
});

test('only an admin sees all appointments and can filter by unassigned ones @appointments.tabs @dashboards.admin-lists @appointments.loading', async ({
  sandbox,
}) => {
  await setAvailability(sandbox, 'offline');
  const admin = await sandbox.openAs('admin');
  await expect(admin.getByText('No active mechanics at the moment.')).toBeVisible();
  await admin.getByRole('link', { name: 'Appointments', exact: true }).first().click();
  await expect(
    admin.getByText('No appointments found for the selected date and filter.'),
  ).toBeVisible();
  await makePastAndFutureAppointments(sandbox);
  await makeAppointment(sandbox.app, {
    date: '2026-03-02',
    customer_id: sandbox.people.customer.id,
    service_id: sandbox.oilChange.id,
    status: 'unassigned',
  });

  await test.step('the All tab shows three placeholders while loading, and the others show two', async () => {
    await expectPlaceholders(admin, '/appointments?tab=all', 3);
    await expectPlaceholders(admin, '/appointments?tab=upcoming', 2);
  });

  await test.step('the Unassigned filter works for admins', async () => {
    await admin.goto('/appointments');
    await expect(admin.getByRole('tab', { name: 'All', selected: true })).toBeVisible();
    await admin.getByRole('button', { name: 'Show earlier' }).click();
    await expect(admin.getByRole('article')).toHaveCount(4);
    const completed = admin.getByRole('article').filter({ hasText: 'Feb 26, 2026' });
    await expectTexts(completed, ['#0001', 'Completed', 'Mechanic: Marcus Bell']);
    await expect(completed.getByRole('button')).toHaveCount(0);
    await admin.getByLabel('Filter by status').selectOption('Unassigned');
    await admin.getByRole('button', { name: 'Show earlier' }).click();
    const row = admin.getByRole('article');
    await expectTexts(row, [
      'Oil & Filter Change',
      '#0004',
      'Mar 02, 2026',
      '10:00 AM – 11:00 AM',
      `Customer #${sandbox.people.customer.id.slice(0, 5)}`,
      'Mechanic: Unassigned',
    ]);
    await expect(row.getByRole('button', { name: /Assign Mechanic/ })).toBeVisible();
    await expect(row.getByRole('link', { name: /View Details/ })).toBeVisible();
  });

  await test.step('the dashboard shows three pending appointments and four mechanics', async () => {
    await setAvailability(sandbox, 'available');
    for (let added = 0; added < 4; added += 1) await makeMechanic(sandbox.app);
    await bookThroughApi(sandbox, '2026-03-10', '09:00');
    await admin.goto('/');
    const pending = admin.getByRole('region', { name: 'Pending Appointments' });
    await expect(pending.getByRole('article')).toHaveCount(3);
    await expectTexts(pending.getByRole('article').nth(1), [
      'Oil & Filter Change',
      'Casey Morgan',
      '2019 Honda Civic',
      'Mar 05, 2026',
      '10:00 AM',
    ]);
    const stat = admin.locator('div > span', { hasText: /^Active Mechanics$/ }).locator('../..');
    await expect(stat).toContainText('5');
    await expect(pending.getByRole('link', { name: 'Details for', exact: false })).toHaveCount(3);
    await expect(pending.getByRole('button', { name: /^Assign Mechanic/ })).toHaveCount(3);
    await expect(pending.getByRole('link', { name: 'View All' })).toHaveAttribute(
      'href',
      '/appointments',
    );
    const active = admin.getByRole('region', { name: 'Active Mechanics' });
    await expect(active.getByRole('listitem')).toHaveCount(4);
    await expect(active.getByRole('listitem').filter({ hasText: 'Marcus Bell' })).toHaveText(
      /MB.*0 jobs today · Last active: \w+.*Available/,
    );
  });
});

/** Makes one past and two upcoming appointments for the customer. Returns their numbers as screens show them. */
async function makePastAndFutureAppointments(
  sandbox: Sandbox,
): Promise<Record<'past' | 'soon' | 'later', string>> {
  const { customer, mechanic } = sandbox.people;
  const past = await makeAppointment(sandbox.app, {
    date: '2026-02-26',
    customer_id: customer.id,
    vehicle_id: await makeVehicle(sandbox.app, customer.id),
    service_id: sandbox.oilChange.id,
    status: 'completed',
    mechanic_id: mechanic.id,
  });
  // The later appointment is booked first, to show that the list is sorted by date.
  const later = await bookThroughApi(sandbox, '2026-03-09', '09:00');
  const soon = await bookThroughApi(sandbox, '2026-03-05', '10:00');
  return { past: displayId(past), soon: displayId(soon), later: displayId(later) };
}

async function expectTexts(element: Locator, texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect(element).toContainText(text);
}

/** Expects this many placeholders while the list is loading. */
async function expectPlaceholders(page: Page, url: string, count: number): Promise<void> {
  const release = await delayRequests(page, '**/api/appointments?*');
  await page.goto(url);
  await expect(page.getByRole('main').locator('.border-l-6.border-l-line')).toHaveCount(count);
  await release();
  await expect(page.getByRole('article').first()).toBeVisible();
}
