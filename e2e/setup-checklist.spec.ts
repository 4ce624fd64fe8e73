import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { ConsoleMonitor } from './console-monitor.ts';
import { setUpBusiness, test } from './new-business.ts';

declare global {
  /** The functions that `countPressesAndFields` adds to the page. */
  interface Window {
    countPress(): void;
    countField(): void;
  }
}

/** The maximum number of presses and fields from the setup link until customers can book (`business.checklist`). */
const maxPressesAndFields = 45;

test('an owner who works alone sets up the business, and a customer sees available times @business.checklist @services.several', async ({
  browser,
  setupLink,
}) => {
  const monitor = new ConsoleMonitor();
  const context = await browser.newContext({ timezoneId: 'America/Chicago' });
  const page = await context.newPage();
  monitor.follow(page);
  const getCounts = await countPressesAndFields(page);

  await page.goto(setupLink);
  await type(page.getByLabel('First name'), 'Dana');
  await type(page.getByLabel('Last name'), 'Whitaker');
  await type(page.getByLabel('Email'), 'dana@example.com');
  await type(page.getByRole('textbox', { name: 'Password' }), 'seven copper kettles');
  await page.getByRole('button', { name: 'Set up' }).click();

  const steps = page.getByRole('list', { name: 'Setup steps' });
  const dialog = page.getByRole('dialog');
  const openStep = (step: string, action: string) =>
    steps.getByRole('group', { name: step }).getByRole('button', { name: action }).click();
  await expect(
    page.getByText('0 of 5 done. Customers with an account can book once'),
  ).toBeVisible();
  await expect(
    page.getByText("They need a code sent by email, and email isn't set up."),
  ).toBeVisible();
  await expectAccessible(page);

  await openStep('Your business', 'Enter details');
  await clear(dialog.getByLabel('Name'));
  await type(dialog.getByLabel('Name'), 'Dana’s Garage');
  await type(dialog.getByLabel('Phone'), '512 555 0142');
  await type(dialog.getByLabel('Address'), '600 Congress Ave, Austin, TX 78701');
  await expect(dialog.getByLabel('Time zone')).toHaveValue('America/Chicago');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 of 5 done.')).toBeVisible();

  await openStep('Business hours', 'Set hours');
  const saturday = dialog.getByRole('group', { name: 'Saturday' });
  await saturday.getByRole('checkbox', { name: 'Saturday' }).click();
  await saturday.getByLabel('Closes').selectOption('12:00 PM');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2 of 5 done.')).toBeVisible();

  await openStep('Services', 'Choose services');
  const oil = dialog.getByRole('group', { name: 'Oil & Filter Change' });
  await clear(oil.getByLabel('Price'));
  await type(oil.getByLabel('Price'), '89.50');
  await dialog.getByRole('group', { name: 'Jump Start' }).getByRole('checkbox').click();
  await dialog.getByRole('button', { name: 'Add 5 services' }).click();
  await expect(
    page.getByText('3 of 5 done. Customers with an account can book now.'),
  ).toBeVisible();

  await openStep('Mechanics', 'Add mechanics');
  await dialog.getByRole('button', { name: 'I work alone' }).click();
  await expect(page.getByText('4 of 5 done.')).toBeVisible();

  await openStep('Service area', 'Set area');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Your business is set up' })).toBeVisible();

  const visitor = await browser.newPage();
  monitor.follow(visitor);
  await visitor.goto(new URL('/book-service', setupLink).href);
  await visitor.getByLabel('Service Type').getByRole('checkbox').first().check();
  await visitor.locator('button:enabled', { hasText: /^\d+$/ }).last().click();
  const times = visitor.getByRole('group', { name: 'Preferred Time' }).getByRole('radio');
  await expect(times.and(visitor.locator(':enabled')).first()).toBeVisible();

  const { presses, fields } = getCounts();
  test.info().annotations.push({
    type: 'presses and fields',
    description: `${presses} presses, ${fields} fields`,
  });
  expect(presses, 'presses are counted').toBeGreaterThanOrEqual(12);
  expect(fields, 'fields are counted').toBeGreaterThanOrEqual(8);
  expect(presses + fields).toBeLessThanOrEqual(maxPressesAndFields);

  await test.step('the owner opens the mechanic dashboard on a phone', async () => {
    await page.getByRole('switch', { name: 'Mechanic view' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Mechanic Dashboard' })).toBeVisible();
  });

  expect(monitor.unexpected).toEqual([]);
});

test('checklist steps can be skipped, and the checklist can be reloaded, hidden and shown again @business.checklist', async ({
  browser,
  setupLink,
}) => {
  const page = await browser.newPage();
  await page.goto(setupLink);
  await setUpBusiness(page);
  const steps = page.getByRole('list', { name: 'Setup steps' });
  const mechanics = steps.getByRole('group', { name: 'Mechanics' });
  await mechanics.getByRole('button', { name: 'Skip' }).click();
  await expect(mechanics.getByText('Skipped')).toBeVisible();

  await page.reload();
  await expect(mechanics.getByText('Skipped')).toBeVisible();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Recent Transactions' })).toBeVisible();
  await expect(steps).toBeHidden();

  await page.goto(new URL('/settings?tab=business', setupLink).href);
  await page.getByRole('button', { name: 'Show on the dashboard' }).click();
  await expect(mechanics.getByText('Skipped')).toBeVisible();

  await test.step('an address that cannot be found shows an error at its field', async () => {
    await steps.getByRole('button', { name: 'Enter details' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Phone').fill('512 555 0142');
    await dialog.getByLabel('Address').fill('Nowhere in particular');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText("We couldn't find this address.")).toBeVisible();
  });
});

/**
 * Counts what the person does on the page, based on the browser's own input events: presses by pointer or key,
 * fields that are typed into, and choices from lists. Clearing a field and typing into it counts as one field.
 */
async function countPressesAndFields(
  page: Page,
): Promise<() => { presses: number; fields: number }> {
  let presses = 0;
  let fields = 0;
  await page.exposeFunction('countPress', () => (presses += 1));
  await page.exposeFunction('countField', () => (fields += 1));
  await page.addInitScript(() => {
    const isTextField = (target: EventTarget | null) =>
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement &&
        !['checkbox', 'radio', 'button', 'submit', 'file'].includes(target.type));
    let lastField: EventTarget | null = null;
    addEventListener(
      'pointerdown',
      ({ target, isTrusted }) => {
        if (isTrusted && !isTextField(target)) window.countPress();
      },
      true,
    );
    addEventListener(
      'keydown',
      ({ key, target, isTrusted, repeat }) => {
        const isPress = key === 'Enter' || (key === ' ' && !isTextField(target));
        if (isTrusted && !repeat && isPress) window.countPress();
      },
      true,
    );
    addEventListener(
      'input',
      ({ target }) => {
        if (target instanceof HTMLSelectElement) window.countField();
        else if (isTextField(target) && target !== lastField) {
          lastField = target;
          window.countField();
        }
      },
      true,
    );
  });
  return () => ({ presses, fields });
}

/** Types into a field key by key, as a person does. */
async function type(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.pressSequentially(text);
}

async function clear(field: Locator): Promise<void> {
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.press('Delete');
}
