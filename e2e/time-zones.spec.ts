import { makeAppointment, makeVehicle } from '@curbwrench/testing/builders';
import { expect, type Locator, type Page } from '@playwright/test';
import { BookingPage, toast } from './booking-page.ts';
import { test, type Sandbox } from './sandbox.ts';

/** A person whose local date differs from the business's. */
interface Viewer {
  readonly timezoneId: string;
  /** The start of the viewer's booking as shown, such as '10:00 AM'. */
  readonly shownStart: string;
  /** The end of the booking as shown. */
  readonly shownEnd: string;
  /** The start as stored, such as '10:00:00'. */
  readonly storedStart: string;
}

/** The business's current day, as the API and the screens write it. */
interface BusinessDay {
  readonly date: string;
  /** Such as 'Mar 03, 2026'. */
  readonly shortDate: string;
  readonly weekday: string;
  /** The day's label in a calendar. */
  readonly calendarLabel: string;
  /** The calendar label of the day before. */
  readonly yesterday: string;
}

test.describe('half an hour before midnight', () => {
  // 23:30 in the business's time zone, and already Wednesday in Berlin and Auckland.
  test.use({ serverOptions: { now: new Date('2026-03-04T07:30:00Z') } });
  const tuesday = {
    date: '2026-03-03',
    shortDate: 'Mar 03, 2026',
    weekday: 'Tuesday',
    calendarLabel: 'Today, Tuesday, March 3rd, 2026',
    yesterday: 'Monday, March 2nd, 2026',
  };

  test('people in Berlin and Auckland, where it is already tomorrow, see the same days as the business', async ({
    sandbox,
  }) => {
    await expectSameDays(sandbox, tuesday, [
      {
        timezoneId: 'Europe/Berlin',
        shownStart: '10:00 AM',
        shownEnd: '11:00 AM',
        storedStart: '10:00:00',
      },
      {
        timezoneId: 'Pacific/Auckland',
        shownStart: '1:00 PM',
        shownEnd: '2:00 PM',
        storedStart: '13:00:00',
      },
    ]);
  });
});

test.describe('half an hour after midnight', () => {
  // 00:30 in the business's time zone, and still Tuesday in Honolulu.
  test.use({ serverOptions: { now: new Date('2026-03-04T08:30:00Z') } });
  const wednesday = {
    date: '2026-03-04',
    shortDate: 'Mar 04, 2026',
    weekday: 'Wednesday',
    calendarLabel: 'Today, Wednesday, March 4th, 2026',
    yesterday: 'Tuesday, March 3rd, 2026',
  };

  test('a person in Honolulu, where it is still yesterday, sees the same days as the business', async ({
    sandbox,
  }) => {
    await expectSameDays(sandbox, wednesday, [
      {
        timezoneId: 'Pacific/Honolulu',
        shownStart: '8:00 AM',
        shownEnd: '9:00 AM',
        storedStart: '08:00:00',
      },
    ]);
  });
});

/**
 * Expects that people in each time zone see the business's dates when they book, reschedule or pick a day.
 */
async function expectSameDays(
  sandbox: Sandbox,
  day: BusinessDay,
  viewers: readonly Viewer[],
): Promise<void> {
  const { app, people, oilChange } = sandbox;
  await makeVehicle(app, people.customer.id);
  await makeAppointment(app, {
    date: day.date,
    status: 'confirmed',
    customer_id: people.customer.id,
    mechanic_id: people.mechanic.id,
    service_id: oilChange.id,
    start_time: '15:00',
    end_time: '16:00',
    address: '1 Job Road',
  });
  for (const viewer of viewers) {
    const { timezoneId } = viewer;
    await test.step(timezoneId, async () => {
      const customer = await sandbox.openWithSession(people.customer, { timezoneId });
      await bookAndExpectDay(sandbox, customer, viewer, day);
      await rescheduleAndExpectDay(sandbox, customer, viewer);
      const mechanic = await sandbox.openWithSession(people.mechanic, { timezoneId });
      await expectMechanicsDay(mechanic, day);
      const advisor = await sandbox.openWithSession(people.advisor, { timezoneId });
      await expectAdvisorsDays(advisor, viewer, day);
      for (const page of [customer, mechanic, advisor]) await page.context().close();
    });
  }
}

