import { displayId } from '@curbwrench/contract/fields/display-id';
import { expect, type Page } from '@playwright/test';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import { makeAppointment } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { expectAccessible } from './accessibility.ts';
import { closePaymentDialog, delayRequests, setAvailability } from './appointment-steps.ts';
import { toast } from './booking-page.ts';
import { test, today, type Sandbox } from './sandbox.ts';

const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };

/**
 * Cancels an appointment just before the page's next change to it arrives, without a live event. If it were canceled
 * any earlier, polling could reveal the cancellation.
 */
async function cancelBeforeChange(page: Page, sandbox: Sandbox, id: number): Promise<void> {
  await page.route(`**/api/appointments/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') {
      await setStatusWithoutEvent(sandbox, id, 'cancelled');
    }
    await route.fallback();
  });
}

/** Inserts a confirmed job for the sandbox's mechanic. */
function makeJob({ app, people, oilChange }: Sandbox, date: string, start: string, end: string) {
  return makeAppointment(app, {
    date,
    start_time: start,
    end_time: end,
    status: 'confirmed',
    mechanic_id: people.mechanic.id,
    customer_id: people.customer.id,
    service_id: oilChange.id,
    address: '5 Elm Street, San Francisco',
    latitude: 37.7849,
    longitude: -122.4094,
  });
}

/** Changes an appointment's status in the database, without a live event. */
async function setStatusWithoutEvent(
  { app }: Sandbox,
  id: number,
  status: AppointmentStatus,
): Promise<void> {
  const rows = app.store.kysely.updateTable('appointments');
  await rows.set({ status }).where('id', '=', id).execute();
}

test(
  'a mechanic navigates to a job and completes it on the map tab @mechanics.map @mechanics.failures',
  { tag: '@main-path' },
  async ({ sandbox }) => {
    // An overdue job that was never started is not upcoming.
    await makeJob(sandbox, '2026-02-27', '10:00', '11:00');
    const first = await makeJob(sandbox, today, '10:00', '11:00');
    const second = await makeJob(sandbox, today, '13:00', '14:00');
    const later = await makeJob(sandbox, '2026-03-05', '08:00', '09:00');
    const page = await sandbox.openAs('mechanic', phone);
    await page.getByRole('tab', { name: 'Map & Navigation' }).click();
    const jobs = page.getByRole('list', { name: 'Upcoming Jobs' });
    const [firstNumber, secondNumber, laterNumber] = [first, second, later].map(displayId);

    await test.step('the map tab shows upcoming jobs and the position', async () => {
      await expect(page.getByText('You have 3 upcoming appointments')).toBeVisible();
      await expect(jobs.getByRole('article')).toHaveText([
        new RegExp(`10:00 AM – 11:00 AM.*${firstNumber}.*Oil & Filter Change`),
        new RegExp(`1:00 PM – 2:00 PM.*${secondNumber}`),
        new RegExp(`8:00 AM – 9:00 AM.*Mar 05, 2026.*${laterNumber}`),
      ]);
      await expect(page.getByText("You don't have a job in progress.")).toBeVisible();
      // The demo's simulated position is within 0.005 degrees of the city center, shown with four decimals.
      const findDegrees = (label: string) =>
        page.getByText(label, { exact: true }).locator('..').getByRole('definition');
      await expect(findDegrees('Latitude')).toHaveText(/^37\.7[678]\d\d$/);
      await expect(findDegrees('Longitude')).toHaveText(/^-122\.4[12]\d\d$/);
      const latitude = Number(await findDegrees('Latitude').textContent());
      const longitude = Number(await findDegrees('Longitude').textContent());
      expect(Math.abs(latitude - 37.7749)).toBeLessThanOrEqual(0.0051);
      expect(Math.abs(longitude + 122.4194)).toBeLessThanOrEqual(0.0051);
      await expect(jobs.getByText(/\d mi away/)).toHaveCount(3);
      await expect(page.getByText('In this demo, your location is simulated')).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('a job on another day only links to directions', async () => {
      const link = jobs.getByRole('link', {
        name: `Navigate to ${laterNumber} (opens your maps app)`,
      });
      await expect(link).toHaveAttribute('href', /destination=37\.7849%2C-122\.4094$/);
      await expect(link).toHaveAttribute('target', '_blank');
    });

    await test.step('a failed start shows an error', async () => {
      await cancelBeforeChange(page, sandbox, second);
      sandbox.expectErrorStatus(409, `/api/appointments/${second}`);
      await page.getByRole('button', { name: `Navigate ${secondNumber}` }).click();
      await expect(toast(page, 'Error')).toBeVisible();
      await expect(toast(page, 'Failed to start navigation')).toBeVisible();
      await expect(page.getByText('You have 2 upcoming appointments')).toBeVisible();
    });

    await test.step('Navigate starts the job and shows directions', async () => {
      await page.getByRole('button', { name: `Navigate ${firstNumber}` }).click();
      await expect(toast(page, 'Navigation Started')).toBeVisible();
      await expect(toast(page, "You're now en route to the customer location")).toBeVisible();
      const box = page.getByRole('region', { name: 'Active Navigation' });
      await expect(box).toContainText(`Navigating to appointment ${firstNumber}`);
      await expect(box).toContainText(/\d mi away/);
      await expect(box.getByRole('link', { name: /Open directions/ })).toHaveAttribute(
        'href',
        /destination=37\.7849%2C-122\.4094$/,
      );
      const job = page.getByRole('region', { name: 'Current Job' }).getByRole('article');
      await expect(job).toContainText(`Service #${sandbox.oilChange.id}`);
      await expect(job).toContainText(`${firstNumber}`);
      await expect(job).toContainText('5 Elm Street, San Francisco');
      await expect(job).toContainText('Mar 03, 2026');
      await expect(job).toContainText('10:00 AM – 11:00 AM');
      const call = job.getByRole('link', { name: 'Call Customer' });
      await expect(call).toHaveAttribute('href', /^tel:\+1555\d+$/);
      // Scrolls it out from under the bar at the bottom of the screen.
      await call.evaluate((link) => link.scrollIntoView({ block: 'center' }));
      await expect(
        page.getByText('You have 1 upcoming appointment', { exact: true }),
      ).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('a failed completion shows an error', async () => {
      await cancelBeforeChange(page, sandbox, first);
      sandbox.expectErrorStatus(409, `/api/appointments/${first}`);
      await page.getByRole('button', { name: `Complete Job ${firstNumber}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Complete Service' }).click();
      await expect(toast(page, 'Failed to mark job as complete')).toBeVisible();
      await expect(page.getByText("You don't have a job in progress.")).toBeVisible();
      await page.unroute(`**/api/appointments/${first}`);
      await setStatusWithoutEvent(sandbox, first, 'in_progress');
    });

    await test.step('without a phone number, Call Customer is disabled and the reason is given', async () => {
      const { customer } = sandbox.people;
      const people = sandbox.app.store.kysely.updateTable('people');
      await people.set({ phone: null }).where('id', '=', customer.id).execute();
      await page.goto('/map');
      const job = page.getByRole('region', { name: 'Current Job' }).getByRole('article');
      await expect(job.getByRole('button', { name: 'Call Customer' })).toBeDisabled();
      await expect(
        job
          .getByRole('paragraph', { includeHidden: true })
          .filter({ hasText: 'No phone number on file.' }),
      ).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('Complete Job completes the job', async () => {
      await page.goto('/map');
      await page.getByRole('button', { name: `Complete Job ${firstNumber}` }).click();
      const sheet = page.getByRole('dialog', { name: `Complete ${firstNumber}?` });
      await sheet.getByRole('button', { name: 'Complete Service' }).click();
      // Checked before the dialog is closed, because toasts disappear after five seconds.
      await expect(toast(page, 'Job Completed')).toBeVisible();
      await expect(toast(page, "You've successfully completed this job")).toBeVisible();
      await closePaymentDialog(page);
      await expect(page.getByText("You don't have a job in progress.")).toBeVisible();
      await expect(page.getByRole('region', { name: 'Active Navigation' })).toHaveCount(0);
      await setStatusWithoutEvent(sandbox, later, 'cancelled');
      await page.reload();
      await expect(page.getByText('No upcoming appointments')).toBeVisible();
    });
  },
);

test("a mechanic's availability switch is reset when the server refuses the change @mechanics.availability", async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('mechanic');
  const toggle = page.getByRole('switch', { name: /available/i });
  await expect(toggle).toBeChecked();
  await expect(page.getByText('Available', { exact: true })).toBeVisible();
  await toggle.click();
  await expect(toast(page, 'Status Updated')).toBeVisible();
  await expect(toast(page, 'You are now offline')).toBeVisible();
  await expect(page.getByText('Unavailable', { exact: true })).toBeVisible();
  await toggle.click();
  await expect(toast(page, 'You are now available')).toBeVisible();
  await expect(toggle).toBeChecked();

  sandbox.expectErrorStatus(503, '/api/mechanics/status');
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/api/mechanics/status', async (route) => {
    await refused;
    await route.fulfill({ status: 503, body: 'The service is restarting.' });
  });
  await toggle.click();
  // The switch moves before the response.
  await expect(toggle).not.toBeChecked();
  await expect(page.getByText('Unavailable', { exact: true })).toBeVisible();
  refuse();
  await expect(toast(page, 'Failed to update status')).toBeVisible();
  await expect(toast(page, '503: The service is restarting.')).toBeVisible();
  await expect(toggle).toBeChecked();
  await expect(page.getByText('Unavailable', { exact: true })).toHaveCount(0);
});

test("a mechanic's availability switch shows changes made on another device and by the office @mechanics.availability", async ({
  sandbox,
}) => {
  const { app, people } = sandbox;
  const id = await makeJob(sandbox, today, '10:00', '11:00');
  const phonePage = await sandbox.openAs('mechanic', phone);
  const page = await sandbox.openAs('mechanic');
  /** Returns whether a tab of this browser reports the position every half minute. */
  const reportsPosition = (device: Page) =>
    device.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.some(({ name }) => name === 'position');
    });
  const findToggle = (device: Page) => device.getByRole('switch', { name: /available/i });
  const findUnavailableLabel = (device: Page) => device.getByText('Unavailable while on a job');

  await test.step('switching off on the phone stops position reports elsewhere', async () => {
    await expect(findToggle(page)).toBeChecked();
    await expect.poll(() => reportsPosition(page)).toBe(true);
    await findToggle(phonePage).click();
    await expect(toast(phonePage, 'You are now offline')).toBeVisible();
    await expect(findToggle(page)).not.toBeChecked();
    await expect(findToggle(page)).toBeEnabled();
    await expect.poll(() => reportsPosition(page)).toBe(false);
  });

  await test.step('the switch follows a job that is started elsewhere and canceled by the office', async () => {
    const job = `/api/appointments/${id}`;
    const started = await send(app, people.mechanic, 'PATCH', job, { status: 'in_progress' });
    expect(started.statusCode).toBe(200);
    for (const device of [page, phonePage]) {
      await expect(findUnavailableLabel(device)).toBeVisible();
      await expect(findToggle(device)).toBeDisabled();
    }
    const change = { status: 'cancelled', reason: 'The customer is away.' };
    const cancelled = await send(app, people.advisor, 'PATCH', job, change);
    expect(cancelled.statusCode).toBe(200);
    for (const device of [page, phonePage]) {
      await expect(findToggle(device)).toBeEnabled();
      await expect(findToggle(device)).toBeChecked();
    }
  });

  await findToggle(page).click();
  await expect(toast(page, 'You are now offline')).toBeVisible();
  await expect(findToggle(phonePage)).not.toBeChecked();

  await test.step('a second tab shows a change that was made while it was loading', async () => {
    const second = await page.context().newPage();
    const release = await delayRequests(second, '**/assets/signed-in-frame-*.js');
    // The data in the document becomes outdated before the page receives its first event.
    await second.goto('/', { waitUntil: 'commit' });
    await setAvailability(sandbox, 'available');
    await expect(findToggle(page)).toBeChecked();
    await release();
    await expect(findToggle(second)).toBeChecked();
  });
});

test('a mechanic without upcoming jobs opens the job map from the menu', async ({ sandbox }) => {
  const page = await sandbox.openAs('mechanic');
  await page.getByRole('link', { name: 'Job Map' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Job Map' })).toBeVisible();
  await expect(page.getByText('No upcoming appointments')).toBeVisible();
  await expectAccessible(page);
});
