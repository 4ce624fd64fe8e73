import { makeAppointment, makePerson, makeVehicle } from '@curbwrench/testing/builders';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { toast } from './booking-page.ts';
import { test } from './sandbox.ts';

const findCard = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

test('a customer sees a read-only profile in the settings @accounts.profile', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('customer');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(
    page.getByText('Profile information is managed by your authentication provider'),
  ).toBeVisible();
  for (const [label, value] of [
    ['First name', 'Casey'],
    ['Last name', 'Morgan'],
    ['Email', sandbox.people.customer.email],
    ['Role', 'Customer'],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveValue(value);
    await expect(page.getByLabel(label)).toHaveAttribute('readonly', '');
  }
  await expect(page.getByRole('main').getByText('CM', { exact: true })).toBeVisible();
  for (const name of ['Edit Profile', 'Change Picture']) {
    await expect(page.getByRole('button', { name })).toBeDisabled();
  }
});

test('a customer manages their vehicles, and each error is shown next to its field @vehicles.manage @vehicles.years', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('customer');
  await expect(page.getByText("You haven't added any vehicles yet.")).toBeVisible();
  await page.getByRole('link', { name: 'Add Vehicle' }).click();
  await expect(page).toHaveURL(/\/settings\?tab=vehicles$/);
  await expect(page.getByText("You haven't added any vehicles yet.")).toBeVisible();
  const dialog = page.getByRole('dialog');
  const make = dialog.getByLabel('Make');
  const model = dialog.getByLabel('Model');
  const year = dialog.getByLabel('Year');
  const plate = dialog.getByLabel('Plate number');
  const type = dialog.getByLabel('Vehicle type');

  await test.step('the form has defaults, offers years and types, and validates', async () => {
    await page.getByRole('button', { name: 'Add Vehicle' }).click();
    await expect(year).toHaveValue('2026');
    await expect(type).toHaveValue('Sedan');
    await expect(dialog.getByRole('switch', { name: 'Active' })).toBeChecked();
    const years = await year.locator('option').allTextContents();
    expect([years[0], years.at(-1), years.length]).toEqual(['2027', '1980', 48]);
    expect(await type.locator('option:not([disabled])').allTextContents()).toEqual(
      'Sedan SUV Truck Van Coupe Hatchback Wagon Convertible Crossover Minivan Other'.split(' '),
    );
    await dialog.getByRole('button', { name: 'Add Vehicle' }).click();
    await expect(make).toBeFocused();
    await expect(make).toHaveAccessibleDescription('Make is required');
    await expect(model).toHaveAccessibleDescription('Model is required');
    await expect(plate).toHaveAccessibleDescription('Plate number is required');
    await expectAccessible(page);
  });

  await test.step('adding a vehicle', async () => {
    await make.fill('Honda');
    await model.fill('Civic');
    await year.selectOption('2019');
    await plate.fill('7ABC123');
    await dialog.getByRole('button', { name: 'Add Vehicle' }).click();
    await expect(toast(page, 'Vehicle added')).toBeVisible();
    const honda = findCard(page, 'Honda Civic');
    for (const fact of ['2019', 'Sedan', '7ABC123', 'Active', 'No service record']) {
      await expect(honda).toContainText(fact);
    }
  });

  await test.step('changing a vehicle', async () => {
    await page.getByRole('button', { name: 'Edit Honda Civic' }).click();
    await type.selectOption('Hatchback');
    await dialog.getByRole('switch', { name: 'Active' }).click();
    await dialog.getByRole('button', { name: 'Save Vehicle' }).click();
    await expect(toast(page, 'Vehicle updated')).toBeVisible();
    await expect(findCard(page, 'Honda Civic')).toContainText('Hatchback');
    await expect(findCard(page, 'Honda Civic')).toContainText('Inactive');
  });

  await test.step('deleting a vehicle after confirmation', async () => {
    await page.getByRole('button', { name: 'Delete Honda Civic' }).click();
    await expect(dialog).toContainText('Are you sure you want to delete Honda Civic?');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Vehicle deleted')).toBeVisible();
    await expect(page.getByText("You haven't added any vehicles yet.")).toBeVisible();
  });
});

