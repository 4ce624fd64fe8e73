import { startSmsProvider } from '@curbwrench/testing/sms-provider';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { toast } from './booking-page.ts';
import { test, type Sandbox } from './sandbox.ts';

const provider = startSmsProvider();
test.use({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern as the first parameter
  serverOptions: async ({}, use) => use({ twilio: (await provider).settings }),
});
test.afterAll(async () => (await provider).stop());

const phone = '(415) 555-2671';

async function setPhone({ app, people }: Sandbox): Promise<void> {
  await app.store.kysely
    .updateTable('people')
    .set({ phone })
    .where('id', '=', people.customer.id)
    .execute();
}

async function openTextingSettings(page: Page) {
  await page.goto('/settings?tab=notifications');
  return page.getByRole('region', { name: 'Text messages' });
}

test('a customer agrees to text messages, verifies the number with a code, and stops them @messages.sms-consent @messages.sms-stop', async ({
  sandbox,
}) => {
  await setPhone(sandbox);
  const page = await sandbox.openAs('customer');
  const panel = await openTextingSettings(page);
  await expect(panel.getByText("You aren't signed up for text messages.")).toBeVisible();
  await panel.getByRole('button', { name: 'Get text messages' }).click();
  const dialog = page.getByRole('dialog');
  const box = dialog.getByRole('checkbox');
  await expect(box).not.toBeChecked();
  await expect(dialog.getByText(/Msg & data rates may apply.*Reply STOP to end/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Text me a code' }).click();
  await expect(dialog.getByText('Please check the box to agree.')).toBeVisible();
  expect((await provider).received).toEqual([]);
  await box.check();
  await dialog.getByRole('button', { name: 'Text me a code' }).click();
  await expect(dialog.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
  await expectAccessible(page);

  const sent = (await provider).received.at(-1);
  const code = sent?.body.slice(0, 6) ?? '';
  sandbox.expectErrorStatus(400, '/api/texting/confirm');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code === '000000' ? '000001' : '000000');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    dialog.getByText("That code isn't right. Check the most recent text and try again."),
  ).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(toast(page, 'Text messages are on')).toBeVisible();
  await expect(panel.getByText(`We text you about your appointments at ${phone}`)).toBeVisible();

  await panel.getByRole('button', { name: 'Stop texts' }).click();
  await expect(panel.getByText("You aren't signed up for text messages.")).toBeVisible();
});

test('the office reads the consent statement to the customer and records that they agreed @messages.sms-verbal-consent', async ({
  sandbox,
}) => {
  await setPhone(sandbox);
  const page = await sandbox.openAs('advisor');
  await page.goto(`/customers/${sandbox.people.customer.id}`);
  const contact = page.getByRole('region', { name: 'Contact' });
  await expect(contact.getByText("The customer hasn't agreed to text messages.")).toBeVisible();
  await contact.getByRole('button', { name: 'Record verbal consent' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/May Curbwrench text you at \(415\) 555-2671/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Customer agreed' }).click();
  await expect(toast(page, 'Consent recorded')).toBeVisible();
  await expect(
    contact.getByText(`${phone}: Agreed by phone on Tue, Mar 03, 2026 by Avery Cole.`),
  ).toBeVisible();

  // A STOP from the customer's phone shows immediately.
  const reply = (await provider).createReply('http://localhost', {
    from: '+14155552671',
    text: 'STOP',
  });
  const { pathname } = new URL(reply.url);
  const response = await sandbox.app.server.inject({
    method: 'POST',
    url: pathname,
    headers: { ...reply.headers },
    payload: reply.payload,
  });
  expect(response.statusCode).toBe(200);
  await expect(
    contact.getByText('No texts. The customer replied STOP on Tue, Mar 03, 2026.'),
  ).toBeVisible();
  await expect(contact.getByRole('button', { name: 'Record verbal consent' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test.describe('while text messages are not set up', () => {
  test.use({ serverOptions: {} });

  test('the screens say so @messages.sms-setup', async ({ sandbox }) => {
    await setPhone(sandbox);
    const page = await sandbox.openAs('customer');
    const panel = await openTextingSettings(page);
    await expect(
      panel.getByRole('paragraph').filter({ hasText: "We don't send text messages yet." }),
    ).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Get text messages' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});
