import { makeVehicle } from '@curbwrench/server/testing/builders';
import { expect } from '@playwright/test';
import { BookingPage } from './booking-page.ts';
import { test } from './stage.ts';

// Tuesday, March 3rd, 23:30 in the business's zone: 21:30 in Honolulu, and Wednesday already in
// Berlin and Auckland.
test.use({ stageOptions: { now: new Date('2026-03-04T07:30:00Z'), demo: true } });

const bookings = [
  { timezoneId: 'Pacific/Honolulu', time: '8:00 AM', until: '9:00 AM', startTime: '08:00:00' },
  { timezoneId: 'Europe/Berlin', time: '10:00 AM', until: '11:00 AM', startTime: '10:00:00' },
  { timezoneId: 'Pacific/Auckland', time: '1:00 PM', until: '2:00 PM', startTime: '13:00:00' },
];

test('browsers in Honolulu, Berlin and Auckland book the day they show', async ({ stage }) => {
  await makeVehicle(stage.site, stage.people.customer.id);
  for (const { timezoneId, time, until, startTime } of bookings) {
    await test.step(timezoneId, async () => {
      const page = await stage.openWithSession(stage.people.customer, { timezoneId });
      const booking = new BookingPage(page);
      await booking.open();
      await expect(booking.day(/Monday, March 2nd, 2026/)).toBeDisabled();
      await expect(booking.day('Today, Tuesday, March 3rd, 2026')).toBeEnabled();

      await booking.fill({
        vehicle: '2019 Honda Civic',
        service: stage.oilChange.option,
        day: /Wednesday, March 4th, 2026/,
        time,
        address: '5 Elm Street',
      });
      await expect(page.getByText('Times are in Pacific Time.')).toBeVisible();
      await booking.submit.click();
      const appointment = page.getByRole('article').filter({ hasText: `${time} – ${until}` });
      await expect(appointment).toContainText('Mar 04, 2026');
      const kept = await stage.site.store.kysely
        .selectFrom('appointments')
        .select(['date', 'start_time'])
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(kept).toEqual({ date: '2026-03-04', start_time: startTime });
    });
  }
});
