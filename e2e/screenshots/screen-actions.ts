import type { Page } from '@playwright/test';
import { attentionReasons } from '@curbwrench/contract/appointments/schemas';
import { BookingPage } from '../booking-page.ts';
import type { DemoApp } from './demo-app.ts';
import { changeBusiness } from './screen.ts';
import { logIn } from '../account-steps.ts';

/** Asks the assistant a question that every role can ask, and waits for its response. */
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
  await new BookingPage(page).vehicle.getByRole('radio').first().check();
  await fillBookingWithoutVehicle(page);
}

/** Fills in a booking for two services. */
export async function fillSeveralServices(page: Page): Promise<void> {
  await fillBooking(page);
  await new BookingPage(page).service.getByRole('checkbox').nth(2).check();
}

/** Selects a service, a day and a time, and enters the address, for a person without vehicles. */
export async function fillBookingWithoutVehicle(page: Page): Promise<void> {
  const booking = new BookingPage(page);
  await booking.service.getByRole('checkbox').first().check();
  await booking.day('Wednesday, March 18th, 2026').click();
  await page
    .getByRole('group', { name: 'Preferred Time' })
    .getByRole('radio', { disabled: false })
    .first()
    .check();
  await booking.address.fill('1735 Bellwether Avenue, Unit 14, Millbrook');
  await booking.notes.fill('The gate code is 4711. Mind the dog.');
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

/** Makes the page show a successful booking: the server gets no request; the response has an existing appointment. */
export async function submitBooking(page: Page): Promise<void> {
  await fillBooking(page);
  const response = await page.request.get('/api/appointments');
  const [previousBooking] = (await response.json()) as object[];
  await page.route('**/api/appointments', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 201, json: previousBooking })
      : route.fallback(),
  );
  await new BookingPage(page).submit.click();
  await page.getByRole('region', { name: 'What happens next' }).waitFor();
  await pauseToast(page);
}

/** Starts booking the last completed appointment again, and selects a time, without submitting. */
export async function bookAgain(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Book again/ })
    .first()
    .click();
  await page.getByRole('group', { name: 'Next available' }).getByRole('button').first().click();
}

/** Fills in the address of the last booking. */
export async function chooseLastAddress(page: Page): Promise<void> {
  const booking = new BookingPage(page);
  await booking.service.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: /^Last used:/ }).click();
}

/** Presses the mechanic's availability switch and waits for the toast. */
export async function toggleAvailability(page: Page): Promise<void> {
  await page.getByRole('switch').first().click();
  await pauseToast(page);
}

/**
 * Marks a mechanic as sick, which opens the dialog for covering their jobs. Then marks them as back, leaving the dialog
 * open.
 */
