import { expect } from '@playwright/test';
import { makeMember, robin } from './account-steps.ts';
import { toast } from './booking-page.ts';
import { test } from './sandbox.ts';

test('the audit trail shows who made a change, with the old and the new value @data.audit-text', async ({
  sandbox,
}) => {
  await makeMember(sandbox);
  const page = await sandbox.openAs('admin');
  await page.goto('/settings?tab=people');
  await page.getByLabel('Search everyone').fill('robin');
  await page.getByRole('button', { name: 'Manage Robin Hale' }).click();
  const dialog = page.getByRole('dialog', { name: 'Robin Hale' });
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Service Advisor');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(toast(page, 'Role updated')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: 'Audit trail' }).click();
  const changes = page.getByRole('list', { name: 'Changes' });
  const change = changes
    .getByRole('article')
    .filter({ hasText: "changed Robin Hale's role: Service Advisor (was Customer)" });
  await expect(change).toContainText('Dana Whitaker');

  await page.getByLabel('Type').selectOption('Person');
  await expect(page).toHaveURL(/kind=user/);
  await expect(change).toBeVisible();
  await page.getByRole('searchbox', { name: 'Person' }).fill('robin');
  await page.getByRole('button', { name: new RegExp(robin.email) }).click();
  await expect(change, 'another person made the change').toHaveCount(0);
  await page.getByRole('button', { name: 'Everyone' }).click();
  await expect(change).toBeVisible();
  // Entries have the time of the machine's clock, not of the test's; this date is before all of them.
  await page.getByLabel('To', { exact: true }).fill('2000-01-01');
  await expect(page.getByText('No changes match these filters.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No changes match these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
  await expect(change).toBeVisible();
  await test.step('focus is on the filters, not at the top of the page', async () => {
    await expect(page.locator('div:focus')).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('searchbox', { name: 'Person' })).toBeFocused();
  });
});
