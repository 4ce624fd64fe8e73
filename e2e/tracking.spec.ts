import { expect, type Page } from '@playwright/test';
import { makeAppointment } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { expectAccessible } from './accessibility.ts';
import { onOwnServer, test, today, type Sandbox } from './sandbox.ts';

test.use(onOwnServer);

const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };

/** Inserts a confirmed job today at a point, or at an address without coordinates. */
function makeJob({ app, people, oilChange }: Sandbox, point: { lat: number; lng: number } | null) {
  return makeAppointment(app, {
    date: today,
    status: 'confirmed',
    mechanic_id: people.mechanic.id,
    customer_id: people.customer.id,
    service_id: oilChange.id,
    latitude: point?.lat ?? null,
    longitude: point?.lng ?? null,
  });
}

/** Makes a change through the API as the mechanic. */
async function patchAsMechanic({ app, people }: Sandbox, url: string, body: object): Promise<void> {
  expect((await send(app, people.mechanic, 'PATCH', url, body)).statusCode).toBe(200);
}

const findTrackButton = (page: Page) => page.getByRole('button', { name: /^Track Mechanic/ });

test('a customer can track the mechanic from before departure until the job is completed @tracking.customer @tracking.arrival @tracking.hidden @tracking.contact', async ({
  sandbox,
}) => {
  const id = await makeJob(sandbox, { lat: 37.8, lng: -122.36 });
  const jobPath = `/api/appointments/${id}`;
  const page = await sandbox.openAs('customer', phone);
  await findTrackButton(page).click();
  const sheet = page.getByRole('dialog', { name: 'Track Mechanic' });
  const steps = sheet.getByRole('list', { name: 'Steps' }).getByRole('listitem');

  await test.step('before departure, no location is shown', async () => {
    await expect(sheet).toContainText('Oil & Filter Change');
    await expect(sheet.getByRole('status')).toHaveText(
      'Not on the way yet, scheduled for 10:00 AM',
    );
    await expect(sheet).toContainText('Marcus Bell');
    await expect(sheet.getByRole('link', { name: /^Call / })).toHaveAttribute(
      'href',
      'tel:+15550100',
    );
    await expect(sheet.getByRole('link', { name: 'Message the office' })).toHaveAttribute(
      'href',
      '/chat-support',
    );
    await expect(steps).toHaveText([
      /Booked: done/,
      /Mechanic assigned: done/,
      /On the way: not yet/,
      /Arrived: not yet/,
      /Done: not yet/,
    ]);
    // The mechanic's location before setting out is not shown to the customer.
    await patchAsMechanic(sandbox, '/api/mechanics/status', {
      location: { lat: 37.9, lng: -122.4 },
    });
    await expect(sheet.getByRole('link', { name: /Open in maps/ })).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('on the way, the location and the estimated arrival are updated', async () => {
    sandbox.app.clock.set(new Date('2026-03-03T17:01:00Z'));
    await patchAsMechanic(sandbox, jobPath, { status: 'in_progress' });
    // The estimate uses the position at departure, which the customer does not see.
    await expect(sheet.getByRole('status')).toHaveText('Marcus will arrive around 9:22 AM');
    await expect(sheet).toContainText('Estimate based on departure at 9:01 AM');
    await expect(sheet).toContainText("Marcus isn't sharing their location right now.");
    await expect(steps.nth(2)).toHaveText(/On the way: doneTue, Mar 03, 2026, 9:01 AM/);

    // The sheet is open while the van moves.
    await patchAsMechanic(sandbox, '/api/mechanics/status', {
      location: { lat: 37.8, lng: -122.4 },
    });
    await expect(sheet.getByRole('status')).toHaveText('Marcus will arrive around 9:10 AM');
    await expect(sheet).toContainText('about 10 min · 2.2 mi away');
    sandbox.app.clock.set(new Date('2026-03-03T17:03:00Z'));
    await patchAsMechanic(sandbox, '/api/mechanics/status', {
      location: { lat: 37.8, lng: -122.38 },
    });
    await expect(sheet.getByRole('status')).toHaveText('Marcus will arrive around 9:09 AM');
    await expect(sheet).toContainText('about 6 min · 1.1 mi away');
    await expect(sheet.getByRole('link', { name: /Open in maps/ })).toHaveAttribute(
      'href',
      /37\.8%2C-122\.38$/,
    );
    await expectAccessible(page);
  });

  await test.step('while the mechanic’s page is hidden, the last location is shown with its time', async () => {
    const later = new Date('2026-03-03T17:20:00Z');
    sandbox.app.clock.set(later);
    await page.clock.setFixedTime(later);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(findTrackButton(page)).toBeFocused();
    await findTrackButton(page).click();
    await expect(sheet.getByRole('status')).toHaveText('Marcus will arrive around 9:22 AM');
    await expect(sheet).toContainText('Estimate based on departure at 9:01 AM');
    await expect(sheet).toContainText('1.1 mi away · as of 9:03 AM');
    await expect(sheet.getByText(/about \d+ min/)).toHaveCount(0);
  });

  await test.step('the arrival and the completion are shown', async () => {
    await patchAsMechanic(sandbox, jobPath, { arrived: true });
    await expect(sheet.getByRole('status')).toHaveText('Your mechanic has arrived');
    await expect(sheet.getByText(/mi away/)).toHaveCount(0);
    await page.goto(`/appointments/${id}`);
    await findTrackButton(page).click();
    await expect(sheet.getByRole('status')).toHaveText('Your mechanic has arrived');
    await patchAsMechanic(sandbox, jobPath, { status: 'completed' });
    await expect(sheet.getByRole('status')).toHaveText('The job is done');
    await expect(steps).toHaveText([/done/, /done/, /done/, /Arrived: done/, /Done: done/]);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(findTrackButton(page)).toHaveCount(0);
  });
});

test('if tracking cannot be loaded, the customer can try again; an address without coordinates has no distance @tracking.failures', async ({
  sandbox,
}) => {
  const id = await makeJob(sandbox, null);
  await patchAsMechanic(sandbox, `/api/appointments/${id}`, { status: 'in_progress' });
  await patchAsMechanic(sandbox, '/api/mechanics/status', { location: { lat: 37.8, lng: -122.4 } });
  const page = await sandbox.openAs('customer');
  await page.goto('/appointments');
  sandbox.expectErrorStatus(503, `/api/appointments/${id}/tracking`);
  let isFailing = true;
  await page.route('**/tracking', (route) =>
    isFailing ? route.fulfill({ status: 503, body: 'Please try again.' }) : route.continue(),
  );
  await findTrackButton(page).click();
  const sheet = page.getByRole('dialog', { name: 'Track Mechanic' });
  await expect(sheet).toContainText("We couldn't load your mechanic's location.");
  isFailing = false;
  await sheet.getByRole('button', { name: 'Try again' }).click();
  await expect(sheet.getByRole('status')).toHaveText('Your mechanic is on the way');
  await expect(sheet).toContainText('Last seen at 9:00 AM');
  await expect(sheet.getByText(/away/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(findTrackButton(page)).toBeFocused();
});
