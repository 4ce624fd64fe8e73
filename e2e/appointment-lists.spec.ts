import { expect, type Page } from '@playwright/test';
import { makeAppointment, makeMechanic, makeVehicle } from '@curbwrench/server/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { bookByCall, changeByCall, hold, switchTo } from './appointment-steps.ts';
import { test, today, type Stage } from './stage.ts';

const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };

test('a customer with nothing yet is told what to do, and later finds everything by day and status', async ({
  stage,
}) => {
  const page = await stage.openAs('customer', phone);

  await test.step('while it loads, the shape of a dashboard keeps its place', async () => {
    const letGo = await hold(page, '**/assets/frame-*.js');
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('#first-paint').getByText('Dashboard')).toBeVisible();
    await expect(page.getByText('Professional mobile mechanic services')).toBeHidden();
    await letGo();
    await expect(page.getByText('Welcome back, Casey!')).toBeVisible();
    await expect(page.locator('#first-paint')).toHaveCount(0);
  });

  await test.step('placeholder blocks keep the place of what is on its way', async () => {
    // From another page: on the first, what comes next is there already.
    await page.goto('/appointments');
    const letGo = await hold(page, /\/api\/(appointments|vehicles)(\?|$)/);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(3);
    await expect(page.getByRole('main').locator('.animate-breathe').first()).toBeVisible();
    await letGo();
    await expect(page.getByRole('main').locator('.animate-breathe')).toHaveCount(0);
  });

  await test.step('an empty dashboard leads on', async () => {
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

  await test.step('and so do the empty lists', async () => {
    await page.getByRole('link', { name: 'My Appointments' }).click();
    await expect(page.getByText('View and manage your appointments')).toBeVisible();
    await expect(page.getByText("You don't have any upcoming appointments.")).toBeVisible();
    await expect(page.getByRole('link', { name: 'Book New Appointment' })).toHaveCount(2);
    await page.getByRole('tab', { name: 'Past' }).click();
    await expect(page.getByText("You don't have any past appointments.")).toBeVisible();
    await expect(page.getByRole('tab', { name: 'All' })).toHaveCount(0);
    await page.getByRole('tab', { name: 'Upcoming' }).click();
  });

  const { past, soon, later } = await makeYear(stage);

  await test.step('what is booked appears by itself, the earliest first', async () => {
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(page.getByRole('article').first()).toContainText('Mar 05, 2026');
    await expect(page.getByRole('article').first()).toContainText('2019 Honda Civic');
    await expect(page.getByRole('article').first()).toContainText('Mechanic: Not yet assigned');
    await expect(page.getByRole('article').first()).toContainText(soon);
    await expectAccessible(page);
  });

  await test.step('a day is picked, and taken away again', async () => {
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

  await test.step('a status narrows the list, and nobody but an admin is offered Unassigned', async () => {
    const filter = page.getByLabel('Filter by status');
    await expect(filter.getByRole('option', { name: 'Unassigned' })).toHaveCount(0);
    await filter.selectOption('Confirmed');
    await expect(page.getByText("You don't have any upcoming appointments.")).toBeVisible();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expect(page.getByRole('article')).toHaveCount(2);
  });

  await test.step('what is over has View Details alone', async () => {
    await page.getByRole('tab', { name: 'Past' }).click();
    const row = page.getByRole('article');
    await expect(row).toContainText('Completed');
    await expect(row.getByRole('button')).toHaveCount(0);
    await row.getByRole('link', { name: `View Details of ${past}` }).click();
    await expect(page.getByRole('heading', { name: `Appointment ${past}` })).toBeVisible();
    // The older one later: the table has its own order.
    await makeAppointment(stage.site, {
      date: '2026-02-20',
      customer_id: stage.people.customer.id,
      service_id: stage.oilChange.id,
      status: 'completed',
      mechanic_id: stage.people.mechanic.id,
    });
    await page.goto('/');
    const recent = page.getByRole('table', { name: 'Recent Services' }).getByRole('row');
    await expect(recent.filter({ has: page.getByRole('cell') })).toHaveText([
      /Feb 26, 2026.*Completed/,
      /Feb 20, 2026.*Completed/,
    ]);
    await page.getByRole('link', { name: `View Details of ${past}, Oil & Filter Change` }).click();
    await expect(page.getByRole('heading', { name: `Appointment ${past}` })).toBeVisible();
  });
});

test('the advisor board says what is empty, and flags what needs someone', async ({ stage }) => {
  const advisor = await stage.openAs('advisor');
  await expect(advisor).toHaveURL(/\/service-advisor$/);

  await test.step('empty boards say so', async () => {
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

  await makeYear(stage);
  await makeAppointment(stage.site, {
    date: '2026-03-02',
    customer_id: stage.people.customer.id,
    service_id: stage.oilChange.id,
    status: 'unassigned',
  });

  await test.step('one whose time has passed needs attention', async () => {
    await advisor.reload();
    const row = advisor.getByRole('article').first();
    await expect(row).toContainText('Overdue');
    await expect(row).toContainText('Its time has passed and nobody was assigned.');
    await expect(row).toContainText('Unassigned');
    await expect(row).toContainText('Mar 02, 2026');
    await expect(row.getByRole('button', { name: /Assign Mechanic/ })).toBeVisible();
    await expect(advisor.getByRole('tab', { name: /Pending\s*3/ })).toBeVisible();
    await advisor.getByRole('tab', { name: /Completed\s*1/ }).click();
    await expect(advisor.getByRole('article')).toContainText('Mechanic: Marcus Bell');
    await expect(advisor.getByRole('link', { name: /View Details/ })).toBeVisible();
  });

  await test.step('nobody is offered while nobody is available', async () => {
    await switchTo(stage, 'offline');
    await expect(advisor.getByText('No mechanics available at this time')).toBeVisible();
    await advisor.getByRole('tab', { name: /Pending/ }).click();
    await advisor
      .getByRole('button', { name: /Assign Mechanic/ })
      .last()
      .click();
    const choice = advisor.getByLabel('Mechanic', { exact: true });
    await expect(choice.locator('option:checked')).toHaveText('Select a mechanic');
    await expect(choice.getByRole('option', { name: 'No available mechanics' })).toBeDisabled();
    await expect(advisor.getByRole('button', { name: 'Confirm Assignment' })).toBeDisabled();
  });
});

test('an admin sees all appointments, and alone can ask for the unassigned ones', async ({
  stage,
}) => {
  await switchTo(stage, 'offline');
  const admin = await stage.openAs('admin');
  await expect(admin.getByText('No active mechanics at the moment.')).toBeVisible();
  await admin.getByRole('link', { name: 'Appointments', exact: true }).first().click();
  await expect(
    admin.getByText('No appointments found for the selected date and filter.'),
  ).toBeVisible();
  await makeYear(stage);
  await makeAppointment(stage.site, {
    date: '2026-03-02',
    customer_id: stage.people.customer.id,
    service_id: stage.oilChange.id,
    status: 'unassigned',
  });

  await test.step('the All tab waits with three placeholders, the others with two', async () => {
    await expectPlaceholders(admin, '/appointments?tab=all', 3);
    await expectPlaceholders(admin, '/appointments?tab=upcoming', 2);
  });

  await test.step('and filters by Unassigned, which is for admins', async () => {
    await admin.goto('/appointments');
    await expect(admin.getByRole('tab', { name: 'All', selected: true })).toBeVisible();
    await expect(admin.getByRole('article')).toHaveCount(4);
    await admin.getByLabel('Filter by status').selectOption('Unassigned');
    await expect(admin.getByRole('article')).toHaveCount(1);
    const row = admin.getByRole('article');
    await expect(row).toContainText(`Customer #${stage.people.customer.id.slice(0, 5)}`);
    await expect(row).toContainText('Mechanic: Unassigned');
    await expect(row.getByRole('button', { name: /Assign Mechanic/ })).toBeVisible();
    await expect(row.getByRole('link', { name: /View Details/ })).toBeVisible();
  });

  await test.step('the first page shows three that wait and four mechanics', async () => {
    await switchTo(stage, 'available');
    for (let more = 0; more < 4; more += 1) await makeMechanic(stage.site);
    await bookByCall(stage, '2026-03-10', '09:00');
    await admin.goto('/');
    const waiting = admin.getByRole('region', { name: 'Pending Appointments' });
    await expect(waiting.getByRole('article')).toHaveCount(3);
    for (const fact of ['Casey Morgan', '2019 Honda Civic', 'Mar 05, 2026', '10:00 AM']) {
      await expect(waiting.getByRole('article').nth(1)).toContainText(fact);
    }
    await expect(waiting.getByRole('link', { name: 'Details of', exact: false })).toHaveCount(3);
    await expect(waiting.getByRole('button', { name: /^Assign Mechanic/ })).toHaveCount(3);
    await expect(waiting.getByRole('link', { name: 'View All' })).toHaveAttribute(
      'href',
      '/appointments',
    );
    const active = admin.getByRole('region', { name: 'Active Mechanics' });
    await expect(active.getByRole('listitem')).toHaveCount(4);
    await expect(active.getByRole('listitem').filter({ hasText: 'Marcus Bell' })).toHaveText(
      /MB.*0 jobs today · \w+.*Available/,
    );
  });
});

test("a mechanic's day stands in its groups, and the week says how full it is", async ({
  stage,
}) => {
  const { mechanic: marcus, advisor: avery, customer: casey } = stage.people;
  // Somebody else's job is not on it.
  const other = await makeMechanic(stage.site);
  const vehicle_id = await makeVehicle(stage.site, casey.id);
  const done = { date: today, customer_id: casey.id, vehicle_id, service_id: stage.oilChange.id };
  const early = { ...done, start_time: '08:00', end_time: '09:00' };
  await makeAppointment(stage.site, { ...early, status: 'completed', mechanic_id: marcus.id });
  await makeAppointment(stage.site, { ...done, status: 'confirmed', mechanic_id: other.id });
  for (const time of ['11:00', '14:00']) {
    const id = await bookByCall(stage, today, time);
    await changeByCall(stage, avery, id, { status: 'confirmed', mechanicId: marcus.id });
    if (time === '11:00') await changeByCall(stage, marcus, id, { status: 'in_progress' });
  }
  const page = await stage.openAs('mechanic', phone);
  await expect(page.getByText('Welcome back, Marcus!')).toBeVisible();
  await expect(page.getByLabel('Today', { exact: true }).locator('div')).toHaveText([
    /Today's Jobs\s*3/,
    /Upcoming\s*1/,
    /In Progress\s*1/,
    /Completed\s*1/,
  ]);

  for (const group of ['In Progress (1)', 'Upcoming (1)', 'Completed (1)']) {
    await expect(page.getByRole('region', { name: group }).getByRole('article')).toHaveCount(1);
  }
  const job = page.getByRole('region', { name: 'In Progress (1)' }).getByRole('article');
  await expect(job).toHaveText(
    /11:00 AM – 12:00 PM.*2019 Honda Civic.*5 Elm Street, San Francisco/,
  );
  await expect(job.getByRole('button')).toHaveText([/Complete Service/, 'Customer Details']);
  const finished = page.getByRole('region', { name: 'Completed (1)' }).getByRole('article');
  await expect(finished).toHaveText(
    /8:00 AM – 9:00 AM.*#0001.*Oil & Filter Change.*2019 Honda Civic.*1 Kerb Street/,
  );
  await expect(finished.getByRole('button')).toHaveText('Customer Details');

  const week = page.getByRole('region', { name: 'Upcoming Week' });
  await expect(week.getByRole('listitem')).toHaveText([
    /Sun.*1.*Off/,
    /Mon.*2.*Off/,
    /Tue.*3.*3 jobs/,
    /Wed.*4.*Off/,
    /Thu.*5.*Off/,
  ]);
  await week.getByRole('button', { name: 'Next week' }).click();
  await expect(week).toContainText('Mar 08 – 12, 2026');
  await expect(week.getByRole('link', { name: 'View Full Schedule' })).toHaveAttribute(
    'href',
    '/appointments',
  );
  await expectAccessible(page);
});

/** One that is over and two ahead, all the customer's. Answers their shown numbers. */
async function makeYear(stage: Stage): Promise<Record<'past' | 'soon' | 'later', string>> {
  const { customer, mechanic } = stage.people;
  const past = await makeAppointment(stage.site, {
    date: '2026-02-26',
    customer_id: customer.id,
    vehicle_id: await makeVehicle(stage.site, customer.id),
    service_id: stage.oilChange.id,
    status: 'completed',
    mechanic_id: mechanic.id,
  });
  // The later one first: the list has its own order.
  const later = await bookByCall(stage, '2026-03-09', '09:00');
  const soon = await bookByCall(stage, '2026-03-05', '10:00');
  const shown = (id: number) => `#${String(id).padStart(4, '0')}`;
  return { past: shown(past), soon: shown(soon), later: shown(later) };
}

/** Counts the placeholders while the list is on its way. */
async function expectPlaceholders(page: Page, url: string, count: number): Promise<void> {
  const letGo = await hold(page, '**/api/appointments?*');
  await page.goto(url);
  await expect(page.getByRole('main').locator('.border-l-6.border-l-line')).toHaveCount(count);
  await letGo();
  await expect(page.getByRole('article').first()).toBeVisible();
}
