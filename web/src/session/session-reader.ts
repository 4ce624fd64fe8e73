import type { FirstData } from '@curbwrench/contract/first-data';
import type { SessionUser } from '@curbwrench/contract/people';
import { ApiError } from '../api/api-error.ts';
import {
  demoAccountOf,
  forgetDemoUser,
  rememberDemoUser,
  storedDemoUser,
  type DemoUser,
} from './demo-user.ts';

/**
 * Who is signed in by what came with the page: null for nobody; undefined where the server has to be
 * asked, because nothing came, or a stored demo user's account is to be opened again.
 */
export function firstSession(
  data: Pick<FirstData, 'session'> | undefined,
  storage: Storage,
): SessionUser | null | undefined {
  if (data === undefined) return undefined;
  const demoUser = storedDemoUser(storage);
  if (data.session === null) return demoUser ? undefined : null;
  if (demoUser && demoUser.id !== data.session.id) forgetDemoUser(storage);
  return data.session;
}

/** The outside world of a session: the two calls it makes and where the demo user is kept. */
export interface SessionPorts {
  readonly getUser: () => Promise<SessionUser>;
  readonly openDemo: (account: ReturnType<typeof demoAccountOf>) => Promise<SessionUser>;
  readonly storage: Storage;
}

/**
 * Makes the function that asks who is signed in. The server has the last word: null on a
 * 401. Before that, a stored demo user's account is opened again, once in the life of a page; when
 * the server refuses it, or says that someone else is signed in, the entry is removed.
 * `onReopened` is called when an account was opened again: what failed for want of a session can
 * be asked again.
 *
 * @throws what the calls throw for anything but "not signed in" and "refused"
 */
export function makeSessionReader({ getUser, openDemo, storage }: SessionPorts) {
  let mayReopen = true;

  return async function readSession(onReopened: () => void): Promise<SessionUser | null> {
    const user = await userOrNull();
    const demoUser = storedDemoUser(storage);
    if (user) {
      if (demoUser && demoUser.id !== user.id) forgetDemoUser(storage);
      return user;
    }
    if (!demoUser) return null;
    if (!mayReopen) {
      forgetDemoUser(storage);
      return null;
    }
    mayReopen = false;
    return reopen(demoUser, onReopened);
  };

  async function userOrNull(): Promise<SessionUser | null> {
    try {
      return await getUser();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  }

  async function reopen(demoUser: DemoUser, onReopened: () => void): Promise<SessionUser | null> {
    try {
      const user = await openDemo(demoAccountOf(demoUser));
      rememberDemoUser(storage, user);
      onReopened();
      return user;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      forgetDemoUser(storage);
      return null;
    }
  }
}