async function bookAndExpectDay(sandbox: Sandbox, page: Page, viewer: Viewer, day: BusinessDay) {
  const booking = new BookingPage(page);
  await booking.open();
  await expect(booking.day(day.yesterday)).toBeDisabled();
  await expect(booking.day(day.calendarLabel)).toBeEnabled();
  await booking.fill({
    vehicle: '2019 Honda Civic',
    service: sandbox.oilChange.name,
    day: 'Thursday, March 5th, 2026',
    time: viewer.shownStart,
    address: '5 Elm Street',
  });
  await expect(page.getByText('Times are in Pacific Time.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Booking Summary' })).toContainText('Mar 05, 2026');
  await booking.submit.click();
  await expect(findAppointment(page, viewer)).toContainText('Mar 05, 2026');
  expect(await findLatestAppointment(sandbox)).toEqual({
    date: '2026-03-05',
    start_time: viewer.storedStart,
  });
}

async function rescheduleAndExpectDay(sandbox: Sandbox, page: Page, viewer: Viewer) {
  await findAppointment(page, viewer)
    .getByRole('link', { name: /^View Details/ })
    .click();
  await page.getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog', { name: /^Reschedule/ });
  await expect(dialog.getByText('Times are in Pacific Time.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Friday, March 6th, 2026' }).click();
  await dialog.getByRole('radio', { name: viewer.shownStart, exact: true }).check();
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await expect(
    toast(page, `It's now scheduled for Fri, Mar 06, 2026 at ${viewer.shownStart}.`),
  ).toBeVisible();
  expect(await findLatestAppointment(sandbox)).toEqual({
    date: '2026-03-06',
    start_time: viewer.storedStart,
  });
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    `From Thu, Mar 05, 2026, ${viewer.shownStart} to Fri, Mar 06, 2026, ${viewer.shownStart}`,
  );
}

/** Expects the job on the mechanic's dashboard: today, in the Upcoming Week section, and in the list it links to. */
async function expectMechanicsDay(page: Page, day: BusinessDay) {
  await page.goto('/');
  await expect(page.getByText(`${day.weekday}, ${day.shortDate}`)).toBeVisible();
  const todaysJob = page.getByRole('article').filter({ hasText: '1 Job Road' });
  await expect(todaysJob.getByRole('button', { name: /^Start Service/ })).toBeEnabled();
  const tile = page
    .getByRole('region', { name: 'Upcoming Week' })
    .getByRole('link', { name: `${day.weekday.slice(0, 3)}, ${day.shortDate}: 1 job` });
  await expect(tile).toHaveAttribute('aria-current', 'date');
  await tile.click();
  await expect(page).toHaveURL(new RegExp(`date=${day.date}`));
  await expect(page.getByRole('article')).toContainText(day.shortDate);
}

/** Expects the right dates on the board and when picking a day in the list of appointments. */
async function expectAdvisorsDays(page: Page, viewer: Viewer, day: BusinessDay) {
  await page.goto('/service-advisor');
  await expect(findAppointment(page, viewer)).toContainText('Mar 06, 2026');
  await page.getByRole('link', { name: 'Appointments', exact: true }).click();
  await page.getByRole('button', { name: 'Pick a date' }).click();
  const calendar = page.getByRole('dialog', { name: 'Pick a date' });
  await expect(calendar.getByRole('button', { name: day.calendarLabel })).toBeVisible();
  await calendar.getByRole('button', { name: 'Friday, March 6th, 2026' }).click();
  await expect(page).toHaveURL(/date=2026-03-06/);
  await expect(findAppointment(page, viewer)).toContainText('Mar 06, 2026');
  await page.getByRole('button', { name: 'Mar 06, 2026' }).click();
  await calendar.getByRole('button', { name: 'Thursday, March 5th, 2026' }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
}

function findAppointment(page: Page, { shownStart, shownEnd }: Viewer): Locator {
  return page.getByRole('article').filter({ hasText: `${shownStart} – ${shownEnd}` });
}

/** Reads the date and start time of the latest appointment from the database. */
function findLatestAppointment({ app }: Sandbox) {
  return app.store.kysely
    .selectFrom('appointments')
    .select(['date', 'start_time'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
}
