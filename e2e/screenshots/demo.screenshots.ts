import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type Browser, type Page, type Request } from '@playwright/test';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import { demoMorning } from '@curbwrench/testing/demo-day';
import { enterDemo } from '../sandbox.ts';
import { adminScreens } from './admin-screens.ts';
import { advisorScreens } from './advisor-screens.ts';
import { customerScreens } from './customer-screens.ts';
import { startDemoApp, type DemoApp } from './demo-app.ts';
import { mechanicScreens } from './mechanic-screens.ts';
import { pagesFor } from '../pages.ts';
import { findOverlays, type Screen } from './screen.ts';
import { signInAsMember, memberScreens } from './member-screens.ts';
import { signedOutScreens } from './signed-out-screens.ts';

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url));
/** Only screens whose `<viewer>/<name>.` contains one of these words are captured. If there are no words, all are. */
const requestedScreens = (process.env['SCREENS'] ?? '').split(' ').filter((word) => word !== '');

const sizes = { phone: { width: 360, height: 800 }, desktop: { width: 1440, height: 900 } };
/** The phone's page is widened to this size, which is faster than opening another. */
const tablet = { width: 768, height: 1024 };
/** For screens with `alsoWide`, the desktop's page is widened to this size. */
const wide = { width: 1920, height: 1080 };

/** A member is a customer with a password, which the demo's people do not have. */
type Viewer = 'signed-out' | 'member' | DemoAccount;

const screensByViewer: readonly [viewer: Viewer, screens: readonly Screen[]][] = [
  ['signed-out', signedOutScreens],
  ['member', memberScreens],
  ['customer', customerScreens],
  ['mechanic', mechanicScreens],
  ['advisor', advisorScreens],
  ['admin', adminScreens],
];

let app: DemoApp;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  app = await startDemoApp();
});

test.afterAll(() => app.stop());

