import type { InitialData } from '@curbwrench/contract/pages/initial-data';
import type { SessionUser } from '@curbwrench/contract/people/schemas';
import { ApiError } from '../api/api-error.ts';
import {
  getDemoAccount,
  removeStoredDemoUser,
  storeDemoUser,
  getStoredDemoUser,
  type DemoUser,
} from './demo-user.ts';

/**
 * Returns who is signed in according to the page's data: null for no one; undefined if a request to the server is
 * needed, because there is no data, or because a stored demo user's account has to be reopened.
 */
export function getInitialSession(
  data: Pick<InitialData, 'session'> | undefined,
  storage: Storage,
): SessionUser | null | undefined {
  if (data === undefined) return undefined;
  const demoUser = getStoredDemoUser(storage);
  if (data.session === null) return demoUser ? undefined : null;
  if (demoUser && demoUser.id !== data.session.id) removeStoredDemoUser(storage);
  return data.session;
}

/** What the session loader depends on: the two requests it makes, and where the demo user is stored. */
export interface SessionDependencies {
  readonly getUser: () => Promise<SessionUser>;
  readonly openDemo: (account: ReturnType<typeof getDemoAccount>) => Promise<SessionUser>;
  readonly storage: Storage;
}

/**
 * Returns the function that reads who is signed in. The server decides. If it responds with a 401, a stored demo
 * user's account is reopened, at most once per page load; without one, the function returns null. If the server
 * refuses to reopen it, or says that someone else is signed in, the stored entry is removed. `onReopened` is
 * called after an account has been reopened, so that requests that failed without a session can be retried.
 *
 * @throws any error of the two requests, except a 401 from `getUser` and a refusal from `openDemo`
 */
export function makeSessionLoader({ getUser, openDemo, storage }: SessionDependencies) {
  let canReopen = true;

  return async function loadSession(onReopened: () => void): Promise<SessionUser | null> {
    const user = await fetchUser();
    const demoUser = getStoredDemoUser(storage);
    if (user) {
      if (demoUser && demoUser.id !== user.id) removeStoredDemoUser(storage);
      return user;
    }
    if (!demoUser) return null;
    if (!canReopen) {
      removeStoredDemoUser(storage);
      return null;
    }
    canReopen = false;
    return reopenDemo(demoUser, onReopened);
  };

  async function fetchUser(): Promise<SessionUser | null> {
    try {
      return await getUser();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  }

  async function reopenDemo(
    demoUser: DemoUser,
    onReopened: () => void,
  ): Promise<SessionUser | null> {
    try {
      const user = await openDemo(getDemoAccount(demoUser));
      storeDemoUser(storage, user);
      onReopened();
      return user;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      removeStoredDemoUser(storage);
      return null;
    }
  }
}
