import { expect, type CDPSession, type Page } from '@playwright/test';

/** The minimum size of a touch target, in CSS pixels (WCAG 2.5.5). */
const minimumSize = 44;

/** Selects everything that can be pressed. */
const controlSelector = [
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

/** The DevTools sessions by page; each page needs only one. */
const devToolsSessions = new WeakMap<Page, CDPSession>();

/** Turns the emulation of a touch screen on or off. */
export async function emulateTouch(page: Page, isEnabled: boolean): Promise<void> {
  const session = devToolsSessions.get(page) ?? (await page.context().newCDPSession(page));
  devToolsSessions.set(page, session);
  await session.send('Emulation.setTouchEmulationEnabled', {
    enabled: isEnabled,
    ...(isEnabled && { maxTouchPoints: 1 }),
  });
}

/**
 * Expects that every target is at least 44 by 44 pixels and that no other target covers it. The area of a
 * target includes its ::before and ::after, and the label of a checkbox or radio button. A link is measured
 * by its largest line, even within a sentence, although WCAG 2.5.5 exempts such links. Controls that are
 * hidden until they have focus, and those beneath an open dialog, are exempt. Use it at 360 px or more:
 * below 352 px the days of a calendar are narrower than 44 px.
 */
export async function expectTouchable(page: Page, subject: string): Promise<void> {
  const smallTargets = await page.evaluate(describeSmallTargets, {
    selector: controlSelector,
    minimum: minimumSize,
  });
  expect.soft(smallTargets, `targets that are too small on ${subject}`).toEqual([]);
  expect
    .soft(await findCoveredTargets(page), `targets covered by another one on ${subject}`)
    .toEqual([]);
}

/** Describes each covered target and the target that covers it. */
export function findCoveredTargets(page: Page): Promise<string[]> {
  return page.evaluate(describeCoveredTargets, { selector: controlSelector });
}

/** Runs in the page. Describes each target that is too small. */
function describeSmallTargets({
  selector,
  minimum,
}: {
  selector: string;
  minimum: number;
}): string[] {
  interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }

  // Sizes are rounded by up to half a pixel.
  const isLarge = (box: Box) =>
    box.right - box.left > minimum - 0.5 && box.bottom - box.top > minimum - 0.5;

  /** Returns the part of an element's box that the element's ancestors do not clip. */
  function clipToVisible(element: Element, box: Box): Box {
    let { left, top, right, bottom } = box;
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(outer);
      const edge = outer.getBoundingClientRect();
      if (overflowX === 'hidden' || overflowX === 'clip') {
        left = Math.max(left, edge.left);
        right = Math.min(right, edge.right);
      }
      if (overflowY === 'hidden' || overflowY === 'clip') {
        top = Math.max(top, edge.top);
        bottom = Math.min(bottom, edge.bottom);
      }
      // The ancestors of a fixed element, such as a dialog, do not clip it.
      if (position === 'fixed') break;
    }
    return { left, top, right, bottom };
  }

  /** Returns the boxes of an element's absolutely positioned ::before and ::after. */
  function getPseudoElementBoxes(element: Element): Box[] {
    const isStatic = getComputedStyle(element).position === 'static';
    const container = isStatic ? (element as HTMLElement).offsetParent : element;
    if (!container) return [];
    const { left, top } = container.getBoundingClientRect();
    return ['::before', '::after'].flatMap((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      if (style.content === 'none' || style.position !== 'absolute') return [];
      const [x, y, width, height] = [style.left, style.top, style.width, style.height].map(
        Number.parseFloat,
      ) as [number, number, number, number];
      const start = { left: left + container.clientLeft + x, top: top + container.clientTop + y };
      return [{ ...start, right: start.left + width, bottom: start.top + height }];
    });
  }

  const modal = [...document.querySelectorAll('[role="dialog"][data-state="open"]')].at(-1);
  const smallTargets: string[] = [];
  for (const element of (modal ?? document).querySelectorAll(selector)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled')) {
      continue;
    }
    if (element.closest('[inert], [aria-hidden="true"]')) continue;
    const lineBoxes = [...element.getClientRects()];
    const bounds = element.getBoundingClientRect();
    // A skip link is outside the page until it has focus.
    const isHidden = bounds.bottom + scrollY <= 0 || bounds.right + scrollX <= 0;
    const labels = 'labels' in element ? [...(element.labels as NodeListOf<Element>)] : [];
    const isCheckable = element.matches('[type="checkbox"], [type="radio"], [type="file"]');
    const boxes = [
      ...lineBoxes.map((box) => clipToVisible(element, box)),
      ...getPseudoElementBoxes(element).map((box) => clipToVisible(element, box)),
      ...(isCheckable ? labels : []).map((label) =>
        clipToVisible(label, label.getBoundingClientRect()),
      ),
    ];
    if (isHidden || boxes.some(isLarge)) continue;
    // An invisible control without a label is pressed through a button, which is measured itself.
    if (bounds.width <= 1 && bounds.height <= 1 && labels.length === 0) continue;
    const name =
      element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent;
    const { width, height } = lineBoxes[0] ?? bounds;
    const size = `${Math.round(width)} x ${Math.round(height)}`;
    smallTargets.push(`${element.localName} "${name.trim().replaceAll(/\s+/g, ' ')}": ${size}`);
  }
  return smallTargets;
}

