import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectTouchable, touch } from './touch-targets.ts';

/** WCAG 2.2, levels A and AA. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** What can differ between two themes with the same elements. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

type Theme = 'light' | 'dark';

interface Asked {
  /** What is checked, to identify where a problem was found. */
  readonly what?: string;
  /** Also check what axe considers good practice beyond WCAG. */
  readonly practice?: boolean;
  /** On a phone, nothing is wider than the screen or too small to touch. */
  readonly onPhone?: boolean;
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
  { what = 'the page', practice = false, onPhone = false }: Asked = {},
): Promise<void> {
  const tags = practice ? [...wcag, 'best-practice'] : wcag;
  await expectNoFinding(page, what, 'light', tags);
  await expectNoFinding(page, what, 'dark', null);
  if (onPhone) await asOnPhone(page, () => expectFit(page, what, phone.width, true));
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/**
 * The same for a page on a desktop and on a phone, in both themes at each. The themes differ only in
 * their colors, so at each size everything is checked in one of them. No width may scroll
 * horizontally, and on a phone nothing may be too small to touch.
 */
export async function expectAccessibleAnywhere(page: Page, what: string): Promise<void> {
  await expectAccessible(page, { what, practice: true });
  const desk = page.viewportSize() ?? phone;
  for (const width of otherWidths) {
    await page.setViewportSize({ ...desk, width });
    await expectFit(page, what, width, false);
  }
  await asOnPhone(page, async () => {
    const where = `${what} on a phone`;
    await expectNoFinding(page, where, 'dark', [...wcag, 'best-practice']);
    await expectFit(page, what, phone.width, true);
    await expectNoFinding(page, where, 'light', null);
  });
  await page.setViewportSize(desk);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** @param tags the rules that axe checks; null for only those about color */
async function expectNoFinding(
  page: Page,
  what: string,
  colorScheme: Theme,
  tags: string[] | null,
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expectStill(page);
  const found = (await violationsOn(page, tags)).map(({ id, nodes }) => ({
    rule: id,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
  expect.soft(found, `what axe finds on ${what} in the ${colorScheme} theme`).toEqual([]);
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** Where axe is stored on a page, until the page is left. */
interface WithAxe {
  readonly axe?: {
    run(where: Document, options: object): Promise<{ violations: Violations }>;
  };
}

/** Loading axe into a page costs more than most of its checks, so that is done once. */
async function violationsOn(page: Page, tags: string[] | null): Promise<Violations> {
  const options = {
    preload: false,
    resultTypes: ['violations' as const],
    runOnly: tags ?? { type: 'rule' as const, values: rulesOfColour },
  };
  const found = await page.evaluate(async (asked) => {
    const { axe } = window as Window & WithAxe;
    return (await axe?.run(document, asked))?.violations;
  }, options);
  if (found) return found;
  // The direct way, without an extra blank page to finish in: there are no frames here.
  const builder = new AxeBuilder({ page }).options(options).setLegacyMode();
  return (await builder.analyze()).violations;
}

async function asOnPhone(page: Page, look: () => Promise<void>): Promise<void> {
  const desk = page.viewportSize();
  await page.setViewportSize(phone);
  await touch(page, true);
  await look();
  await touch(page, false);
  if (desk) await page.setViewportSize(desk);
}

async function expectFit(
  page: Page,
  what: string,
  width: number,
  isTouched: boolean,
): Promise<void> {
  await expectStill(page);
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
  expect.soft(sideways, `what scrolls sideways on ${what} on a screen of ${width}`).toEqual([]);
  if (isTouched) await expectTouchable(page, what);
}

/**
 * Waits until nothing moves. Motion that is reduced to a millisecond still shows its beginning, the
 * colors of the other theme, until the browser draws its next frame: late on a busy machine.
 */
async function expectStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A motion ends with its own frame. The test's clock has replaced the page's other ways to wait.
    await document.documentElement.animate(null, 1).finished;
    const moving = () =>
      document.getAnimations().filter(({ playState }) => playState === 'running');
    for (let some = moving(); some.length > 0; some = moving()) {
      await Promise.allSettled(some.map(({ finished }) => finished));
    }
  });
}
