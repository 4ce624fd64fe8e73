import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import type { Business } from '@curbwrench/contract/business/schemas';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import type { DemoApp } from './demo-app.ts';

/** A page to take screenshots of, and what to do before taking them. */
export interface Screen {
  /** The beginning of the file names: the route, then what was done there. */
  readonly name: string;
  /** The path, or a function that finds it in the demo's data. */
  readonly path: string | ((app: DemoApp) => Promise<string>);
  /** Prepares the browser before the page is opened, for example with failing requests. */
  readonly arrange?: (page: Page) => Promise<void>;
  /** Interacts with the opened page, for example by opening a dialog or selecting a tab. */
  readonly interact?: (page: Page, app: DemoApp) => Promise<void>;
  /** Whether the page shows a loading state; if so, the run does not wait for the data. */
  readonly isLoading?: true;
  /** Whether it is also captured in a very wide window, where more fits side by side. */
  readonly alsoWide?: true;
  /** Whether the window keeps its height, so that floating elements stay in place, instead of showing the full page. */
  readonly keepsWindowHeight?: true;
}

/** Returns the screen of a page right after it has loaded, without any interaction. */
export function screenAt(name: string, path: Screen['path']): Screen {
  return { name, path };
}

/** Returns the screens of an appointment's page, one for each of these statuses. */
export function appointmentScreens(
  account: DemoAccount,
  ...statuses: readonly AppointmentStatus[]
): readonly Screen[] {
  return statuses.map((status) =>
    screenAt(`appointment-${status.replace('_', '-')}`, (app) =>
      app.findAppointmentPath(account, status),
    ),
  );
}

/** Returns the screen of a vehicle's page, for a vehicle that this account can see. */
export function vehicleScreen(account: DemoAccount): Screen {
  return screenAt('vehicle', (app) => app.findVehiclePath(account));
}

/** The requests that load a page's data. */
const dataRequests = /\/api\/(?!auth|events|business$|notifications\/count)/;

/** Returns the screens of a page while its data loads, and after all of its requests have failed. */
export function loadingAndFailed(name: string, path: Screen['path']): readonly Screen[] {
  return [
    withRequestOutcome(`${name}-loading`, path, dataRequests, 'loading'),
    withRequestOutcome(`${name}-failed`, path, dataRequests, 'failed'),
  ];
}

/**
 * Returns the screen of a page after clicking these buttons in turn, each of which opens a dialog or a menu. If
 * several buttons match a name, the first one is clicked.
 */
export function withOverlay(
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

/** Finds the visible dialogs, popovers and menus. */
export function findOverlays(page: Page): Locator {
  return page.locator('[role$="dialog"]:visible, dialog:visible, [role="menu"]:visible');
}

/** Returns the screen of a page whose form was submitted unchanged. */
export function screenAfterSubmit(name: string, path: Screen['path'], button: string): Screen {
  return {
    name,
    path,
    interact: (page) => page.getByRole('button', { name: button }).first().click(),
  };
}

/**
 * Returns the screen of a dialog whose form was submitted unchanged. The button that opens it and its submit button
 * have the same name.
 */
export function dialogAfterSubmit(name: string, path: Screen['path'], button: string): Screen {
  return {
    name,
    path,
    async interact(page) {
      await page.getByRole('button', { name: button }).first().click();
      await findOverlays(page).first().getByRole('button', { name: button }).click();
    },
  };
}

/** Returns the screen of a page whose requests to these paths fail, or never get a response. */
export function withRequestOutcome(
  name: string,
  path: Screen['path'],
  requests: string | RegExp,
  outcome: 'failed' | 'loading',
): Screen {
  return {
    name,
    path,
    ...(outcome === 'loading' && { isLoading: true }),
    async arrange(page) {
      await serveEmptyDocuments(page);
      await page.route(
        typeof requests === 'string' ? `**/api/${requests}` : requests,
        async (route) => {
          if (outcome === 'loading') return;
          await route.fulfill({
            status: 503,
            body: "We're down for maintenance. Please try again in a few minutes.",
          });
        },
      );
    },
  };
}

/** Returns the printed version of a screen. */
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

/** Returns the screen of a page on which every list is empty and every number is zero. */
export function withEmptyLists(name: string, path: string): Screen {
  return {
    name,
    path,
    arrange: (page) =>
      transformResponses(page, (value) => (Array.isArray(value) ? [] : replaceWithZeros(value))),
  };
}

/** Returns the screen of a page on which every name and address is very long. */
export function withLongTexts(name: string, path: Screen['path']): Screen {
  return { name, path, arrange: (page) => transformResponses(page, replaceWithLongTexts) };
}

/** A page's document without initial data. */
const emptyDocument = fileURLToPath(new URL('../../web/dist/index.html', import.meta.url));

/** Returns the screen of a page with these business settings. */
export function withBusiness(name: string, path: string, settings: Partial<Business>): Screen {
  return { name, path, arrange: (page) => changeBusiness(page, settings) };
}

/** Makes the page receive these business settings. */
export async function changeBusiness(page: Page, settings: Partial<Business>): Promise<void> {
  await serveEmptyDocuments(page);
  await page.route('**/api/business', async (route) => {
    const response = await route.fetch();
    const business = (await response.json()) as Business;
    await route.fulfill({ response, json: { ...business, ...settings } });
  });
}

/** Makes the page request all its data, instead of receiving some of it with its document. */
async function serveEmptyDocuments(page: Page): Promise<void> {
  await page.route('**/*', (route) =>
    route.request().isNavigationRequest()
      ? route.fulfill({ path: emptyDocument })
      : route.fallback(),
  );
}

/** All requests except those for the signed-in person, the business and the live events. */
const transformedRequests = /\/api\/(?!auth|events|business)/;

/** Transforms the responses to the requests that load data. */
async function transformResponses(page: Page, change: (value: unknown) => unknown): Promise<void> {
  await serveEmptyDocuments(page);
  await page.route(transformedRequests, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    if (!response.ok() || !response.headers()['content-type']?.includes('json')) {
      return route.fulfill({ response });
    }
    return route.fulfill({ response, json: change(await response.json()) });
  });
}

/** Returns a copy of an object in which every list is empty and every number is zero. */
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
  recipientName: 'Maximiliana-Konstantina Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh',
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
