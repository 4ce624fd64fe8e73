import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2, levels A and AA. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** What can differ between two themes with the same elements. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

interface Asked {
  /** What is looked at, for who reads that something was found there. */
  readonly what?: string;
  /** What axe takes for good practice beyond WCAG, too. */
  readonly practice?: boolean;
  /**
   * In the dark theme the page is as narrow as a phone, and everything is looked at anew. Each
   * width with each theme would be twice the time and show little more: the themes differ in their
   * colours alone, which no width changes.
   */
  readonly narrow?: boolean;
}

const phone = { width: 360, height: 800 };

/**
 * Expects that axe finds nothing on the page as it stands, in the light theme and in the dark one,
 * where only the colours are looked at again. Motion is reduced meanwhile and at its end, so that no
 * colour is looked at half way. What is found does not end the story: it may find more elsewhere.
 */
export async function expectAccessible(
  page: Page,
  { what = 'the page', practice = false, narrow = false }: Asked = {},
): Promise<void> {
  const tags = practice ? [...wcag, 'best-practice'] : wcag;
  const wide = page.viewportSize();
  for (const colorScheme of ['light', 'dark'] as const) {
    const isNarrow = narrow && colorScheme === 'dark';
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (isNarrow) await page.setViewportSize(phone);
    await expectStill(page);
    // The plain way, without a blank page of its own to finish in: there are no frames here.
    const axe = new AxeBuilder({ page }).options({ preload: false }).setLegacyMode();
    const isWhole = colorScheme === 'light' || isNarrow;
    const { violations } = await (
      isWhole ? axe.withTags(tags) : axe.withRules(rulesOfColour)
    ).analyze();
    const found = violations.map(({ id, nodes }) => ({
      rule: id,
      where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }));
    const where = isNarrow ? 'dark theme on a phone' : `${colorScheme} theme`;
    expect.soft(found, `what axe finds on ${what} in the ${where}`).toEqual([]);
    if (isNarrow) {
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(scrollWidth, `the width of ${what} on a phone`).toBe(phone.width);
    }
  }
  if (narrow && wide) await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/**
 * Waits until nothing moves. Motion that is reduced to a millisecond still shows its beginning, the
 * colours of the other theme, until the browser draws its next frame: late on a busy machine.
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
