import { expect } from '@playwright/test';
import { makePersonWithoutAccount, makeVehicle } from '@curbwrench/testing/builders';
import { test } from './sandbox.ts';

test('the office edits a customer, and another open page shows the change @customers.record', async ({
  sandbox,
}) => {
  const id = await makePersonWithoutAccount(sandbox.app, {
    firstName: 'Edith',
    lastName: 'Editable',
  });
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  const other = await sandbox.openWithSession(sandbox.people.admin);
  await Promise.all([page, other].map((eachPage) => eachPage.goto(`/customers/${id}`)));
  for (const eachPage of [page, other]) {
    await expect(eachPage.getByRole('heading', { level: 1, name: 'Edith Editable' })).toBeVisible();
  }
  const openEditDialog = async (eachPage: typeof page) => {
    await eachPage.getByRole('button', { name: 'Edit' }).click();
    return eachPage.getByRole('dialog', { name: 'Edit customer' });
  };
  const staleDialog = await openEditDialog(other);
  await staleDialog.getByLabel('Office notes').fill('Second');

  const dialog = await openEditDialog(page);
  await dialog.getByLabel('Phone').fill('ask her');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Please enter a valid phone number');
  await dialog.getByLabel('Phone').fill('415 555 0199');
  await dialog.getByRole('button', { name: 'Add phone' }).click();
  await dialog.getByRole('textbox', { name: 'Phone 2' }).fill('212 555 0123');
  await dialog.getByLabel('Office notes').fill('Gate on the left');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: '(212) 555-0123' })).toBeVisible();
  await expect(other.getByText('Gate on the left')).toBeVisible();

  // The admin's dialog was opened before the advisor's change.
  sandbox.expectErrorStatus(409, `/api/customers/${id}`);
  await staleDialog.getByRole('button', { name: 'Save' }).click();
  await expect(staleDialog).toContainText('This customer was changed by someone else.');
  await expect(page.getByText('Gate on the left')).toBeVisible();
});

test('the office adds a customer, and is told who already has the phone number or email @customers.add @customers.duplicates', async ({
  sandbox,
}) => {
  const known = await makePersonWithoutAccount(sandbox.app, {
    firstName: 'Dora',
    lastName: 'Double',
    phone: '(310) 555-0166',
    email: 'dora@double.example',
  });
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  await page.goto('/customers');
  await page.getByRole('button', { name: 'New customer' }).click();
  const dialog = page.getByRole('dialog', { name: 'New customer' });
  await dialog.getByLabel('First name').fill('Dan');
  await dialog.getByLabel('Last name').fill('Double');
  await dialog.getByLabel('Email').fill('Dora@double.example');
  await expect(dialog.getByText('Dora Double already has this email address.')).toBeVisible();
  await dialog.getByLabel('Email').fill('');
  await expect(dialog.getByText('already has')).toHaveCount(0);
  await dialog.getByLabel('Phone').fill('1 310 555 0166');
  await expect(dialog.getByText('Dora Double already has this phone number.')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Dora Double' })).toHaveAttribute(
    'href',
    `/customers/${known}`,
  );
  await dialog.getByRole('button', { name: 'Add customer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dan Double' })).toBeVisible();
  await expect(page.getByRole('link', { name: '(310) 555-0166' })).toBeVisible();
});

test('the customer list and the caller search require at least three characters @customers.search-length', async ({
  sandbox,
}) => {
  await makePersonWithoutAccount(sandbox.app, { firstName: 'Petra', lastName: 'Pressed' });
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  const hint = page.getByText('Enter at least 3 characters or an appointment number.');
  await page.goto('/customers');
  const field = page.getByLabel('Search customers');
  await field.fill('pe');
  await expect(hint).toBeVisible();
  await expect(page.getByText('No customers match your search.')).toBeHidden();
  await field.fill('petra p');
  await expect(hint).toBeHidden();
  await expect(page.getByRole('link', { name: 'Petra Pressed' }).first()).toBeVisible();
  await page.goto('/book-service');
  const caller = page.getByLabel('Customer', { exact: true });
  await caller.fill('pe');
  await expect(hint).toBeVisible();
  await expect(page.getByRole('button', { name: 'New customer: pe' })).toBeVisible();
  await caller.fill('petra');
  await expect(page.getByRole('list', { name: 'Customers found' })).toContainText('Petra Pressed');
});

test('a keyboard shortcut opens the search on any page, and Enter opens a result @customers.search', async ({
  sandbox,
}) => {
  const id = await makePersonWithoutAccount(sandbox.app, {
    firstName: 'Sonja',
    lastName: 'Sought',
  });
  await makeVehicle(sandbox.app, id, { plate_number: 'SOUGHT7' });
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  await page.goto('/services');
  await expect(page.getByRole('button', { name: 'Search (/)' })).toBeVisible();
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('combobox');
  await expect(field).toBeFocused();
  // Pressing Enter before the results arrive opens the first one as soon as they do.
  await page.keyboard.type('sonja sou');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Sonja Sought' })).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('so');
  const hint = dialog.getByText('Enter at least 3 characters or an appointment number.');
  await expect(hint).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('ught7');
  await expect(hint).toBeHidden();
  await expect(dialog.getByRole('option')).toHaveText([/Sonja Sought/, /SOUGHT7/]);
  await expect(dialog.getByRole('group', { name: 'Vehicles' }).getByRole('option')).toContainText(
    'SOUGHT7',
  );
  await expect(dialog.getByRole('group', { name: 'Customers' }).getByRole('option')).toContainText(
    'Sonja Sought',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
