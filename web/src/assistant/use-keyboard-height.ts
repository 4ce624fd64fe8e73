import { useEffect, useState } from 'react';

/** A keyboard takes more than this of the screen, in px; a browser's own bars take less. */
const leastKeyboard = 120;

/** How much of the window a phone's keyboard covers now, in px. */
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
