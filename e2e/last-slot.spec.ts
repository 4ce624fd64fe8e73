import {
  defaultBookingRules,
  listAllStartTimes,
} from '@curbwrench/contract/scheduling/booking-rules';
import { toMinutes, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { makeAppointment, makePerson, makeVehicle } from '@curbwrench/testing/builders';
import { expect, type Page } from '@playwright/test';
import { BookingPage, toast } from './booking-page.ts';
import { test, type Sandbox } from './sandbox.ts';

/** The start times of a day under the default rules. */
const slotTimes = listAllStartTimes(defaultBookingRules);

const tomorrow = '2026-03-04';

test('if two browsers book the last available slot at the same time, exactly one gets it', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(409, '/api/appointments');
  await fillSlotsExcept('10:00', sandbox);
  const forms = await Promise.all([openFilledForm(sandbox), openFilledForm(sandbox)]);
  await holdBookingsUntilAllSent(forms);

  await Promise.all(forms.map(({ submit }) => submit.click()));
  const outcomes = await Promise.all(forms.map(({ page }) => readOutcome(page)));
  expect(outcomes.toSorted()).toEqual(['Appointment booked', 'Booking failed']);

  const [winner, loser] = outcomes[0] === 'Appointment booked' ? forms : [forms[1], forms[0]];
  await expect(winner.page).toHaveURL(/\/appointments$/);
  await expect(winner.page.getByRole('article', { name: 'Oil & Filter Change' })).toHaveCount(1);

  await expect(
    toast(loser.page, '409: That time slot is fully booked. Please choose another.'),
  ).toBeVisible();
  await expect(loser.page).toHaveURL(/\/book-service$/);
  await expect(loser.address).toHaveValue('5 Elm Street');
  await expect(loser.notes).toHaveValue('The blue gate.');
  await expect(loser.serviceRow(sandbox.oilChange.name)).toBeChecked();
  await expect(loser.vehicleCard('2019 Honda Civic')).toBeChecked();
  await expect(loser.time('10:00 AM Fully booked')).toBeDisabled();
  await expect(loser.time('10:00 AM Fully booked')).not.toBeChecked();
  await expect(
    loser.page.getByText("10:00 AM isn't available on Wed, Mar 04, 2026 (fully booked)."),
  ).toBeVisible();
});

test('a slot that another customer books becomes unavailable in the form without reloading', async ({
  sandbox,
}) => {
  const ownForm = await openFilledForm(sandbox);
  await expect(ownForm.time('10:00 AM')).toBeChecked();
  const otherForm = await openFilledForm(sandbox);
  await otherForm.submit.click();
  await expect(otherForm.page).toHaveURL(/\/appointments$/);

  await expect(ownForm.time('10:00 AM Fully booked')).toBeDisabled();
  await expect(ownForm.page.getByText('Choose another time.')).toBeVisible();
  await ownForm.submit.click();
  await expect(ownForm.page).toHaveURL(/\/book-service$/);
  await ownForm.time('11:00 AM').check();
  await expect(ownForm.page.getByText('Choose another time.')).toBeHidden();
  await ownForm.submit.click();
  await expect(ownForm.page).toHaveURL(/\/appointments$/);
});

/** Gives the only mechanic a confirmed job in each of tomorrow's slots except one. */
async function fillSlotsExcept(freeSlot: string, { app, people }: Sandbox): Promise<void> {
  for (const startTime of slotTimes.filter((time) => time !== freeSlot)) {
    await makeAppointment(app, {
      date: tomorrow,
      start_time: startTime,
      end_time: toTimeOfDay(toMinutes(startTime) + 60),
      status: 'confirmed',
      mechanic_id: people.mechanic.id,
    });
  }
}

/** Opens a filled-in booking form for a new customer in a new browser context. */
async function openFilledForm(sandbox: Sandbox): Promise<BookingPage> {
  const customer = await makePerson(sandbox.app, 'customer');
  await makeVehicle(sandbox.app, customer.id);
  const booking = new BookingPage(await sandbox.openWithSession(customer));
  await booking.open();
  await booking.fill({
    vehicle: '2019 Honda Civic',
    service: sandbox.oilChange.name,
    day: 'Wednesday, March 4th, 2026',
    time: '10:00 AM',
    address: '5 Elm Street',
    notes: 'The blue gate.',
  });
  return booking;
}

/** Holds the booking requests until each form has sent one, so that all reach the server together. */
async function holdBookingsUntilAllSent(bookings: readonly BookingPage[]): Promise<void> {
  let waiting = bookings.length;
  let release: () => void;
  const allSent = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const { page } of bookings) {
    await page.route('**/api/appointments', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      waiting -= 1;
      if (waiting === 0) release();
      await allSent;
      return route.continue();
    });
  }
}

/** Returns the title of the toast that reports the booking's outcome. */
async function readOutcome(page: Page): Promise<string> {
  const outcome = toast(page, 'Appointment booked').or(toast(page, 'Booking failed'));
  return outcome.innerText();
}
