import { expect } from '@playwright/test';
import { bookByCall, changeByCall } from './appointment-steps.ts';
import { tabTo } from './keyboard-steps.ts';
import { test, today } from './stage.ts';

test('a mechanic does a job with the keyboard alone, and stays at the jobs of the day', async ({
  stage,
}) => {
  const id = await bookByCall(stage, today, '11:00');
  const { advisor, mechanic } = stage.people;
  await changeByCall(stage, advisor, id, { status: 'confirmed', mechanicId: mechanic.id });
  const page = await stage.openWithSession(mechanic);
  await page.goto('/');
  const panel = page.getByRole('tabpanel');

  await test.step('who waits for them, and back to where they were', async () => {
    const customer = panel.getByRole('button', { name: /^Customer Details/ });
    await tabTo(customer);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Customer Details' });
    await tabTo(dialog.getByRole('link', { name: 'Call Customer' }));
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(customer).toBeFocused();
  });

  await test.step('they start it, and its next step is the next stop', async () => {
    await page.keyboard.press('Shift+Tab');
    await tabTo(panel.getByRole('button', { name: /^Start Service/ }));
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('region', { name: 'In Progress (1)' })).toBeVisible();
    await expect(panel.locator(':focus')).toHaveCount(1);
  });

  await test.step('they complete it, and are still there', async () => {
    await tabTo(panel.getByRole('button', { name: /^Complete Service/ }));
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Complete Service' }));
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('region', { name: 'Completed (1)' })).toBeVisible();
    await expect(panel.locator(':focus')).toHaveCount(1);
  });

  await test.step('the arrows change what the day shows', async () => {
    await tabTo(page.getByRole('tab', { name: 'Schedule' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Map & Navigation' })).toBeFocused();
    await expect(page.getByRole('tabpanel', { name: 'Map & Navigation' })).toBeVisible();
  });
});

test('an admin edits and deletes a service with the keyboard alone', async ({ stage }) => {
  const page = await stage.openWithSession(stage.people.admin);
  await page.goto('/services');
  const card = page.getByRole('article', { name: 'Oil & Filter Change' });

  await test.step('Escape leaves the form and gives the focus back', async () => {
    await tabTo(card.getByRole('button', { name: 'Edit Oil & Filter Change' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(card.getByRole('button', { name: 'Edit Oil & Filter Change' })).toBeFocused();
  });

  await test.step('what is wrong is where the focus goes', async () => {
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

  await test.step('a deleted one leaves the focus in the list', async () => {
    await tabTo(card.getByRole('button', { name: 'Delete Oil & Filter Change' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await tabTo(dialog.getByRole('button', { name: 'Delete', exact: true }));
    await page.keyboard.press('Enter');
    await expect(card).toHaveCount(0);
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  });
});
