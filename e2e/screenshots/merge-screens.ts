import { mergePreview } from '@curbwrench/contract/customers/merge-schemas';
import type { Page } from '@playwright/test';
import { openCustomer } from './advisor-screens.ts';
import type { Screen } from './screen.ts';

/** The steps of merging two customers, except for the last one, so that nothing is changed. */
export const mergeScreens: readonly Screen[] = [
  { name: 'customer-merge-choose', path: '/customers', interact: openCustomerSearch },
  { name: 'customer-merge-refused', path: '/customers', interact: openPreview },
  {
    name: 'customer-merge-preview',
    path: '/customers',
    async interact(page) {
      await allowMerging(page);
      await openPreview(page);
    },
  },
  {
    name: 'customer-merge-confirm',
    path: '/customers',
    async interact(page) {
      await allowMerging(page);
      await openPreview(page);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('dialog', { name: /^Merge .+\?$/ }).waitFor();
    },
  },
];

async function openCustomerSearch(page: Page): Promise<void> {
  await openCustomer(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge with another customer' }).click();
  await page.getByLabel('Other customer').fill('rosa');
  await page.getByRole('list', { name: 'Customers found' }).waitFor();
}

async function openPreview(page: Page): Promise<void> {
  await openCustomerSearch(page);
  await page.getByRole('list', { name: 'Customers found' }).getByRole('button').first().click();
  await page.getByRole('region', { name: 'Record to keep' }).waitFor();
}

/** Shows the preview as if neither customer had an account. In the demo both have one, so merging is refused. */
async function allowMerging(page: Page): Promise<void> {
  await page.route('**/api/customers/*/merge?*', async (route) => {
    const response = await route.fetch();
    const preview: unknown = await response.json();
    const { kept, removed } = mergePreview.parse(preview);
    await route.fulfill({
      response,
      json: {
        ...mergePreview.parse(preview),
        kept: { ...kept, hasAccount: false },
        removed: { ...removed, hasAccount: false },
        problems: [],
      },
    });
  });
}
