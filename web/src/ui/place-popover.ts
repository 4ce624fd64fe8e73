/** The distance between the popover and its anchor, in CSS pixels. */
const gap = 6;
/** The minimum distance between the popover and the edge of the window, in CSS pixels. */
const margin = 12;

/** Positions a popover below its anchor, or above it if it fits only there; never beyond the window's edge. */
export function placePopover(
  popover: HTMLElement,
  anchor: HTMLElement,
  align: 'start' | 'end' = 'start',
): void {
  const anchorBox = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const { clientWidth, clientHeight } = document.documentElement;
  const left = align === 'start' ? anchorBox.left : anchorBox.right - width;
  const below = anchorBox.bottom + gap;
  const above = anchorBox.top - gap - height;
  const fitsBelow = below + height <= clientHeight - margin;
  const top = fitsBelow || above < margin ? below : above;
  popover.style.left = `${clamp(left, margin, clientWidth - margin - width)}px`;
  popover.style.top = `${clamp(top, margin, clientHeight - margin - height)}px`;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
