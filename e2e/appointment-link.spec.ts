import { expect, type Page } from '@playwright/test';
import { makeLinkUrl } from '@curbwrench/testing/appointment-links';
import {
  makeAppointment,
  makePersonWithoutAccount,
  makeVehicle,
} from '@curbwrench/testing/builders';
import { expectAccessible } from './accessibility.ts';
import { test, today, type Sandbox } from './sandbox.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Creates a customer without an account and their appointment, and returns the path of its link. */
async function makeLinkPath(
  { app, oilChange }: Sandbox,
  details: Partial<Parameters<typeof makeAppointment>[1]> = {},
): Promise<string> {
  const personId = await makePersonWithoutAccount(app, { email: 'nora.link@example.com' });
  const id = await makeAppointment(app, {
    date: '2026-03-10',
    customer_id: personId,
    vehicle_id: await makeVehicle(app, personId),
    service_id: oilChange.id,
    ...details,
  });
  const { pathname, hash } = new URL(await makeLinkUrl(app, id, personId));
  return pathname + hash;
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('a customer without an account sees, reschedules and cancels an appointment through its link on a phone @appointment-links.page @appointment-links.one', async ({
  sandbox,
}) => {
  const path = await makeLinkPath(sandbox);
  const token = path.slice(path.indexOf('token=') + 'token='.length);
  const page = await sandbox.openPage(phone);
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oil & Filter Change');

  await test.step('the token is stored only in the tab', async () => {
    await expect(page).toHaveURL(/\/appointment-link$/);
    expect(requestedUrls.filter((url) => url.includes(token))).toEqual([]);
    const stored = await page.evaluate(() => [
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
      document.cookie,
    ]);
    expect(stored.map((text) => text.includes(token))).toEqual([false, true, false]);
    await page.reload();
    await expect(page.getByRole('main')).toContainText('Tuesday, Mar 10, 2026 (in 7 days)');
    await expect(page.getByRole('main')).toContainText('10:00 AM to 11:00 AM');
    await expect(page.getByRole('main')).toContainText('1 Curb Street');
    await expect(page.getByRole('main')).toContainText('Not yet assigned');
    await expectAccessible(page);
  });

  await test.step('the appointment can be added to a calendar', async () => {
    const download = page.waitForEvent('download');
    await press(page, 'Add to calendar');
    expect((await download).suggestedFilename()).toBe('appointment.ics');
  });

  await test.step('the office gets a message', async () => {
    await press(page, 'Message the office');
    const dialog = page.getByRole('dialog', { name: 'Message the office' });
    await dialog.getByRole('textbox', { name: 'Message' }).fill('The gate is open.');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Message sent', { exact: true })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('it is rescheduled', async () => {
    await press(page, 'Reschedule');
    const dialog = page.getByRole('dialog', { name: /^Reschedule/ });
    await dialog.getByRole('radio', { name: '9:00 AM' }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Reschedule' }).click();
    await expect(page.getByRole('main')).toContainText('9:00 AM to 10:00 AM');
  });

  await test.step('it is canceled after the dialog has shown the cancellation terms', async () => {
    await press(page, 'Cancel appointment');
    const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' });
    await expect(dialog).toContainText(
      'cancel online until Mon, Mar 09, 2026, 9:00 AM, at no charge',
    );
    await dialog.getByRole('button', { name: 'Cancel appointment' }).click();
    await expect(page.getByRole('main').getByText('Cancelled').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reschedule' })).toHaveCount(0);
    await expect(page.getByText('Anyone with the link to this page can view')).toHaveText(
      'Anyone with the link to this page can view this appointment, but nothing else.',
    );
  });
});

test('a customer tracks the mechanic through the link on a phone, and turns off the link @appointment-links.reads @appointment-links.renewal', async ({
  sandbox,
}) => {
  const path = await makeLinkPath(sandbox, {
    date: today,
    status: 'confirmed',
    mechanic_id: sandbox.people.mechanic.id,
  });
  const page = await sandbox.openPage(phone);
  await page.goto(path);
  await expect(page.getByRole('main')).toContainText('Marcus');
  await press(page, 'Track Mechanic');
  const sheet = page.getByRole('dialog', { name: 'Track Mechanic' });
  await expect(sheet.getByRole('status')).toHaveText('Not on the way yet, scheduled for 10:00 AM');
  await sheet.getByRole('button', { name: 'Close' }).click();

  // After the cutoff, the reason is shown and the buttons do nothing.
  await expect(page.getByRole('button', { name: 'Reschedule' })).toBeDisabled();
  await press(page, 'Turn off this link');
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off link' }).click();
  await expect(page.getByText('This link has been turned off.')).toBeVisible();
  sandbox.expectErrorStatus(410, '/api/appointment-link');
  await page.goto('about:blank');
  await page.goto(path);
  await expect(page.getByRole('heading', { name: "This link can't be opened" })).toBeVisible();
});

test('a customer without an account reviews the job through the link on a phone, and visitors see the review @reviews.by-link @site.reviews', async ({
  sandbox,
}) => {
  const path = await makeLinkPath(sandbox, {
    date: '2026-03-02',
    status: 'completed',
    mechanic_id: sandbox.people.mechanic.id,
  });
  const page = await sandbox.openPage(phone);
  await page.goto(path);
  const form = page.getByRole('region', { name: 'How did we do?' });
  await expect(form.getByRole('button', { name: 'Submit review' })).toBeInViewport();
  await form.getByRole('button', { name: 'Submit review' }).click();
  await expect(form).toContainText('Please choose a rating.');
  await expectAccessible(page);
  await form.locator('label').filter({ hasText: '4 stars' }).click();
  await form.getByLabel('Your review').fill('Quiet brakes again.');
  await form.getByRole('button', { name: 'Submit review' }).click();
  const review = page.getByRole('region', { name: 'Your review' });
  await expect(review.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();
  await expect(review).toContainText('Quiet brakes again.');
  await expect(form).toHaveCount(0);
  await page.reload();
  await expect(review).toContainText('Quiet brakes again.');

  const visitor = await sandbox.openPage();
  await visitor.goto('/');
  const reviews = visitor.getByRole('region', { name: 'What our customers say' });
  await expect(reviews.getByRole('article').first()).toContainText('Quiet brakes again.');
  await reviews.getByRole('link', { name: /^See (all|the)/ }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible();
});

test('the office shows the link of an appointment, replaces it and turns it off @appointment-links.office', async ({
  sandbox,
}) => {
  const { app, people, oilChange } = sandbox;
  const id = await makeAppointment(app, {
    date: '2026-03-10',
    customer_id: people.customer.id,
    service_id: oilChange.id,
  });
  const page = await sandbox.openWithSession(people.advisor);
  await page.goto(`/appointments/${id}`);
  const panel = page.getByRole('region', { name: 'Appointment link' });
  await panel.getByRole('button', { name: 'Show link' }).click();
  const link = panel.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/\/appointment-link#token=[\w-]{43}$/);
  const url = await link.inputValue();
  await panel.getByRole('button', { name: 'Replace link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace link' }).click();
  await expect(page.getByText('Link replaced', { exact: true })).toBeVisible();
  await expect(link).not.toHaveValue(url);
  await panel.getByRole('button', { name: 'Turn off link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off link' }).click();
  await expect(page.getByText('Link turned off', { exact: true })).toBeVisible();
  await expect(link).toHaveCount(0);
});
