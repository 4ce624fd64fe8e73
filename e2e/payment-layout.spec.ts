import { expect, type Locator, type Page } from '@playwright/test';
import { makeService } from '@curbwrench/testing/builders';
import { insertPayment } from './payment-steps.ts';
import { test, type Sandbox } from './sandbox.ts';

const services = ['Pre-Purchase Inspection', 'Check Engine Diagnostics', 'Flat Tire Repair'];

test('service names in payment lists fit on one line, and all rows have the same height', async ({
  sandbox,
}) => {
  await makeMixedPayments(sandbox);
  for (const [account, path, count] of [
    ['admin', '/payments', 7],
    ['advisor', '/payments', 7],
    // A mechanic does not see payments without a job.
    ['mechanic', '/payments', 6],
    ['customer', '/payments', 7],
    ['admin', '/', 4],
  ] as const) {
    const page = await sandbox.openAs(account);
    await page.goto(path);
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
    await expect(rows).toHaveCount(count);
    for (const width of [1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const where = `${account} on ${path} at ${width} px`;
      const heights = await rows.evaluateAll((all) =>
        all.map((row) => Math.round(row.getBoundingClientRect().height)),
      );
      expect.soft(new Set(heights).size, `heights of rows: ${where}: ${heights.join()}`).toBe(1);
      for (const service of services.slice(0, path === '/' ? 1 : 3)) {
        expect.soft(await countLines(rows.getByText(service).first()), where).toBe(1);
        expect.soft(await isFullyShown(rows.getByText(service).first()), where).toBe(true);
      }
    }
  }
});

test('the stats have the same font size and are aligned, regardless of their length', async ({
  sandbox,
}) => {
  await insertPayment(sandbox, { status: 'completed', amount: '136947.95' });
  const page = await sandbox.openAs('admin');
  for (const path of ['/payments', '/']) {
    await page.goto(path);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.locator(statSelector)).toHaveCount(4);
      const stats = await measureStats(page);
      expect
        .soft(new Set(stats.map(({ fontSize }) => fontSize)).size, `${path} at ${width}`)
        .toBe(1);
      // Two per row on a phone, four on a desktop.
      const rowBottoms = new Set(stats.map(({ bottom }) => bottom));
      expect.soft(rowBottoms.size, `${path} at ${width}`).toBe(width < 1024 ? 2 : 1);
    }
  }
});

test('the number of failed payments is highlighted only if there are any', async ({ sandbox }) => {
  const page = await sandbox.openAs('customer');
  await page.goto('/payments');
  const tile = page.locator('div > span', { hasText: /^Failed$/ }).locator('../..');
  await expect(tile).toContainText('0');
  expect(await hasWarningBorder(tile)).toBe(false);
  await sandbox.app.store.kysely
    .insertInto('payments')
    .values({
      customer_id: sandbox.people.customer.id,
      amount: '5.00',
      status: 'failed',
      created_at: sandbox.app.clock.now(),
    })
    .execute();
  await page.reload();
  await expect(tile).toContainText('1');
  expect(await hasWarningBorder(tile)).toBe(true);
});

/** Makes paid and pending payments for services with long names, and refunds one of them in part. */
async function makeMixedPayments(sandbox: Sandbox): Promise<void> {
  const { app } = sandbox;
  for (const [number, name] of [...services, ...services].entries()) {
    const oilChange = { ...sandbox.oilChange, id: await makeService(app, { name }) };
    await insertPayment(
      { ...sandbox, oilChange },
      {
        status: number % 2 === 0 ? 'completed' : 'pending',
        at: `2026-03-02T1${9 - number}:00:00Z`,
      },
    );
  }
  await insertPayment(sandbox, {
    status: 'completed',
    hasAppointment: false,
    at: '2026-03-02T08:00:00Z',
  });
  const [paid] = await app.store.kysely
    .selectFrom('payments')
    .select('id')
    .where('status', '=', 'completed')
    .orderBy('id')
    .execute();
  const admin = await sandbox.openAs('admin');
  await admin.goto('/payments');
  await admin.getByRole('button', { name: `More actions for payment #000${paid?.id}` }).click();
  await admin.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = admin.getByRole('dialog', { name: 'Refund' });
  await dialog.getByLabel('Amount').fill('20.00');
  await dialog.getByLabel(/Reason/).fill('Took long.');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(admin.getByText('$20.00 refunded')).toBeVisible();
}

/** Returns how many lines the text takes. */
function countLines(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
}

/** Returns whether the text is shown without being cut off. */
function isFullyShown(text: Locator): Promise<boolean> {
  return text.evaluate((element) => element.scrollWidth <= element.clientWidth);
}

const statSelector = 'main p.font-display.figures';

/** Returns the font size and the bottom edge of each number in the tiles at the top. */
function measureStats(page: Page) {
  return page.locator(statSelector).evaluateAll((all) =>
    all.map((stat) => ({
      fontSize: getComputedStyle(stat).fontSize,
      bottom: Math.round(stat.getBoundingClientRect().bottom),
    })),
  );
}

/** Returns whether the tile's left border has the warning color. */
function hasWarningBorder(tile: Locator): Promise<boolean> {
  return tile.evaluate((element) => {
    const probe = document.createElement('span');
    probe.style.color = 'var(--color-alert-edge)';
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return getComputedStyle(element).borderLeftColor === color;
  });
}
