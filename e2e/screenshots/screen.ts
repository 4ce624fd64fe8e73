import type { Locator, Page } from '@playwright/test';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import type { DemoSite } from './demo-site.ts';

/** The subject of one screenshot: a page and how it is reached. */
export interface Screen {
  /** The beginning of its file names: the words of the route, then what was done there. */
  readonly name: string;
  /** Its address, or a way to find it in the demo's data. */
  readonly path: string | ((site: DemoSite) => Promise<string>);
  /** Done before the page is opened: responses that fail or never arrive. */
  readonly arrange?: (page: Page) => Promise<void>;
  /** What the person does there: opens a dialog, selects a tab. */
  readonly act?: (page: Page, site: DemoSite) => Promise<void>;
  /** It shows a loading state, so nothing is waited for. */
  readonly loading?: true;
  /** Captured in a window of its usual height: what floats over the page keeps its place there. */
  readonly inWindow?: true;
}

/** A screen that opens by its address only. */
export function at(name: string, path: Screen['path']): Screen {
  return { name, path };
}

/** The appointment's page, once for each of these statuses. */
export function appointmentsIn(
  account: DemoAccount,
  ...statuses: readonly AppointmentStatus[]
): readonly Screen[] {
  return statuses.map((status) =>
    at(`appointment-${status.replace('_', '-')}`, (site) => site.appointmentOf(account, status)),
  );
}

/** Every request of a page except who is signed in. */
const itsCalls = /\/api\/(?!auth|events|business|notifications\/count)/;

/** A page while it loads, and one on which everything fails. */
export function withoutAnswers(name: string, path: Screen['path']): readonly Screen[] {
  return [
    troubled(`${name}-loading`, path, itsCalls, 'loading'),
    troubled(`${name}-failed`, path, itsCalls, 'failed'),
  ];
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

/** The dialogs, popovers and menus that are visible. */
export function openedParts(page: Page): Locator {
  return page.locator('[role$="dialog"]:visible, dialog:visible, [role="menu"]:visible');
}

/** A form that was submitted unchanged. */
export function sent(name: string, path: Screen['path'], button: string): Screen {
  return {
    name,
    path,
    act: (page) => page.getByRole('button', { name: button }).first().click(),
  };
}

/** The form of a dialog, submitted unchanged: its button has the same name as the page's. */
export function sentInDialog(name: string, path: Screen['path'], button: string): Screen {
  return {
    name,
    path,
    async act(page) {
      await page.getByRole('button', { name: button }).first().click();
      await openedParts(page).first().getByRole('button', { name: button }).click();
    },
  };
}

/** A screen whose calls under this path fail on the server, or, while loading, are never answered. */
export function troubled(
  name: string,
  path: Screen['path'],
  calls: string | RegExp,
  trouble: 'failed' | 'loading',
): Screen {
  return {
    name,
    path,
    ...(trouble === 'loading' && { loading: true }),
    async arrange(page) {
      await page.route(typeof calls === 'string' ? `**/api/${calls}` : calls, async (route) => {
        if (trouble === 'failed')
          await route.fulfill({
            status: 503,
            body: 'The database is being moved. Please try again.',
          });
      });
    },
  };
}

/** A printed screen. */
export function printed(screen: Screen): Screen {
  return {
    ...screen,
    name: `${screen.name}-printed`,
    async act(page, site) {
      await screen.act?.(page, site);
      await page.emulateMedia({ media: 'print' });
    },
  };
}

/** A screen on which every list and every count is empty. */
export function emptied(name: string, path: string): Screen {
  return {
    name,
    path,
    arrange: (page) => answered(page, (value) => (Array.isArray(value) ? [] : noughts(value))),
  };
}

/** A screen where everyone and everything has the longest possible name. */
export function lengthened(name: string, path: Screen['path']): Screen {
  return { name, path, arrange: (page) => answered(page, withLongNames) };
}

const answeredCalls = /\/api\/(?!auth|events|business)/;

/** Transforms every response of the server's reading calls, except who is signed in. */
async function answered(page: Page, change: (value: unknown) => unknown): Promise<void> {
  await page.route(answeredCalls, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    if (!response.ok() || !response.headers()['content-type']?.includes('json')) {
      return route.fulfill({ response });
    }
    return route.fulfill({ response, json: change(await response.json()) });
  });
}

/** An object with zero for each of its numbers. */
function noughts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, of]) => {
      if (typeof of === 'number') return [name, 0];
      return [name, Array.isArray(of) ? [] : noughts(of)];
    }),
  );
}

const longNames: Record<string, string> = {
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

function withLongNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLongNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, of]) => [
      key,
      typeof of === 'string' && key in longNames ? longNames[key] : withLongNames(of),
    ]),
  );
}
