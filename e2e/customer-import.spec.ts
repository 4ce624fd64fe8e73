import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from './sandbox.ts';

const jobberFile = [
  'J-ID,Display Name,First Name,Last Name,Main Phone #s,Emails,Service Street 1,Service City,Service State,Service Zip code,Tags',
  '501,Jo Imported,Jo,Imported,(415) 555-0181,jo@imported.example,1 Loop Rd,Salem,OR,97301,vip',
  '502,Kit Imported,Kit,Imported,(415) 555-0182,,2 Loop Rd,Salem,OR,97301,',
  '503,Bad Imported,Bad,Imported,CALL ME,,,,,,',
].join('\n');

const chooseFile = (page: Page, content: string | Buffer, name = 'jobber.csv') =>
  page
    .getByLabel('CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

test('an admin imports a file from Jobber and finds the customers; importing it again adds nothing @import.preview @import.again', async ({
  sandbox,
}) => {
  const page = await sandbox.openWithSession(sandbox.people.admin);
  await page.goto('/customers');
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import Customers' })).toBeVisible();

  await chooseFile(page, jobberFile);
  await expect(page.getByText('Exported from Jobber, 3 rows')).toBeVisible();
  await expect(page.getByText('Columns that are not imported: Tags')).toBeVisible();
  await expect(page.getByRole('row', { name: /Bad Imported/ })).toContainText(
    `"CALL ME" isn't a phone number.`,
  );
  await page.getByRole('tab', { name: 'New' }).click();
  await expect(page.getByRole('row', { name: /Imported/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByText('2 rows imported')).toBeVisible();
  await page.getByRole('link', { name: 'Show customers' }).click();
  await page.getByLabel('Search customers').fill('imported');
  await expect(page.getByRole('link', { name: 'Jo Imported' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Kit Imported' })).toBeVisible();

  await page.goto('/customers/import');
  await chooseFile(page, jobberFile);
  await expect(page.getByText('There is nothing to import.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Jo Imported/ })).toContainText(
    'Jo Imported is already on file.',
  );
});

test('a file that is not CSV is refused, and another can be chosen @import.bad-file', async ({
  sandbox,
}) => {
  const page = await sandbox.openWithSession(sandbox.people.admin);
  await page.goto('/customers/import');
  sandbox.expectErrorStatus(400, '/api/customers/import/preview');
  await chooseFile(page, Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'customers.xlsx');
  await expect(page.getByRole('alert')).toContainText("This isn't a CSV file.");
  await chooseFile(page, 'Name,Email\nLater Chosen,later@chosen.example\n');
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeVisible();
});

test('an advisor exports the customers, and cannot import @import.export', async ({ sandbox }) => {
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  await page.goto('/customers');
  await expect(page.getByRole('link', { name: 'Import' })).toBeHidden();
  await page.getByRole('button', { name: 'More' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export customers' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('customers.csv');
  expect(readFileSync(await download.path(), 'utf8')).toContain('"Curbwrench ID"');
});
