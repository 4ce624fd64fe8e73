import { makeVehicle } from '@curbwrench/server/testing/builders';
import { expect } from '@playwright/test';
import { BookingPage } from './booking-page.ts';
import { test } from './stage.ts';

// Tuesday, March 3rd, 21:00 in the business's zone: Wednesday already in Berlin and Auckland.
test.use({ stageOptions: { now: new Date('2026-03-04T05:00:00Z'), demo: true } });

for (const timezoneId of ['Pacific/Honolulu', 'Europe/Berlin', 'Pacific/Auckland']) {
  test(`a browser in ${timezoneId} books the day it shows, in the business's zone`, async ({
    stage,
  }) => {
    await makeVehicle(stage.site, stage.people.customer.id);
    const page = await stage.openAs('customer', { timezoneId });
    const booking = new BookingPage(page);
    await booking.open();
    await expect(booking.day(/Monday, March 2nd, 2026/)).toBeDisabled();
    await expect(booking.day('Today, Tuesday, March 3rd, 2026')).toBeEnabled();

    await booking.fill({
      vehicle: '2019 Honda Civic',
      service: stage.oilChange.option,
      day: /Thursday, March 5th, 2026/,
      time: '8:00 AM',
      address: '5 Elm Street',
    });
    await expect(page.getByText('Times are in Pacific Time.')).toBeVisible();
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/appointments'),
    );
    await booking.submit.click();
    expect((await sent).postDataJSON()).toMatchObject({ date: '2026-03-05', startTime: '08:00' });
    const appointment = page.getByRole('article', { name: 'Oil & Filter Change' });
    await expect(appointment).toContainText('Mar 05, 2026');
    await expect(appointment).toContainText('8:00 AM – 9:00 AM');
  });
}
