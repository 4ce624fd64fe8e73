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
}

/**
 * Expects that axe finds nothing on the page as it stands, in the light theme and in the dark one,
 * where only the colours are looked at again. Motion is reduced meanwhile, so that no colour is
 * looked at half way. What is found does not end the story: it may find more elsewhere.
 */
export async function expectAccessible(
  page: Page,
  { what = 'the page', practice = false }: Asked = {},
): Promise<void> {
  const tags = practice ? [...wcag, 'best-practice'] : wcag;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The plain way, without a blank page of its own to finish in: there are no frames here.
    const axe = new AxeBuilder({ page }).options({ preload: false }).setLegacyMode();
    const chosen = colorScheme === 'light' ? axe.withTags(tags) : axe.withRules(rulesOfColour);
    const { violations } = await chosen.analyze();
    const found = violations.map(({ id, nodes }) => ({
      rule: id,
      where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }));
    expect.soft(found, `what axe finds on ${what} in the ${colorScheme} theme`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
