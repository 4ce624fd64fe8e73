import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectTouchable, touch } from './touch-targets.ts';

/** WCAG 2.2, levels A and AA. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** What can differ between two themes with the same elements. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

type Theme = 'light' | 'dark';

interface Asked {
  /** What is looked at, for who reads that something was found there. */
  readonly what?: string;
  /** What axe takes for good practice beyond WCAG, too. */
  readonly practice?: boolean;
  /** On a phone, nothing is wider than the screen or smaller than a thumb. */
  readonly onPhone?: boolean;
}

const phone = { width: 360, height: 800 };

/** A tablet held upright, and a large desk. The stories' own width lies between. */
const otherWidths = [1440, 768];

/**
 * Expects that axe finds nothing on the page as it stands, in the light theme and in the dark one,
 * where only the colors are looked at again. Motion is reduced meanwhile and at its end, so that no
 * color is looked at half way. What is found does not end the story: it may find more elsewhere.
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
 * The same of a page at a desk and on a phone, in both themes at each. The themes differ in their
 * colors alone, so at each size everything is looked at in one of them. And at no width is it to be
 * scrolled sideways, nor is anything smaller than a thumb on a phone.
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

/** @param tags what rules axe looks with; null for those of color alone */
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

/** What axe leaves on a page, until the page goes. */
interface WithAxe {
  readonly axe?: {
    run(where: Document, options: object): Promise<{ violations: Violations }>;
  };
}

/** Bringing axe to a page costs more than most of what it does there, so that is done once. */
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
  // The plain way, without a blank page of its own to finish in: there are no frames here.
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
          // Tabs are meant to.
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
    // It ends with a frame of its own. The story's clock has replaced the page's other ways to wait.
    await document.documentElement.animate(null, 1).finished;
    const moving = () =>
      document.getAnimations().filter(({ playState }) => playState === 'running');
    for (let some = moving(); some.length > 0; some = moving()) {
      await Promise.allSettled(some.map(({ finished }) => finished));
    }
  });
}