for (const [viewer, screens] of screensByViewer) {
  const requested = screens.filter(({ name }) => isRequested(`${viewer}/${name}`));
  if (requested.length === 0) continue;
  test(`${viewer}: ${requested.length} screens`, async ({ browser }) => {
    const problems: string[] = [];
    const pages = {
      phone: await openAs(browser, viewer, sizes.phone),
      desktop: await openAs(browser, viewer, sizes.desktop),
    };
    // Each screen is captured in all sizes before the next one, because some screens change what later ones show.
    for (const screen of requested) {
      for (const size of ['phone', 'desktop'] as const) {
        const [page, viewport] = [pages[size], sizes[size]];
        const file = join(folder, viewer, `${screen.name}.${size}`);
        try {
          await page.setViewportSize(viewport);
          await page.emulateMedia({ colorScheme: 'light', media: null });
          await openScreen(page, screen);
          const views: View[] = [{ viewport, file, themes: ['light', 'dark'] }];
          if (size === 'phone') {
            const tabletFile = join(folder, viewer, `${screen.name}.tablet`);
            views.push({ viewport: tablet, file: tabletFile, themes: ['light', 'dark'] });
          }
          if (size === 'desktop' && screen.alsoWide) {
            const wideFile = join(folder, viewer, `${screen.name}.wide`);
            views.push({ viewport: wide, file: wideFile, themes: ['light', 'dark'] });
          }
          for (const view of views) await takeScreenshots(page, screen, view, problems);
        } catch (error) {
          problems.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    }
    for (const page of Object.values(pages)) await page.context().close();
    expect(problems).toEqual([]);
  });
}

interface View {
  viewport: { width: number; height: number };
  /** The path of the file without the theme and the extension. */
  file: string;
  themes: readonly ('light' | 'dark')[];
}

async function takeScreenshots(
  page: Page,
  { keepsWindowHeight }: Screen,
  { viewport, file, themes }: View,
  problems: string[],
) {
  await page.setViewportSize(viewport);
  if (keepsWindowHeight) await waitForPaint(page);
  else await fitWindowToPage(page, viewport);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await waitForPaint(page);
    await page.screenshot({ path: `${file}-${colorScheme}.png` });
  }
  const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  if (pageWidth > viewport.width) problems.push(`${file}: the page is ${pageWidth} px wide`);
}

test('every page has a screenshot for every role that can open it', () => {
  for (const [viewer, screens] of screensByViewer) {
    if (viewer === 'member') continue;
    const coveredPaths = screens.map(({ path }) =>
      typeof path === 'string' ? (/^[^?#]*/.exec(path)?.[0] ?? '') : '/appointments/$id',
    );
    if (screens.some(({ name }) => name === 'vehicle')) coveredPaths.push('/vehicles/$id');
    // A customer's page is opened from the list, since a customer's id is random.
    if (screens.some(({ name }) => name === 'customer')) coveredPaths.push('/customers/$id');
    expect(
      pagesFor(viewer).filter((path) => !coveredPaths.includes(path)),
      viewer,
    ).toEqual([]);
  }
});

function isRequested(name: string): boolean {
  return (
    requestedScreens.length === 0 || requestedScreens.some((word) => `${name}.`.includes(word))
  );
}

async function openAs(
  browser: Browser,
  viewer: Viewer,
  viewport: { width: number; height: number },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport,
    hasTouch: viewport.width < 1024,
    timezoneId: app.business.timeZone,
    // So that no screenshot shows a transition between the themes.
    reducedMotion: 'reduce',
  });
  await context.clock.setFixedTime(demoMorning);
  const page = await context.newPage();
  trackRequests(page);
  if (viewer === 'member') await signInAsMember(page, app);
  else if (viewer !== 'signed-out') {
    await page.goto('/');
    await enterDemo(page, viewer);
  }
  return page;
}

/** The requests of each page that have no response yet, except its event stream. */
const pendingRequests = new WeakMap<Page, Set<Request>>();

function trackRequests(page: Page): void {
  const pending = new Set<Request>();
  pendingRequests.set(page, pending);
  page.on('request', (request) => {
    if (!request.url().includes('/api/events')) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
}

/** Opens the screen and waits until nothing is loading. */
async function openScreen(
  page: Page,
  { path, arrange, interact, isLoading }: Screen,
): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // The draft of a previous screen would fill in the booking form.
  if (page.url() !== 'about:blank') await page.evaluate(() => sessionStorage.clear());
  // Leave the page first: a URL that differs only in its hash would not be loaded again.
  await page.goto('about:blank');
  await arrange?.(page);
  await page.goto(typeof path === 'string' ? path : await path(app));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (!isLoading) await waitForContent(page);
  await interact?.(page, app);
  if (interact) await waitForContent(page);
}

/** Makes the window as tall as the page, up to 6000 px, unless a dialog is open. */
async function fitWindowToPage(
  page: Page,
  viewport: { width: number; height: number },
): Promise<void> {
  if ((await findOverlays(page).count()) > 0) return;
  // The assistant button appears last and makes the page longer.
  if ((await page.getByRole('button', { name: /^Your account/ }).count()) > 0) {
    await page.getByRole('button', { name: 'Curbwrench Assistant' }).waitFor();
  }
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: viewport.width, height: Math.min(height, 6000) });
  await waitForPaint(page);
}

/**
 * Waits until every request has a response, no placeholder or spinner is visible, the fonts are loaded and the last
 * layout is painted.
 */
async function waitForContent(page: Page): Promise<void> {
  // A control that was just pressed begins to load with the next frame.
  await waitForPaint(page);
  await expect.poll(() => pendingRequests.get(page)?.size, { timeout: 20_000 }).toBe(0);
  await waitForPaint(page);
  // The landing page keeps the document's spinner, hidden.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.animate-breathe, .animate-spin')].every(
      (element) => !element.checkVisibility(),
    ),
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await waitForPaint(page);
}

/** Waits until every transition of color and position has ended and the result is painted. */
async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    // The transition of an inherited color starts when the parent's transition has ended.
    for (let rounds = 0; rounds < 10 && document.getAnimations().length > 0; rounds++) {
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      await frame();
    }
    await frame();
  });
}
