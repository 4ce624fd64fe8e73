import type { Locator, Page } from '@playwright/test';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import type { DemoApp } from './demo-app.ts';

/** The subject of one screenshot: a page and how it is reached. */
export interface Screen {
  /** The beginning of its file names: the words of the route, then what was done there. */
  readonly name: string;
  /** Its address, or a way to find it in the demo's data. */
  readonly path: string | ((app: DemoApp) => Promise<string>);
  /** Done before the page is opened: responses that fail or never arrive. */
  readonly arrange?: (page: Page) => Promise<void>;
  /** What the person does there: opens a dialog, selects a tab. */
  readonly interact?: (page: Page, app: DemoApp) => Promise<void>;
  /** It shows a loading state, so nothing is waited for. */
  readonly isLoading?: true;
  /** Captured in a window of its usual height: what floats over the page keeps its place there. */
  readonly keepsWindowHeight?: true;
}

/** A screen that opens by its address only. */
export function screenAt(name: string, path: Screen['path']): Screen {
  return { name, path };
}

/** The appointment's page, once for each of these statuses. */
export function appointmentScreens(
  account: DemoAccount,
  ...statuses: readonly AppointmentStatus[]
): readonly Screen[] {
  return statuses.map((status) =>
    screenAt(`appointment-${status.replace('_', '-')}`, (app) =>
      app.appointmentOf(account, status),
    ),
  );
}

/** Every request of a page except who is signed in. */
const dataCalls = /\/api\/(?!auth|events|business|notifications\/count)/;

/** A page while it loads, and one on which everything fails. */
export function loadingAndFailed(name: string, path: Screen['path']): readonly Screen[] {
  return [
    withCalls(`${name}-loading`, path, dataCalls, 'loading'),
    withCalls(`${name}-failed`, path, dataCalls, 'failed'),
  ];
}

/** A screen where the first button of this name opened a dialog or a menu, and so on within that. */
export function withOpened(
  name: string,
  path: Screen['path'],
  ...buttons: readonly (string | RegExp)[]
): Screen {
  return {
    name,
    path,
    async interact(page) {
      for (const button of buttons) {
        const item = page.getByRole('menuitem', { name: button });
        await page.getByRole('button', { name: button }).or(item).first().click();
        await findOverlays(page).first().waitFor();
      }
    },
  };
}

/** The dialogs, popovers and menus that are visible. */
export function findOverlays(page: Page): Locator {
  return page.locator('[role$="dialog"]:visible, dialog:visible, [role="menu"]:visible');
}

/** A form that was submitted unchanged. */
export function withSubmitted(name: string, path: Screen['path'], button: string): Screen {
  return {
    name,
    path,
    interact: (page) => page.getByRole('button', { name: button }).first().click(),
  };
}

/** The form of a dialog, submitted unchanged: its button has the same name as the page's. */
export function withSubmittedDialog(name: string, path: Screen['path'], button: string): Screen {
  return {
    name,
    path,
    async interact(page) {
      await page.getByRole('button', { name: button }).first().click();
      await findOverlays(page).first().getByRole('button', { name: button }).click();
    },
  };
}

/** A screen whose calls under this path fail on the server, or, while loading, are never answered. */
export function withCalls(
  name: string,
  path: Screen['path'],
  calls: string | RegExp,
  outcome: 'failed' | 'loading',
): Screen {
  return {
    name,
    path,
    ...(outcome === 'loading' && { isLoading: true }),
    async arrange(page) {
      await page.route(typeof calls === 'string' ? `**/api/${calls}` : calls, async (route) => {
        if (outcome === 'failed')
          await route.fulfill({
            status: 503,
            body: 'The database is being moved. Please try again.',
          });
      });
    },
  };
}

/** A printed screen. */
export function asPrinted(screen: Screen): Screen {
  return {
    ...screen,
    name: `${screen.name}-printed`,
    async interact(page, app) {
      await screen.interact?.(page, app);
      await page.emulateMedia({ media: 'print' });
    },
  };
}

/** A screen on which every list and every count is empty. */
export function withEmptyLists(name: string, path: string): Screen {
  return {
    name,
    path,
    arrange: (page) =>
      transformResponses(page, (value) => (Array.isArray(value) ? [] : replaceWithZeros(value))),
  };
}

/** A screen where everyone and everything has the longest possible name. */
export function withLongTexts(name: string, path: Screen['path']): Screen {
  return { name, path, arrange: (page) => transformResponses(page, replaceWithLongTexts) };
}

const transformedCalls = /\/api\/(?!auth|events|business)/;

/** Transforms every response of the server's reading calls, except who is signed in. */
async function transformResponses(page: Page, change: (value: unknown) => unknown): Promise<void> {
  await page.route(transformedCalls, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    if (!response.ok() || !response.headers()['content-type']?.includes('json')) {
      return route.fulfill({ response });
    }
    return route.fulfill({ response, json: change(await response.json()) });
  });
}

/** An object with zero for each of its numbers. */
function replaceWithZeros(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (typeof part === 'number') return [name, 0];
      return [name, Array.isArray(part) ? [] : replaceWithZeros(part)];
    }),
  );
}

const longTexts: Record<string, string> = {
  firstName: 'Maximiliana-Konstantina',
  lastName: 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh',
  name: 'Transmission, Differential and Transfer Case Fluid Replacement with Complete Inspection',
  make: 'Rolls-Royce Motor Cars',
  model: 'Phantom Extended Series II Privacy Suite',
  email:
    'maximiliana-konstantina.wolfeschlegelsteinhausenbergerdorff@a-very-long-domain.example.com',
  location: JSON.stringify({
    address:
      '12345 Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Boulevard, Unit 1204',
  }),
};

function replaceWithLongTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaceWithLongTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      typeof part === 'string' && key in longTexts ? longTexts[key] : replaceWithLongTexts(part),
    ]),
  );
}
