import { makePlan, makeService } from '@curbwrench/testing/builders';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { toast } from './booking-page.ts';
import { test } from './sandbox.ts';

test('an admin adds a plan; errors are shown next to their fields @plans.manage', async ({
  sandbox,
}) => {
  await makeService(sandbox.app, { name: 'Brake Check' });
  const admin = await sandbox.openAs('admin');
  await admin.goto('/services');
  await admin.getByRole('link', { name: /Maintenance plans/ }).click();
  await expect(admin.getByText('There are no plans yet.')).toBeVisible();
  await admin.getByRole('button', { name: 'Add plan' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Add plan' });
  await dialog.getByLabel('Discount on everything else').fill('0');
  await dialog.getByRole('button', { name: 'Add plan' }).click();
  for (const message of [
    'Plan name must be at least 2 characters',
    'Description must be at least 10 characters',
    'Price must be more than zero, with up to two decimal places',
  ]) {
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expectAccessible(admin);

  for (const [label, maxLength] of [
    ['Name', 100],
    ['Description', 500],
  ] as const) {
    await dialog.getByLabel(label).fill('x'.repeat(maxLength + 1));
    await expect(dialog.getByLabel(label)).toHaveValue('x'.repeat(maxLength));
  }
  // After the first submission, the form validates on each change.
  const discountError = 'The discount must be a whole number from 0 to 100';
  for (const [label, valid, invalid, message] of [
    ['Name', 'Brakes', 'Bell \u0007', "This text contains characters that can't be saved."],
    ['Price', '25', '10000000', 'Price must be 9,999,999.99 or less'],
    ['Discount on everything else', '100', '101', discountError],
    ['Discount on everything else', '1', '-1', discountError],
    ['Discount on everything else', '7', '7.5', discountError],
    ['Discount on everything else', '0', '', discountError],
  ] as const) {
    await dialog.getByLabel(label).fill(invalid);
    await expect(dialog.getByText(message)).toBeVisible();
    await dialog.getByLabel(label).fill(valid);
    await expect(dialog.getByText(message)).toHaveCount(0);
  }

  await dialog.getByLabel('Name').fill('Brakes');
  await dialog.getByLabel('Description').fill('A look at the brakes each quarter.');
  await dialog.getByLabel('Price').fill('25');
  await dialog.getByLabel('Billed').selectOption('Every three months');
  await dialog.getByRole('button', { name: 'Add plan' }).click();
  await expect(dialog.getByText('Please include a service or enter a discount')).toBeVisible();
  await dialog.getByRole('button', { name: 'Include a service' }).click();
  await dialog.getByLabel('Service 1', { exact: true }).selectOption('Brake Check');
  await dialog.getByLabel('Uses').fill('x');
  await dialog.getByRole('button', { name: 'Add plan' }).click();
  await expect(dialog.getByText('Uses must be a whole number from 1 to 99')).toBeVisible();
  await dialog.getByLabel('Uses').fill('2');
  await test.step('a plan can include each service only once, and up to fifty services', async () => {
    const include = dialog.getByRole('button', { name: 'Include a service' });
    await include.click();
    await dialog.getByLabel('Service 2', { exact: true }).selectOption('Brake Check');
    await dialog.getByRole('button', { name: 'Add plan' }).click();
    await expect(dialog.getByText('Each service can be included only once')).toBeVisible();
    for (let added = 3; added <= 51; added += 1) await include.dispatchEvent('click');
    await dialog.getByRole('button', { name: 'Add plan' }).click();
    await expect(dialog.getByText('A plan can include up to 50 services')).toBeVisible();
    for (let last = 51; last > 1; last -= 1) {
      await dialog.getByRole('button', { name: `Remove service ${last}` }).dispatchEvent('click');
    }
  });
  await dialog.getByRole('button', { name: 'Add plan' }).click();
  await expect(toast(admin, 'Plan created')).toBeVisible();
  const card = admin.getByRole('article', { name: 'Brakes' });
  await expect(card).toContainText('$25.00 per quarter');
  await expect(card).toContainText('Brake Check, twice per quarter');
  await expect(card).toContainText('0 members');
});

test('an admin edits and archives a plan; a customer who saw the old version has to review the new one before joining', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(409, '/api/subscriptions');
  await makePlan(sandbox.app, { name: 'Brakes', price: '25.00', billing_interval: 'quarter' });
  const admin = await sandbox.openAs('admin');
  await admin.goto('/subscription-plans');
  const card = admin.getByRole('article', { name: 'Brakes' });
  const customer = await sandbox.openAs('customer');
  await customer.goto('/subscription-plans');
  await customer.getByRole('button', { name: 'Join Brakes' }).click();
  const join = customer.getByRole('dialog', { name: 'Join Brakes?' });
  await expect(join).toContainText('$25.00 per quarter');

  await card.getByRole('button', { name: 'Edit Brakes' }).click();
  const edit = admin.getByRole('dialog', { name: 'Edit plan' });
  await edit.getByLabel('Price').fill('27.50');
  // The customer's page would load the changed plan immediately, so that request is blocked.
  await customer.route('**/api/plans', (route) => route.abort('connectionreset'));
  sandbox.expectLostConnection('/api/plans');
  await edit.getByRole('button', { name: 'Save plan' }).click();
  await expect(toast(admin, 'Plan updated')).toBeVisible();
  await join.getByRole('button', { name: 'Join for $25.00' }).click();
  await expect(toast(customer, 'Failed to join the plan')).toBeVisible();
  await expect(
    toast(customer, '409: This plan just changed. Please review it again.'),
  ).toBeVisible();
  await customer.unroute('**/api/plans');
  await customer.reload();
  await customer.getByRole('button', { name: 'Join Brakes' }).click();
  await join.getByRole('button', { name: 'Join for $27.50' }).click();
  await expect(customer).toHaveURL(/\/subscription-success$/);

  await expect(card).toContainText('1 member');
  await card.getByRole('button', { name: 'Archive Brakes' }).click();
  const archive = admin.getByRole('dialog', { name: 'Archive Brakes?' });
  await expect(archive).toContainText('The one customer on this plan stays on it');
  await archive.getByRole('button', { name: 'Archive plan' }).click();
  await expect(toast(admin, 'Plan archived')).toBeVisible();
  await expect(card).toContainText('Archived, 1 member');
});