/**
 * Runs in the page. Describes each target that another target covers at its center. If a target cannot be pressed
 * where it is, it is first scrolled to the middle of the screen, since a fixed bar covers it only temporarily; the
 * scroll positions are restored at the end. Open menus, listboxes and toasts may cover what is beneath them.
 */
function describeCoveredTargets({ selector }: { selector: string }): string[] {
  const roles = ['dialog', 'alertdialog', 'menu', 'listbox', 'tooltip'];
  const layers = [
    ...roles.map((role) => `[role="${role}"]`),
    '[popover]',
    // A toast, which can be swiped away.
    '[data-swipe-direction]',
  ].join();
  const modal = [...document.querySelectorAll('[role="dialog"][data-state="open"]')].at(-1);

  /** Returns the element that is hit by a press at the center of the given element's largest part. */
  function findPressedElement(element: Element): Element | null {
    const parts = [...element.getClientRects()];
    const getSize = ({ width, height }: DOMRect) => width * height;
    const part = parts.reduce((a, b) => (getSize(b) > getSize(a) ? b : a));
    return document.elementFromPoint(part.left + part.width / 2, part.top + part.height / 2);
  }

  /** Returns the target that is pressed instead of an element, or null. */
  function findCoveringTarget(element: Element): Element | null {
    const pressed = findPressedElement(element);
    if (!pressed || element.contains(pressed)) return null;
    const label = pressed.closest('label');
    const other = pressed.closest(selector) ?? label?.control ?? null;
    if (!other || other === element || other.contains(element) || element.contains(other)) {
      return null;
    }
    if (label?.contains(element)) return null;
    const layer = pressed.closest(layers);
    return layer && !layer.contains(element) ? null : other;
  }

  function describeElement(element: Element): string {
    const name = element.getAttribute('aria-label') ?? element.textContent;
    return `${element.localName} "${name.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}"`;
  }

  const scrollPositions = [...document.querySelectorAll('*')].map(
    (element) => [element, element.scrollLeft, element.scrollTop] as const,
  );
  const covered: string[] = [];
  for (const element of (modal ?? document).querySelectorAll(selector)) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest('[inert], [aria-hidden="true"]')) continue;
    const { width, height } = element.getBoundingClientRect();
    // Elements that are only for screen readers are not pressed.
    if (width <= 1 || height <= 1) continue;
    // A press cannot hit a target outside the viewport yet.
    if (findPressedElement(element) && !findCoveringTarget(element)) continue;
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const other = findCoveringTarget(element);
    if (other) covered.push(`${describeElement(element)} beneath ${describeElement(other)}`);
  }
  for (const [element, left, top] of scrollPositions) {
    if (element.scrollLeft !== left || element.scrollTop !== top) {
      element.scrollTo({ left, top, behavior: 'instant' });
    }
  }
  return covered;
}
