import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectTouchable, emulateTouch } from './touch-targets.ts';

/** WCAG 2.2, levels A and AA. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** What can differ between two themes with the same elements. */
const colorRules = ['color-contrast', 'link-in-text-block'];

type Theme = 'light' | 'dark';

interface AccessibilityOptions {
  /** What is checked, to identify where a problem was found. */
  readonly subject?: string;
  /** Also check what axe considers good practice beyond WCAG. */
  readonly includeBestPractices?: boolean;
  /** On a phone, nothing is wider than the screen or too small to touch. */
  readonly alsoOnPhone?: boolean;
}

const phone = { width: 360, height: 800 };

/** A tablet in portrait, and a large desktop. The tests' own width is in between. */
const otherWidths = [1440, 768];

/**
 * Expects that axe finds no problem on the current page, in the light theme and in the dark one,
 * where only the colors are checked again. Motion is reduced meanwhile and at the end, so that no
 * color is checked during a transition. A problem does not end the test: it may find more elsewhere.
 */
export async function expectAccessible(
  page: Page,
  {
    subject = 'the page',
    includeBestPractices = false,
    alsoOnPhone = false,
  }: AccessibilityOptions = {},
): Promise<void> {
  const tags = includeBestPractices ? [...wcag, 'best-practice'] : wcag;
  await expectNoViolationsInTheme(page, subject, 'light', tags);
  await expectNoViolationsInTheme(page, subject, 'dark', null);
  if (alsoOnPhone)
    await withPhoneLayout(page, () => expectNoSidewaysScrolling(page, subject, phone.width, true));
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/**
 * The same for a page on a desktop and on a phone, in both themes at each. The themes differ only in
 * their colors, so at each size everything is checked in one of them. No width may scroll
 * horizontally, and on a phone nothing may be too small to touch.
 */
export async function expectAccessibleAnywhere(page: Page, subject: string): Promise<void> {
  await expectAccessible(page, { subject, includeBestPractices: true });
  const desktop = page.viewportSize() ?? phone;
  for (const width of otherWidths) {
    await page.setViewportSize({ ...desktop, width });
    await expectNoSidewaysScrolling(page, subject, width, false);
  }
  await withPhoneLayout(page, async () => {
    const where = `${subject} on a phone`;
    await expectNoViolationsInTheme(page, where, 'dark', [...wcag, 'best-practice']);
    await expectNoSidewaysScrolling(page, subject, phone.width, true);
    await expectNoViolationsInTheme(page, where, 'light', null);
  });
  await page.setViewportSize(desktop);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** @param tags the rules that axe checks; null for only those about color */
async function expectNoViolationsInTheme(
  page: Page,
  subject: string,
  colorScheme: Theme,
  tags: string[] | null,
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await waitForAnimations(page);
  const found = (await findViolations(page, tags)).map(({ id, nodes }) => ({
    rule: id,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
  expect.soft(found, `what axe finds on ${subject} in the ${colorScheme} theme`).toEqual([]);
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** Where axe is stored on a page, until the page is left. */
interface WithAxe {
  readonly axe?: {
    run(where: Document, options: object): Promise<{ violations: Violations }>;
  };
}

/** Loading axe into a page costs more than most of its checks, so that is done once. */
async function findViolations(page: Page, tags: string[] | null): Promise<Violations> {
  const options = {
    preload: false,
    resultTypes: ['violations' as const],
    runOnly: tags ?? { type: 'rule' as const, values: colorRules },
  };
  const found = await page.evaluate(async (axeOptions) => {
    const { axe } = window as Window & WithAxe;
    return (await axe?.run(document, axeOptions))?.violations;
  }, options);
  if (found) return found;
  // The direct way, without an extra blank page to finish in: there are no frames here.
  const builder = new AxeBuilder({ page }).options(options).setLegacyMode();
  return (await builder.analyze()).violations;
}

async function withPhoneLayout(page: Page, check: () => Promise<void>): Promise<void> {
  const desktop = page.viewportSize();
  await page.setViewportSize(phone);
  await emulateTouch(page, true);
  await check();
  await emulateTouch(page, false);
  if (desktop) await page.setViewportSize(desktop);
}

async function expectNoSidewaysScrolling(
  page: Page,
  subject: string,
  width: number,
  isTouch: boolean,
): Promise<void> {
  await waitForAnimations(page);
  const sideways = await page.evaluate(() =>
    [...document.querySelectorAll('html, body *')]
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 &&
          (element.matches('html') || /auto|scroll/.test(getComputedStyle(element).overflowX)) &&
          // Tabs are meant to scroll.
          !element.matches('[role="tablist"]'),
      )
      .map((element) => {
        const name = element.matches('html') ? 'the page' : element.outerHTML.slice(0, 120);
        return `${name}: ${element.scrollWidth} px`;
      }),
  );
  expect.soft(sideways, `what scrolls sideways on ${subject} on a screen of ${width}`).toEqual([]);
  if (isTouch) await expectTouchable(page, subject);
}

/**
 * Waits until nothing moves. Motion that is reduced to a millisecond still shows its beginning, the
 * colors of the other theme, until the browser draws its next frame: late on a busy machine.
 */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A motion ends with its own frame. The test's clock has replaced the page's other ways to wait.
    await document.documentElement.animate(null, 1).finished;
    const moving = () =>
      document.getAnimations().filter(({ playState }) => playState === 'running');
    for (let running = moving(); running.length > 0; running = moving()) {
      await Promise.allSettled(running.map(({ finished }) => finished));
    }
  });
}
