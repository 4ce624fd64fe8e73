import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type Browser, type Page } from '@playwright/test';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import { demoMorning } from '@curbwrench/testing/demo-day';
import { enterDemo } from '../sandbox.ts';
import { adminScreens } from './admin-screens.ts';
import { advisorScreens } from './advisor-screens.ts';
import { customerScreens } from './customer-screens.ts';
import { startDemoSite, type DemoSite } from './demo-site.ts';
import { mechanicScreens } from './mechanic-screens.ts';
import { pagesFor } from '../pages.ts';
import { openedParts, type Screen } from './screen.ts';
import { enterMember, memberScreens } from './member-screens.ts';
import { signedOutScreens } from './signed-out-screens.ts';

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url));
/** Only screens with one of these words in `<who>/<name>.`; all of them by default. */
const wanted = (process.env['SCREENS'] ?? '').split(' ').filter((word) => word !== '');

const sizes = { phone: { width: 360, height: 800 }, desktop: { width: 1440, height: 900 } };
/** In one theme, by widening the phone's page, which is cheap. */
const tablet = { width: 768, height: 1024 };

/** A member is a customer with a password, which the demo's people do not have. */
type Subject = 'signed-out' | 'member' | DemoAccount;

const subjects: readonly [who: Subject, screens: readonly Screen[]][] = [
  ['signed-out', signedOutScreens],
  ['member', memberScreens],
  ['customer', customerScreens],
  ['mechanic', mechanicScreens],
  ['advisor', advisorScreens],
  ['admin', adminScreens],
];

let site: DemoSite;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  site = await startDemoSite();
});

test.afterAll(() => site.stop());

for (const [who, screens] of subjects) {
  const chosen = screens.filter(({ name }) => isWanted(`${who}/${name}`));
  if (chosen.length === 0) continue;
  test(`${who}: ${chosen.length} screens`, async ({ browser }) => {
    const problems: string[] = [];
    const pages = {
      phone: await openAs(browser, who, sizes.phone),
      desktop: await openAs(browser, who, sizes.desktop),
    };
    // Each screen in all sizes before the next: some change what the later ones show.
    for (const screen of chosen) {
      for (const size of ['phone', 'desktop'] as const) {
        const [page, viewport] = [pages[size], sizes[size]];
        const file = join(folder, who, `${screen.name}.${size}`);
        try {
          await page.setViewportSize(viewport);
          await page.emulateMedia({ colorScheme: 'light', media: null });
          await show(page, screen);
          const views: View[] = [{ viewport, file, themes: ['light', 'dark'] }];
          if (size === 'phone') {
            const wider = join(folder, who, `${screen.name}.tablet`);
            views.push({ viewport: tablet, file: wider, themes: ['light'] });
          }
          for (const view of views) await picture(page, screen, view, problems);
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
  /** Without the theme and the file extension. */
  file: string;
  themes: readonly ('light' | 'dark')[];
}

async function picture(
  page: Page,
  { inWindow }: Screen,
  { viewport, file, themes }: View,
  problems: string[],
) {
  await page.setViewportSize(viewport);
  if (inWindow) await painted(page);
  else await unroll(page, viewport);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await painted(page);
    await page.screenshot({ path: `${file}-${colorScheme}.png` });
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > viewport.width) problems.push(`${file} is ${wide} px wide`);
}

test('every page has a screenshot for every role that may open it', () => {
  for (const [who, screens] of subjects) {
    if (who === 'member') continue;
    const shown = screens.map(({ path }) =>
      typeof path === 'string' ? (/^[^?#]*/.exec(path)?.[0] ?? '') : '/appointments/$id',
    );
    expect(
      pagesFor(who).filter((path) => !shown.includes(path)),
      who,
    ).toEqual([]);
  }
});

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.some((word) => `${name}.`.includes(word));
}

async function openAs(
  browser: Browser,
  who: Subject,
  viewport: { width: number; height: number },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport,
    hasTouch: viewport.width < 1024,
    timezoneId: site.business.timeZone,
    // No color is captured during a change of theme.
    reducedMotion: 'reduce',
  });
  await context.clock.setFixedTime(demoMorning);
  const page = await context.newPage();
  if (who === 'member') await enterMember(page, site);
  else if (who !== 'signed-out') {
    await page.goto('/');
    await enterDemo(page, who);
  }
  return page;
}

/** Opens the screen and waits until nothing is loading. */
async function show(page: Page, { path, arrange, act, loading }: Screen): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A new page: otherwise an address with another hash would not be reloaded.
  await page.goto('about:blank');
  await arrange?.(page);
  await page.goto(typeof path === 'string' ? path : await path(site));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (!loading) await settled(page);
  await act?.(page, site);
  if (act) await settled(page);
}

/** Makes the window as tall as the page, so that what sticks to its bottom is there; not under a dialog. */
async function unroll(page: Page, viewport: { width: number; height: number }): Promise<void> {
  if ((await openedParts(page).count()) > 0) return;
  // The assistant's button appears last and makes the page longer.
  if ((await page.getByRole('button', { name: /^Your account/ }).count()) > 0) {
    await page.getByRole('button', { name: 'Curbwrench Assistant' }).waitFor();
  }
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: viewport.width, height: Math.min(height, 6000) });
  await painted(page);
}

/** No skeleton, no spinner, fonts loaded, and the last layout painted. */
async function settled(page: Page): Promise<void> {
  // A control that was just pressed may only now begin to load.
  await painted(page);
  await page.waitForFunction(() => !document.querySelector('.animate-breathe, .animate-spin'));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await painted(page);
}

/** Waits until every transition of color and position has ended and the last frame shows it. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    // A color that a child inherits starts to change when the parent's change has ended.
    for (let rounds = 0; rounds < 10 && document.getAnimations().length > 0; rounds++) {
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      await frame();
    }
    await frame();
  });
}
