import type { Page } from '@playwright/test';

/** Counts the input that the page receives: typed characters, and presses of the pointer or of any other key. */
export async function countInput(page: Page) {
  const counter = await page.evaluateHandle(() => {
    const counts = { presses: 0, characters: 0 };
    addEventListener('pointerdown', () => (counts.presses += 1), true);
    addEventListener(
      'keydown',
      ({ key }) => {
        if (key.length === 1) counts.characters += 1;
        else if (key !== 'Shift') counts.presses += 1;
      },
      true,
    );
    return counts;
  });
  return () => counter.jsonValue();
}
