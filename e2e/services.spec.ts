import { makeAppointment, makeMechanic, makeService } from '@curbwrench/testing/builders';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { toast } from './booking-page.ts';
import { test } from './sandbox.ts';

const findCard = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Services' }).getByRole('article', { name, exact: true });

async function openServices(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Services', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Services' })).toBeVisible();
}

test('a customer sees the services and books one of them @services.list', async ({ sandbox }) => {
  const page = await sandbox.openAs('customer');
  await openServices(page);
  const oil = findCard(page, 'Oil & Filter Change');
  await expect(oil).toContainText('$89.00');
  await expect(oil).toContainText('Full synthetic oil and a new filter.');
  await expect(oil).toContainText('1h');
  await expect(page.getByRole('heading', { name: 'Benefits' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible();
  for (const name of [/^Add Service/, /^Edit/, /^Delete/]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }

  await oil.getByRole('link', { name: /Book Now/ }).click();
  await expect(
    page.getByLabel('Service Type').getByRole('checkbox', { name: sandbox.oilChange.name }),
  ).toBeChecked();
});

test('a person who cannot book sees the services without booking buttons', async ({ sandbox }) => {
  const mechanic = await sandbox.openAs('mechanic');
  await openServices(mechanic);
  await expect(findCard(mechanic, 'Oil & Filter Change')).toBeVisible();
  await expect(mechanic.getByRole('link', { name: /Book Now/ })).toHaveCount(0);
});

test('an admin adds, changes and deletes a service, and each error is shown next to its field @services.manage @services.form @services.skill @services.skill-missing', async ({
  sandbox,
}) => {
  await makeMechanic(sandbox.app, { skills: ['brakes'] });
  const page = await sandbox.openAs('admin');
  await openServices(page);
  await page.getByRole('button', { name: 'Add Service' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: /^(Add|Save) Service$/ });
  const name = dialog.getByLabel('Name');
  const description = dialog.getByLabel('Description');
  const price = dialog.getByLabel('Price');
  const duration = dialog.getByLabel('Duration');
  const hours = dialog.getByLabel('Labor hours');

  await test.step('the form validates each field', async () => {
    await submit.click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription('Service name must be at least 2 characters');
    await expect(description).toHaveAccessibleDescription(
      'Description must be at least 10 characters',
    );
    await expect(price).toHaveAccessibleDescription(/^Price must be zero or more/);
    await expect(duration).toHaveAccessibleDescription(
      'Duration must be a positive number in minutes',
    );
    await name.fill('B');
    await description.fill('Too short');
    await price.fill('12.345');
    await duration.fill('12.5');
    await hours.fill('-1');
    await expect(hours).toHaveAccessibleDescription('Labor hours must be a positive number');
    await expect(price).toHaveAccessibleDescription(/^Price must be zero or more/);
    await price.fill('10000000');
    await expect(price).toHaveAccessibleDescription('Price must be 9,999,999.99 or less');
    await expect(duration).toHaveAccessibleDescription(
      'Duration must be a positive number in minutes',
    );
    await duration.fill('961');
    await expect(duration).toHaveAccessibleDescription('A service can take up to 16 hours.');
    await duration.fill('960');
    await expect(duration).toHaveAccessibleDescription('');
    await expectAccessible(page);
  });

  await test.step('adding a service that requires a skill', async () => {
    await name.fill('Brake Pads');
    await description.fill('New pads on one axle.');
    await price.fill('199.5');
    await duration.fill('90');
    await hours.fill('');
    await dialog.getByLabel('Skill').fill('Hybrids');
    await expect(dialog.getByText('No mechanic has the Hybrids skill yet')).toBeVisible();
    await dialog.getByLabel('Skill').fill('brakes');
    await expect(dialog.getByText('No mechanic has the')).toHaveCount(0);
    await submit.click();
    await expect(toast(page, 'Service created')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(findCard(page, 'Brake Pads')).toContainText('$199.50');
  });

  await test.step('a change appears immediately for a person who has the page open', async () => {
    const customer = await sandbox.openAs('customer');
    await customer.goto('/services');
    await findCard(page, 'Brake Pads').getByRole('button', { name: 'Edit Brake Pads' }).click();
    await expect(dialog.getByLabel('Skill')).toHaveValue('brakes');
    await price.fill('0');
    await hours.fill('1.5');
    await submit.click();
    await expect(toast(page, 'Service updated')).toBeVisible();
    await expect(findCard(customer, 'Brake Pads')).toContainText('$0.00');
  });

  await test.step('deleting a service after confirmation', async () => {
    const deleteButton = findCard(page, 'Brake Pads').getByRole('button', {
      name: 'Delete Brake Pads',
    });
    await deleteButton.click();
    await expect(dialog).toContainText('Are you sure you want to delete the service "Brake Pads"?');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(deleteButton).toBeFocused();
    await deleteButton.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Service deleted')).toBeVisible();
    await expect(findCard(page, 'Brake Pads')).toHaveCount(0);
  });
});

test('a refused form stays open and shows the reason; appointments keep the name of a deleted service @services.archive', async ({
  sandbox,
}) => {
  const { app, people } = sandbox;
  const id = await makeService(app, { name: 'Wiper Blades' });
  await makeAppointment(app, {
    date: '2026-03-05',
    customer_id: people.customer.id,
    service_id: id,
  });
  const page = await sandbox.openAs('admin');
  await openServices(page);
  await expect(findCard(page, 'Wiper Blades')).toBeVisible();
  // The service is deleted without a live event, so this page still shows it.
  await app.store.kysely
    .updateTable('services')
    .set({ archived_at: new Date() })
    .where('id', '=', id)
    .execute();
  sandbox.expectErrorStatus(404, `/api/services/${id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Edit Wiper Blades' }).click();
  await dialog.getByRole('button', { name: 'Save Service' }).click();
  await expect(toast(page, 'Operation failed')).toBeVisible();
  await expect(toast(page, '404: Service not found.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete Wiper Blades' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Failed to delete service')).toBeVisible();
  await expect(dialog).toBeVisible();

  const customer = await sandbox.openAs('customer');
  await expect(customer.getByText('Wiper Blades')).toBeVisible();
  await customer.goto('/services');
  await expect(findCard(customer, 'Oil & Filter Change')).toBeVisible();
  await expect(findCard(customer, 'Wiper Blades')).toHaveCount(0);
});
