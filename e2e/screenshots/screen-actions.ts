import type { Page } from '@playwright/test';
import { BookingPage } from '../booking-page.ts';
import type { DemoApp } from './demo-app.ts';
import { logIn } from '../account-steps.ts';

/** Asks the assistant a question that every role may ask, and waits for its response. */
export async function askAssistant(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Curbwrench Assistant' }).click();
  const panel = page.getByRole('dialog', { name: 'Curbwrench Assistant' });
  await panel.getByRole('textbox').fill('When is my next appointment?');
  await panel.getByRole('button', { name: 'Send' }).click();
  await panel.getByText('Assistant is typing').waitFor({ state: 'hidden' });
  await panel.getByRole('textbox').isEnabled();
}

/** Selects a tab of the page. */
export function selectTab(name: string): (page: Page) => Promise<void> {
  return (page) => page.getByRole('tab', { name }).click();
}

/** Opens the first conversation of the inbox. */
export async function openConversation(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
}

/** Selects a vehicle, a service, a day and a time, and enters the address. */
export async function fillBooking(page: Page): Promise<void> {
  await new BookingPage(page).vehicle.selectOption({ index: 1 });
  await fillBookingWithoutVehicle(page);
}

/** Fills in a booking of two services, and opens the choice of a third. */
export async function fillSeveralServices(page: Page): Promise<void> {
  await fillBooking(page);
  const addAnother = page.getByRole('button', { name: 'Add another service' });
  await addAnother.click();
  await page.getByLabel('Another Service').selectOption({ index: 2 });
  await addAnother.click();
}

/** Selects a service, a day and a time, and enters the address, for a person without vehicles. */
async function fillBookingWithoutVehicle(page: Page): Promise<void> {
  const booking = new BookingPage(page);
  await booking.service.selectOption({ index: 1 });
  await booking.day('Wednesday, March 18th, 2026').click();
  await page.getByRole('radio', { disabled: false }).first().check();
  await booking.address.fill('1735 Bellwether Avenue, Unit 14, Millbrook');
  await booking.notes.fill('The gate code is 4711. Mind the dog.');
}

/** Fills in and submits a visitor's booking, and waits for the dialog that asks to log in. */
export async function submitVisitorBooking(page: Page): Promise<void> {
  await fillBookingWithoutVehicle(page);
  await new BookingPage(page).submit.click();
  await page.getByRole('dialog', { name: 'Log in to book' }).waitFor();
}

/** Submits a booking that the server refuses, and waits for the toast. */
export async function submitRefusedBooking(page: Page): Promise<void> {
  await fillBooking(page);
  await page.route('**/api/appointments', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, body: 'That time has just been taken.' })
      : route.fallback(),
  );
  await new BookingPage(page).submit.click();
  await pauseToast(page);
}

/** Presses the mechanic's availability switch and waits for the toast. */
export async function toggleAvailability(page: Page): Promise<void> {
  await page.getByRole('switch').first().click();
  await pauseToast(page);
}

/** Reports a mechanic sick, which opens the dialog that covers their jobs, and takes it back behind that. */
export async function coverSickMechanic(page: Page): Promise<void> {
  const reported = page.waitForRequest(/\/sick-today$/);
  await page.getByRole('button', { name: 'Sick Today' }).click();
  const who = page.getByRole('dialog', { name: 'Who is sick today?' });
  await who.getByRole('listitem').getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm All' }).waitFor();
  await page.getByRole('dialog').getByRole('heading', { level: 3 }).first().waitFor();
  const url = (await reported).url();
  await page.request.delete(url, { headers: { origin: new URL(url).origin } });
}

/** Waits for a toast and takes the focus from the window, which stops the toast's timer. */
async function pauseToast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Dismiss' }).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('blur')));
}

/** Logs in with a password, and waits until a code is required. */
export async function requestCode(page: Page, app: DemoApp): Promise<void> {
  await logIn(page, await app.makeMember({ twoFactor: true }));
  await page.getByLabel('Code', { exact: true }).waitFor();
}

/** Logs in with a password, and chooses to enter a backup code. */
export async function requestBackupCode(page: Page, app: DemoApp): Promise<void> {
  await requestCode(page, app);
  await page.getByRole('button', { name: 'Use a backup code' }).click();
}

/** Waits until the page shows that the live connection is lost. */
export async function waitForLostConnection(page: Page): Promise<void> {
  await page.getByText(/^Connection lost\./).waitFor();
}

/** Sends the page the service worker's message that it shows a stored schedule. */
export async function showOfflineBanner(page: Page): Promise<void> {
  await page.evaluate(() =>
    navigator.serviceWorker.dispatchEvent(
      new MessageEvent('message', { data: { keptAgeMs: 12 * 60_000 } }),
    ),
  );
  await page.getByText(/^You're offline\./).waitFor();
}

/** Starts the first job of the day, unless it was started for an earlier screenshot. */
export async function startJob(page: Page): Promise<void> {
  const complete = page.getByRole('button', { name: /^Complete Service/ });
  const start = page.getByRole('button', { name: /^Start Service/ });
  await start.or(complete).first().waitFor();
  if ((await complete.count()) > 0) return;
  await start.first().click();
  await complete.first().waitFor();
  // The reload removes the toast, which would cover the next screenshots too.
  await page.reload();
  await complete.first().waitFor();
}

/** Looks up whether a ZIP code is served, and waits for this result. */
export function lookUpArea(zip: string, result: RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByLabel('ZIP code').fill(zip);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(result).waitFor();
  };
}

/** Opens the dialog that adds a vehicle while booking. */
export async function openAddVehicle(page: Page): Promise<void> {
  await page.getByLabel('Vehicle', { exact: true }).selectOption('add');
  await page.getByRole('dialog').waitFor();
}

/** Opens dispatch's live map. */
export async function openLiveMap(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show map' }).click();
  await page.locator('.maplibregl-marker').first().waitFor();
}
