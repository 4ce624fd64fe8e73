import { expect } from '@playwright/test';
import { makePerson, makePersonWithoutAccount, makeVehicle } from '@curbwrench/testing/builders';
import { test } from './sandbox.ts';

test('an admin merges two customers, and a browser that shows the removed customer switches to the one that was kept @customers.merge', async ({
  sandbox,
}) => {
  const id = await makePersonWithoutAccount(sandbox.app, {
    firstName: 'Morgan',
    lastName: 'Mergeable',
    phone: '(310) 555-0141',
  });
  const otherId = await makePersonWithoutAccount(sandbox.app, {
    firstName: 'Mo',
    lastName: 'Mergeable',
    phone: '(310) 555-0142',
    email: 'mo@mergeable.example',
  });
  await makeVehicle(sandbox.app, otherId, { make: 'Saab', model: '9-3', year: 2009 });
  const page = await sandbox.openWithSession(sandbox.people.admin);
  const other = await sandbox.openWithSession(sandbox.people.advisor);
  await page.goto(`/customers/${id}`);
  await other.goto(`/customers/${otherId}`);
  await expect(other.getByRole('heading', { level: 1, name: 'Mo Mergeable' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'More actions' })).toBeHidden();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge with another customer' }).click();
  const searchDialog = page.getByRole('dialog', { name: 'Merge Morgan Mergeable' });
  await searchDialog.getByLabel('Other customer').fill('mergeable');
  const foundCustomers = searchDialog
    .getByRole('list', { name: 'Customers found' })
    .getByRole('button');
  await expect(foundCustomers).toHaveText([/Mo Mergeable/]);
  await foundCustomers.click();

  const preview = page.getByRole('dialog', { name: 'Merge customers' });
  await expect(preview.getByRole('region', { name: 'Record to keep' })).toContainText(
    'Morgan Mergeable',
  );
  await preview.getByRole('button', { name: 'Swap records' }).click();
  await expect(preview.getByRole('region', { name: 'Record to keep' })).toContainText(
    'Mo Mergeable',
  );
  await preview.getByRole('button', { name: 'Swap records' }).click();
  await expect(preview.getByRole('region', { name: 'Record to remove' })).toContainText(
    'Mo Mergeable',
  );
  const result = preview.getByRole('region', { name: 'After merging' });
  await expect(result).toContainText('(310) 555-0141, (310) 555-0142');
  await expect(result).toContainText('mo@mergeable.example');
  await expect(result).toContainText('1 vehicle');
  await preview.getByRole('button', { name: 'Continue' }).click();

  // The response is held back until the merge's live event has reached both pages.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/customers/*/merge', async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  const confirm = page.getByRole('dialog', { name: 'Merge Mo Mergeable into Morgan Mergeable?' });
  const refreshed = page.waitForResponse((response) =>
    response.url().endsWith('/api/customers/' + id),
  );
  await confirm.getByRole('button', { name: 'Merge' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Morgan Mergeable' })).toBeVisible();
  await refreshed;
  release();
  await expect(confirm).toBeHidden();
  await expect(
    page.getByText('Mo Mergeable was merged into Morgan Mergeable.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: '2009 Saab 9-3' })).toBeVisible();
  await expect(other).toHaveURL(new RegExp(`/customers/${id}$`));
});

test('the record with an account is kept, and a refused merge says why @customers.merge-refused', async ({
  sandbox,
}) => {
  const { customer, admin } = sandbox.people;
  const id = await makePersonWithoutAccount(sandbox.app, {
    firstName: 'Nora',
    lastName: 'Accountless',
  });
  const page = await sandbox.openWithSession(admin);
  const chooseOther = async (search: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Merge with another customer' }).click();
    await page.getByLabel('Other customer').fill(search);
    await page.getByRole('list', { name: 'Customers found' }).getByRole('button').click();
    return page.getByRole('dialog', { name: 'Merge customers' });
  };
  await page.goto(`/customers/${id}`);
  const preview = await chooseOther(customer.email);
  await expect(preview.getByRole('region', { name: 'Record to remove' })).toContainText(
    'Nora Accountless',
  );
  await expect(preview.getByRole('button', { name: 'Swap records' })).toBeHidden();

  const member = await makePerson(sandbox.app, 'customer', { lastName: 'Hasaccount' });
  await page.goto(`/customers/${member.id}`);
  const refusedPreview = await chooseOther(customer.email);
  await expect(refusedPreview.getByRole('alert')).toContainText('both have an account.');
  const continueButton = refusedPreview.getByRole('button', { name: 'Continue' });
  await expect(continueButton).toHaveAccessibleDescription("These customers can't be merged.");
});

test('the office is told who else has the phone number or email of a customer they edit @customers.duplicates', async ({
  sandbox,
}) => {
  const id = await makePersonWithoutAccount(sandbox.app, {
    firstName: 'Una',
    lastName: 'Unique',
    phone: '(310) 555-0171',
  });
  await makePersonWithoutAccount(sandbox.app, {
    firstName: 'Tom',
    lastName: 'Twin',
    phone: '(310) 555-0172',
    email: 'tom@twin.example',
  });
  const page = await sandbox.openWithSession(sandbox.people.advisor);
  await page.goto(`/customers/${id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit customer' });
  await dialog.getByLabel('Email').fill('tom@twin.example');
  await expect(dialog.getByRole('status')).toContainText([
    'Tom Twin already has this email address.',
  ]);
  await dialog.getByLabel('Email').fill('');
  await expect(dialog).not.toContainText('already has');
  await dialog.getByRole('button', { name: 'Add phone' }).click();
  await dialog.getByRole('textbox', { name: 'Phone 2' }).fill('310 555 0172');
  await expect(dialog).toContainText('Tom Twin already has this phone number.');
  await expect(dialog).not.toContainText('Una Unique already');
});

test("a customer's page suggests merging another customer with the same email address @customers.same-email", async ({
  sandbox,
}) => {
  const details = { lastName: 'Samemail', email: 'sam@samemail.example' };
  const id = await makePersonWithoutAccount(sandbox.app, { ...details, firstName: 'Sam' });
  await makePersonWithoutAccount(sandbox.app, { ...details, firstName: 'Samantha' });
  const advisorPage = await sandbox.openWithSession(sandbox.people.advisor);
  await advisorPage.goto(`/customers/${id}`);
  const notice = advisorPage.getByRole('status').filter({ hasText: 'Same customer?' });
  await expect(notice).toContainText(
    "Samantha Samemail has the same email address. If they're the same person, ask an admin to merge them.",
  );
  await expect(notice.getByRole('button')).toHaveCount(0);

  const page = await sandbox.openWithSession(sandbox.people.admin);
  await page.goto(`/customers/${id}`);
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  const preview = page.getByRole('dialog', { name: 'Merge customers' });
  await expect(preview.getByRole('region', { name: 'Record to keep' })).toContainText(
    'Sam Samemail',
  );
  await preview.getByRole('button', { name: 'Continue' }).click();
  const confirm = page.getByRole('dialog', { name: 'Merge Samantha Samemail into Sam Samemail?' });
  await confirm.getByRole('button', { name: 'Merge' }).click();
  await expect(confirm).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Sam Samemail' })).toBeVisible();
  await expect(page.getByText('Same customer?')).toBeHidden();
});
