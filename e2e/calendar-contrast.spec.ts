import { expect, type Locator, type Page } from '@playwright/test';
import { bookThroughApi } from './appointment-steps.ts';
import { BookingPage } from './booking-page.ts';
import { test } from './sandbox.ts';

const wednesday = 'Wednesday, March 4th, 2026';

test('the selected day is readable while the pointer is over it, in both themes', async ({
  sandbox,
}) => {
  const id = await bookThroughApi(sandbox, '2026-03-05', '10:00');
  const page = await sandbox.openAs('customer');

  await test.step('in the booking form', async () => {
    const booking = new BookingPage(page);
    await booking.open();
    await booking.serviceRow(sandbox.oilChange.name).check();
    await booking.day(new RegExp(wednesday)).click();
    await expectReadable(page, booking.day(new RegExp(wednesday)));
  });

  await test.step('in the reschedule dialog', async () => {
    await page.goto(`/appointments/${id}`);
    await page.getByRole('button', { name: 'Reschedule' }).click();
    const day = page.getByRole('dialog').getByRole('button', { name: new RegExp(wednesday) });
    await day.click();
    await expectReadable(page, day);
  });

  await test.step('in the date filter of the appointment list', async () => {
    await page.goto('/appointments?date=2026-03-04');
    await page.getByRole('button', { name: 'Mar 04, 2026' }).click();
    const calendar = page.getByRole('dialog', { name: 'Pick a date' });
    await expectReadable(page, calendar.getByRole('button', { name: new RegExp(wednesday) }));
  });
});

/** Expects a contrast of at least 4.5:1 (WCAG AA) while the pointer is over the day, in both themes. */
async function expectReadable(page: Page, day: Locator): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await day.hover();
    await expect(day).toHaveCSS('cursor', 'pointer');
    const ratio = await day.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      const getLuminance = (text: string) => {
        const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map((part) => {
          const value = Number(part) / 255;
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const [low = 0, high = 0] = [getLuminance(color), getLuminance(backgroundColor)].toSorted(
        (a, b) => a - b,
      );
      return (high + 0.05) / (low + 0.05);
    });
    expect(ratio, `contrast in the ${colorScheme} theme`).toBeGreaterThanOrEqual(4.5);
  }
  await page.emulateMedia({ colorScheme: null });
}
