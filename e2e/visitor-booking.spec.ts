import { makeAppointment } from '@curbwrench/testing/builders';
import { expect, type Page } from '@playwright/test';
import { BookingPage, toast } from './booking-page.ts';
import { countInput } from './input-counter.ts';
import { test, today, type Sandbox } from './sandbox.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Taps a field and types into it. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.keyboard.type(text);
}

/** Opens the booking form on a phone, and fills it in as a visitor. */
async function openFilledForm(sandbox: Sandbox): Promise<Page> {
  const page = await sandbox.openPage(phone);
  await new BookingPage(page).open();
  await fillForm(page, sandbox.oilChange.name);
  return page;
}

/** Fills in a visitor's form without submitting it. */
async function fillForm(page: Page, serviceName: string): Promise<void> {
  await type(page, 'Service Location', '12 Oak Street, San Francisco 94105');
  await type(page, 'Year', '2018');
  await type(page, 'Make', 'Honda');
  await type(page, 'Model', 'Civic');
  await page.getByRole('checkbox', { name: serviceName }).click();
  await page.getByRole('group', { name: 'Next available' }).getByRole('button').first().click();
  await type(page, 'First name', 'Ada');
  await type(page, 'Last name', 'Moss');
  await type(page, 'Email', 'ada.moss@example.com');
  await type(page, 'Phone', '4155550142');
}

/** Returns the code that the demo shows instead of sending it. */
async function readCode(page: Page): Promise<string> {
  const note = page.getByText(/Your code is \d{6}/);
  return /\d{6}/.exec(await note.innerText())?.[0] ?? '';
}

/** Starts counting how often a code is requested; returns a function that reads the count. */
function countCodeRequests(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/visitor-bookings/code')) count += 1;
  });
  return () => count;
}

test('a visitor books with up to 14 presses and 110 typed characters @booking.visitor-effort', async ({
  sandbox,
}) => {
  const page = await sandbox.openPage(phone);
  await new BookingPage(page).open();
  await expect(page.getByText('Please log in to see your vehicles')).toBeVisible();
  const readCounts = await countInput(page);

  await fillForm(page, sandbox.oilChange.name);
  await page.getByRole('button', { name: 'Book Appointment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check your email' });
  await expect(dialog.getByLabel('Code')).toBeFocused();
  await page.keyboard.type(await readCode(page));
  // The page does not reload before the booking is made, so the counts continue.
  await dialog.getByRole('button', { name: 'Confirm and book' }).click();
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();

  const { presses, characters } = await readCounts();
  expect(presses).toBeGreaterThan(10);
  expect(presses).toBeLessThanOrEqual(14);
  expect(characters).toBeGreaterThan(60);
  expect(characters).toBeLessThanOrEqual(110);
  await expect(page.getByText('2018 Honda Civic')).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: "We'll confirm your appointment" }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('2018 Honda Civic')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();

  // "What happens next" disappears once the office confirms the appointment.
  const { app, people } = sandbox;
  const { id } = await app.store.kysely
    .selectFrom('appointments')
    .select('id')
    .executeTakeFirstOrThrow();
  const { statusCode, body } = await app.server.inject({
    method: 'PATCH',
    url: `/api/appointments/${id}`,
    headers: people.advisor.headers,
    payload: { status: 'confirmed', mechanicId: people.mechanic.id },
  });
  expect(statusCode, body).toBe(200);
  await page.reload();
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeHidden();
});

test('an incomplete form focuses the topmost field with an error @booking.form', async ({
  sandbox,
}) => {
  const page = await sandbox.openPage(phone);
  await new BookingPage(page).open();
  const submit = page.getByRole('button', { name: 'Book Appointment' });
  await expect(page.getByLabel('Model', { exact: true })).toBeVisible();
  await submit.click();
  await expect(page.getByLabel('Service Location')).toBeFocused();
  await fillForm(page, sandbox.oilChange.name);
  await page.getByLabel('Email', { exact: true }).fill('ada');
  await submit.click();
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
});

test('a wrong code is refused with a single error message, and the form survives a reload @booking.visitor-code', async ({
  sandbox,
}) => {
  const page = await openFilledForm(sandbox);
  await page.reload();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada.moss@example.com');
  await expect(page.getByLabel('Model', { exact: true })).toHaveValue('Civic');
  await page.getByRole('button', { name: 'Book Appointment' }).click();
  const code = await readCode(page);
  sandbox.expectErrorStatus(400, '/api/visitor-bookings');
  await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Confirm and book' }).click();
  await expect(
    page.getByText("That code isn't right. Check the most recent email and try again."),
  ).toBeVisible();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm and book' }).click();
  await expect(toast(page, 'Appointment booked')).toBeVisible();
});

