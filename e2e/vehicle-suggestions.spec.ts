import { expect } from '@playwright/test';
import { makePersonWithoutAccount, makeVehicle } from '@curbwrench/testing/builders';
import { BookingPage } from './booking-page.ts';
import { test } from './sandbox.ts';

test('a customer sees suggestions of common makes and models, can type others, and is warned about the VIN @vehicles.suggestions @vehicles.vin', async ({
  sandbox,
}) => {
  const other = await makePersonWithoutAccount(sandbox.app);
  await makeVehicle(sandbox.app, other, { make: 'Hozon', model: 'Neta' });
  const page = await sandbox.openAs('customer');
  const booking = new BookingPage(page);
  await booking.open();
  await booking.addVehicleButton.click();
  const dialog = page.getByRole('dialog', { name: 'Add New Vehicle' });
  const make = dialog.getByLabel('Make');
  const model = dialog.getByLabel('Model');
  const options = dialog.getByRole('listbox').getByRole('option');

  await make.pressSequentially('ho');
  // Customers do not see what other customers drive.
  await expect(options).toHaveText(['Honda']);
  await make.press('ArrowDown');
  await make.press('Enter');
  await expect(make).toHaveValue('Honda');
  await expect(options).toHaveCount(0);
  await make.press('Tab');
  await expect(model).toBeFocused();
  await model.pressSequentially('cr');
  await expect(options).toHaveText(['CR-V']);
  const [option] = await options.all();
  expect((await option?.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  // Closes the suggestions, not the dialog.
  await model.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await model.pressSequentially('v');
  await options.click();
  await expect(model).toHaveValue('CR-V');

  await model.fill('Crosstour X');
  await dialog.getByLabel('Year').fill('2019');
  await dialog.getByLabel('VIN').fill('1HGCM82633A004352');
  await expect(
    dialog.getByText('According to its VIN, the model year is 2003, not 2019.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Add Vehicle' }).click();
  await expect(dialog).toBeHidden();
  await expect(booking.vehicleCard('2019 Honda Crosstour X')).toBeChecked();
});

test('the office is first offered the makes and models that its customers drive, and then common ones @vehicles.suggestions', async ({
  sandbox,
}) => {
  const owner = await makePersonWithoutAccount(sandbox.app);
  await makeVehicle(sandbox.app, owner, { make: 'Toyokawa', model: 'Handcart' });
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  await page.goto('/book-service');
  await page.getByLabel('Customer', { exact: true }).fill('Nina New');
  await page.getByRole('button', { name: 'New customer: Nina New' }).click();
  const options = page.getByRole('listbox').getByRole('option');
  await page.getByLabel('Make').pressSequentially('toyo');
  await expect(options).toHaveText(['Toyokawa', 'Toyota']);
  await options.first().click();
  await page.getByLabel('Model').click();
  await expect(options).toHaveText(['Handcart']);
});
