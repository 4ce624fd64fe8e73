import { expect, type Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';
import { emulateTouch, expectTouchable } from './touch-targets.ts';

/** WCAG 2.2, levels A and AA. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** The rules whose results can differ between the light and the dark theme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

type Theme = 'light' | 'dark';

interface AccessibilityOptions {
  /** The name of the page or dialog in messages. */
  readonly subject?: string;
  /** Also check what axe considers good practice beyond WCAG. */
  readonly includeBestPractices?: boolean;
  /** Also check that on a phone nothing is wider than the screen or too small to touch. */
  readonly alsoOnPhone?: boolean;
}

const phone = { width: 360, height: 800 };

/** The widths of a large desktop and of a tablet in portrait. The default width in tests is in between. */
const otherWidths = [1440, 768];

/**
 * Expects that axe finds no problem on the current page in the light and in the dark theme. In the dark theme only
 * the color rules are checked, on one element per visual style. Motion is reduced during the check, so that no color is
 * checked in the middle of a transition. The assertions are soft: the test continues and can find more problems.
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
  if (alsoOnPhone) {
    await withPhoneLayout(page, () => expectNoSidewaysScrolling(page, subject, phone.width, true));
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/**
 * Expects that axe finds no problem on the current page on a desktop and on a phone, in both themes. At each size one
 * theme gets all rules, and the other only the color rules, on one element per visual style. Also expects that nothing
 * scrolls sideways at any width, and that on a phone nothing is too small to touch.
 */