test('a visitor whose time has just been taken is shown the next available times, and books one with the same code @booking.next-times @booking.visitor-code', async ({
  sandbox,
}) => {
  const page = await openFilledForm(sandbox);
  const countSentCodes = countCodeRequests(page);
  await page.getByRole('button', { name: 'Book Appointment' }).click();
  const code = await readCode(page);
  await makeAppointment(sandbox.app, {
    date: today,
    start_time: '08:00',
    end_time: '18:00',
    status: 'confirmed',
    mechanic_id: sandbox.people.mechanic.id,
    service_id: sandbox.oilChange.id,
  });
  sandbox.expectErrorStatus(409, '/api/visitor-bookings');
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm and book' }).click();
  await expect(toast(page, 'Booking failed')).toBeVisible();
  const nextTimes = page.getByRole('group', { name: 'Next available' });
  await expect(nextTimes).toBeFocused();
  await expect(nextTimes).toBeInViewport();
  await nextTimes.getByRole('button', { name: 'Tomorrow 8:00 AM' }).click();
  await page.getByRole('button', { name: 'Book Appointment' }).click();
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  expect(countSentCodes()).toBe(1);
});

test('after a reload or after the dialog is closed, the form requires the code that was already sent @booking.visitor-code', async ({
  sandbox,
}) => {
  const page = await openFilledForm(sandbox);
  const countSentCodes = countCodeRequests(page);
  const submit = page.getByRole('button', { name: 'Book Appointment' });
  await submit.click();
  const code = await readCode(page);

  await page.reload();
  await submit.click();
  expect(await readCode(page)).toBe(code);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await submit.click();
  expect(await readCode(page)).toBe(code);
  expect(countSentCodes()).toBe(1);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm and book' }).click();
  await expect(toast(page, 'Appointment booked')).toBeVisible();
});

test('a new code is sent after the previous one has expired @booking.visitor-code', async ({
  sandbox,
}) => {
  const page = await openFilledForm(sandbox);
  const countSentCodes = countCodeRequests(page);
  const submit = page.getByRole('button', { name: 'Book Appointment' });
  await submit.click();
  await readCode(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.clock.setFixedTime(new Date(sandbox.app.clock.now().getTime() + 10 * 60_000));
  await submit.click();
  await readCode(page);
  expect(countSentCodes()).toBe(2);
});

test('a visitor who cannot be sent another code is asked to log in or call @booking.visitor-no-mail', async ({
  sandbox,
}) => {
  const page = await openFilledForm(sandbox);
  await page.getByRole('button', { name: 'Book Appointment' }).click();
  await readCode(page);
  // Only the limit for the entire business lasts a day.
  const raised = await sandbox.app.store.kysely
    .updateTable('rate_limits')
    .set({ count: 200 })
    .where('ends_at', '>', new Date(sandbox.app.clock.now().getTime() + 23 * 3_600_000))
    .returning('key')
    .execute();
  expect(raised).toHaveLength(1);
  sandbox.expectErrorStatus(409, '/api/visitor-bookings/code');
  await page.getByRole('button', { name: 'Send a new code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log in to book' });
  await expect(dialog.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeHidden();
});

test('a booking whose response is lost is made only once when it is sent again @booking.visitor-once', async ({
  sandbox,
}) => {
  const page = await openFilledForm(sandbox);
  await page.getByRole('button', { name: 'Book Appointment' }).click();
  await page.getByLabel('Code').fill(await readCode(page));
  sandbox.expectLostConnection('/api/visitor-bookings');
  // Stays registered: removing the last handler turns interception off, which can leave other requests pending.
  let isFirstAttempt = true;
  await page.route('**/api/visitor-bookings', async (route) => {
    if (!isFirstAttempt) return route.fallback();
    isFirstAttempt = false;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Confirm and book' }).click();
  await expect(page.getByText("you won't be booked twice")).toBeVisible();
  await page.getByRole('button', { name: 'Book Appointment' }).click();
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  const appointments = await sandbox.app.store.kysely
    .selectFrom('appointments')
    .innerJoin('people', 'people.id', 'customer_id')
    .select('appointments.id')
    .where('people.email', '=', 'ada.moss@example.com')
    .execute();
  expect(appointments).toHaveLength(1);
});
