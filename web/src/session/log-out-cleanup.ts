import { signedOutParam } from '../paths.ts';
import { removeStoredDemoUser, signedInKey } from './demo-user.ts';
import { pushOwnerKey } from './push-owner.ts';

/**
 * Cleans up after a logout. The server ends a logout by redirecting to a page with a marker in its URL; on any other
 * page, this does nothing. Removes the demo user, notifies other tabs, and removes the marker from the URL. Removes the
 * id of the person who turned on notifications in this browser, since the server turned them off with the session. Also
 * deletes the tab's storage, such as a booking in progress (ASVS 5.0 14.3.1); the theme is kept.
 */
export function cleanUpAfterLogOut(
  { href }: Pick<Location, 'href'>,
  history: Pick<History, 'replaceState'>,
  storage: Storage,
  tabStorage: Pick<Storage, 'clear'>,
): void {
  const url = new URL(href);
  if (!url.searchParams.has(signedOutParam)) return;
  removeStoredDemoUser(storage);
  storage.removeItem(signedInKey);
  storage.removeItem(pushOwnerKey);
  tabStorage.clear();
  url.searchParams.delete(signedOutParam);
  history.replaceState(null, '', url.pathname + url.search + url.hash);
}
