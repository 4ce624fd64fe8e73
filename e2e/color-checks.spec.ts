import { expect, test, type Page } from '@playwright/test';
import { findViolations } from './accessibility.ts';

async function findLowContrast(page: Page, colorScheme: 'light' | 'dark'): Promise<unknown> {
  await page.emulateMedia({ colorScheme });
  const violations = await findViolations(page, null);
  return violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' ')));
}

test('text with low contrast in only one theme is found, once per visual style', async ({
  page,
}) => {
  await page.setContent(`
    <style>
      :root { color-scheme: light dark; background: light-dark(white, black); }
      p, a { color: light-dark(#222, #ddd); }
      .panel { background: light-dark(#eee, #999); }
      .faint { color: light-dark(#222, #444); }
      @media (prefers-color-scheme: dark) { .veil { opacity: 0.3; } }
    </style>
    <p id="plain">On the page</p>
    <p id="again">On the page again</p>
    <div class="panel"><p id="on-panel">On a panel</p></div>
    <div class="veil"><p id="veiled">Behind a veil</p></div>
    <p id="faint" class="faint">Faint</p>
    <p id="faint-again" class="faint">Just as faint, so it is not listed separately</p>`);
  expect(await findLowContrast(page, 'light')).toEqual([]);
  expect(await findLowContrast(page, 'dark')).toEqual(['#on-panel', '#veiled', '#faint']);
});
