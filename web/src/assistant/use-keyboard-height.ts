import { useEffect, useState } from 'react';

/** In pixels: a keyboard is taller than this, and the bars of a browser are shorter. */
const minKeyboardHeight = 120;

/** Returns how much of the window a phone's keyboard covers now, in px. */
export function useKeyboardHeight(isWatched: boolean): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport || !isWatched) return;
    const measure = () => {
      const hidden = viewport.scale <= 1.01 ? window.innerHeight - viewport.height : 0;
      setHeight(hidden > minKeyboardHeight ? Math.round(hidden) : 0);
    };
    measure();
    viewport.addEventListener('resize', measure);
    return () => viewport.removeEventListener('resize', measure);
  }, [isWatched]);
  return height;
}