export async function expectAccessibleAtAllSizes(page: Page, subject: string): Promise<void> {
  await expectAccessible(page, { subject, includeBestPractices: true });
  const originalSize = page.viewportSize();
  if (!originalSize) throw new Error('The page has no viewport size.');
  for (const width of otherWidths) {
    await page.setViewportSize({ ...originalSize, width });
    await expectNoSidewaysScrolling(page, subject, width, false);
  }
  await withPhoneLayout(page, async () => {
    const where = `${subject} on a phone`;
    // `expectTouchable` checks larger targets, each scrolled into view; axe also reports those under a sticky bar.
    const ignoredRules = ['target-size'];
    await expectNoViolationsInTheme(page, where, 'dark', [...wcag, 'best-practice'], ignoredRules);
    await expectNoSidewaysScrolling(page, subject, phone.width, true);
    await expectNoViolationsInTheme(page, where, 'light', null);
  });
  await page.setViewportSize(originalSize);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/**
 * @param tags the rules that axe checks on the entire page; null for the color rules, on one element per visual style
 * @param ignoredRules the rules that are not checked
 */
async function expectNoViolationsInTheme(
  page: Page,
  subject: string,
  colorScheme: Theme,
  tags: string[] | null,
  ignoredRules: readonly string[] = [],
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await waitForAnimations(page);
  const violations = (await findViolations(page, tags, ignoredRules)).map(({ id, nodes }) => ({
    rule: id,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
  expect.soft(violations, `what axe finds on ${subject} in the ${colorScheme} theme`).toEqual([]);
}

/** The window of a page. It has `axe` from the time when axe is loaded until the next navigation. */
interface WithAxe {
  readonly axe?: typeof axe;
}

/**
 * Returns what axe finds on the current page. Loads axe into the page only if it is not there yet, because loading
 * takes as long as a check.
 * @param tags the rules that axe checks on the entire page; null for the color rules, on one element per visual style
 */
export async function findViolations(
  page: Page,
  tags: string[] | null,
  ignoredRules: readonly string[] = [],
): Promise<Result[]> {
  const isAxeLoaded = await page.evaluate(() => 'axe' in window);
  if (!isAxeLoaded) await page.evaluate(axe.source);
  return page.evaluate(runAxe, {
    onlyOnePerStyle: tags === null,
    options: {
      preload: false,
      resultTypes: ['violations' as const],
      runOnly: tags ?? { type: 'rule' as const, values: colorRules },
      rules: Object.fromEntries(ignoredRules.map((rule) => [rule, { enabled: false }])),
    },
  });
}

/**
 * Runs in the page. With `onlyOnePerStyle`, axe checks only one piece of text per visual style. The contrast depends
 * only on the style: the text's own color and size, and the color and opacity of each element around it. What covers
 * the text is the same in both themes, and in one of them axe checks all text.
 */
async function runAxe({
  onlyOnePerStyle,
  options,
}: {
  onlyOnePerStyle: boolean;
  options: RunOptions;
}): Promise<Result[]> {
  const elementsByStyle = new Map<string, Element>();
  const backgrounds = new Map<Element | null, string>([[null, '']]);

  /** Describes the background that an element and its ancestors draw behind text. */
  function describeBackground(element: Element | null): string {
    const known = backgrounds.get(element);
    if (known !== undefined || element === null) return known ?? '';
    const { backgroundColor, backgroundImage, filter, mixBlendMode, opacity } =
      getComputedStyle(element);
    const own = `${backgroundColor} ${backgroundImage} ${filter} ${mixBlendMode} ${opacity}`;
    const outer = describeBackground(element.parentElement);
    const background = own === 'rgba(0, 0, 0, 0) none none normal 1' ? outer : `${outer} / ${own}`;
    backgrounds.set(element, background);
    return background;
  }

  function describeStyle(element: Element): string {
    const { color, fontSize, fontWeight, textDecorationLine, textShadow } =
      getComputedStyle(element);
    // Links are also compared with the text around them, and disabled controls are exempt.
    const link = element.closest('a');
    const surroundingColor = link?.parentElement ? getComputedStyle(link.parentElement).color : '';
    const isExempt = element.closest(':disabled, [aria-disabled="true"]') !== null;
    return [
      color,
      fontSize,
      fontWeight,
      textDecorationLine,
      textShadow,
      surroundingColor,
      isExempt,
      describeBackground(element),
    ].join();
  }

  for (const element of onlyOnePerStyle ? document.body.querySelectorAll('*') : []) {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    // The text of a field is not in the document, so each field is checked.
    const isField = element.matches('input, select, textarea');
    if (!hasText && !isField) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const style = describeStyle(element);
    if (isField) elementsByStyle.set(`field ${elementsByStyle.size}`, element);
    else if (!elementsByStyle.has(style)) elementsByStyle.set(style, element);
  }
  const { axe: loadedAxe } = window as Window & WithAxe;
  if (!loadedAxe) throw new Error('axe is not loaded.');
  const where = onlyOnePerStyle ? { include: [...elementsByStyle.values()] } : document;
  return (await loadedAxe.run(where, options)).violations;
}

async function withPhoneLayout(page: Page, check: () => Promise<void>): Promise<void> {
  const originalSize = page.viewportSize();
  await page.setViewportSize(phone);
  await emulateTouch(page, true);
  await check();
  await emulateTouch(page, false);
  if (originalSize) await page.setViewportSize(originalSize);
}

async function expectNoSidewaysScrolling(
  page: Page,
  subject: string,
  width: number,
  isTouch: boolean,
): Promise<void> {
  await waitForAnimations(page);
  const overflowing = await page.evaluate(() =>
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
  expect
    .soft(overflowing, `what scrolls sideways on ${subject} on a screen ${width} px wide`)
    .toEqual([]);
  if (isTouch) await expectTouchable(page, subject);
}

/**
 * Waits until no animation is running. Even an animation that is reduced to a millisecond shows its first
 * state, the colors of the other theme, until the browser draws the next frame.
 */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Waits for a frame by means of an animation, because the test's clock replaces the page's timers.
    await document.documentElement.animate(null, 1).finished;
    const findRunning = () =>
      document.getAnimations().filter(({ playState }) => playState === 'running');
    for (let running = findRunning(); running.length > 0; running = findRunning()) {
      await Promise.allSettled(running.map(({ finished }) => finished));
    }
  });
}
