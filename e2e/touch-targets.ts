import { expect, type CDPSession, type Page } from '@playwright/test';

/** The minimum size of a touch target, in CSS pixels (WCAG 2.5.5). */
const smallest = 44;

/** What can be pressed. A checkbox with a label is pressed at its label too. */
const controls = [
  'a[href]',
  'button',
  'input:not([type="hidden"])',
  'select',
  'textarea',
  'summary',
  ...['button', 'tab', 'checkbox', 'radio', 'switch', 'option', 'menuitem', 'combobox'].map(
    (role) => `[role="${role}"]`,
  ),
].join();

const sessions = new WeakMap<Page, CDPSession>();

/** Whether the page is used by touch: a small button is only a problem there. */
export async function touch(page: Page, isTouched: boolean): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('Emulation.setTouchEmulationEnabled', {
    enabled: isTouched,
    ...(isTouched && { maxTouchPoints: 1 }),
  });
}

/**
 * Expects that everything which can be pressed is at least 44 by 44 pixels: the control itself with
 * what its ::before and ::after add to it, or a label of it. A link is measured by its largest line;
 * one within a sentence too, although WCAG 2.5.5 exempts it. Exempt are controls that are hidden until they
 * have the focus, and those beneath an open dialog. Use it at 360 px: below 352 the seven days of a
 * calendar's week are 44 px high, but have no room to be as wide.
 */
export async function expectTouchable(page: Page, what: string): Promise<void> {
  const small = await page.evaluate(smallTargets, { asked: controls, least: smallest });
  expect.soft(small, `targets that are too small on ${what}`).toEqual([]);
  expect.soft(await coveredOn(page), `targets covered by another one on ${what}`).toEqual([]);
}

/** Targets of the page that another one covers, each with the other. */
export function coveredOn(page: Page): Promise<string[]> {
  return page.evaluate(coveredTargets, { asked: controls });
}

/** Runs in the page. */
function smallTargets({ asked, least }: { asked: string; least: number }): string[] {
  interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }

  // Half a pixel is lost to rounding.
  const isLarge = (box: Box) =>
    box.right - box.left > least - 0.5 && box.bottom - box.top > least - 0.5;

  /** An element that hides its overflow also hides its content's area. */
  function seen(element: Element, box: Box): Box {
    let { left, top, right, bottom } = box;
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(outer);
      const edge = outer.getBoundingClientRect();
      if (overflowX === 'hidden' || overflowX === 'clip') {
        left = Math.max(left, edge.left);
        right = Math.min(right, edge.right);
      }
      if (overflowY === 'hidden' || overflowY === 'clip') {
        top = Math.max(top, edge.top);
        bottom = Math.min(bottom, edge.bottom);
      }
    }
    return { left, top, right, bottom };
  }

  /** The area that ::before and ::after add to an element that they are placed in. */
  function reachOf(element: Element): Box[] {
    if (getComputedStyle(element).position === 'static') return [];
    const { left, top } = element.getBoundingClientRect();
    return ['::before', '::after'].flatMap((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      if (style.content === 'none' || style.position !== 'absolute') return [];
      const [x, y, width, height] = [style.left, style.top, style.width, style.height].map(
        Number.parseFloat,
      ) as [number, number, number, number];
      const start = { left: left + element.clientLeft + x, top: top + element.clientTop + y };
      return [{ ...start, right: start.left + width, bottom: start.top + height }];
    });
  }

  const modal = [...document.querySelectorAll('[role="dialog"][data-state="open"]')].at(-1);
  const small: string[] = [];
  for (const element of (modal ?? document).querySelectorAll(asked)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled')) {
      continue;
    }
    if (element.closest('[inert], [aria-hidden="true"]')) continue;
    const own = [...element.getClientRects()];
    const whole = element.getBoundingClientRect();
    // Hidden until it has the focus.
    const isHidden = whole.bottom + scrollY <= 0 || whole.right + scrollX <= 0;
    const labels = 'labels' in element ? [...(element.labels as NodeListOf<Element>)] : [];
    const isTicked = element.matches('[type="checkbox"], [type="radio"], [type="file"]');
    const boxes = [
      ...own.map((box) => seen(element, box)),
      ...reachOf(element).map((box) => seen(element, box)),
      ...(isTicked ? labels : []).map((label) => seen(label, label.getBoundingClientRect())),
    ];
    if (isHidden || boxes.some(isLarge)) continue;
    // Invisible: its label or a button represents it.
    if (whole.width <= 1 && whole.height <= 1 && labels.length === 0) continue;
    const name =
      element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent;
    const { width, height } = own[0] ?? whole;
    const size = `${Math.round(width)} x ${Math.round(height)}`;
    small.push(`${element.localName} "${name.trim().replaceAll(/\s+/g, ' ')}": ${size}`);
  }
  return small;
}

/**
 * Runs in the page. Targets at whose center another target would be pressed, scrolled to the middle of
 * the screen if they cannot be pressed where they are: a bar that stays while the page scrolls covers
 * what is below it only temporarily. Everything is scrolled back at the end. What is open above the
 * page, a menu, a list of choices or a toast, covers what is beneath it until it is closed.
 */
function coveredTargets({ asked }: { asked: string }): string[] {
  const roles = ['dialog', 'alertdialog', 'menu', 'listbox', 'tooltip'];
  const layers = [
    ...roles.map((role) => `[role="${role}"]`),
    '[popover]',
    // A toast, which can be swiped away.
    '[data-swipe-direction]',
  ].join();
  const modal = [...document.querySelectorAll('[role="dialog"][data-state="open"]')].at(-1);

  /** What a press at the center of an element's largest part hits. */
  function pressedAt(element: Element): Element | null {
    const parts = [...element.getClientRects()];
    const sizeOf = ({ width, height }: DOMRect) => width * height;
    const part = parts.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one));
    return document.elementFromPoint(part.left + part.width / 2, part.top + part.height / 2);
  }

  /** The other target that is pressed instead of an element; null if there is none. */
  function otherOver(element: Element): Element | null {
    const pressed = pressedAt(element);
    if (!pressed || element.contains(pressed)) return null;
    const label = pressed.closest('label');
    const other = pressed.closest(asked) ?? label?.control ?? null;
    if (!other || other === element || other.contains(element) || element.contains(other)) {
      return null;
    }
    if (label?.contains(element)) return null;
    const layer = pressed.closest(layers);
    return layer && !layer.contains(element) ? null : other;
  }

  function nameOf(element: Element): string {
    const name = element.getAttribute('aria-label') ?? element.textContent;
    return `${element.localName} "${name.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}"`;
  }

  const scrolled = [...document.querySelectorAll('*')].map(
    (element) => [element, element.scrollLeft, element.scrollTop] as const,
  );
  const found: string[] = [];
  for (const element of (modal ?? document).querySelectorAll(asked)) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest('[inert], [aria-hidden="true"]')) continue;
    const { width, height } = element.getBoundingClientRect();
    // For elements only for screen readers, something else is pressed.
    if (width <= 1 || height <= 1) continue;
    // Outside the screen nothing can be pressed.
    if (pressedAt(element) && !otherOver(element)) continue;
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const other = otherOver(element);
    if (other) found.push(`${nameOf(element)} beneath ${nameOf(other)}`);
  }
  for (const [element, left, top] of scrolled) {
    if (element.scrollLeft !== left || element.scrollTop !== top) {
      element.scrollTo({ left, top, behavior: 'instant' });
    }
  }
  return found;
}
