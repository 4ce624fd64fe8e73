import { expect, type Page } from '@playwright/test';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  makeService,
} from '@curbwrench/testing/builders';
import { bookThroughApi } from './appointment-steps.ts';
import { toast } from './booking-page.ts';
import { insertSampleData } from './sample-data.ts';
import { test, today, type Sandbox } from './sandbox.ts';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** Pages with lists whose rows have actions at the right edge. */
const listPages: readonly [DemoAccount, string][] = [
  ['customer', '/services'],
  ['mechanic', '/'],
  ['advisor', '/'],
  ['admin', '/'],
  ['admin', '/settings?tab=people'],
  ['admin', '/settings?tab=business'],
  ['admin', '/mechanics'],
  ['admin', '/payments'],
];

for (const account of ['customer', 'mechanic', 'advisor', 'admin'] as const) {
  test(`the assistant button does not cover any of the ${account}'s controls`, async ({
    sandbox,
  }) => {
    await makeLongLists(sandbox);
    const page = await sandbox.openAs(account, { viewport: desktop });
    for (const [, path] of listPages.filter(([role]) => role === account)) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Curbwrench Assistant' })).toBeVisible();
      // No loading placeholders are left.
      await expect(page.locator('#page .animate-breathe')).toHaveCount(0);
      for (const width of [1024, 1280, 1440, 1536, 1600, 1920]) {
        await page.setViewportSize({ ...desktop, width });
        expect
          .soft(await findControlsCoveredAnywhere(page, 'assistant'), `${path} at ${width} px`)
          .toEqual([]);
      }
      await page.setViewportSize(phone);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      expect.soft(await findControlsCoveredNow(page), `the end of ${path} on a phone`).toEqual([]);
      await page.setViewportSize(desktop);
    }
  });
}

test('the toast after assigning does not cover any buttons in other rows', async ({ sandbox }) => {
  await makeLongLists(sandbox);
  const page = await sandbox.openAs('advisor', { viewport: desktop });
  const assign = page.getByRole('button', { name: /^Assign Mechanic/ });
  await assign.nth(2).click();
  const dialog = page.getByRole('dialog', { name: 'Assign Mechanic' });
  await dialog.getByRole('button', { name: 'Confirm Assignment' }).click();
  await expect(toast(page, 'Mechanic Assigned')).toBeVisible();
  await expect(dialog).toBeHidden();
  for (const width of [1024, 1440, 1920]) {
    await page.setViewportSize({ ...desktop, width });
    expect(await findControlsCoveredAnywhere(page, 'toast'), `at ${width} px`).toEqual([]);
  }
});

test('on a phone a toast is shown below the header', async ({ sandbox }) => {
  const page = await sandbox.openAs('mechanic', { viewport: phone });
  await page.getByRole('switch', { name: 'Available' }).click();
  const title = toast(page, 'Status Updated');
  await expect(title).toBeVisible();
  const header = await page.getByRole('banner').boundingBox();
  const toastBox = await title.locator('xpath=ancestor::li').boundingBox();
  expect(toastBox?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? Infinity));
});

/** Fills every list with more rows than fit on a screen. */
async function makeLongLists(sandbox: Sandbox): Promise<void> {
  const { app, people, oilChange } = sandbox;
  await insertSampleData(sandbox);
  for (let number = 0; number < 8; number += 1) {
    await makeService(app, { name: `Service ${number}` });
    await makeMechanic(app);
    await makePerson(app, 'customer');
    await makeAppointment(app, {
      customer_id: people.customer.id,
      service_id: oilChange.id,
      mechanic_id: people.mechanic.id,
      date: today,
      start_time: `${10 + number}:00`,
      end_time: `${10 + number}:30`,
      status: number < 4 ? 'confirmed' : 'completed',
    });
  }
  for (const day of ['09', '10', '11', '12']) {
    await bookThroughApi(sandbox, `2026-03-${day}`, '10:00');
  }
}

/**
 * Scrolls each link and button to the height at which the assistant button or the toast floats, and
 * returns the text of those with a covered corner.
 */
function findControlsCoveredAnywhere(
  page: Page,
  floating: 'assistant' | 'toast',
): Promise<string[]> {
  const floatingElement =
    floating === 'assistant'
      ? page.getByRole('button', { name: 'Curbwrench Assistant' })
      : page.locator('[data-swipe-direction]');
  return floatingElement.evaluate((element, { actions }) => {
    const { top, height } = element.getBoundingClientRect();
    const covered: string[] = [];
    for (const action of document.querySelectorAll(actions)) {
      const box = action.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1) continue;
      scrollBy({ top: box.top + box.height / 2 - top - height / 2, behavior: 'instant' });
      const current = action.getBoundingClientRect();
      for (const x of [current.left + 2, current.right - 2]) {
        for (const y of [current.top + 2, current.bottom - 2]) {
          const hit = document.elementFromPoint(x, y);
          if (hit !== null && element.contains(hit)) covered.push(action.textContent);
        }
      }
    }
    return [...new Set(covered)];
  }, selectorArgument);
}

/** Returns the text of the links and buttons that the assistant button covers without scrolling. */
function findControlsCoveredNow(page: Page): Promise<string[]> {
  return page.evaluate(({ actions }) => {
    const button = document.querySelector('[aria-label="Curbwrench Assistant"]');
    const covered: string[] = [];
    for (const action of document.querySelectorAll(actions)) {
      const { left, top, right, bottom } = action.getBoundingClientRect();
      for (const x of [left + 2, right - 2]) {
        for (const y of [top + 2, bottom - 2]) {
          const hit = document.elementFromPoint(x, y);
          if (hit && button?.contains(hit)) covered.push(action.textContent);
        }
      }
    }
    return covered;
  }, selectorArgument);
}

/** The selector of links and buttons, as an argument for functions that run in the page. */
const selectorArgument = { actions: 'main a[href], main button' };
