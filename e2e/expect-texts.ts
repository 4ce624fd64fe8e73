import { expect, type Page } from '@playwright/test';

/** Expects that the page shows each text unchanged, apart from white space. */
export async function expectTexts(page: Page, texts: readonly string[]): Promise<void> {
  const findMissing = async () => {
    const pageText = normalizeSpaces((await page.locator('body').textContent()) ?? '');
    return texts.filter((text) => !pageText.includes(normalizeSpaces(text)));
  };
  await expect.poll(findMissing).toEqual([]);
}

/** Replaces each run of white space with one space, because a page may break lines anywhere. */
function normalizeSpaces(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
