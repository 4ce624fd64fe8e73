import { expect } from '@playwright/test';
import { bookThroughApi, changeThroughApi } from './appointment-steps.ts';
import { expectFocusIn, tabTo } from './keyboard-steps.ts';
import { test, today } from './sandbox.ts';

test('a mechanic does a job using only the keyboard, and focus stays in the list of jobs', async ({
  sandbox,
}) => {
  const id = await bookThroughApi(sandbox, today, '11:00');
  const { advisor, mechanic } = sandbox.people;
  await changeThroughApi(sandbox, advisor, id, { status: 'confirmed', mechanicId: mechanic.id });
  const page = await sandbox.openWithSession(mechanic);
  await page.goto('/');
  const panel = page.getByRole('tabpanel');

  await test.step('opening the customer details and returning to the same button', async () => {
    const customerButton = panel.getByRole('button', { name: /^Customer Details/ });
    await tabTo(customerButton);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Casey Morgan' });
    await tabTo(dialog.getByRole('link', { name: 'Call Customer' }));
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(customerButton).toBeFocused();
  });

  await test.step('after starting the job, Tab goes to its next action', async () => {
    await page.keyboard.press('Shift+Tab');
    await tabTo(panel.getByRole('button', { name: /^Start Service/ }));
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('region', { name: 'In Progress (1)' })).toBeVisible();
    await expect(panel.locator(':focus')).toHaveCount(1);
  });

  await test.step('completing the job without losing focus', async () => {
    await tabTo(panel.getByRole('button', { name: /^Complete Service/ }));
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Complete Service' }));
    await page.keyboard.press('Enter');
    await expectFocusIn(page.getByRole('dialog', { name: 'Record payment' }));
    await page.keyboard.press('Escape');
    await expect(panel.getByRole('region', { name: 'Completed (1)' })).toBeVisible();
    await expect(panel.locator(':focus')).toHaveCount(1);
  });

  await test.step('the arrow keys change the tab', async () => {
    await tabTo(page.getByRole('tab', { name: 'Schedule' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Map & Navigation' })).toBeFocused();
    await expect(page.getByRole('tabpanel', { name: 'Map & Navigation' })).toBeVisible();
  });
});

test('an admin edits and deletes a service using only the keyboard', async ({ sandbox }) => {
  const page = await sandbox.openWithSession(sandbox.people.admin);
  await page.goto('/services');
  const card = page.getByRole('article', { name: 'Oil & Filter Change' });

  await test.step('Escape closes the form and returns focus', async () => {
    await tabTo(card.getByRole('button', { name: 'Edit Oil & Filter Change' }));
    await page.keyboard.press('Enter');
    await expectFocusIn(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(card.getByRole('button', { name: 'Edit Oil & Filter Change' })).toBeFocused();
  });

  await test.step('the first invalid field gets focus', async () => {
    await page.keyboard.press('Enter');
    const price = page.getByRole('dialog').getByLabel('Price (USD)');
    await tabTo(price);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('none');
    await page.keyboard.press('Enter');
    await expect(price).toBeFocused();
    await expect(price).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('95');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(card).toContainText('$95.00');
    await expect(card.getByRole('button', { name: 'Edit Oil & Filter Change' })).toBeFocused();
  });

  await test.step('after a deletion, focus stays in the list', async () => {
    await tabTo(card.getByRole('button', { name: 'Delete Oil & Filter Change' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await tabTo(dialog.getByRole('button', { name: 'Delete', exact: true }));
    await page.keyboard.press('Enter');
    await expect(card).toHaveCount(0);
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  });
});
