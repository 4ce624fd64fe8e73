import {
  findByEmail,
  findSignInMethods,
  findPendingSignIn,
  findSecurityStamp,
  findSecurityStampByEmail,
} from '../queries/accounts.ts';
import { confirmOpenedSession } from '../changes/opened-session-changes.ts';
import { findSession, type SessionWithPerson } from '../queries/sessions.ts';
import { accepted, refused, type Result } from '../../application/rules/result.ts';
import type { AccountSecurityStamp } from '../../application/rules/account-security-stamp.ts';
import type {
  Identity,
  OpenedSession,
  RequestHeaders,
  SecondFactorState,
  ClientInfo,
} from '../../application/identity-port.ts';
import {
  createLibrary,
  extendAfterSeconds,
  maxSessionAgeSeconds,
  sessionLifetimeSeconds,
  type LibraryOptions,
} from './better-auth.ts';
import {
  readLibraryBody,
  joinCookieHeader,
  createLibraryHeaders,
  readOpenedSession,
  wrongCredentials,
} from './library-responses.ts';
import { createPasswordHashing, defaultPasswordCost, type PasswordCost } from './password-hash.ts';
import { createPasswordFunctions } from './passwords.ts';
import { readSignedCookie } from './session-cookie.ts';
import { createSecondFactorFunctions } from './second-factor.ts';

/** The options of `createIdentity`. */
export interface IdentityOptions extends Omit<LibraryOptions, 'hashing'> {
  /** The cost of hashing a password; the default if omitted. */
  readonly passwordCost?: PasswordCost | undefined;
  /** The accounts that demo buttons may sign in to; empty if the demo is off. */
  readonly demoAccountIds: readonly string[];
  /** Whether the business requires a second factor of its staff. */
  readonly staffTwoFactor: boolean;
}

/**
 * Implements the identity port with better-auth, which opens sessions and handles second factors in our
 * database. Reading a session is implemented here, with the library's cookie and signature: a single query
 * reads the session and the person. The library needs two queries, which would take longer than our entire response.
 * Sessions expire by the machine's clock, which better-auth uses; the business's settable clock does not affect
 * them.
 */
