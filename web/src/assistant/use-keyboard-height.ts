import { useEffect, useState } from 'react';

/** In pixels. An on-screen keyboard is taller than this, and a browser's toolbars are shorter. */
const minKeyboardHeight = 120;

/** Returns how much of the window a phone's keyboard covers now, in pixels. */
export function useKeyboardHeight(isEnabled: boolean): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport || !isEnabled) return;
    const measure = () => {
      // Zooming in also shrinks the visual viewport, so the height is measured only when not zoomed.
      const coveredHeight = viewport.scale <= 1.01 ? window.innerHeight - viewport.height : 0;
      setHeight(coveredHeight > minKeyboardHeight ? Math.round(coveredHeight) : 0);
    };
    measure();
    viewport.addEventListener('resize', measure);
    return () => viewport.removeEventListener('resize', measure);
  }, [isEnabled]);
  return height;
}
