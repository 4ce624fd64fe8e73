import { signedOutMark } from '../../paths.ts';
import { forgetDemoUser, signedInKey } from './demo-user.ts';

/**
 * A log-out leads back here with a mark in the address. The demo user goes with it, wherever the
 * log-out was asked for (D2), other tabs hear of it, and the mark is taken out of the address.
 */
export function forgetSignedOutDemoUser(
  { href }: Pick<Location, 'href'>,
  history: Pick<History, 'replaceState'>,
  storage: Storage,
): void {
  const url = new URL(href);
  if (!url.searchParams.has(signedOutMark)) return;
  forgetDemoUser(storage);
  storage.removeItem(signedInKey);
  url.searchParams.delete(signedOutMark);
  history.replaceState(null, '', url.pathname + url.search + url.hash);
}
