import { useEffect, useState } from 'react';

/** A keyboard is taller than this, in px; a browser's own bars are smaller. */
const leastKeyboard = 120;

/** Returns how much of the window a phone's keyboard covers now, in px. */
export function useKeyboardHeight(isWatched: boolean): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const screen = window.visualViewport;
    if (!screen || !isWatched) return;
    const measure = () => {
      const hidden = screen.scale <= 1.01 ? window.innerHeight - screen.height : 0;
      setHeight(hidden > leastKeyboard ? Math.round(hidden) : 0);
    };
    measure();
    screen.addEventListener('resize', measure);
    return () => screen.removeEventListener('resize', measure);
  }, [isWatched]);
  return height;
}
