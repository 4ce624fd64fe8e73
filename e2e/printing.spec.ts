import type { BusinessSettingsReply } from '@curbwrench/contract/business/schemas';
import { read, send } from '@curbwrench/testing/requests';
import { expect, type Locator } from '@playwright/test';
import { insertSampleData } from './sample-data.ts';
import { insertPayment } from './payment-steps.ts';
import { onOwnServer, test, type Sandbox } from './sandbox.ts';

test.use(onOwnServer);

test('a printed appointment contains no controls', async ({ sandbox }) => {
  const { jobs } = await insertSampleData(sandbox);
  const page = await sandbox.openAs('admin');
  await page.goto(`/appointments/${jobs.confirmed}`);
  const heading = page.getByRole('heading', { level: 1 });
  const history = page.getByRole('heading', { name: 'History' });
  const controls = [
    page.getByRole('navigation', { name: 'Main' }).first(),
    page.getByRole('button', { name: /^Notifications/ }),
    page.getByRole('heading', { name: 'Actions' }),
    page.getByRole('button', { name: 'Curbwrench Assistant' }),
  ];
  await expect(history).toBeVisible();
  for (const control of controls) await expect(control).toBeVisible();

  await page.emulateMedia({ media: 'print' });
  await expect(heading).toBeVisible();
  await expect(history).toBeVisible();
  for (const control of controls) await expect(control).toBeHidden();
});

test('a receipt printed by a customer shows their name and, at the top, the business with its address and phone number @payments.receipt', async ({
  sandbox,
}) => {
  await insertPayment(sandbox, { status: 'completed' });
  await saveBusinessAddress(sandbox, '12 Depot Lane');
  const page = await sandbox.openAs('customer');
  await page.goto('/payments');
  await page.getByRole('button', { name: 'Receipt #0001' }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  const letterhead = ['Curbwrench', '12 Depot Lane', '+1 555 0100'].map((text) =>
    receipt.getByText(text, { exact: true }),
  );
  const you = receipt.getByText('You', { exact: true });
  const name = receipt.getByText('Casey Morgan', { exact: true });
  await expect(you).toBeVisible();
  await expect(name).toBeHidden();
  for (const line of letterhead) await expect(line).toBeHidden();

  await page.emulateMedia({ media: 'print' });
  await expect(name).toBeVisible();
  await expect(you).toBeHidden();
  const titleBox = await receipt.getByRole('heading', { name: 'Receipt' }).boundingBox();
  for (const line of letterhead) {
    await expect(line).toBeVisible();
    const box = await line.boundingBox();
    expect(box?.y).toBeLessThan(titleBox?.y ?? 0);
  }
});

test('a receipt and a mechanic’s schedule are printed in full and without the page behind them', async ({
  sandbox,
}) => {
  await insertSampleData(sandbox);
  const page = await sandbox.openAs('admin');
  const pageHeading = page.getByRole('heading', { level: 1, includeHidden: true });

  /** Expects that only the dialog is printed, from the top left corner, without its controls. */
  const expectPrintedAlone = async (dialog: Locator) => {
    await page.emulateMedia({ media: 'print' });
    await expect(pageHeading).toBeHidden();
    await expect(dialog.getByRole('heading').first()).toBeVisible();
    await expect(dialog.getByRole('button')).toHaveCount(0);
    const { x, y } = (await dialog.boundingBox()) ?? { x: NaN, y: NaN };
    expect([x, y]).toEqual([0, 0]);
    await page.emulateMedia({ media: null });
    await expect(pageHeading).toBeVisible();
  };

  await page.goto('/payments?status=completed');
  await page
    .getByRole('button', { name: /^Receipt/ })
    .first()
    .click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await expect(receipt).toContainText('Transaction ID');
  await expectPrintedAlone(receipt);

  await page.goto('/mechanics');
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'View Schedule' }).click();
  const schedule = page.getByRole('dialog', { name: 'Schedule' });
  await expect(schedule.getByRole('article').first()).toBeVisible();
  await expectPrintedAlone(schedule);
});

async function saveBusinessAddress({ app, people }: Sandbox, address: string): Promise<void> {
  const url = '/api/business/settings';
  const {
    isTimeZoneFixed: _zone,
    isCurrencyFixed: _currency,
    ...settings
  } = await read<BusinessSettingsReply>(app, people.admin, url);
  const { statusCode, body } = await send(app, people.admin, 'PATCH', url, {
    ...settings,
    address,
  });
  expect(statusCode, body).toBe(200);
}
