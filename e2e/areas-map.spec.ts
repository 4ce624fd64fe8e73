import type { BaseMap } from '@curbwrench/contract/maps/schemas';
import { makeServiceArea } from '@curbwrench/testing/builders';
import { expect } from '@playwright/test';
import { test } from './sandbox.ts';

test('if too many vertices are pasted, only the first 200 are drawn @areas.shape', async ({
  sandbox,
}) => {
  const admin = await sandbox.openAs('admin');
  await admin.goto('/service-area-map');
  const dialog = admin.getByRole('dialog', { name: 'Add area' });
  await admin.getByRole('button', { name: 'Add area' }).click();
  await expect(dialog.getByRole('region', { name: 'Map of the area' })).toBeVisible();
  const lines = Array.from({ length: 400 }, (_, index) => `37.${7700 + index}, -122.42`);
  await dialog.getByLabel('Boundary points').fill(lines.join('\n'));
  await expect(dialog.getByText('An area needs 3 to 199 points')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Remove point/ })).toHaveCount(200);
  await expect(dialog.getByRole('button', { name: /^Point \d+$/ })).toHaveCount(200);
});

test("in a browser that can't display maps, the page does not say to click the map @areas.map @areas.draw", async ({
  sandbox,
}) => {
  await makeServiceArea(sandbox.app, ['94103'], { name: 'Downtown' });
  const admin = await sandbox.openAs('admin');
  await admin.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await admin.goto('/service-area-map');
  const dialog = admin.getByRole('dialog', { name: 'Add area' });
  const noMapMessage = admin.getByText("This browser can't display maps.");
  await expect(noMapMessage).toBeVisible();
  await expect(admin.getByText(/^Click or tap the map/)).toHaveCount(0);
  await admin.getByRole('button', { name: 'Add area' }).click();
  await expect(dialog.getByText("This browser can't display maps.")).toBeVisible();
  await expect(dialog.getByText(/^Click or tap the map/)).toHaveCount(0);
});

test('an area with only ZIP codes is shown on the map with its name @areas.map', async ({
  sandbox,
}) => {
  await makeServiceArea(sandbox.app, ['94103'], { name: 'Downtown' });
  const page = await sandbox.openAs('customer');
  // The base map has no ZIP codes, so the name can only be the area's.
  const baseMap: BaseMap = { kind: 'demo', attribution: 'A fictional town', features: [] };
  await page.route('**/api/base-map', (route) => route.fulfill({ json: baseMap }));
  await page.goto('/service-area-map');
  await expect(page.locator('.maplibregl-marker').getByText('Downtown')).toBeVisible();
});

test('the list of areas does not move when the map appears @areas.map', async ({ sandbox }) => {
  await makeServiceArea(sandbox.app, ['94103'], { name: 'Downtown' });
  const page = await sandbox.openAs('admin');
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/base-map', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/service-area-map');
  const edit = page.getByRole('button', { name: 'Edit Downtown' });
  await edit.hover({ trial: true });
  const before = await edit.boundingBox();
  release();
  await expect(page.getByRole('region', { name: 'Map of the areas we serve' })).toBeVisible();
  await expect(page.getByText(/^Simplified map/)).toBeVisible();
  expect(await edit.boundingBox()).toEqual(before);
});
