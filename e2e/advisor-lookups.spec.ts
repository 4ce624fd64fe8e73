import { expect } from '@playwright/test';
import { makePlan, makeServiceArea } from '@curbwrench/testing/builders';
import { toast } from './booking-page.ts';
import { insertPayment } from './payment-steps.ts';
import { test } from './sandbox.ts';

test('an advisor on the phone with a customer looks up a price, a service area and a payment', async ({
  sandbox,
}) => {
  await makeServiceArea(sandbox.app, ['94122'], { name: 'Ocean side', trip_fee: '15.00' });
  await makePlan(sandbox.app, { name: 'Whole Year' });
  await insertPayment(sandbox);
  const page = await sandbox.openAs('advisor');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const serviceCard = page.getByRole('article', { name: 'Oil & Filter Change' });

  await test.step('the advisor looks up a price', async () => {
    await menu.getByRole('link', { name: 'Services', exact: true }).click();
    await expect(serviceCard).toContainText('$89.00');
    await expect(page.getByRole('button', { name: /^(Add|Edit|Delete)/ })).toHaveCount(0);
  });

  await test.step('the advisor looks up a service area', async () => {
    await menu.getByRole('link', { name: 'Service Areas' }).click();
    await expect(page.getByRole('article').filter({ hasText: 'Ocean side' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Add|Edit|Delete)/ })).toHaveCount(0);
    await page.getByLabel('ZIP code').fill('94122');
    await page.getByLabel('ZIP code').press('Enter');
    await expect(page.getByText('Yes, we serve 94122.')).toBeVisible();
  });

  await test.step('the advisor sees an unpaid payment, but cannot record or refund it', async () => {
    await menu.getByRole('link', { name: 'Payments' }).click();
    const row = page.getByRole('row').filter({ has: page.getByRole('cell') });
    await expect(row).toHaveText(/Casey Morgan.*Oil & Filter Change.*\$89\.00.*Pending/);
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    await expect(row.getByRole('button')).toHaveText(['Receipt']);
    await row.getByRole('button').click();
    const receipt = page.getByRole('dialog');
    await expect(receipt.getByText('Casey Morgan', { exact: true })).toBeVisible();
    await expect(receipt.getByText('$89.00', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the advisor books directly from the services page', async () => {
    await menu.getByRole('link', { name: 'Services', exact: true }).click();
    await serviceCard.getByRole('link', { name: /Book Now/ }).click();
    await expect(
      page.getByLabel('Service Type').getByRole('checkbox', { name: sandbox.oilChange.name }),
    ).toBeChecked();
    await expect(page.getByLabel('Customer', { exact: true })).toBeVisible();
  });
});

test('an advisor changes their own name and phone number', async ({ sandbox }) => {
  const page = await sandbox.openAs('advisor');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('tab', { name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'People' }), 'only admins manage people').toHaveCount(
    0,
  );
  await page.getByRole('link', { name: 'Manage account' }).click();
  await page.getByLabel('Last name').fill('');
  await page.getByRole('textbox', { name: 'Phone' }).fill('+1 555 0199');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Last name')).toHaveAccessibleDescription(
    'Please enter a last name',
  );
  await page.getByLabel('Last name').fill('Coleman');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Account updated')).toBeVisible();
  await expect(page.getByRole('complementary').getByText('Avery Coleman')).toBeVisible();
});
