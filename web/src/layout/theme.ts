import { useSyncExternalStore } from 'react';

/** `system` follows the device; the other two are this browser's own setting. */
export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'theme';
const listeners = new Set<() => void>();

/** Returns the chosen theme and a setter. `public/first-paint.js` applies it before the first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore<Theme>(subscribe, currentTheme, () => 'system'), chooseTheme];
}

function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(storageKey);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(storageKey, theme);
    document.documentElement.dataset['theme'] = theme;
  }
  updateThemeColors(theme);
  for (const listener of listeners) listener();
}

/** Gives the browser's toolbars the background color of the page's theme instead of the device's. */
function updateThemeColors(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    // `data-of` is the theme that the tag's color belongs to.
    const { of: mode = 'light' } = meta.dataset;
    meta.media =
      theme === 'system' ? `(prefers-color-scheme: ${mode})` : theme === mode ? 'all' : 'not all';
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
