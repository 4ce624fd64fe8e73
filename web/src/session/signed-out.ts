import { signedOutMark } from '../paths.ts';
import { forgetDemoUser, signedInKey } from './demo-user.ts';

/**
 * A log-out leads back here with a mark in the address. The demo user goes with it, wherever the
 * log-out was asked for, other tabs hear of it, and the mark is taken out of the address. What
 * the tab kept, such as a booking that was begun, goes too (ASVS 5.0 14.3.1); the theme stays.
 */
export function forgetSignedOutDemoUser(
  { href }: Pick<Location, 'href'>,
  history: Pick<History, 'replaceState'>,
  storage: Storage,
  tabStorage: Pick<Storage, 'clear'>,
): void {
  const url = new URL(href);
  if (!url.searchParams.has(signedOutMark)) return;
  forgetDemoUser(storage);
  storage.removeItem(signedInKey);
  tabStorage.clear();
  url.searchParams.delete(signedOutMark);
  history.replaceState(null, '', url.pathname + url.search + url.hash);
}
