import { signedOutParam } from '../paths.ts';
import { forgetDemoUser, signedInKey } from './demo-user.ts';

/**
 * Cleans up after a log-out, which leads back here with a mark in the URL. It removes the demo user,
 * wherever the log-out was started, notifies other tabs, and removes the mark from the URL. It also
 * deletes what the tab stored, such as a booking in progress (ASVS 5.0 14.3.1); the theme stays.
 */
export function cleanUpAfterLogOut(
  { href }: Pick<Location, 'href'>,
  history: Pick<History, 'replaceState'>,
  storage: Storage,
  tabStorage: Pick<Storage, 'clear'>,
): void {
  const url = new URL(href);
  if (!url.searchParams.has(signedOutParam)) return;
  forgetDemoUser(storage);
  storage.removeItem(signedInKey);
  tabStorage.clear();
  url.searchParams.delete(signedOutParam);
  history.replaceState(null, '', url.pathname + url.search + url.hash);
}
