import type { Page } from '@playwright/test';
import { BookingPage, fillVisitor } from '../booking-page.ts';
import { fillBookingWithoutVehicle } from './screen-actions.ts';
import { screenAfterSubmit, screenAt, withRequestOutcome, type Screen } from './screen.ts';

/** The screens of a visitor's booking, from the empty form to the page that says what happens next. */
export const visitorBookingScreens: readonly Screen[] = [
  screenAt('book-service', '/book-service'),
  withRequestOutcome('book-service-failed', '/book-service', 'services', 'failed'),
  screenAfterSubmit('book-service-invalid', '/book-service', 'Book Appointment'),
  { name: 'book-service-code', path: '/book-service', interact: submitVisitorBooking },
  { name: 'book-service-code-refused', path: '/book-service', interact: enterWrongCode },
  { name: 'book-service-booked', path: '/book-service', interact: confirmVisitorBooking },
];

let bookingCount = 0;

/** Fills in and submits a visitor's booking, and waits for the dialog in which the code is entered. */
async function submitVisitorBooking(page: Page): Promise<void> {
  await fillBookingWithoutVehicle(page);
  await fillVisitor(page);
  // Only a few codes are sent to one address.
  bookingCount += 1;
  await page.getByLabel('Email', { exact: true }).fill(`ada.moss.${bookingCount}@example.com`);
  await new BookingPage(page).submit.click();
  await page.getByRole('dialog', { name: 'Check your email' }).waitFor();
}

/** Submits a visitor's booking with a wrong code, and waits for the refusal. */
async function enterWrongCode(page: Page): Promise<void> {
  await submitVisitorBooking(page);
  await confirmWithCode(page, (await readVisitorCode(page)) === '000000' ? '111111' : '000000');
  await page.getByText("That code isn't right").waitFor();
}

/** Makes a visitor's booking, and waits for the page that says what happens next. */
async function confirmVisitorBooking(page: Page): Promise<void> {
  await submitVisitorBooking(page);
  await confirmWithCode(page, await readVisitorCode(page));
  await page.getByRole('heading', { name: 'What happens next' }).waitFor();
}

async function confirmWithCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm and book' }).click();
}

/** Returns the code that the demo shows instead of sending it. */
async function readVisitorCode(page: Page): Promise<string> {
  return /\d{6}/.exec(await page.getByText(/Your code is \d{6}/).innerText())?.[0] ?? '';
}
