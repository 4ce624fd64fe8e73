import { makeServiceArea, makeVehicle } from '@curbwrench/testing/builders';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { BookingPage, expectToast, toast } from './booking-page.ts';
import { tabTo } from './keyboard-steps.ts';
import { test } from './sandbox.ts';

test('an admin adds a service area; errors are shown next to their fields @areas.manage', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(409, '/api/service-areas');
  await makeServiceArea(sandbox.app, ['94110'], { name: 'Mission' });
  const admin = await sandbox.openAs('admin');
  await admin.goto('/service-area-map');
  await expect(admin.getByRole('heading', { level: 1, name: 'Service Areas' })).toBeVisible();
  await expect(admin.getByText('ZIP code data © GeoNames, CC BY 4.0')).toBeVisible();
  await admin.getByRole('button', { name: 'Add area' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Add area' });
  const add = dialog.getByRole('button', { name: 'Add area' });
  await dialog.getByLabel('Also include a radius around a point').check();
  await dialog.getByLabel('Trip fee').fill('much');
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
    await dialog.getByLabel(day).uncheck();
  }
  await add.click();
  for (const message of [
    'Area name must be at least 2 characters',
    'The latitude must be a number from -90 to 90',
    'The longitude must be a number from -180 to 180',
    'The radius must be a number of miles from 0.1 to 500',
    'Please choose at least one day',
    'The trip fee must be zero or more, with up to two decimal places',
  ]) {
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expectAccessible(admin);

  await dialog.getByLabel('Also include a radius around a point').uncheck();
  await dialog.getByLabel('Name').fill('Ocean side');
  await dialog.getByLabel('Monday').check();
  await dialog.getByLabel('Thursday').check();
  await dialog.getByLabel('Trip fee').fill('15');
  await add.click();
  await expect(
    dialog.getByText('Please enter ZIP codes, or add a circle or an outline'),
  ).toBeVisible();
  await dialog.getByLabel('ZIP codes').fill('9411');
  await add.click();
  await expect(dialog.getByText('A ZIP code must have five digits')).toBeVisible();
  const tooManyZips = Array.from({ length: 501 }, (_, index) => 10_000 + index).join(' ');
  await dialog.getByLabel('ZIP codes').fill(tooManyZips);
  await dialog.getByLabel('Trip fee').fill('10000000');
  await add.click();
  await expect(dialog.getByText('An area can have up to 500 ZIP codes')).toBeVisible();
  await expect(dialog.getByText('The trip fee must be 9,999,999.99 or less')).toBeVisible();
  await dialog.getByLabel('Trip fee').fill('15');
  await dialog.getByLabel('ZIP codes').fill('94116, 94122 94110');
  await add.click();
  await expect(
    dialog.getByText('94110 is already in Mission; a ZIP code can belong to only one area'),
  ).toBeVisible();
  await dialog.getByLabel('ZIP codes').fill('94116, 94122');
  await add.click();
  await expect(toast(admin, 'Area created')).toBeVisible();
  const area = admin.getByRole('article').filter({ hasText: 'Ocean side' });
  await expect(area).toContainText('94116, 94122');
  await expect(area).toContainText('Monday and Thursday');
  await expect(area).toContainText('Trip fee $15.00');
});

test('any signed-in person can look up whether a ZIP code is served, while an admin edits the areas @areas.look-up', async ({
  sandbox,
}) => {
  await makeServiceArea(sandbox.app, ['94116', '94122'], {
    name: 'Ocean side',
    trip_fee: '15.00',
  });
  const admin = await sandbox.openAs('admin');
  await admin.goto('/service-area-map');
  const area = admin.getByRole('article').filter({ hasText: 'Ocean side' });
  const mechanic = await sandbox.openAs('mechanic');
  await mechanic.goto('/service-area-map');
  await expect(mechanic.getByRole('article').filter({ hasText: 'Ocean side' })).toBeVisible();
  await expect(mechanic.getByRole('button', { name: 'Add area' })).toHaveCount(0);
  const lookUp = async (zip: string) => {
    await mechanic.getByLabel('ZIP code').fill(zip);
    await mechanic.getByRole('button', { name: 'Check' }).click();
  };
  await lookUp('941');
  await expect(mechanic.getByText('A ZIP code must have five digits')).toBeVisible();
  await lookUp('94122-0001');
  await expect(mechanic.getByText('Yes, we serve 94122.')).toBeVisible();
  await expect(mechanic.getByText('A trip fee of $15.00 is added to the price.')).toBeVisible();
  await expectAccessible(mechanic);
  await lookUp('10001');
  await expect(mechanic.getByText("We don't serve 10001 yet.")).toBeVisible();

  await test.step('the result is inconclusive for a ZIP code at the edge of a circle', async () => {
    await area.getByRole('button', { name: 'Edit Ocean side' }).click();
    const edit = admin.getByRole('dialog', { name: 'Edit area' });
    await edit.getByLabel('Also include a radius around a point').check();
    await edit.getByLabel('Latitude').fill('37.75');
    await edit.getByLabel('Longitude').fill('-122.49');
    await edit.getByLabel('Radius (miles)').fill('2.5');
    await edit.getByRole('button', { name: 'Save area' }).click();
    await expect(toast(admin, 'Area updated')).toBeVisible();
    await expect(area).toContainText('Within 2.5 miles of');
    await expect(area.getByRole('link', { name: /this point/ })).toHaveAttribute(
      'href',
      /maps.*37\.75.*-122\.49/,
    );
    await lookUp('94132');
    await expect(mechanic.getByText("We can't tell from 94132 alone.")).toBeVisible();
    await expect(mechanic.getByText(/at the edge of the area we serve/)).toBeVisible();
    await expect(mechanic.getByText(/Please call us at \+1 555 0100/)).toBeVisible();
    await expect(mechanic.getByRole('link', { name: '+1 555 0100' })).toHaveAttribute(
      'href',
      'tel:+15550100',
    );
  });

  await area.getByRole('button', { name: 'Delete Ocean side' }).click();
  const deleteDialog = admin.getByRole('dialog', { name: 'Delete Ocean side?' });
  await deleteDialog.getByRole('button', { name: 'Delete area' }).click();
  await expect(toast(admin, 'Area deleted')).toBeVisible();
  await expect(area).toHaveCount(0);
});

test('a customer sees the trip fee for their address before booking @areas.fee @areas.limits', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(400, '/api/appointments');
  await makeServiceArea(sandbox.app, ['94122'], {
    name: 'Ocean side',
    trip_fee: '15.00',
    days: ['mon', 'wed', 'thu'],
  });
  await makeServiceArea(sandbox.app, [], {
    name: 'Around Austin',
    trip_fee: '20.00',
    latitude: 30.2713,
    longitude: -97.7426,
    radius_miles: '10',
  });
  await makeVehicle(sandbox.app, sandbox.people.customer.id);
  const page = await sandbox.openAs('customer');
  await test.step('the customer first looks up the fee by ZIP code', async () => {
    await page.getByRole('link', { name: 'Service Areas' }).click();
    await expect(page.getByRole('article').filter({ hasText: 'Ocean side' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Add|Edit|Delete)/ })).toHaveCount(0);
    await page.getByLabel('ZIP code').fill('94122');
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('Yes, we serve 94122.')).toBeVisible();
    await expect(page.getByText('A trip fee of $15.00 is added to the price.')).toBeVisible();
  });
  const booking = new BookingPage(page);
  await booking.open();
  await booking.fill({
    vehicle: '2019 Honda Civic',
    service: sandbox.oilChange.name,
    day: 'Friday, March 6th, 2026',
    time: '10:00 AM',
    address: '12 Judah Street, San Francisco, CA 94122',
  });
  const summary = page.getByRole('region', { name: 'Booking Summary' });
  await expect(summary).toContainText('$104.00');
  await expect(summary).toContainText('Trip fee, Ocean side$15.00');
  await expect(
    page.getByText('In our Ocean side area, we work on Mondays, Wednesdays, and Thursdays.'),
  ).toBeVisible();
  await booking.address.fill('1 Broadway, New York, NY 10001');
  await expect(page.getByText("We don't serve this address yet.")).toBeVisible();
  await expect(summary).toContainText('$89.00');
  await booking.address.fill('1100 Congress Avenue, Austin, TX 78701');
  await expect(summary).toContainText('Trip fee, Around Austin$20.00');
  await expect(summary).toContainText('$109.00');
  await booking.address.fill('12 Judah Street, San Francisco, CA 94122');
  await expect(summary).toContainText('$104.00');
  await booking.submit.click();
  await expectToast(
    page,
    'Booking failed',
    '400: In our Ocean side area, we work on Mondays, Wednesdays, and Thursdays.',
  );
  await booking.day('Thursday, March 5th, 2026').click();
  await booking.time('10:00 AM').check();
  await booking.submit.click();
  await expect(toast(page, 'Appointment booked')).toBeVisible();
});