export function createIdentity(options: IdentityOptions): Identity {
  const { store, secret, demoAccountIds, staffTwoFactor } = options;
  const hashing = createPasswordHashing(options.passwordCost ?? defaultPasswordCost);
  const library = createLibrary({ ...options, hashing });
  const passwords = createPasswordFunctions(library, store, options.businessName, hashing);
  const cookieName = library.$context.then(({ authCookies }) => authCookies.sessionToken.name);
  const pendingCookieName = library.$context.then(
    ({ createAuthCookie }) => createAuthCookie('two_factor').name,
  );

  return {
    staffTwoFactor,
    requiresSecondFactor,
    readSessionToken: getSessionToken,

    async lookUpSession(headers) {
      const token = await getSessionToken(headers);
      if (!token) return null;
      const now = new Date();
      const session = await findSession(store.kysely, token, now);
      if (!session) return null;
      return {
        viewer: { id: session.userId, role: session.role },
        setCookies: isExtensionDue(session, now) ? await extendSession(headers) : [],
        isSecondFactorMissing: await lacksSecondFactor(session),
        mechanic: session.isMechanic ? { lastActiveAt: session.lastActiveAt } : null,
      };
    },

    async findAccountId(email) {
      return (await findByEmail(store.kysely, email))?.id ?? null;
    },

    async getSessionAge(headers) {
      const token = await getSessionToken(headers);
      const now = new Date();
      const session = token ? await findSession(store.kysely, token, now) : null;
      return session && (now.getTime() - session.createdAt.getTime()) / 1000;
    },

    async openDemoSession(userId, client) {
      if (!demoAccountIds.includes(userId)) return null;
      const account = await findSecurityStamp(store.kysely, userId);
      const session = account && (await openSession(account, client));
      return session?.ok ? session.value.cookies : null;
    },

    openSession,

    async signIn(credentials, client) {
      const account = await findSecurityStampByEmail(store.kysely, credentials.email);
      const response = await library.api.signInEmail({
        body: { email: credentials.email, password: credentials.password },
        headers: createLibraryHeaders(client),
        asResponse: true,
      });
      const body = await readLibraryBody(response.clone());
      if (!body.ok) return body;
      await passwords.renewOutdatedHash(credentials);
      if (body.value['twoFactorRedirect'] === true) {
        const pending = { userId: account?.userId ?? '', token: null };
        if (!(await confirmOpenedSession(store, account, pending))) return wrongCredentials;
        // The library has deleted the browser's session cookie, so the previous session could not be ended later.
        await endPreviousSession(client);
        return accepted({ session: null, cookies: response.headers.getSetCookie() });
      }
      const session = await readOpenedSession(response);
      if (!session.ok) return session;
      if (!(await confirmOpenedSession(store, account, session.value))) return wrongCredentials;
      await endPreviousSession(client);
      return accepted({ session: session.value, cookies: session.value.cookies });
    },

    async findPendingSignIn({ headers }) {
      const header = joinCookieHeader(headers['cookie']);
      const identifier = readSignedCookie(header, await pendingCookieName, secret);
      return identifier === null ? null : findPendingSignIn(store.kysely, identifier);
    },

    async signOut(headers) {
      const response = await library.api.signOut({
        headers: createLibraryHeaders({ headers, ip: '' }),
        asResponse: true,
      });
      return response.headers.getSetCookie();
    },

    preparePassword: (password, email) => passwords.preparePassword(password, email),
    passwordMatches: (userId, password) => passwords.passwordMatches(userId, password),
    ...createSecondFactorFunctions(library, store, { cookieName, secret, endPreviousSession }),
  };

  async function getSessionToken(headers: RequestHeaders): Promise<string | null> {
    return readSignedCookie(joinCookieHeader(headers['cookie']), await cookieName, secret);
  }

  async function openSession(
    account: AccountSecurityStamp,
    client: ClientInfo,
  ): Promise<Result<OpenedSession>> {
    const session = await readOpenedSession(
      await library.api.openSession({
        body: { userId: account.userId },
        headers: createLibraryHeaders(client),
        asResponse: true,
      }),
    );
    if (!session.ok) return session;
    if (!(await confirmOpenedSession(store, account, session.value))) {
      return refused('not_signed_in', 'Please log in first.');
    }
    await endPreviousSession(client);
    return session;
  }

  /** Ends the session that a browser had before it signed in. */
  async function endPreviousSession({ headers }: ClientInfo): Promise<void> {
    const token = await getSessionToken(headers);
    if (token) await (await library.$context).internalAdapter.deleteSession(token);
  }

  function isExtensionDue({ updatedAt, createdAt }: SessionWithPerson, now: Date): boolean {
    // A later extension would let the session exceed its maximum age.
    const lastExtensionTime =
      createdAt.getTime() + (maxSessionAgeSeconds - sessionLifetimeSeconds) * 1000;
    return (
      now.getTime() - updatedAt.getTime() >= extendAfterSeconds * 1000 &&
      now.getTime() < lastExtensionTime
    );
  }

  /** Extends a session by having the library read it. */
  async function extendSession(headers: RequestHeaders): Promise<string[]> {
    const response = await library.api.getSession({
      headers: createLibraryHeaders({ headers, ip: '' }),
      asResponse: true,
    });
    return response.headers.getSetCookie();
  }

  function requiresSecondFactor({ id, role, twoFactor, ...methods }: SecondFactorState): boolean {
    if (!staffTwoFactor || role === 'customer' || twoFactor) return false;
    if (demoAccountIds.includes(id)) return false;
    return methods.hasPassword || !methods.hasProvider;
  }

  async function lacksSecondFactor({
    userId,
    role,
    twoFactor,
  }: SessionWithPerson): Promise<boolean> {
    // Checks the strictest case first. Most people pass it, so they need no query.
    const person = { id: userId, role, twoFactor, hasPassword: true, hasProvider: false };
    if (!requiresSecondFactor(person)) return false;
    const methods = await findSignInMethods(store.kysely, userId);
    return requiresSecondFactor({
      ...person,
      hasPassword: methods?.has_password ?? false,
      hasProvider: methods?.has_provider ?? false,
    });
  }
}
