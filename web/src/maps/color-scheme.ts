import { useSyncExternalStore } from 'react';

export type ColorScheme = 'light' | 'dark';

const darkDevice = () => matchMedia('(prefers-color-scheme: dark)');

/** Returns the color scheme of the page: the chosen theme, else the device's. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, getColorScheme, () => 'light');
}

function getColorScheme(): ColorScheme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return darkDevice().matches ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  const device = darkDevice();
  device.addEventListener('change', listener);
  const chosen = new MutationObserver(listener);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    device.removeEventListener('change', listener);
    chosen.disconnect();
  };
}