export async function coverSickMechanic(page: Page): Promise<void> {
  const sickRequest = page.waitForRequest(/\/sick-today$/);
  await page
    .getByRole('button', { name: /^Mark (?!someone).+ out sick$/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm all' }).waitFor();
  await page.getByRole('dialog').getByRole('heading', { level: 3 }).first().waitFor();
  const url = (await sickRequest).url();
  await page.request.delete(url, { headers: { origin: new URL(url).origin } });
}

/** Waits for a toast and makes the window lose focus, which stops the toast's timer. */
async function pauseToast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Dismiss' }).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('blur')));
}

/** Logs in with a password, and waits until a code is required. */
export async function openCodeStep(page: Page, app: DemoApp): Promise<void> {
  await logIn(page, await app.makeMember({ twoFactor: true }));
  await page.getByLabel('Code', { exact: true }).waitFor();
}

/** Logs in with a password, and chooses to enter a backup code. */
export async function openBackupCodeStep(page: Page, app: DemoApp): Promise<void> {
  await openCodeStep(page, app);
  await page.getByRole('button', { name: 'Use a backup code' }).click();
}

/** Checks on the landing page whether the business serves a ZIP code. */
export async function checkZipCode(page: Page): Promise<void> {
  await page.getByLabel('Do we serve your area?').fill('94103');
  await page.getByRole('button', { name: 'Check ZIP code' }).click();
  await page.getByText(/94103/).waitFor();
}

/** Waits until the page shows that the live connection is lost. */
export async function waitForLostConnection(page: Page): Promise<void> {
  await page.getByText(/^Connection lost\./).waitFor();
}

/** Sends the page the message that the service worker sends when it serves a cached schedule. */
export async function showOfflineBanner(page: Page): Promise<void> {
  await page.evaluate(() =>
    navigator.serviceWorker.dispatchEvent(
      new MessageEvent('message', { data: { cacheAgeMs: 12 * 60_000 } }),
    ),
  );
  await page.getByText(/^You're offline\./).waitFor();
}

/** While offline, reports the arrival at the job in progress. */
export async function arriveOffline(page: Page): Promise<void> {
  await startJob(page);
  await page.route('**/api/appointments/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  );
  await page.getByRole('button', { name: /^I Have Arrived/ }).click();
  await page.getByText('Not sent yet.').waitFor();
}

/** Intercepts every change to an appointment and refuses it. */
export async function refuseArrival(page: Page): Promise<void> {
  await page.route('**/api/appointments/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          json: {
            code: 'changed_meanwhile',
            title: 'This appointment was rescheduled after you tapped the button.',
          },
        })
      : route.fallback(),
  );
}

/** Waits until the page says that a step of a job was not recorded. */
export async function waitForRefusal(page: Page): Promise<void> {
  await page.getByText(/: update not recorded/).waitFor();
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

/** Looks up whether a ZIP code is served, and waits for the given result. */
export function lookUpArea(zip: string, result: RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByLabel('ZIP code').fill(zip);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(result).waitFor();
  };
}

/** Opens the dialog that adds a vehicle while booking. */
export async function openAddVehicle(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Add (New|Your First) Vehicle$/ }).click();
  await page.getByRole('dialog').waitFor();
}

/** Opens the dispatch live map. */
export async function openLiveMap(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show map' }).click();
  await page.locator('.maplibregl-marker').first().waitFor();
}

/**
 * Shows the setup checklist, which the demo doesn't have, with the first `doneCount` steps done and the next one
 * skipped.
 */
export function showChecklist(doneCount = 0): (page: Page) => Promise<void> {
  const steps = ['business', 'hours', 'services', 'mechanics', 'areas'].map((step, index) => ({
    step,
    isDone: index < doneCount,
    isChecked: doneCount > 0 && index === doneCount,
  }));
  return async (page) => {
    await changeBusiness(page, { demo: false });
    await page.route('**/api/business/setup-checklist', (route) =>
      route.fulfill({ json: { isShown: true, steps } }),
    );
  };
}

/** Tries to save booking rules that exclude open appointments, which opens a confirmation dialog. */
export async function closeOnMostDays(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Business settings' });
  for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
    await form.getByRole('checkbox', { name: day }).uncheck();
  }
  await form.getByRole('button', { name: 'Save settings' }).click();
  await page.getByRole('dialog', { name: 'Save these booking rules?' }).waitFor();
}

/** Submits the business settings with invalid values. */
export async function submitInvalidSettings(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Business settings' });
  await form.getByLabel('Name').fill(' ');
  await form.getByLabel('Booking window (days)').fill('soon');
  await form.getByRole('button', { name: 'Save settings' }).click();
}

/** Chooses a file that is not an accepted picture as the logo. */
export async function chooseBrokenLogo(page: Page): Promise<void> {
  const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByText("This file isn't a PNG").waitFor();
}

const noAppointments = {
  pending: 0,
  unassigned: 0,
  confirmed: 0,
  in_progress: 0,
  completed: 0,
  cancelled: 0,
};

