import type { Locator, Page } from '@playwright/test';
import type { DemoSite } from './demo-site.ts';

/** One picture's subject: a page as somebody comes to see it. */
export interface Screen {
  /** The start of its files' names: the route's words, and then what was done there. */
  readonly name: string;
  /** Its address, or a way to find it among the demo's data. */
  readonly path: string | ((site: DemoSite) => Promise<string>);
  /** Done before the page is opened: answers that fail or never come. */
  readonly arrange?: (page: Page) => Promise<void>;
  /** What the person does there: opens a dialog, chooses a tab. */
  readonly act?: (page: Page) => Promise<void>;
  /** It shows what is on its way, so nothing is waited for. */
  readonly loading?: true;
}

/** A screen that opens by its address alone. */
export function at(name: string, path: Screen['path']): Screen {
  return { name, path };
}

/** A screen where the first button of this name opened a dialog or a menu, and so on within that. */
export function opened(
  name: string,
  path: Screen['path'],
  ...buttons: readonly (string | RegExp)[]
): Screen {
  return {
    name,
    path,
    async act(page) {
      for (const button of buttons) {
        const item = page.getByRole('menuitem', { name: button });
        await page.getByRole('button', { name: button }).or(item).first().click();
        await openedParts(page).first().waitFor();
      }
    },
  };
}

/** The dialogs, popovers and menus that can be seen. */
export function openedParts(page: Page): Locator {
  return page.locator('[role$="dialog"]:visible, dialog:visible, [role="menu"]:visible');
}

/** A form that was sent as it stood when the page opened. */
export function sent(name: string, path: Screen['path'], button: string): Screen {
  return {
    name,
    path,
    act: (page) => page.getByRole('button', { name: button }).first().click(),
  };
}

/** A screen whose calls under this path the server fails, or, on its way, never answers. */
export function troubled(
  name: string,
  path: string,
  calls: string,
  trouble: 'failed' | 'loading',
): Screen {
  return {
    name,
    path,
    ...(trouble === 'loading' && { loading: true }),
    async arrange(page) {
      await page.route(`**/api/${calls}`, async (route) => {
        if (trouble === 'failed')
          await route.fulfill({
            status: 503,
            body: 'The database is being moved. Please try again.',
          });
      });
    },
  };
}
