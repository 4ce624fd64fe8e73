import { expect, test } from '@playwright/test';
import { expectTouchable, findCoveredTargets } from './touch-targets.ts';

const size = 'width: 100px; height: 44px';

test('a target covered by another one is detected, even far below the visible part of the page', async ({
  page,
}) => {
  await page.setContent(`
    <div style="height: 3000px"></div>
    <div style="position: relative; height: 300px">
      <button style="${size}">Save</button>
      <a href="#over" style="position: absolute; left: 20px; top: 0; ${size}">Over it</a>
    </div>
    <div style="position: relative; height: 300px">
      <a href="#beneath">Details</a>
      <label style="position: absolute; inset: 0">A switch <input type="checkbox" /></label>
    </div>
    <div style="height: 3000px"></div>`);
  expect(await findCoveredTargets(page)).toEqual([
    'button "Save" beneath a "Over it"',
    'a "Details" beneath input ""',
  ]);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('no problem is reported if everything can be pressed, possibly after scrolling', async ({
  page,
}) => {
  await page.setContent(`
    <nav style="position: fixed; inset: auto 0 0; z-index: 1; height: 40vh">
      <button style="width: 100%; height: 100%">In a fixed bar</button>
    </nav>
    <button style="position: absolute; top: 80vh; ${size}">Beneath the bar until scrolled</button>
    <label style="position: relative; display: block; margin: 100px; ${size}">
      <input type="checkbox" />
      <span style="position: absolute; inset: 0">A drawn checkbox</span>
    </label>
    <div role="menu" style="position: absolute; left: 0; top: 0; ${size}">
      <button role="menuitem" style="${size}">In an open menu</button>
    </div>
    <button style="position: absolute; left: 0; top: 0; ${size}; z-index: -1">Opens the menu</button>
    <div style="position: fixed; right: 0; top: 0"><button style="${size}">In a header</button></div>
    <ol style="position: fixed; right: 0; top: 0">
      <li data-swipe-direction="right"><button style="${size}">In a toast</button></li>
    </ol>
    <div style="height: 3000px"></div>`);
  expect(await findCoveredTargets(page)).toEqual([]);
});

test('the size of a link includes its ::after, which fills its positioned ancestor', async ({
  page,
}) => {
  await page.setContent(`
    <style>a::after { position: absolute; inset: 0; content: ''; }</style>
    <div style="position: relative; ${size}"><a href="#stats">3</a></div>`);
  await expectTouchable(page, 'the page');
});