/** Makes the list of what needs attention contain one appointment for each reason. */
export async function varyAttention(page: Page): Promise<void> {
  await page.route(/\/api\/appointments\/counts\?.*attention=/, async (route) => {
    const counts = { ...noAppointments, confirmed: attentionReasons.length };
    await route.fulfill({ json: counts });
  });
  await page.route(/\/api\/appointments\?.*attention=/, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.delete('attention');
    url.searchParams.set('status', 'confirmed,unassigned');
    const response = await route.fetch({ url: url.href });
    const rows = (await response.json()) as object[];
    const rowsWithReasons = attentionReasons.map((attention, index) => ({
      ...rows[index],
      attention,
    }));
    await route.fulfill({ json: rowsWithReasons });
  });
}

/** Opens the list of what needs attention. */
export async function showAttention(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show appointments that need attention' }).click();
}

/** Books a job for a customer on a Sunday, which the office is asked to confirm. */
export async function bookOutsideHours(page: Page): Promise<void> {
  const booking = new BookingPage(page);
  await page.getByLabel('Customer', { exact: true }).fill('rosa');
  const foundCustomers = page.getByRole('list', { name: 'Customers found' });
  await foundCustomers.getByRole('button').first().click();
  await booking.service.getByRole('checkbox').first().check();
  await booking.day('Sunday, March 15th, 2026').click();
  await page.getByLabel('Another time').selectOption('6:15 AM');
  await booking.address.fill('1735 Bellwether Avenue, Unit 14, Millbrook');
  await booking.submit.click();
  await page.getByRole('dialog', { name: 'Outside working hours' }).waitFor();
}

/** Enters weekly hours that would strand appointments: the dialog lists the appointments, and saves nothing. */
export async function previewWeeklyHours(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Marcus Bell' }).click();
  await page.getByRole('menuitem', { name: 'Weekly hours' }).click();
  const dialog = page.getByRole('dialog');
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
    await dialog.getByLabel(`${day}: until`).fill('09:00');
  }
  await dialog.getByRole('button', { name: 'Save Hours' }).click();
  await dialog.getByText('Nothing has been saved yet.').waitFor();
}

/** Enters a holiday on a day with appointments: the dialog lists the appointments, and saves nothing. */
export async function previewHoliday(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Holidays' }).click();
  await page.getByLabel('Date', { exact: true }).fill('2026-03-04');
  await page.getByLabel('Name', { exact: true }).fill('Company Day');
  await page.getByRole('form', { name: 'New holiday' }).getByRole('button').click();
  await page.getByText('Nothing has been saved yet.').waitFor();
}

/** Enters time off that would strand appointments: the dialog lists the appointments, and saves nothing. */
export async function previewTimeOff(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add time off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add time off' });
  await dialog.getByLabel('Last day').fill('2026-03-20');
  await dialog.getByLabel('Reason').fill('Vacation');
  await dialog.getByRole('button', { name: 'Add time off' }).click();
  await dialog.getByText('Nothing has been saved yet.').waitFor();
}

/** Chooses a file to import that has one row for each possible result. */
export async function previewImport(page: Page): Promise<void> {
  const file = [
    'J-ID,First Name,Last Name,Main Phone #s,Emails,Service Street 1,Vehicle Year,Vehicle Make,Vehicle Model,VIN,Tags',
    '1,Nora,Newcomer,(503) 555-0111,nora@example.com,1 Loop Rd,2019,Honda,Fit,00000000000000000,vip',
    '1,Nora,Newcomer,(503) 555-0111,nora@example.com,1 Loop Rd,2021,Ford,Transit,,',
    '1,Nora,Newcomer,(503) 555-0111,nora@example.com,1 Loop Rd,2021,Ford,Transit,,',
    '2,Bartholomew,Featherstonehaugh-Cholmondeley,CALL ME,,,,,,,',
    '3,Nobody,Knows,,,,,,,,',
  ].join('\n');
  const buffer = Buffer.from(file);
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'jobber-clients.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('table').waitFor();
}
