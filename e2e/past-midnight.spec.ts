import { makeVehicle } from '@curbwrench/testing/builders';
import { expect, type Page } from '@playwright/test';
import { bookThroughApi } from './appointment-steps.ts';
import { BookingPage, toast } from './booking-page.ts';
import { onOwnServer, test, type Sandbox } from './sandbox.ts';

test.use(onOwnServer);

test('a form left open past midnight says that its date has passed, and accepts the next date @booking.past-midnight', async ({
  sandbox,
}) => {
  const id = await bookThroughApi(sandbox, '2026-03-05', '13:00');
  const vehicle = await makeVehicle(sandbox.app, sandbox.people.customer.id);
  const page = await sandbox.openWithSession(sandbox.people.customer);
  const booking = new BookingPage(page);
  await booking.open();
  await booking.vehicle.locator(`input[value="${vehicle}"]`).check();
  await booking.fill({
    service: sandbox.oilChange.name,
    day: /Tuesday, March 3rd, 2026/,
    time: '4:00 PM',
    address: '5 Elm Street',
  });
  const reschedulePage = await sandbox.openWithSession(sandbox.people.customer);
  await reschedulePage.goto(`/appointments/${id}`);
  await reschedulePage.getByRole('button', { name: 'Reschedule', exact: true }).click();
  const dialog = reschedulePage.getByRole('dialog', { name: 'Reschedule #0001' });
  await dialog.getByRole('button', { name: /Tuesday, March 3rd, 2026/ }).click();
  await dialog.getByRole('radio', { name: '3:00 PM' }).check();

  await passMidnight(sandbox, [page, reschedulePage]);

  await expect(
    page.getByText(
      "4:00 PM isn't available on Tue, Mar 03, 2026 (that date is in the past). Choose another time.",
    ),
  ).toBeVisible();
  await booking.submit.click();
  await expect(page.getByRole('group', { name: 'Date' })).toHaveAccessibleDescription(
    /That date is in the past\.$/,
  );
  await expect(booking.day(/Tuesday, March 3rd, 2026/)).toBeDisabled();
  await booking.day(/Wednesday, March 4th, 2026/).click();
  await expect(page.getByText(/that date is in the past/i)).toHaveCount(0);
  await booking.time('4:00 PM').check();
  await booking.submit.click();
  await expect(toast(page, 'Appointment booked')).toBeVisible();

  await test.step('the reschedule dialog says so too', async () => {
    await expect(
      dialog.getByText(
        "3:00 PM isn't available on Tue, Mar 03, 2026 (that date is in the past). Choose another time.",
      ),
    ).toBeVisible();
    await dialog.getByRole('button', { name: /Wednesday, March 4th, 2026/ }).click();
    await expect(dialog.getByText(/that date is in the past/i)).toHaveCount(0);
    await dialog.getByRole('radio', { name: '3:00 PM' }).check();
    await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click();
    await expect(dialog).toBeHidden();
  });
});

/** Sets the clocks of the server and of each page to a quarter past midnight in the business's time zone. */
async function passMidnight(sandbox: Sandbox, pages: readonly Page[]): Promise<void> {
  const later = new Date('2026-03-04T08:15:00Z');
  sandbox.app.clock.set(later);
  for (const page of pages) {
    await page.clock.setFixedTime(later);
    // Run the timers that are due at midnight.
    await page.clock.fastForward('16:00:00');
  }
}