test("an admin enters an area's vertices, limits and fees by distance, using only the keyboard @areas.manage @areas.shape", async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(400, '/api/service-areas');
  const admin = await sandbox.openAs('admin');
  const { keyboard } = admin;
  await admin.goto('/service-area-map');
  await admin.getByRole('button', { name: 'Add area' }).focus();
  await keyboard.press('Enter');
  const dialog = admin.getByRole('dialog', { name: 'Add area' });
  const vertices = dialog.getByLabel('Boundary points');
  await tabTo(dialog.getByLabel('Name'));
  await keyboard.type('Downtown');
  await tabTo(vertices);
  await keyboard.type('30.28, -97.76\n30.25, -97.72\n30.28, north\n30.25, -97.76');
  await tabTo(dialog.getByLabel('Earliest start'));
  await keyboard.type('9');
  await tabTo(dialog.getByLabel('Latest start'));
  await keyboard.type('3');
  await tabTo(dialog.getByLabel('Minimum notice (hours)'));
  await keyboard.type('24');
  await tabTo(dialog.getByLabel('Fee type'));
  await keyboard.type('By');
  await tabTo(dialog.getByLabel('1. Up to (miles)'));
  await keyboard.type('5');
  await tabTo(dialog.getByLabel('1. Fee'));
  await keyboard.type('10');
  await tabTo(dialog.getByRole('button', { name: 'Add distance' }));
  await keyboard.press('Enter');
  await expect(dialog.getByLabel('2. Up to (miles)')).toBeFocused();
  await keyboard.type('4');
  await tabTo(dialog.getByLabel('2. Fee'));
  await keyboard.type('25');
  await keyboard.press('Enter');
  await expect(
    dialog.getByText('Point 3: the latitude and longitude must be numbers'),
  ).toBeVisible();
  await expect(dialog.getByText('Each distance must be greater than the one before')).toBeVisible();
  await expect(vertices).toBeFocused();
  await expectAccessible(admin);

  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('30.28, -97.76\n30.25, -97.72\n30.28, -97.72\n30.25, -97.76');
  await tabTo(dialog.getByLabel('2. Up to (miles)'));
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('10');
  await keyboard.press('Enter');
  await expect(dialog.getByText(/^The edges cross or touch each other near 30.26/)).toBeVisible();
  await expect(vertices).toBeFocused();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('30.28, -97.76\n30.28, -97.72\n30.25, -97.72\n30.25, -97.76');
  await tabTo(dialog.getByRole('button', { name: 'Add area' }));
  await keyboard.press('Enter');
  await expect(toast(admin, 'Area created')).toBeVisible();
  const area = admin.getByRole('article').filter({ hasText: 'Downtown' });
  await expect(area).toContainText('Area outlined on the map');
  await expect(area).toContainText('Jobs start between 9:00 AM and 3:00 PM');
  await expect(area).toContainText('24-hour notice');
  await expect(area).toContainText('Trip fee $10.00 to $25.00 by distance');

  await test.step('the saved values can be edited afterward', async () => {
    await area.getByRole('button', { name: 'Edit Downtown' }).press('Enter');
    const edit = admin.getByRole('dialog', { name: 'Edit area' });
    await expect(edit.getByLabel('Boundary points')).toHaveValue(
      '30.28, -97.76\n30.25, -97.76\n30.25, -97.72\n30.28, -97.72',
    );
    await expect(edit.getByLabel('Latest start')).toHaveValue('15:00');
    await expect(edit.getByLabel('2. Fee')).toHaveValue('25.00');
  });
});