test('a vehicle shows when it was last serviced, and invalid values are rejected @vehicles.last-service @vehicles.years @vehicles.manage', async ({
  sandbox,
}) => {
  const { app, people } = sandbox;
  const details = { customer_id: people.customer.id, mechanic_id: people.mechanic.id };
  for (const [model, date] of [
    ['Yaris', '2026-03-02'],
    ['Supra', '2026-02-20'],
    ['Camry', '2025-11-12'],
  ] as const) {
    const id = await makeVehicle(app, people.customer.id, { make: 'Toyota', model });
    await makeAppointment(app, { ...details, date, status: 'completed', vehicle_id: id });
  }
  // The form offers neither this vehicle's year nor its type.
  const galaxieId = await makeVehicle(app, people.customer.id, {
    make: 'Ford',
    model: 'Galaxie',
    year: 1967,
    type: 'Fastback',
    plate_number: 'OLD1',
  });
  await makeAppointment(app, {
    date: '2026-03-05',
    customer_id: people.customer.id,
    vehicle_id: galaxieId,
  });
  sandbox.expectErrorStatus(409, `/api/vehicles/${galaxieId}`);
  sandbox.expectErrorStatus(404, `/api/vehicles/${galaxieId}`);
  const page = await sandbox.openAs('customer');
  await page.goto('/settings?tab=vehicles');
  await expect(findCard(page, 'Toyota Yaris')).toContainText('This month');
  await expect(findCard(page, 'Toyota Supra')).toContainText('1 month ago');
  await expect(findCard(page, 'Toyota Camry')).toContainText('4 months ago');

  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save Vehicle' });
  await page.getByRole('button', { name: 'Edit Ford Galaxie' }).click();
  await expect(dialog.getByLabel('Year')).toHaveValue('1967');
  await save.click();
  await expect(dialog.getByLabel('Vehicle type')).toHaveAccessibleDescription(
    'Vehicle type is required',
  );
  await dialog.getByLabel('Vehicle type').selectOption('Coupe');
  await save.click();
  await expect(toast(page, 'Vehicle updated')).toBeVisible();

  await test.step('an invalid year is rejected', async () => {
    await app.store.kysely
      .updateTable('vehicles')
      .set({ year: 2031 })
      .where('id', '=', galaxieId)
      .execute();
    await page.reload();
    await page.getByRole('button', { name: 'Edit Ford Galaxie' }).click();
    await save.click();
    await expect(dialog.getByLabel('Year')).toHaveAccessibleDescription('Year must be valid');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a vehicle with an open appointment cannot be deleted', async () => {
    await page.getByRole('button', { name: 'Delete Ford Galaxie' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Failed to delete vehicle')).toBeVisible();
    await expect(
      page.getByText(/^409: This vehicle still has an open appointment, #\d+\.$/),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a deleted vehicle cannot be changed', async () => {
    await page.getByRole('button', { name: 'Edit Ford Galaxie' }).click();
    await dialog.getByLabel('Year').selectOption('1999');
    await app.store.kysely
      .updateTable('vehicles')
      .set({ archived_at: new Date() })
      .where('id', '=', galaxieId)
      .execute();
    await save.click();
    await expect(toast(page, 'Operation failed')).toBeVisible();
    await expect(dialog).toBeVisible();
  });
});

test("the office manages a customer's vehicles; a mechanic has no Vehicles tab", async ({
  sandbox,
}) => {
  const rosa = await makePerson(sandbox.app, 'customer', { firstName: 'Rosa', lastName: 'Lind' });
  await makeVehicle(sandbox.app, rosa.id, { make: 'Kia', model: 'Rio' });
  const advisor = await sandbox.openAs('advisor');
  await advisor.goto('/settings?tab=vehicles');
  await advisor.getByLabel('Customer').fill('Rosa');
  await advisor.getByRole('button', { name: /Rosa Lind/ }).click();
  await expect(findCard(advisor, 'Kia Rio')).toBeVisible();
  await advisor.getByRole('button', { name: 'Add Vehicle' }).click();
  const dialog = advisor.getByRole('dialog');
  await dialog.getByLabel('Make').fill('Seat');
  await dialog.getByLabel('Model').fill('Leon');
  await dialog.getByLabel('Plate number').fill('8XYZ777');
  await dialog.getByRole('button', { name: 'Add Vehicle' }).click();
  await expect(toast(advisor, 'Vehicle added')).toBeVisible();
  await expect(findCard(advisor, 'Seat Leon')).toBeVisible();
  await expectAccessible(advisor);

  const mechanic = await sandbox.openAs('mechanic');
  await mechanic.goto('/settings?tab=vehicles');
  await expect(mechanic.getByRole('tab')).toHaveText(['Profile', 'Notifications']);
});

test('a person sets their notification preferences, which apply on every device @messages.preferences', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('customer');
  await page.goto('/settings?tab=notifications');
  for (const [name, isOn, description] of [
    ['Appointment Reminders', true, /a review request afterward\.$/],
    ['Mechanic Updates', true, /has arrived\.$/],
    ['Payment Receipts', true, /paid for\.$/],
    ['Push', true, /on your devices\.$/],
    ['SMS', false, /Text messages aren't set up yet\.$/],
    ['Promotional Emails', false, /We don't send these yet\.$/],
    ['Newsletter', true, /We don't send these yet\.$/],
  ] as const) {
    const toggle = page.getByRole('switch', { name });
    await expect(toggle).toBeChecked({ checked: isOn });
    await expect(toggle).toHaveAccessibleDescription(description);
  }
  await expectAccessible(page);
  const phone = await sandbox.openAs('customer', { viewport: { width: 390, height: 844 } });
  await phone.goto('/settings?tab=notifications');
  const save = page.getByRole('button', { name: 'Save Preferences' });
  await expect(save).toBeDisabled();
  await page.getByRole('switch', { name: 'SMS' }).click();
  await page.getByRole('switch', { name: 'Newsletter' }).click();
  await expect(page.getByText('You have unsaved changes.')).toBeVisible();

  await test.step('leaving with unsaved changes asks for confirmation', async () => {
    await page.getByRole('link', { name: 'Appointments' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page, { subject: 'leaving without saving', alsoOnPhone: true });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByRole('switch', { name: 'SMS' })).toBeChecked();
  });

  await test.step('after a failure, the person can try saving again', async () => {
    sandbox.expectErrorStatus(503, '/api/notifications/preferences');
    const preferencesUrl = '**/api/notifications/preferences';
    await page.route(preferencesUrl, (route) =>
      route.fulfill({ status: 503, body: 'Please try again in a moment.' }),
    );
    await save.click();
    await expect(page.getByRole('alert')).toContainText("Your preferences weren't saved.");
    await expect(page.getByRole('alert')).toContainText('Please try again in a moment.');
    await expectAccessible(page);
    await page.unroute(preferencesUrl);
    await save.click();
    await expect(toast(page, 'Preferences saved')).toBeVisible();
    await expect(page.getByText('You have unsaved changes.')).toHaveCount(0);
  });

  await expect(phone.getByRole('switch', { name: 'SMS' })).toBeChecked();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'SMS' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Newsletter' })).not.toBeChecked();
});
