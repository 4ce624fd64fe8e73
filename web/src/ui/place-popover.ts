const gap = 6;
const margin = 12;

/** Positions a sheet below an element, or above it if it fits only there; never beyond the window's edge. */
export function placePopover(
  sheet: HTMLElement,
  element: HTMLElement,
  align: 'start' | 'end' = 'start',
): void {
  const trigger = element.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = sheet;
  const { clientWidth, clientHeight } = document.documentElement;
  const left = align === 'start' ? trigger.left : trigger.right - width;
  const below = trigger.bottom + gap;
  const above = trigger.top - gap - height;
  const fitsBelow = below + height <= clientHeight - margin;
  const top = fitsBelow || above < margin ? below : above;
  sheet.style.left = `${clamp(left, margin, clientWidth - margin - width)}px`;
  sheet.style.top = `${clamp(top, margin, clientHeight - margin - height)}px`;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
