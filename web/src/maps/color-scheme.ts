import { useSyncExternalStore } from 'react';

export type ColorScheme = 'light' | 'dark';

const darkSchemeQuery = () => matchMedia('(prefers-color-scheme: dark)');

/** Returns the color scheme of the page: the chosen theme, else the device's. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, getColorScheme, () => 'light');
}

function getColorScheme(): ColorScheme {
  const theme = document.documentElement.dataset['theme'];
  if (theme === 'light' || theme === 'dark') return theme;
  return darkSchemeQuery().matches ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  const deviceQuery = darkSchemeQuery();
  deviceQuery.addEventListener('change', listener);
  const themeObserver = new MutationObserver(listener);
  themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    deviceQuery.removeEventListener('change', listener);
    themeObserver.disconnect();
  };
}
