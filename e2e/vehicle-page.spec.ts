import { expect } from '@playwright/test';
import {
  makeAppointment,
  makeMechanic,
  makePersonWithoutAccount,
  makeVehicle,
} from '@curbwrench/testing/builders';
import { closePaymentDialog } from './appointment-steps.ts';
import { failureToast } from './booking-page.ts';
import { test, today } from './sandbox.ts';

test("a vehicle's page shows its history, and a VIN that looks wrong is saved with a warning @vehicles.vin @vehicles.history", async ({
  sandbox,
}) => {
  const customer = await makePersonWithoutAccount(sandbox.app, {
    firstName: 'Vera',
    lastName: 'Vehicle',
  });
  const vehicle = await makeVehicle(sandbox.app, customer);
  const mechanic = await makeMechanic(sandbox.app, { firstName: 'Max', lastName: 'Measured' });
  await makeAppointment(sandbox.app, {
    date: '2026-02-10',
    status: 'completed',
    customer_id: customer,
    vehicle_id: vehicle,
    mechanic_id: mechanic.id,
    mileage: 48_250,
  });
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  await page.goto(`/customers/${customer}`);
  await page.getByRole('link', { name: '2019 Honda Civic' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '2019 Honda Civic' })).toBeVisible();
  const visit = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(visit).toHaveCount(1);
  await expect(visit).toContainText('Feb 10, 2026');
  await expect(visit).toContainText('48,250 mi');
  await expect(visit).toContainText('Max Measured');

  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Vehicle' });
  await dialog.getByLabel('Color').fill('Dark red');
  await dialog.getByLabel('VIN').fill('00000000000000000');
  await expect(dialog.getByText('This VIN is the same character repeated.')).toBeVisible();
  await dialog.getByLabel('VIN').fill('1HGCM82633A004352');
  await expect(
    dialog.getByText('According to its VIN, the model year is 2003, not 2019.'),
  ).toBeVisible();
  // The office may save a vehicle without a plate number.
  await dialog.getByRole('button', { name: 'Save Vehicle' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Dark red')).toBeVisible();
  await expect(
    page.getByText('According to its VIN, the model year is 2003, not 2019.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Vera Vehicle' })).toBeVisible();
});

test("the office adds a vehicle on a customer's page, and retrying after a lost response adds it only once @customers.vehicles @vehicles.retry", async ({
  sandbox,
}) => {
  const customer = await makePersonWithoutAccount(sandbox.app);
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  await page.goto(`/customers/${customer}`);
  await page.getByRole('button', { name: 'Add vehicle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Vehicle' });
  await dialog.getByLabel('Make').fill('Volvo');
  await dialog.getByLabel('Model').fill('V70');
  await dialog.getByLabel('Year').selectOption('2015');
  const add = dialog.getByRole('button', { name: 'Add Vehicle' });

  sandbox.expectLostConnection('/api/vehicles');
  await page.route('**/api/vehicles', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await add.click();
  await expect(failureToast(page, 'Operation failed')).toBeVisible();
  await page.unroute('**/api/vehicles');
  await add.click();
  await expect(dialog).toBeHidden();
  const vehicles = page.getByRole('list', { name: 'Vehicles' }).getByRole('listitem');
  await expect(vehicles).toHaveText([/2015 Volvo V70/]);
});

test('a mechanic records the mileage when completing a job, and sees it in the history @vehicles.mileage', async ({
  sandbox,
}) => {
  const customer = await makePersonWithoutAccount(sandbox.app);
  const vehicle = await makeVehicle(sandbox.app, customer);
  const mechanic = await makeMechanic(sandbox.app);
  const job = await makeAppointment(sandbox.app, {
    date: today,
    status: 'in_progress',
    customer_id: customer,
    vehicle_id: vehicle,
    mechanic_id: mechanic.id,
  });
  const page = await sandbox.openWithSession(mechanic);
  await page.goto(`/appointments/${job}`);
  await page.getByRole('button', { name: /Complete Service/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Complete/ });
  await dialog.getByLabel('Mileage').fill('about 50k');
  await dialog.getByRole('button', { name: 'Complete Service' }).click();
  await expect(dialog.getByText('Please enter the mileage using digits only.')).toBeVisible();
  await dialog.getByLabel('Mileage').fill('51,020');
  await dialog.getByRole('button', { name: 'Complete Service' }).click();
  await expect(dialog).toBeHidden();
  await closePaymentDialog(page);
  await page.getByRole('link', { name: '2019 Honda Civic' }).click();
  await expect(page.getByRole('list', { name: 'History' })).toContainText('51,020 mi');
});
